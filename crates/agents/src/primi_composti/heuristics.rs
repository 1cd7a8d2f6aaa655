//! [`Heuristics`] of Primi Composti for the search.

use crate::Heuristics;
use parlour_engine::Seat;
use parlour_games::primi_composti::{Action, PrimiComposti};

/// How much more likely a card is to be tried for each point that it gains at once.
const PROMISE: f32 = 0.6;

/// What the search is told about Primi Composti: to try first what gains most now, points in version 1 and the VALUE
/// of the card and of what it steals in version 2. Playouts are random: greedy ones cost as much as they bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrimiCompostiHeuristics;

impl Heuristics<PrimiComposti> for PrimiCompostiHeuristics {
    const EXPLORATION: f64 = 1.0;
    const HAS_PRIORS: bool = true;

    fn priors(
        &self,
        state: &PrimiComposti,
        seat: Seat,
        actions: &[Action],
        weights: &mut Vec<f32>,
    ) {
        let board = state.board();
        let gain = |&action| f32::from(board.play(seat, action).gain);
        weights.extend(actions.iter().map(|action| 1.0 + PROMISE * gain(action)));
    }
}
