//! What the search is told about Masters Gallery.

use super::situation::Situation;
use crate::Guide;
use parlour_engine::{Game, Outcome, Rng, Seat};
use parlour_games::masters_gallery::{Action, MastersGallery};
use rand::RngExt as _;

/// The share of the reward that goes by the margin in points; the rest goes by the win.
const MARGIN_SHARE: f64 = 0.5;
/// The margin in points that is worth half of what the greatest is worth.
const HALF_MARGIN: f64 = 20.0;
/// The points of promise that make an action e times as likely to be tried.
const TEMPERATURE: f32 = 2.5;
/// By so many points, at the most, a playout misjudges an action.
const MISJUDGED: f32 = 3.0;

/// What the search is told about Masters Gallery: what the rule of thumb of [`Greedy`](super::Greedy) says of each action;
/// playouts by it, with errors of judgement; and a reward that prefers a clear win to a narrow one.
#[derive(Clone, Copy, Debug, Default)]
pub struct MastersGalleryGuide;

impl Guide<MastersGallery> for MastersGalleryGuide {
    const EXPLORATION: f64 = 1.0;
    const WEIGHTED: bool = true;

    fn weight(&self, state: &MastersGallery, seat: Seat, action: Action) -> f32 {
        let situation = Situation::in_state(state, seat);
        let promise = situation.score(action) - situation.score(Action::Pass);
        libm::expf((promise / TEMPERATURE).clamp(-6.0, 6.0))
    }

    fn pick(
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
        let situation = Situation::in_state(state, seat);
        let mut best = (f32::MIN, legal[0]);
        for &action in legal.iter() {
            let score = situation.score(action) + MISJUDGED * rng.random::<f32>();
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    fn reward(&self, outcome: &Outcome, seat: Seat) -> f64 {
        let own = outcome.scores[seat.index()];
        let best = (outcome.scores.iter().enumerate())
            .filter(|&(other, _)| other != seat.index())
            .map(|(_, &score)| score)
            .max();
        let margin = f64::from(own - best.unwrap_or(0)) / HALF_MARGIN;
        let by_margin = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        (1.0 - MARGIN_SHARE) * outcome.share(seat) + MARGIN_SHARE * by_margin
    }
}
