//! What the search is told about Jaipur.

use super::utility::{Situation, Weighted};
use crate::{Guide, random};
use parlour_engine::{Game, Outcome, Rng, Seat};
use parlour_games::jaipur::{Action, Jaipur};

/// The share of the reward that goes by the margin in rupees; the rest goes by the win.
const MARGIN_SHARE: f64 = 0.5;
/// The margin in rupees that is worth half of what the greatest is worth.
const HALF_MARGIN: f64 = 20.0;

/// What the search is told about Jaipur: playouts by the seed's AI, picking in
/// proportion to its scores, and a reward that prefers a clear win to a narrow one.
#[derive(Clone, Copy, Debug, Default)]
pub struct JaipurGuide;

impl Guide<Jaipur> for JaipurGuide {
    fn pick(&self, state: &Jaipur, seat: Seat, legal: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let situation = Situation {
            hand: state.hand(seat),
            herd: state.herd(seat),
            market: state.market(),
            opponent_goods: state.hand(seat.other()).len(),
        };
        match Weighted::pick(&situation, rng) {
            Some(proposal) => proposal.action,
            None => {
                state.legal_actions_into(seat, legal);
                random::any(legal, rng)
            }
        }
    }

    fn reward(&self, outcome: &Outcome, seat: Seat) -> f64 {
        let [own, other] = [seat, seat.other()].map(|seat| f64::from(outcome.scores[seat.index()]));
        let margin = (own - other) / HALF_MARGIN;
        let by_margin = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        (1.0 - MARGIN_SHARE) * outcome.share(seat) + MARGIN_SHARE * by_margin
    }
}
