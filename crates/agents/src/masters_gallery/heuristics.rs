//! [`Heuristics`] of Masters Gallery for the search.

use super::situation::Situation;
use crate::ismcts::win_probabilities;
use crate::{Analyse, Heuristics};
use parlour_engine::{Game, Rng, Seat};
use parlour_games::masters_gallery::{Action, MastersGallery};
use rand::RngExt as _;

/// The temperature of the softmax in points: how many make a seat e times as likely to win. A clear win is better than a
/// narrow one.
const WIN_TEMPERATURE: f64 = 5.0;
/// The share of the reward at the end that goes by the win; the rest goes by points.
const WIN_SHARE: f64 = 0.5;
/// The temperature of the priors in points: how many make an action e times as likely to be tried.
const PRIOR_TEMPERATURE: f32 = 2.5;
/// The maximum error in points of a playout's judgement of an action: the others' cards are resampled.
const MISJUDGED: f32 = 1.0;

/// Knowledge of Masters Gallery for the search: priors by the rule of thumb of [`Greedy`](super::Greedy), which with
/// random errors also models the others and plays the playouts to the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct MastersGalleryHeuristics;

impl Heuristics<MastersGallery> for MastersGalleryHeuristics {
    const EXPLORATION: f64 = 0.3;
    const HAS_PRIORS: bool = true;
    const MODEL_OPPONENTS: bool = true;

    fn priors(
        &self,
        state: &MastersGallery,
        seat: Seat,
        actions: &[Action],
        weights: &mut Vec<f32>,
    ) {
        let situation = Situation::of(state, seat);
        let base = situation.worth();
        weights.extend(situation.scores(actions).map(|(_, score)| {
            let logit = (score - base) / PRIOR_TEMPERATURE;
            libm::expf(logit.clamp(-6.0, 6.0))
        }));
    }

    fn rollout_action(
        &self,
        state: &MastersGallery,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        state.legal_actions_into(seat, legal);
        if let [only] = legal[..] {
            return only;
        }
        let mut best = (f32::MIN, legal[0]);
        for (action, score) in Situation::of(state, seat).scores(legal) {
            let score = score + MISJUDGED * rng.random::<f32>();
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    fn evaluate(&self, state: &MastersGallery, rewards: &mut Vec<f64>) -> bool {
        let Some(outcome) = state.outcome() else {
            return false;
        };
        rewards.clear();
        rewards.extend(outcome.scores.iter().map(|&score| f64::from(score)));
        win_probabilities(rewards, WIN_TEMPERATURE, Some((&outcome, WIN_SHARE)));
        true
    }
}

impl Analyse for MastersGallery {
    type Heuristics = MastersGalleryHeuristics;
}
