//! Random playouts: the game at its fastest.

use crate::{Game, Rng};
use rand::RngExt as _;

/// Plays uniformly random legal actions until the game is over and returns how
/// many there were. `buffer` holds the legal lists, so that a series of
/// playouts allocates nothing.
pub fn playout<G: Game>(state: &mut G, buffer: &mut Vec<G::Action>, rng: &mut Rng) -> u64 {
    let mut plies = 0;
    while let Some(seat) = state.to_move().first() {
        state.legal_actions_into(seat, buffer);
        // u32: the same choice on 32-bit wasm and on 64-bit machines.
        let pick = rng.random_range(0..buffer.len() as u32) as usize;
        state.play_unchecked(seat, buffer[pick]);
        plies += 1;
    }
    plies
}
