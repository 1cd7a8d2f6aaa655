//! What the search is told about Masters Gallery.

use super::situation::Situation;
use crate::Guide;
use crate::ismcts::chances;
use parlour_engine::{Game, Rng, Seat};
use parlour_games::masters_gallery::rules::ROUNDS;
use parlour_games::masters_gallery::{Action, Artist, MastersGallery, Symbol, View};
use rand::RngExt as _;

/// The points that make a seat e times as likely to win as another, after one round, two and three (fitted, as
/// [`Hopes`] are, by maximum likelihood to 12,000 games of the rule of thumb against itself), and at the end, where they
/// only tell a clear win from a narrow one.
const CLEAR: [f64; ROUNDS] = [7.8, 6.3, 4.5, 5.0];

/// What a seat may still hope for besides its points.
struct Hopes {
    /// For each card in hand.
    card: f64,
    /// For each card, for each point of its artist's value.
    valued: f64,
    /// The same for each pair of cards by one artist, the card with itself too: many decide who is ranked.
    paired: f64,
    /// For each card with a symbol.
    symbol: f64,
    /// For each card that gives an award, instead.
    award: f64,
    /// For each place in the order of turns after who opens the round.
    later: f64,
}

/// After one round, two and three.
const HOPES: [Hopes; ROUNDS - 1] = [
    Hopes {
        card: 1.1,
        valued: 0.47,
        paired: 0.039,
        symbol: 1.45,
        award: 2.4,
        later: -0.7,
    },
    Hopes {
        card: 0.0,
        valued: 0.45,
        paired: 0.023,
        symbol: 1.65,
        award: 1.4,
        later: -1.25,
    },
    Hopes {
        card: -0.7,
        valued: 0.3,
        paired: 0.045,
        symbol: 1.45,
        award: 0.95,
        later: -1.6,
    },
];
/// The share of the reward at the end that goes by the win; the rest goes by points.
const WIN_SHARE: f64 = 0.5;
/// The points of promise that make an action e times as likely to be tried.
const TEMPERATURE: f32 = 2.5;
/// By so many points, at the most, a playout misjudges an action.
const MISJUDGED: f32 = 3.0;

/// What the search is told about Masters Gallery: what the rule of thumb of [`Greedy`](super::Greedy) says of each action;
/// playouts by it, with errors of judgement; and to look no further than the end of the round: from there on the chance to
/// win goes by the scores, by what lies in the hands and by the order of turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct MastersGalleryGuide {
    /// The round that the search begins in.
    round: usize,
}

impl Guide<MastersGallery> for MastersGalleryGuide {
    const EXPLORATION: f64 = 0.3;
    const WEIGHTED: bool = true;

    fn begin(&mut self, view: &View) {
        self.round = view.round.into();
    }

    fn weigh(
        &self,
        state: &MastersGallery,
        seat: Seat,
        actions: &[Action],
        weights: &mut Vec<f32>,
    ) {
        let situation = Situation::in_state(state, seat);
        let base = situation.worth();
        weights.extend(situation.scores(actions).map(|(_, score)| {
            let promise = (score - base) / TEMPERATURE;
            libm::expf(promise.clamp(-6.0, 6.0))
        }));
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
        let mut best = (f32::MIN, legal[0]);
        for (action, score) in Situation::in_state(state, seat).scores(legal) {
            let score = score + MISJUDGED * rng.random::<f32>();
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
        let end = outcome.as_ref().map(|outcome| (outcome, WIN_SHARE));
        chances(rewards, CLEAR[after], end);
        true
    }
}

/// What the hand, and the place in the order of turns, may bring in the rounds to come.
fn promise(state: &MastersGallery, seat: Seat, after: usize) -> f64 {
    let hopes = &HOPES[after];
    let hand = state.hand(seat);
    let mut sum = hopes.card * f64::from(hand.len());
    for (artist, value) in Artist::ALL.into_iter().zip(state.values()) {
        let cards = f64::from(hand.of(artist));
        sum += (hopes.valued + hopes.paired * cards) * cards * f64::from(value);
    }
    for card in hand.each() {
        sum += match card.symbol {
            Symbol::Plain => 0.0,
            Symbol::Award => hopes.award,
            _ => hopes.symbol,
        };
    }
    let seats = state.rules().players;
    let opener = state.to_move().first().unwrap_or(seat);
    let place = (seat.0 + seats - opener.0) % seats;
    sum + hopes.later * f64::from(place)
}
