//! What the search is told about Masters Gallery.

use super::situation::Situation;
use crate::Guide;
use parlour_engine::{Game, Rng, Seat};
use parlour_games::masters_gallery::rules::ROUNDS;
use parlour_games::masters_gallery::{Action, Artist, MastersGallery, View};
use rand::RngExt as _;

/// The points that make a seat e times as likely to win as another, after one round, two and three (fitted, as
/// [`CARD`] and [`VALUED`] are, to 8,000 games of the rule of thumb against itself), and at the end, where they only
/// tell a clear win from a narrow one.
const CLEAR: [f64; ROUNDS] = [9.0, 7.0, 5.5, 5.0];
/// The points that a card in hand will bring after one round, two and three.
const CARD: [f64; ROUNDS - 1] = [2.5, 1.9, 1.4];
/// The points besides for each point of its artist's value, for up to [`COUNTED`] cards of the artist.
const VALUED: [f64; ROUNDS - 1] = [0.13, 0.12, 0.08];
/// More cards of an artist hardly find the rounds in which they pay.
const COUNTED: u8 = 3;
/// The share of the reward at the end that goes by points; the rest goes by the win.
const MARGIN_SHARE: f64 = 0.5;
/// The points of promise that make an action e times as likely to be tried.
const TEMPERATURE: f32 = 2.5;
/// By so many points, at the most, a playout misjudges an action.
const MISJUDGED: f32 = 3.0;

/// What the search is told about Masters Gallery: what the rule of thumb of [`Greedy`](super::Greedy) says of each action;
/// playouts by it, with errors of judgement; and to look no further than the end of the round: from there on the chance to
/// win goes by the scores and by what lies in the hands.
#[derive(Clone, Copy, Debug, Default)]
pub struct MastersGalleryGuide {
    /// The round that the search begins in.
    round: usize,
}

impl Guide<MastersGallery> for MastersGalleryGuide {
    const EXPLORATION: f64 = 1.0;
    const WEIGHTED: bool = true;

    fn begin(&mut self, view: &View) {
        self.round = view.round.into();
    }

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

    fn settle(&self, state: &MastersGallery, rewards: &mut Vec<f64>) -> bool {
        let rounds = state.results().len();
        if rounds <= self.round {
            return false;
        }
        let after = rounds.min(ROUNDS) - 1;
        let outcome = state.outcome();
        rewards.clear();
        let hope = Seat::all(state.rules().players.into()).map(|seat| {
            let score = f64::from(state.score(seat));
            match outcome {
                Some(_) => score,
                None => score + promise(state, seat, after),
            }
        });
        rewards.extend(hope);
        let most = rewards.iter().copied().fold(f64::MIN, f64::max);
        for reward in rewards.iter_mut() {
            *reward = libm::exp((*reward - most) / CLEAR[after]);
        }
        let sum: f64 = rewards.iter().sum();
        for (reward, seat) in rewards.iter_mut().zip(0..) {
            *reward /= sum;
            if let Some(outcome) = &outcome {
                let win = outcome.share(Seat(seat));
                *reward = (1.0 - MARGIN_SHARE) * win + MARGIN_SHARE * *reward;
            }
        }
        true
    }
}

/// What the hand may bring in the rounds to come.
fn promise(state: &MastersGallery, seat: Seat, after: usize) -> f64 {
    let hand = state.hand(seat);
    let valued: i32 = (Artist::ALL.into_iter().zip(state.values()))
        .map(|(artist, value)| i32::from(hand.of(artist).min(COUNTED)) * value)
        .sum();
    CARD[after] * f64::from(hand.len()) + VALUED[after] * f64::from(valued)
}
