//! [`Heuristics`] of Primi Composti for the search.

use crate::Heuristics;
use crate::analysis::Scale;
use parlour_engine::{Outcome, Seat};
use parlour_games::primi_composti::{Action, PrimiComposti};

/// How much more likely a card is to be tried for each point that it gains at once.
const GAIN_WEIGHT: f32 = 0.6;
/// The lead in points that is as good as any greater one.
const MAX_LEAD: f64 = 20.0;

/// What the search is told about Primi Composti: to try first what gains most now, points in version 1 and the VALUE
/// of the card and of what it steals in version 2. Playouts are random: greedy ones cost as much as they bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrimiCompostiHeuristics {
    /// Whether the reward is by how many points one leads, instead of who wins.
    pub by_margin: bool,
}

impl PrimiCompostiHeuristics {
    /// The lead in points that a reward by margin stands for.
    pub fn lead(reward: f64) -> f64 {
        (2.0 * reward - 1.0) * MAX_LEAD
    }
}

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
        weights.extend(
            actions
                .iter()
                .map(|action| 1.0 + GAIN_WEIGHT * gain(action)),
        );
    }

    fn reward(&self, outcome: &Outcome, seat: Seat) -> f64 {
        if !self.by_margin {
            return outcome.share(seat);
        }
        let lead = Scale::Points.result(outcome, seat) / MAX_LEAD;
        0.5 + 0.5 * lead.clamp(-1.0, 1.0)
    }
}
