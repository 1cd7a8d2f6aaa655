//! Primi Composti for two players: exact values, certificates, and the policies of the study.
//!
//! | module | what it holds |
//! |---|---|
//! | [`position`] | [`Position`]: a position to be solved, also in the middle of a game |
//! | [`layered`] | version 1 by layered backward induction: a full deal in a tenth of a second |
//! | [`alphabeta`] | both versions by alpha–beta with a transposition table |
//! | [`brute`] | brute force by the rulebook, for small deals |
//! | [`certificate`] | version 1: certificates, proofs of a value |
//! | [`verify`] | the certificate checker, which shares only the rules with the solvers |
//! | [`minimax`] | the policies `minimax_d` and `staged_a_b_c` |
//! | [`limit`] | [`Limit`]: when a search ends before it is done |
//! | [`simulate`] | fast simulation of the six simple policies |
//!
//! A value is always the final difference for player 1, the one who moved first, under best play by both.

pub mod alphabeta;
pub mod brute;
pub mod certificate;
pub mod layered;
pub mod limit;
pub mod minimax;
pub mod position;
pub mod simulate;
pub mod verify;

pub use alphabeta::SearchOptions;
pub use layered::{Layered, Prospect};
pub use limit::Limit;
pub use position::{Position, PositionError};

use alphabeta::board;
use parlour_engine::Seat;
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Action, Pair, Play, Version};
use position::{Class, NO_OPERATION};

/// An exact value and a principal line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The final difference for player 1.
    pub value: i32,
    /// Best play by both to the end.
    pub line: Vec<Step>,
    /// Number of states computed or nodes visited.
    pub states: u64,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search came to its [`Limit`].
    #[error("stopped")]
    Stopped,
}

/// One play of a principal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The card.
    pub card: u8,
    /// The operands of the steal, if the rules leave a choice.
    pub steal: Option<Pair>,
    /// The exact value after the play. It is constant along a principal line.
    pub value: i32,
}

/// The exact value of a position by the faster method: layers for version 1, alpha–beta for version 2. The limit is of
/// alpha–beta: layers take less than a second.
///
/// # Errors
/// [`SolveError`] if the position is invalid or the search was stopped.
pub fn solve(
    position: &Position,
    threads: usize,
    limit: Limit<'_>,
) -> Result<Solution, SolveError> {
    match position.version {
        Version::One => Ok(Layered::new().solve(position)?),
        Version::Greedy | Version::Free => {
            let cards = position.hands[0].len() + position.hands[1].len();
            let options = SearchOptions::for_cards(cards, threads).with_limit(limit);
            alphabeta::solve(position, options, &mut |_, _| ())
        }
    }
}

/// Plays a card of the player to move with the operation that applies automatically, or with none if the rules leave
/// a choice.
pub fn advance(position: &mut Position, card: u8) {
    play(position, Action::plain(card));
}

/// Plays an action of the player to move, using the rulebook's arithmetic.
pub fn play(position: &mut Position, action: Action) {
    let me = position.to_move;
    let done: Play = board(position).play(Seat(me as u8), action);
    let worth: i32 = done
        .stolen
        .iter()
        .map(|&(_, top)| i32::from(position.value(top)))
        .sum();
    let gain = i32::from(done.gain) + worth;
    position.score += [1, -1][me] * gain;
    for &(_, top) in &done.stolen {
        let kind = usize::from(!is_prime(top));
        position.stacks[2 - me * 2 + kind].pop();
        position.stacks[me * 2 + kind].push(top);
    }
    lay(position, me, action.card);
    position.to_move = 1 - me;
}

/// Moves the cards of a play of this class without scoring it.
fn replay(position: &mut Position, me: usize, card: u8, class: Class) {
    if position.version != Version::One && class != NO_OPERATION {
        for kind in [0, 1] {
            if class == 0 || class == kind + 1 {
                let top = position.stacks[2 - me * 2 + kind].pop();
                position.stacks[me * 2 + kind].extend(top);
            }
        }
    }
    lay(position, me, card);
}

fn lay(position: &mut Position, me: usize, card: u8) {
    position.hands[me].retain(|&other| other != card);
    position.stacks[me * 2 + usize::from(!is_prime(card))].push(card);
}

#[cfg(test)]
mod tests;
