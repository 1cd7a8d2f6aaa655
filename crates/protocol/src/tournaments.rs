//! Tournaments of a server over HTTP, as clients read the responses. `docs/tournaments.md` documents them.

use crate::api_error::ReceivedReason;
use parlour_engine::json;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page<T> {
    /// Number of items on all pages.
    pub total: u64,
    /// The number of the page, from 1.
    pub page: u64,
    /// Maximum number of items on a page.
    pub size: u64,
    /// The items of this page.
    pub items: Vec<T>,
}

impl<T> Page<T> {
    /// Page number `page` of a list of `total` items, at most `size` of them on a page.
    #[must_use]
    pub const fn new(total: u64, page: u64, size: u64, items: Vec<T>) -> Page<T> {
        Page {
            total,
            page,
            size,
            items,
        }
    }
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TournamentState))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In progress, in the server or in another process.
    Running,
    /// Only the games in progress are still played.
    Pausing,
    /// Unfinished, and not in progress.
    Open,
    /// Finished.
    Over,
}

/// The process that plays a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Holder {
    /// The command, e.g. `parlour tournament`.
    pub program: String,
    /// The process id.
    pub process: u64,
    /// Whether it is the server.
    pub here: bool,
    /// When its lease ends unless it is renewed, in seconds since 1970.
    pub until: i64,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentSummary {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// How the players meet, e.g. `round-robin`.
    pub format: Option<String>,
    /// The players in order of definition.
    pub players: Vec<String>,
    /// Number of games in the schedule.
    pub planned: u64,
    /// Number of games in the store.
    pub played: u64,
    /// Number of games that count, once it is finished.
    pub finished: Option<u64>,
    /// In seconds since 1970.
    pub created: i64,
    /// Time of the last game, in seconds since 1970.
    pub last: Option<i64>,
    /// Its state.
    pub state: State,
    /// The process that plays it, if any.
    pub held: Option<Holder>,
    /// Why the last run in the server failed, if it did.
    pub trouble: Option<String>,
    /// The same as a code with arguments.
    #[serde(default)]
    pub trouble_reason: Option<ReceivedReason>,
}

/// The settings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules in full.
    pub rules: Map<String, Value>,
    /// Number of rounds.
    pub rounds: u64,
    /// Whether every deal is played with all seats exchanged.
    pub duplicate: bool,
    /// A decimal number as text; `None` if the deals do not follow from a seed.
    pub seed: Option<String>,
    /// The policy of each player; `None` for a program.
    pub policies: Vec<Option<String>>,
}

/// A two-sided 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Interval {
    /// The lower end; `None` if infinite.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub low: Option<f64>,
    /// The upper end; `None` if infinite.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub high: Option<f64>,
}

impl Interval {
    /// Both ends, if both are finite.
    pub fn ends(self) -> Option<(f64, f64)> {
        Some((self.low?, self.high?))
    }
}

/// A rating without its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// In the unit of its system.
    pub rating: f64,
}

/// A strength by a fit of all games at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// Its interval; `None` for fewer than two deals.
    pub interval: Option<Interval>,
}

/// What one player has reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// Games, counted once for each seat held.
    pub games: u64,
    /// Wins for each game, from 0 to 1.
    pub score: f64,
    /// The interval of the score.
    pub score_interval: Interval,
    /// The mean of the game's own score.
    pub points: f64,
    /// The interval of the points.
    pub points_interval: Interval,
    /// Number of fallback moves.
    pub faults: u64,
    /// The strength, after the first deal.
    pub strength: Option<Strength>,
    /// The rating, after the first rating period.
    pub rating: Option<Rating>,
    /// The interval of the rating.
    pub rating_interval: Option<Interval>,
}

/// What one player has reached against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// The player.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// The share of games in which the player had the better place; equal ones are half.
    pub score: f64,
    /// The interval of the score.
    pub score_interval: Interval,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The null hypothesis is accepted at or below this.
    pub lower: f64,
    /// The alternative is accepted at or above this.
    pub upper: f64,
}

/// The report of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Number of seats at a table.
    pub seats: u64,
    /// Whole rounds that are counted.
    pub rounds: u64,
    /// The players in order of definition.
    pub players: Vec<PlayerReport>,
    /// Who has met whom.
    pub cross: Vec<Meeting>,
    /// The number of pairs that have met.
    #[serde(default)]
    pub comparisons: u64,
    /// The rating system, e.g. `glicko-2`.
    pub system: String,
    /// The test, if there is one.
    pub sprt: Option<TestReport>,
}

impl Report {
    /// The names of the players in order of definition.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.iter().map(|player| player.name.clone());
        names.collect()
    }
}

/// A fallback move, and why it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameFault {
    /// The number of the game.
    pub game: u64,
    /// The player, by order of definition.
    pub player: usize,
    /// The fault as an English sentence.
    pub reason: String,
    /// The same as a code; empty if it is missing.
    #[serde(default)]
    pub code: String,
    /// The arguments of the code.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// The fallback move.
    pub played: String,
}

/// One tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentDetails {
    /// As in a list.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The settings.
    pub terms: Settings,
    /// The report.
    pub report: Report,
    /// The latest faults.
    pub faults: Vec<GameFault>,
}

impl<'de> Deserialize<'de> for TournamentDetails {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TournamentDetails, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(TournamentDetails {
                summary: json::from_value(value)?,
                terms: fields.required("terms")?,
                report: fields.required("report")?,
                faults: fields.required("faults")?,
            })
        })
    }
}

/// A rating with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingEstimate {
    /// In the unit of its system.
    pub rating: f64,
    /// Its interval.
    pub interval: Interval,
}

/// The ratings at the end of a period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// Number of games counted by then.
    pub games: u64,
    /// In order of definition.
    pub ratings: Vec<RatingEstimate>,
}

/// The rating curves of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingCurves {
    /// In order of time.
    pub points: Vec<RatingPoint>,
}

/// The result of a seat in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The player, by order of definition.
    pub player: usize,
    /// The final score in the game's unit.
    pub score: i32,
    /// 1 for the winners.
    pub place: u64,
    /// Number of fallback moves.
    pub faults: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its number in the schedule.
    pub number: u64,
    /// In seconds since 1970.
    pub played: i64,
    /// The results by seat.
    pub seats: Vec<SeatResult>,
}

/// What an agent has played of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentTotals {
    /// The game.
    pub game: String,
    /// Number of tournaments.
    pub tournaments: u64,
    /// Games, counted once for each seat held.
    pub games: u64,
    /// Number of fallback moves.
    pub faults: u64,
}

/// An agent in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentSummary {
    /// Its name.
    pub name: String,
    /// Its totals for each game.
    pub games: Vec<AgentTotals>,
}

/// One tournament of an agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentTournament {
    /// As in a list.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The agent's policy; `None` for a program.
    pub policy: Option<String>,
    /// The rating system.
    pub system: String,
    /// The agent's result.
    pub result: PlayerReport,
    /// Number of seats at a table.
    pub seats: u64,
    /// The agent's rank by score, from 1.
    pub place: u64,
}

impl<'de> Deserialize<'de> for AgentTournament {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentTournament, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(AgentTournament {
                summary: json::from_value(value)?,
                policy: fields.optional("policy")?,
                system: fields.required("system")?,
                result: fields.required("result")?,
                seats: fields.required("seats")?,
                place: fields.required("place")?,
            })
        })
    }
}
