//! The ladder of a server over HTTP: what is sent and received as JSON. `docs/ladder.md` documents it.

use crate::AgentFault;
use crate::tournaments::RatingEstimate;
use parlour_engine::json;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;

/// The ladder of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LadderOverview {
    /// The address at which agents connect over TCP, if they can.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub agents: Option<String>,
    /// Milliseconds for each answer.
    pub think: u64,
    /// Milliseconds for all answers of a game.
    pub base: u64,
    /// Milliseconds that are added after each answer.
    pub increment: u64,
    /// The boards in the order of the command line.
    pub boards: Vec<BoardSummary>,
}

/// A board: the ladder of one game with one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardSummary {
    /// Its name, e.g. `jaipur:round`.
    pub board: String,
    /// The game.
    pub game: String,
    /// The name of the rules.
    pub rules: String,
    /// Number of seats at a table.
    pub seats: u64,
    /// Whether agents of the classic dialect can play.
    pub classic: bool,
    /// The season that is in progress.
    pub season: SeasonSummary,
    /// Number of agents that take part, without anchors.
    pub agents: u64,
    /// Number of connected agents.
    pub connected: u64,
    /// Number of rated games of the season.
    pub games: u64,
}

/// The state of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeasonState {
    /// In progress.
    Open,
    /// Its table is frozen, and its final is being played.
    Final,
    /// Finished; its secret is public.
    Closed,
}

impl SeasonState {
    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            SeasonState::Open => "open",
            SeasonState::Final => "final",
            SeasonState::Closed => "closed",
        }
    }
}

/// A season in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeasonSummary {
    /// Its key.
    pub id: i64,
    /// Its number on the board, from 1.
    pub number: u64,
    /// Its state.
    pub state: SeasonState,
    /// In seconds since 1970.
    pub opened: i64,
    /// When its table was frozen, in seconds since 1970.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub frozen: Option<i64>,
    /// The SHA-256 of the secret from which its deals follow.
    pub commitment: String,
}

/// The state of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AgentState {
    /// It has not finished its validation game.
    New,
    /// It plays whenever it is connected.
    Active,
    /// It does not play until its owner resumes it.
    Paused,
    /// It has left the ladder.
    Withdrawn,
}

impl AgentState {
    /// All states.
    pub const ALL: [AgentState; 4] = [
        AgentState::New,
        AgentState::Active,
        AgentState::Paused,
        AgentState::Withdrawn,
    ];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            AgentState::New => "new",
            AgentState::Active => "active",
            AgentState::Paused => "paused",
            AgentState::Withdrawn => "withdrawn",
        }
    }
}

/// Why the ladder has paused an agent, as a code with arguments. In JSON, `code` is the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum PauseCode {
    /// The validation game had faults.
    ValidationFaults {
        /// Their number.
        faults: u64,
    },
    /// The latest games had more faults than the ladder accepts.
    TooManyFaults {
        /// Their number.
        faults: u64,
        /// The number of games that count.
        games: u64,
    },
}

impl PauseCode {
    /// Every code once, with arguments.
    pub fn examples() -> Vec<PauseCode> {
        vec![
            PauseCode::ValidationFaults { faults: 2 },
            PauseCode::TooManyFaults {
                faults: 4,
                games: 10,
            },
        ]
    }
}

/// The English sentence, without a full stop.
impl fmt::Display for PauseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PauseCode::ValidationFaults { faults: 1 } => {
                f.write_str("1 fault in its validation game")
            }
            PauseCode::ValidationFaults { faults } => {
                write!(f, "{faults} faults in its validation game")
            }
            PauseCode::TooManyFaults { faults, games } => {
                write!(f, "{faults} faults in its last {games} games")
            }
        }
    }
}

/// Why the ladder has paused an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PauseReason {
    /// The reason.
    #[serde(flatten)]
    pub code: PauseCode,
    /// The latest fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub last_fault: Option<AgentFault>,
}

/// The English sentence, without a full stop.
impl fmt::Display for PauseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code.fmt(f)?;
        match &self.last_fault {
            Some(fault) => write!(f, "; the last: {fault}"),
            None => Ok(()),
        }
    }
}

