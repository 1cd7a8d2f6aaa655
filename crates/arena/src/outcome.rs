//! The result of a game: score, place and share of the win of each seat.

use parlour_engine::{Outcome, Seat};
use parlour_protocol::AgentFault;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A finished game of a tournament. It is sent as JSON from the process that played it to the one that
/// writes the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the schedule.
    pub number: u64,
    /// The seed of its deal.
    pub deal: u64,
    /// The results by seat.
    pub seats: Vec<SeatResult>,
    /// The number of actions.
    pub plies: u64,
    /// Why it stopped.
    pub stop: Stop,
    /// From the deal to the result, in microseconds.
    pub duration: u64,
    /// The times for answers by seat.
    pub thinking: Vec<ThinkingTime>,
    /// Fallback moves, in the order in which they were played.
    pub faults: Vec<FaultNote>,
    /// What the language models used, by seat; `None` for other players.
    #[serde(default)]
    pub usage: Vec<Option<ModelUsage>>,
    /// The record, as one line without its line break.
    pub record: String,
}

impl Played {
    /// The part that statistics use.
    pub fn result(&self) -> GameResult {
        GameResult {
            number: self.number,
            seats: self.seats.clone(),
        }
    }
}

/// Why a game stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// By the rules of the game.
    Finished,
    /// A seat has resigned.
    Resigned,
}

impl Stop {
    /// Its name in the store and in exports.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Finished => "finished",
            Stop::Resigned => "resigned",
        }
    }
}

/// The time that a seat took for its answers, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkingTime {
    /// For all of them.
    pub total: u64,
    /// For the longest.
    pub longest: u64,
}

impl ThinkingTime {
    /// Adds an answer.
    pub fn add(&mut self, time: Duration) {
        let time = time.as_micros() as u64;
        self.total += time;
        self.longest = self.longest.max(time);
    }
}

/// What a language model used in a game, or in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelUsage {
    /// Requests for a completion.
    pub requests: u64,
    /// Requests whose answer said how many tokens it took.
    pub metered: u64,
    /// Answers that were no legal action and were asked again.
    pub retries: u64,
    /// Tokens of the questions, as the endpoint counts them.
    pub input_tokens: u64,
    /// Tokens of the answers, as the endpoint counts them.
    pub output_tokens: u64,
}

/// The part of a game that statistics use.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Its number in the schedule.
    pub number: u64,
    /// The results by seat.
    pub seats: Vec<SeatResult>,
}

/// The result of a game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatResult {
    /// The player of the seat, by the order in the definition.
    pub player: usize,
    /// The final score in the game's unit.
    pub score: i32,
    /// 1 for the winners; seats with equal places are tied.
    pub place: usize,
    /// The share of the win: the shares of a game sum to 1, and winners of a tie get equal shares.
    pub share: f64,
    /// The number of fallback moves played for it.
    pub faults: u64,
}

impl SeatResult {
    /// 1 for a better place than the other seat's, ½ for the same, 0 for a worse.
    pub fn against(&self, other: &SeatResult) -> f64 {
        match self.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
}

/// A fallback move that was played for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultNote {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The player, by the order in the definition.
    pub player: usize,
    /// The fault as an English sentence.
    pub reason: String,
    /// The same as a code with arguments; `None` in stores of versions that had none.
    #[serde(flatten)]
    pub fault: Option<AgentFault>,
    /// The fallback move.
    pub played: String,
}

impl FaultNote {
    /// The note of a fault.
    pub fn new(seat: Seat, player: usize, fault: AgentFault, played: String) -> FaultNote {
        FaultNote {
            seat,
            player,
            reason: fault.to_string(),
            fault: Some(fault),
            played,
        }
    }
}

/// The results by seat, with the players and faults of the seats. Winners are first, whatever the scores say (a tie may have been broken);
/// the others follow by score.
pub fn results(outcome: &Outcome, players: &[usize], faults: &[FaultNote]) -> Vec<SeatResult> {
    let key = |seat: Seat| (outcome.winners.contains(seat), outcome.scores[seat.index()]);
    let better = |one: Seat, other: Seat| match (key(one), key(other)) {
        ((true, _), (true, _)) => false,
        (one, other) => one > other,
    };
    let seats = || Seat::all(players.len());
    seats()
        .map(|seat| SeatResult {
            player: players[seat.index()],
            score: outcome.scores[seat.index()],
            place: 1 + seats().filter(|&other| better(other, seat)).count(),
            share: outcome.share(seat),
            faults: faults.iter().filter(|fault| fault.seat == seat).count() as u64,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::SeatSet;

    #[test]
    fn places_follow_winners_then_scores() {
        let outcome = Outcome {
            scores: vec![10, 30, 30, 5, 10],
            winners: SeatSet::one(Seat(2)),
        };
        let found = results(&outcome, &[4, 3, 2, 1, 0], &[]);
        let places: Vec<usize> = found.iter().map(|seat| seat.place).collect();
        assert_eq!(places, [3, 2, 1, 5, 3]);
        assert_eq!(found[2].share, 1.0);
        assert_eq!(found[0].player, 4);
        assert_eq!(found[0].against(&found[4]), 0.5);
        assert_eq!(found[2].against(&found[1]), 1.0);
    }

    #[test]
    fn a_shared_win_is_divided() {
        let outcome = Outcome {
            scores: vec![3, 3],
            winners: SeatSet::all(2),
        };
        let found = results(&outcome, &[0, 1], &[]);
        assert!(
            found
                .iter()
                .all(|seat| seat.place == 1 && seat.share == 0.5)
        );
    }
}
