//! Certificates of version 1: for each player a strategy that reaches the value.
//!
//! The strategies are read from the values of all states, which are held in memory together: up to 410 MB
//! for a full deal. Each strategy plays the lowest card that still reaches the claimed value, which is not always the
//! best card: few different sets of cards are reached, and the file stays small.

use super::layered::{Layered, Values};
use super::position::{Position, PositionError};
use super::verify::{Claim, State};

/// A certificate of the value of a position, for [`verify::check`](super::verify::check).
///
/// # Errors
/// [`PositionError`] if the position is invalid.
///
/// # Panics
/// If the position is not of version 1.
pub fn write(position: &Position) -> Result<Vec<u8>, PositionError> {
    let values = Values::new(position)?;
    let sorted = |player: usize| {
        let mut hand = position.hands[player].clone();
        hand.sort_unstable();
        hand
    };
    let top = |stack: usize| position.stacks[stack].last().copied().unwrap_or(0);
    let claim = Claim {
        values: [position.prime, position.composite],
        hands: [sorted(0), sorted(1)],
        shown: [[top(0), top(1)], [top(2), top(3)]],
        to_move: position.to_move,
        value: Layered::new().value(position)?.0 - position.score,
    };
    let strategies = [0, 1].map(|player| {
        let claimed = [1, -1][player] * claim.value;
        let mut strategy = Vec::new();
        let choose = |state: &State, so_far: i32| {
            let shown = [0, 1].map(|player| claim.shown(state, player));
            let options = values.options(state.played, shown);
            let rank = options.iter().position(|rest| so_far + rest >= claimed)?;
            strategy.push(rank as u8);
            Some(rank as u8)
        };
        claim
            .follow(player, choose)
            .expect("exact values reach the value they are of");
        strategy
    });
    Ok(claim.write([&strategies[0], &strategies[1]]))
}
