//! The check of a request for a table over HTTP.

pub use parlour_protocol::tables::{Opened, OpenedSeat, SeatRequest, TableRequest};
use parlour_protocol::{ApiError, TimeBank};

/// Number of seats in a request; no game has more.
pub(super) const MAX_SEATS: usize = 10;
/// Valid clocks, in milliseconds.
const CLOCKS: std::ops::RangeInclusive<u64> = 1000..=3_600_000;
/// Valid time banks: the base and the largest increment, in milliseconds.
const BANKS: std::ops::RangeInclusive<u64> = 10_000..=10_800_000;
const MAX_INCREMENT: u64 = 300_000;
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
    let is_valid =
        |bank: TimeBank| BANKS.contains(&bank.base_ms) && bank.increment_ms <= MAX_INCREMENT;
    if request.bank.is_some_and(|bank| !is_valid(bank)) {
        return Err(ApiError::InvalidTimeBank {
            shortest: *BANKS.start(),
            longest: *BANKS.end(),
            increment: MAX_INCREMENT,
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
