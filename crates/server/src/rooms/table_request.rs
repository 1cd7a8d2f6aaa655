//! What is asked of the server over HTTP, what it answers, and why it refuses.

use axum::http::StatusCode;
use parlour_agents::PolicyError;
use parlour_engine::SetupError;
use parlour_protocol::summary::SeatKind;
use serde::{Deserialize, Serialize};
use std::io;

/// The most seats a request may name: no game of the house has more.
pub(super) const MAX_SEATS: usize = 10;
/// The shortest and the longest clock, in milliseconds.
const CLOCKS: std::ops::RangeInclusive<u64> = 1000..=3_600_000;
/// Seeds stay below 2^53, so that they survive JSON readers that know only doubles.
const SEEDS: u64 = 1 << 53;

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The game, by name.
    pub game: String,
    /// Its rules, by name.
    pub rules: String,
    /// Whom each seat is for.
    pub seats: Vec<SeatRequest>,
    /// Milliseconds for each answer.
    #[serde(default)]
    pub clock: Option<u64>,
    /// The seed of the deal; nobody knows it when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The deal as explicit cards, in the form in which records of the game hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<serde_json::Value>,
    /// Whether the table stands in the list for everybody.
    #[serde(default)]
    pub listed: bool,
}

/// Whom a seat is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// Somebody with a browser.
    Person,
    /// A policy of the house, by name.
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        policy: String,
    },
    /// A program from outside.
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
        if self.seed.is_some_and(|seed| seed >= SEEDS) {
            return Err(TableError::Seed);
        }
        let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Policy { .. });
        if self.seats.iter().all(own) {
            return Err(TableError::NobodyFromOutside);
        }
        Ok(())
    }
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// What it is found by.
    pub id: String,
    /// Whoever shows this may end it.
    pub keeper: String,
    /// Its seats in order.
    pub seats: Vec<OpenedSeat>,
}

/// A seat of a table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenedSeat {
    /// Whom it is for.
    pub kind: SeatKind,
    /// Whoever shows this may sit there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Why the server does not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The body cannot be read.
    #[error("this is no table: {0}")]
    Body(String),
    /// The body is too long, or came too slowly.
    #[error("the request is too long or came too slowly")]
    Length,
    /// There is no such game.
    #[error("there is no game '{0}': there are {games}", games = parlour_arena::games::NAMES.join(", "))]
    Game(String),
    /// The game has no such rules.
    #[error("{game} has no rules '{rules}': it has {known}")]
    Rules {
        /// The game.
        game: &'static str,
        /// What was asked for.
        rules: String,
        /// The names there are.
        known: String,
    },
    /// The game has no table of this size.
    #[error("{0} has no table for {1}")]
    Seats(String, usize),
    /// Rules or deal cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no such policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A policy that would keep the server busy for too long.
    #[error(
        "'{0}' thinks for too long for a table of a server: at most 2s or 20000 simulations a move, by one thread"
    )]
    Slow(String),
    /// A clock that is too short or too long.
    #[error("a clock gives 1000 to 3600000 ms for each answer")]
    Clock,
    /// A seed that readers with doubles would not survive.
    #[error("a seed is below 2^53")]
    Seed,
    /// Nobody could sit down.
    #[error("at least one seat is for a person or an agent from outside")]
    NobodyFromOutside,
    /// The page is not ours.
    #[error("only pages of this server may ask for that")]
    Origin,
    /// There is no such table.
    #[error("there is no such table; it may have ended a while ago")]
    Table,
    /// No token, or a wrong one.
    #[error("only the keeper of the table can end it: Authorization: Bearer TOKEN")]
    Keeper,
    /// The game is not over.
    #[error("the game is not over: there is no record yet")]
    NotOver,
    /// One address has made too many tables.
    #[error("you have made {0} tables that have not ended; end one of them first")]
    TooMany(usize),
    /// There are too many tables.
    #[error("this server holds as many tables as it may; try again later")]
    Full,
    /// Not a WebSocket.
    #[error("this address is for WebSockets: {0}")]
    Upgrade(String),
    /// No such address or method.
    #[error("there is nothing here; docs/protocol.md tells what there is")]
    Nothing,
    /// The system gave no random numbers.
    #[error("the server cannot make a table now")]
    System(#[from] io::Error),
}

impl TableError {
    /// The status of the answer.
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
            | TableError::NobodyFromOutside => StatusCode::BAD_REQUEST,
            TableError::Length => StatusCode::PAYLOAD_TOO_LARGE,
            TableError::Origin => StatusCode::FORBIDDEN,
            TableError::Table | TableError::Nothing => StatusCode::NOT_FOUND,
            TableError::Keeper => StatusCode::UNAUTHORIZED,
            TableError::NotOver => StatusCode::CONFLICT,
            TableError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            TableError::Full => StatusCode::SERVICE_UNAVAILABLE,
            TableError::Upgrade(_) => StatusCode::UPGRADE_REQUIRED,
            TableError::System(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}
