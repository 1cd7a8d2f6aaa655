//! The request for a table over HTTP, the response, and the errors.

use axum::http::StatusCode;
use parlour_agents::PolicyError;
use parlour_engine::SetupError;
use parlour_protocol::summary::SeatKind;
use serde::{Deserialize, Serialize};
use std::io;

/// Number of seats in a request; no game has more.
pub(super) const MAX_SEATS: usize = 10;
/// Valid clocks, in milliseconds.
const CLOCKS: std::ops::RangeInclusive<u64> = 1000..=3_600_000;
/// Seeds are below 2^53, because many JSON readers use doubles.
const SEED_LIMIT: u64 = 1 << 53;

/// A request for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// A person.
    Person,
    /// A built-in policy.
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        policy: String,
    },
    /// A remote agent.
    Agent,
}

impl TableRequest {
    /// Checks what does not depend on the game.
    pub(super) fn check(&self) -> Result<(), TableError> {
        if !(1..=MAX_SEATS).contains(&self.seats.len()) {
            return Err(TableError::Seats(self.game.clone(), self.seats.len()));
        }
        if self.clock.is_some_and(|clock| !CLOCKS.contains(&clock)) {
            return Err(TableError::Clock);
        }
        if self.seed.is_some_and(|seed| seed >= SEED_LIMIT) {
            return Err(TableError::Seed);
        }
        let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Policy { .. });
        if self.seats.iter().all(own) {
            return Err(TableError::OnlyPolicies);
        }
        Ok(())
    }
}

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// The token with which it can be ended.
    pub keeper: String,
    /// Its seats in order.
    pub seats: Vec<OpenedSeat>,
}

/// A seat of an opened table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenedSeat {
    /// Its kind of player.
    pub kind: SeatKind,
    /// The token that gives access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// An error of the table API.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The body is invalid.
    #[error("invalid table: {0}")]
    Body(String),
    /// The body is too long, or arrived too slowly.
    #[error("the request is too long or arrived too slowly")]
    Length,
    /// There is no such game.
    #[error("there is no game '{0}': there are {games}", games = parlour_arena::games::NAMES.join(", "))]
    Game(String),
    /// The game has no such rules.
    #[error("{game} has no rules '{rules}': it has {known}")]
    Rules {
        /// The game.
        game: &'static str,
        /// The requested name.
        rules: String,
        /// The names there are.
        known: String,
    },
    /// The game cannot be played with this number of seats.
    #[error("{0} cannot be played with {1} seats")]
    Seats(String, usize),
    /// The rules or the deal are invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no such policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The policy exceeds the limits of the server.
    #[error(
        "'{0}' is too slow for a server: at most 2s or 20000 simulations per move, on one thread"
    )]
    Slow(String),
    /// The clock is too short or too long.
    #[error("the clock must be 1000 to 3600000 ms for each answer")]
    Clock,
    /// The seed is too large.
    #[error("the seed must be below 2^53")]
    Seed,
    /// All seats are for policies.
    #[error("at least one seat must be for a person or a remote agent")]
    OnlyPolicies,
    /// The request comes from a page of another site.
    #[error("only pages of this server may do that")]
    Origin,
    /// There is no such table.
    #[error("there is no such table; ended tables are removed after a while")]
    Table,
    /// The token is missing or wrong.
    #[error("ending a table requires the token of its owner: Authorization: Bearer TOKEN")]
    Keeper,
    /// The game is not over.
    #[error("the game is not over: there is no record yet")]
    NotOver,
    /// The address has too many tables.
    #[error("you have {0} tables that have not ended; end one of them first")]
    TooMany(usize),
    /// There are too many tables.
    #[error("this server has no room for more tables; try again later")]
    Full,
    /// The request is no valid WebSocket upgrade.
    #[error("this address requires a WebSocket: {0}")]
    Upgrade(String),
    /// No such path or method.
    #[error("there is no such address; docs/protocol.md lists all")]
    NotFound,
    /// The system provided no random numbers.
    #[error("the server cannot open a table now")]
    System(#[from] io::Error),
}

impl TableError {
    /// The HTTP status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            TableError::Body(_)
            | TableError::Game(_)
            | TableError::Rules { .. }
            | TableError::Seats(..)
            | TableError::Setup(_)
            | TableError::Policy(_)
            | TableError::Slow(_)
            | TableError::Clock
            | TableError::Seed
            | TableError::OnlyPolicies => StatusCode::BAD_REQUEST,
            TableError::Length => StatusCode::PAYLOAD_TOO_LARGE,
            TableError::Origin => StatusCode::FORBIDDEN,
            TableError::Table | TableError::NotFound => StatusCode::NOT_FOUND,
            TableError::Keeper => StatusCode::UNAUTHORIZED,
            TableError::NotOver => StatusCode::CONFLICT,
            TableError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            TableError::Full => StatusCode::SERVICE_UNAVAILABLE,
            TableError::Upgrade(_) => StatusCode::UPGRADE_REQUIRED,
            TableError::System(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}
