//! Node counts ("perft"): how many sequences of actions of a given length there are.

use crate::Game;

/// The number of action sequences of exactly `depth` plies from `state`. When
/// several seats are to move at once, the lowest of them plays first. A game
/// that ends earlier contributes nothing.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(seat) = state.to_move().first() else {
        return 0;
    };
    let legal = state.legal_actions(seat);
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .into_iter()
        .map(|action| {
            let mut child = state.clone();
            child.play_unchecked(seat, action);
            perft(&child, depth - 1)
        })
        .sum()
}
