//! Daily deals: what is played in each game, and what a server answers.
//!
//! A day is the number of days since 1970 in UTC.

use serde::{Deserialize, Serialize};

/// Milliseconds of a day.
pub const DAY_MS: u64 = 86_400_000;

/// What is played in a game every day. The player has seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// The game.
    pub game: &'static str,
    /// The name of the rules.
    pub rules: &'static str,
    /// The policy of every other seat.
    pub policy: &'static str,
    /// The number of seats.
    pub seats: usize,
}

/// All of them. What is played may change from one version to the next, but not within a day of a server: what was
/// begun goes on at its table.
pub const DAILY_GAMES: [DailyGame; 4] = [
    DailyGame {
        game: "jaipur",
        rules: "round",
        policy: "ismcts:30",
        seats: 2,
    },
    DailyGame {
        game: "primi-composti",
        rules: "1",
        policy: "minimax_4",
        seats: 2,
    },
    DailyGame {
        game: "modern-art",
        rules: "simple-3",
        policy: "ismcts:200",
        seats: 3,
    },
    DailyGame {
        game: "masters-gallery",
        rules: "seed-base-2",
        policy: "network",
        seats: 2,
    },
];

/// What is played in a game every day; `None` for an unknown game.
#[must_use]
pub fn daily_game(game: &str) -> Option<&'static DailyGame> {
    DAILY_GAMES.iter().find(|daily| daily.game == game)
}

/// The score of seat 0 less the best of the others: above 0 unless somebody else has as much or more.
#[must_use]
pub fn margin(scores: &[i32]) -> Option<i32> {
    let (own, others) = scores.split_first()?;
    Some(own - others.iter().max()?)
}

/// The daily deal of a game on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyDeal {
    /// The day, in days since 1970 in UTC.
    pub day: u64,
    /// The margins that were reached, in ascending order. Only the first attempt of each network address counts.
    pub results: Vec<DailyCount>,
    /// The attempt of the visitor whose token was sent.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub own: Option<DailyAttempt>,
}

/// How often a margin was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyCount {
    /// The score less the best of the others.
    pub margin: i32,
    /// The number of attempts.
    pub count: u64,
}

/// An attempt at a daily deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyAttempt {
    /// The id of its table.
    pub table: String,
    /// The score less the best of the others; null unless the game was played to its end.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub margin: Option<i32>,
    /// Whether the game is in progress.
    pub live: bool,
    /// Whether it is the first attempt of its network address, so that its result counts.
    pub counts: bool,
}

/// The seat of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailySeat {
    /// The day of the deal, in days since 1970 in UTC.
    pub day: u64,
    /// The id of its table.
    pub table: String,
    /// The token of its seat, which is replaced when the seat is first taken.
    pub token: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_the_others_counts() {
        assert_eq!(margin(&[60, 70]), Some(-10));
        assert_eq!(margin(&[60, 20, 55]), Some(5));
        assert_eq!(margin(&[60]), None);
    }
}
