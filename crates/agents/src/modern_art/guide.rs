//! What the search is told about Modern Art.

use super::seed::{Opinion, simple_in_state};
use crate::{Guide, random};
use parlour_engine::{Game, Outcome, Rng, Seat};
use parlour_games::modern_art::{Action, ModernArt, Phase};
use rand::RngExt as _;

/// The share of the reward that goes by the margin in cash; the rest goes by the win.
const MARGIN_SHARE: f64 = 0.5;
/// The margin in thousands that is worth half of what the greatest is worth.
const HALF_MARGIN: f64 = 60.0;

/// What the search is told about Modern Art: playouts by the seed's `simple`, a little keener or
/// stingier; bids around what `simple` thinks a painting is worth come first; and a reward that
/// prefers a clear win to a narrow one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModernArtGuide;

impl Guide<ModernArt> for ModernArtGuide {
    const EXPLORATION: f64 = 1.0;
    const WEIGHTED: bool = true;

    fn weight(&self, state: &ModernArt, seat: Seat, action: Action) -> f32 {
        let amount = match action {
            Action::Bid(amount) | Action::Price(amount) => amount,
            Action::Offer(_) | Action::Add(_) | Action::Take | Action::Pass => return 1.0,
        };
        let Some(lot) = state.phase().lot() else {
            return 1.0;
        };
        // A fixed stream: the weight of an action has to follow from the position.
        let mut rng = parlour_engine::Streams::new(0).task(0);
        let each = Opinion::in_state(state, seat).bid(lot.artist(), &mut rng);
        let value = f32::from(each) * f32::from(lot.len());
        // Around the valuation, and up to half as much again, bids are worth a try.
        let away = match f32::from(amount) - value {
            above if above > 0.0 => above * 0.5,
            below => -below,
        };
        let raise_by_one = match state.phase() {
            Phase::Open { best, .. } | Phase::Once { best, .. } => {
                amount == best.map_or(0, |best| best.amount) + 1
            }
            _ => false,
        };
        let near = 1.0 / (1.0 + away);
        if raise_by_one { near.max(0.5) } else { near }
    }

    fn pick(
        &self,
        state: &ModernArt,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        let keen = f64::from(rng.random_range(80..150u32)) / 100.0;
        simple_in_state(state, seat, keen, rng).unwrap_or_else(|| {
            state.legal_actions_into(seat, legal);
            random::any(legal, rng)
        })
    }

    fn reward(&self, outcome: &Outcome, seat: Seat) -> f64 {
        let own = outcome.scores[seat.index()];
        let others = outcome.scores.iter().enumerate();
        let best = others
            .filter(|&(other, _)| other != seat.index())
            .map(|(_, &cash)| cash)
            .max();
        let margin = f64::from(own - best.unwrap_or(0)) / HALF_MARGIN;
        let by_margin = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        (1.0 - MARGIN_SHARE) * outcome.share(seat) + MARGIN_SHARE * by_margin
    }
}
