//! [`Heuristics`] of Masters Gallery for the search.

use super::situation::Situation;
use crate::ismcts::win_probabilities;
use crate::network::{Guided as _, Inputs as _, Network, NetworkInputs, Output};
use crate::{Analyse, Heuristics};
use parlour_engine::{Game, InformationState, Rng, Seat};
use parlour_games::masters_gallery::{Action, MastersGallery, Phase};
use std::cell::RefCell;
use std::sync::Arc;

/// The temperature of the softmax in points: how many make a seat e times as likely to win. A clear win is better than a
/// narrow one.
const WIN_TEMPERATURE: f64 = 5.0;
/// The share of the reward at the end that goes by the win; the rest goes by points.
const WIN_SHARE: f64 = 0.5;
/// Added to the probabilities of the network, so that the search also tries what it thinks unlikely.
const PRIOR_OFFSET: f32 = 0.1;
/// The maximum error in points of the others' judgement of an action: their cards are resampled.
const MISJUDGED: f32 = 1.0;

thread_local! {
    /// Scratch space, so that simulations do not allocate.
    static SCRATCH: RefCell<(NetworkInputs, Output)> = RefCell::default();
}

/// Knowledge of Masters Gallery for the search, by a learned [network](crate::network): priors, the seat's own moves in
/// playouts, and the expected reward at the seat's first turn in a later round, where a simulation ends. The others play by
/// the rule of thumb of [`Greedy`](super::Greedy), with random errors.
#[derive(Clone, Debug)]
pub struct MastersGalleryHeuristics {
    network: Arc<Network>,
    /// Whether simulations go to the end of the game.
    to_the_end: bool,
    /// Who searches.
    seat: Seat,
    /// The round in which the search begins.
    round: u8,
}

impl MastersGalleryHeuristics {
    /// With this network.
    pub const fn new(network: Arc<Network>) -> MastersGalleryHeuristics {
        MastersGalleryHeuristics {
            network,
            to_the_end: false,
            seat: Seat(0),
            round: 0,
        }
    }

    /// Calls with what the network says of a position.
    fn ask<T>(
        &self,
        state: &MastersGallery,
        seat: Seat,
        legal: &[Action],
        then: impl FnOnce(&Output) -> T,
    ) -> T {
        SCRATCH.with_borrow_mut(|(inputs, output)| {
            MastersGallery::inputs(state, seat, legal, inputs);
            self.network.evaluate(inputs, output);
            then(output)
        })
    }
}

impl Default for MastersGalleryHeuristics {
    fn default() -> MastersGalleryHeuristics {
        MastersGalleryHeuristics::new(MastersGallery::network())
    }
}

impl Heuristics<MastersGallery> for MastersGalleryHeuristics {
    const EXPLORATION: f64 = 0.3;
    const HAS_PRIORS: bool = true;
    const MODEL_OPPONENTS: bool = true;

    fn start(&mut self, known: &InformationState<'_, MastersGallery>) {
        self.seat = (known.viewer().seat()).expect("a search is for a seat");
        self.round = known.view().round;
    }

    fn priors(
        &self,
        state: &MastersGallery,
        seat: Seat,
        actions: &[Action],
        weights: &mut Vec<f32>,
    ) {
        self.ask(state, seat, actions, |output| {
            weights.extend(
                output
                    .probabilities
                    .iter()
                    .map(|probability| probability + PRIOR_OFFSET),
            );
        });
    }

    fn rollout_action(
        &self,
        state: &MastersGallery,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        state.legal_actions_into(seat, legal);
        match legal[..] {
            [only] => only,
            _ if seat == self.seat => legal[self.ask(state, seat, legal, Output::likeliest)],
            _ => Situation::of(state, seat).choose(legal, MISJUDGED, rng),
        }
    }

    fn evaluate(&self, state: &MastersGallery, rewards: &mut Vec<f64>) -> bool {
        if let Some(outcome) = state.outcome() {
            rewards.clear();
            rewards.extend(outcome.scores.iter().map(|&score| f64::from(score)));
            win_probabilities(rewards, WIN_TEMPERATURE, Some((&outcome, WIN_SHARE)));
            return true;
        }
        let is_late = state.round() > self.round && state.phase() == Phase::Play;
        if self.to_the_end || !is_late || state.active() != self.seat {
            return false;
        }
        let value = self.ask(state, self.seat, &[], |output| f64::from(output.value));
        let value = value.clamp(0.0, 1.0);
        let others = f64::from(state.rules().players - 1);
        rewards.clear();
        rewards.extend(
            Seat::all(state.rules().players.into()).map(|seat| match seat {
                seat if seat == self.seat => value,
                // The network says nothing of the others. The search does not read it, as it models them.
                _ => (1.0 - value) / others,
            }),
        );
        true
    }
}

impl Analyse for MastersGallery {
    type Heuristics = MastersGalleryHeuristics;

    /// Results are those of the game, not rewards.
    fn heuristics() -> MastersGalleryHeuristics {
        MastersGalleryHeuristics {
            to_the_end: true,
            ..MastersGalleryHeuristics::default()
        }
    }
}
