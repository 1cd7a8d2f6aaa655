//! The check of a request for a table over HTTP, and the errors.

use axum::http::StatusCode;
use parlour_agents::PolicyError;
use parlour_engine::SetupError;
pub use parlour_protocol::tables::{Opened, OpenedSeat, SeatRequest, TableRequest};
use std::io;

/// Number of seats in a request; no game has more.
pub(super) const MAX_SEATS: usize = 10;
/// Valid clocks, in milliseconds.
const CLOCKS: std::ops::RangeInclusive<u64> = 1000..=3_600_000;
/// Seeds are below 2^53, because many JSON readers use doubles.
const SEED_LIMIT: u64 = 1 << 53;

/// Checks what does not depend on the game.
pub(super) fn check(request: &TableRequest) -> Result<(), TableError> {
    if !(1..=MAX_SEATS).contains(&request.seats.len()) {
        return Err(TableError::Seats(request.game.clone(), request.seats.len()));
    }
    if request.clock.is_some_and(|clock| !CLOCKS.contains(&clock)) {
        return Err(TableError::Clock);
    }
    if request.seed.is_some_and(|seed| seed >= SEED_LIMIT) {
        return Err(TableError::Seed);
    }
    let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Policy { .. });
    if request.seats.iter().all(own) {
        return Err(TableError::OnlyPolicies);
    }
    Ok(())
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
