//! [`Summary`]: the public state of a table.

use crate::clock::TimeBank;
use parlour_engine::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How a table stands, without anything that only one seat may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TableSummary))]
pub struct Summary {
    /// What it is found by.
    pub id: String,
    /// The game.
    pub game: String,
    /// The name of its rules.
    pub rules: String,
    /// Whether it stands in the list of tables.
    pub listed: bool,
    /// Whether the creator of the table chose the seed of the deal, and so may know it.
    pub seeded: bool,
    /// The SHA-256 of the secret that the deal follows from; `None` if the creator chose the deal, and for a
    /// daily deal.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub commitment: Option<String>,
    /// The secret, once the game has ended.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub secret: Option<String>,
    /// Milliseconds for each answer; `None` if there is no limit.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<u64>,
    /// The time of each seat for all its answers; `None` if there is no limit.
    #[cfg_attr(feature = "openapi", schema(required))]
    #[serde(default)]
    pub bank: Option<TimeBank>,
    /// How far it is.
    pub state: State,
    /// The seats in order.
    pub seats: Vec<SeatSummary>,
    /// Who owes an answer.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub to_move: SeatSet,
    /// Final scores; before the end they may depend on what is hidden.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub scores: Option<Vec<i32>>,
    /// Who won, in the end.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<Vec<u8>>))]
    pub winners: Option<SeatSet>,
    /// Who wants another game; nothing while none can be asked for.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<Vec<u8>>))]
    pub again: Option<SeatSet>,
    /// Who wants to take their last action back; nothing while nobody does.
    #[cfg_attr(feature = "openapi", schema(required))]
    #[serde(default)]
    pub undo: Option<UndoRequest>,
    /// The day of the daily deal that is played, in days since 1970 in UTC; missing at other tables.
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<u64>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When something last happened, likewise.
    pub updated: u64,
}

/// A request to take the last action of a seat back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UndoRequest {
    /// Whose action.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// Who agrees, the seat itself too.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub agreed: SeatSet,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TableState))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Not every seat is taken.
    Waiting,
    /// The game is on.
    Playing,
    /// The game has ended.
    Over,
    /// The game will not be played to its end.
    Abandoned,
}

impl State {
    /// Whether nothing more will happen.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, State::Over | State::Abandoned)
    }
}

/// One seat as everybody may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatSummary {
    /// The kind of player it is for.
    pub kind: SeatKind,
    /// Who sits there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// Whether somebody has sat down.
    pub taken: bool,
    /// Whether anybody may sit down, as long as it is free.
    #[serde(default)]
    pub open: bool,
    /// Whether they are connected.
    pub here: bool,
}

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Somebody with a browser.
    Person,
    /// A built-in policy.
    Policy,
    /// A remote agent.
    Agent,
}
