//! [`Heuristics`] of Modern Art for the search.

use super::appraiser::simple_bidders;
use super::original::{bid, simple, worth_in_state};
use crate::ismcts::win_probabilities;
use crate::{Analyse, Heuristics, random};
use parlour_engine::{Game, InformationState, Rng, Seat};
use parlour_games::modern_art::rules::{MAX_PLAYERS, ROUNDS};
use parlour_games::modern_art::{Action, ModernArt, Phase};
use rand::RngExt as _;

/// The share of the reward at the end that goes by the win; the rest goes by cash.
const WIN_SHARE: f64 = 0.5;
/// The temperature of the softmax: the cash in thousands that makes a seat e times as likely to win as another, after
/// one round, two and three (fitted, as [`PAINTING`] is, by maximum likelihood to 4,000 games of `simple` by the full
/// rules), and at the end, where it only tells a clear win from a narrow one.
const WIN_TEMPERATURES: [f64; ROUNDS] = [60.0, 60.0, 50.0, 40.0];
/// What a painting that is kept for another round will bring.
const PAINTING: f64 = 6.0;
/// From this number of actions on, only those near the own valuation are searched after the first turn.
const LONG_LIST: usize = 12;

/// Knowledge of Modern Art for the search.
///
/// Playouts, and the model of the other seats, are the original's `simple` with random factors on its valuations; seats
/// that have bid like `simple` so far are modelled without the factor. Bids around the valuation of `simple` come first.
/// Simulations stop at the end of the round, where cash and kept paintings give the probability to win.
#[derive(Clone, Copy, Debug)]
pub struct ModernArtHeuristics {
    /// The round that the search begins in.
    round: usize,
    /// The seat that searches.
    seat: Seat,
    /// How much each seat bids like the original's `simple`, 0 to 1.
    simple: [f64; MAX_PLAYERS],
}

impl Default for ModernArtHeuristics {
    fn default() -> ModernArtHeuristics {
        ModernArtHeuristics {
            round: 0,
            seat: Seat(0),
            simple: [0.0; MAX_PLAYERS],
        }
    }
}

impl Heuristics<ModernArt> for ModernArtHeuristics {
    const EXPLORATION: f64 = 1.0;
    const HAS_PRIORS: bool = true;
    const MODEL_OPPONENTS: bool = true;

    fn start(&mut self, known: &InformationState<'_, ModernArt>) {
        self.round = known.view().round.into();
        self.seat = known.viewer().seat().unwrap_or(self.seat);
        self.simple = simple_bidders(known.events());
    }

    fn priors(&self, state: &ModernArt, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let worth = valuation(state, seat);
        weights.extend(actions.iter().map(|&action| match (amount(action), worth) {
            (Some(amount), Some(_)) if raises_by_one(state, amount) => 1.0,
            // Around the valuation, and up to half as much again, bids are worth a try.
            (Some(amount), Some(worth)) => {
                let away = match f32::from(amount) - worth {
                    above if above > 0.0 => above * 0.5,
                    below => -below,
                };
                1.0 / (1.0 + away)
            }
            _ => 1.0,
        }));
    }

    fn prune(&self, state: &ModernArt, seat: Seat, legal: &mut Vec<Action>) {
        if legal.len() < LONG_LIST {
            return;
        }
        let Some(worth) = valuation(state, seat) else {
            return;
        };
        // Amounts come first, in ascending order. The lowest stays, whatever it is: no bid, or the raise by one.
        let amounts = legal.iter().rposition(|&action| amount(action).is_some());
        let amounts = amounts.map_or(1, |last| last + 1);
        let below = |most: f32| {
            let amounts = &legal[..amounts];
            amounts.partition_point(|&action| amount(action).is_some_and(|it| f32::from(it) < most))
        };
        let (least, most) = (0.6 * worth, 1.8 * worth + 4.0);
        let (start, end) = (below(libm::floorf(least) + 1.0), below(most));
        legal.drain(end.max(1)..amounts);
        legal.drain(1..start.max(1));
    }

    fn rollout_action(
        &self,
        state: &ModernArt,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        let alike = self.simple[seat.index()];
        let factor = match seat != self.seat && rng.random_bool(alike) {
            true => 1.0,
            false => f64::from(rng.random_range(80..150u32)) / 100.0,
        };
        let worth = |lot| worth_in_state(state, seat, lot);
        simple(state, seat, worth, factor, rng).unwrap_or_else(|| {
            state.legal_actions_into(seat, legal);
            random::any(legal, rng)
        })
    }

    fn evaluate(&self, state: &ModernArt, rewards: &mut Vec<f64>) -> bool {
        let round = usize::from(state.round());
        let (after, kept) = match state.phase() {
            Phase::Over => (ROUNDS, 0.0),
            _ if round > self.round => (round, PAINTING),
            _ => return false,
        };
        rewards.clear();
        rewards
            .extend(Seat::all(state.hands()).map(|seat| {
                f64::from(state.cash(seat)) + kept * f64::from(state.hand(seat).len())
            }));
        let outcome = state.outcome();
        let end = outcome.as_ref().map(|outcome| (outcome, WIN_SHARE));
        win_probabilities(rewards, WIN_TEMPERATURES[after - 1], end);
        true
    }
}

/// At the end of a round before the last, the result is the probability to win by cash and kept paintings.
impl Analyse for ModernArt {
    type Heuristics = ModernArtHeuristics;
}

/// The amount of a bid or a price.
pub(super) fn amount(action: Action) -> Option<u16> {
    match action {
        Action::Bid(amount) | Action::Price(amount) => Some(amount),
        Action::Offer(_) | Action::Add(_) | Action::Take | Action::Pass => None,
    }
}

/// Whether this is the smallest raise of an open or once-around auction.
fn raises_by_one(state: &ModernArt, amount: u16) -> bool {
    match state.phase() {
        Phase::Open { best, .. } | Phase::OnceAround { best, .. } => {
            amount == best.map_or(0, |best| best.amount) + 1
        }
        _ => false,
    }
}

/// What `simple` would pay for the lot that is sold, if one is.
fn valuation(state: &ModernArt, seat: Seat) -> Option<f32> {
    let lot = state.phase().lot()?;
    // A fixed stream: what is tried has to follow from the position.
    let mut rng = parlour_engine::Streams::new(0).task(0);
    let each = bid(worth_in_state(state, seat, lot), &mut rng);
    Some(f32::from(each) * f32::from(lot.card_count()))
}