/// An agent in the table of a season.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StandingRow {
    /// The key of the agent.
    pub agent: i64,
    /// Its name.
    pub name: String,
    /// The policy of an anchor; `None` for a remote agent.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub policy: Option<String>,
    /// Its state.
    pub state: AgentState,
    /// Whether it is connected; anchors always are.
    pub connected: bool,
    /// Rated games.
    pub games: u64,
    /// The mean share of the win, from 0 to 1.
    pub score: f64,
    /// Fallback moves in rated games.
    pub faults: u64,
    /// The rating; `None` without rated games.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating: Option<RatingEstimate>,
    /// The mean share of the win in the final.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub final_score: Option<f64>,
    /// The place in the final, from 1.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub final_place: Option<u64>,
}

/// A board with its table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardDetails {
    /// As in a list.
    #[serde(flatten)]
    pub summary: BoardSummary,
    /// The season of the table.
    pub shown: SeasonSummary,
    /// The table of that season, the best first.
    pub table: Vec<StandingRow>,
    /// All seasons, the latest first.
    pub seasons: Vec<SeasonSummary>,
}

impl<'de> Deserialize<'de> for BoardDetails {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardDetails, D::Error> {
        json::deserialize_fields(deserializer, |value, fields| {
            Ok(BoardDetails {
                summary: json::from_value(value)?,
                shown: fields.required("shown")?,
                table: fields.required("table")?,
                seasons: fields.required("seasons")?,
            })
        })
    }
}

/// The results of an agent against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpponentRow {
    /// The key of the other.
    pub agent: i64,
    /// Its name.
    pub name: String,
    /// Games together.
    pub games: u64,
    /// The share of games in which the agent had the better place; equal places are half.
    pub score: f64,
}

/// One agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentDetails {
    /// Its key.
    pub id: i64,
    /// Its board.
    pub board: String,
    /// Its name.
    pub name: String,
    /// The policy of an anchor.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub policy: Option<String>,
    /// Its state.
    pub state: AgentState,
    /// Why it is paused, unless its owner has paused it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reason: Option<String>,
    /// The same as codes with arguments: a [`PauseReason`], of which a client need not know every code.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<PauseReason>))]
    #[serde(default)]
    pub pause: Value,
    /// In seconds since 1970.
    pub created: i64,
    /// Its row in the table of the current season, and its place there from 1.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub standing: Option<(u64, StandingRow)>,
    /// Its opponents in the current season, the most frequent first.
    pub opponents: Vec<OpponentRow>,
}

/// The kind of a ladder game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// The first game of an agent, against `random`. Not rated.
    Validation,
    /// A rated game.
    Rated,
    /// A game that ended after the table of its season was frozen. Not rated.
    Late,
    /// A game of the final.
    Final,
}

impl GameKind {
    /// All kinds.
    pub const ALL: [GameKind; 4] = [
        GameKind::Validation,
        GameKind::Rated,
        GameKind::Late,
        GameKind::Final,
    ];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Validation => "validation",
            GameKind::Rated => "rated",
            GameKind::Late => "late",
            GameKind::Final => "final",
        }
    }
}

/// A seat of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSeat {
    /// The key of the agent.
    pub agent: i64,
    /// The name of the agent.
    pub name: String,
    /// The final score in the game's unit.
    pub score: i32,
    /// 1 for the winners.
    pub place: u64,
    /// Fallback moves.
    pub faults: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameRow {
    /// The key of its season.
    pub season: i64,
    /// Its number in the season.
    pub number: u64,
    /// Its kind.
    pub kind: GameKind,
    /// In seconds since 1970.
    pub played: i64,
    /// By seat.
    pub seats: Vec<GameSeat>,
}

/// A request to register an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The board.
    pub board: String,
    /// The name of the agent.
    pub name: String,
    /// How the owner can be reached; never published.
    #[serde(default)]
    pub contact: String,
}

/// A registered agent. The token is shown once: only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Registered {
    /// The key of the agent.
    pub agent: i64,
    /// The token, with which the agent connects and its owner manages it.
    pub token: String,
}

/// A new name of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The name.
    pub name: String,
}
