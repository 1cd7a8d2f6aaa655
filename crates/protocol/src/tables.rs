//! Tables of a server over HTTP: what is sent and received as JSON.

use crate::clock::TimeBank;
use crate::summary::{SeatKind, Summary};
use serde::{Deserialize, Serialize};

/// What a server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct About {
    /// The version of its program.
    pub parlour: String,
    /// The version of its dialect.
    pub protocol: u32,
    /// The address at which remote agents connect, if they can.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub agents: Option<String>,
    /// The games it has.
    pub games: Vec<String>,
    /// Whether it has a ladder.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ladder: bool,
}

/// The tables that everybody may find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableList {
    /// In no order.
    pub tables: Vec<Summary>,
}

/// A request for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The game, by name.
    pub game: String,
    /// Its rules, by name.
    pub rules: String,
    /// The players of the seats, in order.
    pub seats: Vec<SeatRequest>,
    /// The time limit for each answer, in milliseconds.
    #[serde(default)]
    pub clock: Option<u64>,
    /// The time of each seat for all its answers, which may be limited too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<TimeBank>,
    /// The seed of the deal; random if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The deal as explicit cards, in the format of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<serde_json::Value>,
    /// Whether the table is listed publicly.
    #[serde(default)]
    pub listed: bool,
}

/// The kind of player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// A person.
    Person,
    /// A person: the first who sits down.
    Open,
    /// A built-in policy.
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        policy: String,
    },
    /// A remote agent.
    Agent,
}

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// The token with which it can be ended.
    pub keeper: String,
    /// Its seats in order.
    pub seats: Vec<OpenedSeat>,
}

/// A seat of an opened table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenedSeat {
    /// Its kind of player.
    pub kind: SeatKind,
    /// The token that gives access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub token: Option<String>,
}
