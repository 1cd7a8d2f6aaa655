//! The check of a request for a table over HTTP.

use parlour_protocol::ApiError;
pub use parlour_protocol::tables::{Opened, OpenedSeat, SeatRequest, TableRequest};

/// Number of seats in a request; no game has more.
pub(super) const MAX_SEATS: usize = 10;
/// Valid clocks, in milliseconds.
const CLOCKS: std::ops::RangeInclusive<u64> = 1000..=3_600_000;
/// Seeds are below 2^53, because many JSON readers use doubles.
const SEED_LIMIT: u64 = 1 << 53;

/// Checks what does not depend on the game.
pub(super) fn check(request: &TableRequest) -> Result<(), ApiError> {
    if !(1..=MAX_SEATS).contains(&request.seats.len()) {
        return Err(ApiError::SeatCount {
            game: request.game.clone(),
            seats: request.seats.len() as u64,
        });
    }
    if request.clock.is_some_and(|clock| !CLOCKS.contains(&clock)) {
        return Err(ApiError::InvalidClock {
            shortest: *CLOCKS.start(),
            longest: *CLOCKS.end(),
        });
    }
    if request.seed.is_some_and(|seed| seed >= SEED_LIMIT) {
        return Err(ApiError::InvalidSeed);
    }
    let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Policy { .. });
    if request.seats.iter().all(own) {
        return Err(ApiError::OnlyPolicies);
    }
    Ok(())
}
