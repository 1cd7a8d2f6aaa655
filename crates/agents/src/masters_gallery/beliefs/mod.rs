//! [`Beliefs`]: which hidden cards the others' play so far makes likely.

mod history;

use super::situation::Situation;
use history::{Choice, Decision, History, Moment, Player};
use parlour_engine::{InformationState, Resample, Rng};
use parlour_games::masters_gallery::{Artist, Card, MastersGallery, View};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

/// The temperature of the others' choices in points: how many make a choice e times as likely.
const TEMPERATURE: f32 = 0.25;
/// Steps of the chain before its cards are used.
const FIRST_STEPS: u32 = 400;
/// Steps from one assignment of the cards to the next.
const STEPS: u32 = 25;
/// Determinizations for each assignment that is added to those they are drawn from.
const DRAWS: u32 = 8;
/// The most that a choice counts as worse than another, in temperatures: `f32` holds e to this power.
const MOST: f32 = 80.0;
/// Likelihoods that are kept for each decision, by the hand.
const KEPT: usize = 512;

/// Assignments of the hidden cards, as likely as what the others have chosen makes them.
///
/// A Markov chain walks through all ways in which the others can have received the cards that they hold and have
/// played (Metropolis et al., *Equation of State Calculations by Fast Computing Machines*, 1953). A step exchanges two
/// hidden cards, or the moments at which a player has received two. It is taken by the likelihood of all choices
/// before and after: of an artist, by a softmax over the rule of thumb of [`Greedy`](super::Greedy). Determinizations
/// are drawn from the assignments that the chain has come through, and grow more with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    /// `None` when nothing is known but what is seen.
    chain: Option<Chain>,
    /// For each assignment the hidden cards in the order of [`MastersGallery::with_unseen`].
    assignments: Vec<Vec<Card>>,
    /// Determinizations drawn.
    drawn: u32,
}

impl Beliefs {
    /// Forgets everything else.
    pub(super) fn start(&mut self, known: &InformationState<'_, MastersGallery>) {
        self.chain = History::read(known).and_then(Chain::new);
        self.assignments.clear();
        self.drawn = 0;
    }

    /// A state that the viewer thinks possible.
    pub(super) fn determinize(&mut self, view: &View, rng: &mut Rng) -> MastersGallery {
        let Some(chain) = &mut self.chain else {
            return MastersGallery::resample(view, rng);
        };
        if self.drawn == 0 {
            chain.shuffle(rng);
            chain.walk(FIRST_STEPS, rng);
        }
        if self.drawn.is_multiple_of(DRAWS) {
            chain.walk(STEPS, rng);
            self.assignments.push(chain.unseen());
        }
        self.drawn = self.drawn.wrapping_add(1);
        let at = rng.random_range(0..self.assignments.len() as u32) as usize;
        let mut unseen = self.assignments[at].clone();
        unseen[..chain.deck.len()].shuffle(rng);
        MastersGallery::with_unseen(view, unseen, rng)
    }
}

/// A way in which the cards can have been dealt.
#[derive(Clone, Debug)]
struct Chain {
    players: Vec<Believed>,
    /// The hidden cards of players, by seat and number.
    places: Vec<(usize, usize)>,
    deck: Vec<Card>,
}

impl Chain {
    /// `None` when no choice of others says anything about hidden cards.
    fn new(history: History) -> Option<Chain> {
        let chosen = history
            .players
            .iter()
            .any(|player| !player.decisions.is_empty());
        let mut places = Vec::new();
        for (seat, player) in history.players.iter().enumerate() {
            let hidden = player
                .cards
                .iter()
                .enumerate()
                .filter(|(_, card)| card.hidden);
            places.extend(hidden.map(|(number, _)| (seat, number)));
        }
        (chosen && !places.is_empty()).then(|| Chain {
            players: history.players.into_iter().map(Believed::new).collect(),
            places,
            deck: history.unseen,
        })
    }

    /// Deals the hidden cards, any as likely as any other.
    fn shuffle(&mut self, rng: &mut Rng) {
        self.deck.shuffle(rng);
        for &(seat, number) in &self.places {
            let card = self.deck.pop().expect("what is hidden is unseen");
            self.players[seat].is.cards[number].card = card;
        }
        for player in &mut self.players {
            player.change(0, f32::NEG_INFINITY);
            player.accept();
        }
    }

    fn walk(&mut self, steps: u32, rng: &mut Rng) {
        for _ in 0..steps {
            // The gain in the logarithm of the likelihood from which on a change is made.
            let least = libm::logf(1.0 - rng.random::<f32>());
            let mut pick = |number: usize| rng.random_range(0..number as u32) as usize;
            let place = self.places[pick(self.places.len())];
            match pick(4) {
                0 => {
                    let player = &mut self.players[place.0];
                    let number = player.is.cards.len();
                    player.exchange_moments(pick(number), pick(number), least);
                }
                _ => match pick(self.places.len() + self.deck.len()).checked_sub(self.places.len())
                {
                    Some(at) => self.exchange_with_deck(place, at, least),
                    None => {
                        let other = self.places[pick(self.places.len())];
                        self.exchange(place, other, least);
                    }
                },
            }
        }
    }

    fn exchange_with_deck(&mut self, (seat, number): (usize, usize), at: usize, least: f32) {
        let player = &mut self.players[seat];
        let held = &mut player.is.cards[number];
        let (card, moment) = (held.card, held.received);
        held.card = self.deck[at];
        if held.card.artist == card.artist || player.try_change(moment, least) {
            self.deck[at] = card;
        } else {
            player.is.cards[number].card = card;
        }
    }

    fn exchange(&mut self, one: (usize, usize), other: (usize, usize), least: f32) {
        let [first, second] =
            [one, other].map(|(seat, number)| self.players[seat].is.cards[number]);
        self.players[one.0].is.cards[one.1].card = second.card;
        self.players[other.0].is.cards[other.1].card = first.card;
        if first.card.artist == second.card.artist {
            return;
        }
        let changed = if one.0 == other.0 {
            self.players[one.0].try_change(first.received.min(second.received), least)
        } else {
            // What the first loses the second may gain.
            let most = self.players[other.0].most(second.received);
            let gain = self.players[one.0].change(first.received, least - most);
            let changed = gain.is_some_and(|gain| {
                self.players[other.0].try_change(second.received, least - gain)
            });
            if changed {
                self.players[one.0].accept();
            }
            changed
        };
        if !changed {
            self.players[one.0].is.cards[one.1].card = first.card;
            self.players[other.0].is.cards[other.1].card = second.card;
        }
    }

    /// The hidden cards in the order of [`MastersGallery::with_unseen`].
    fn unseen(&self) -> Vec<Card> {
        let mut unseen = self.deck.clone();
        for player in self.players.iter().rev() {
            for laid in [true, false] {
                let held = player.is.cards.iter();
                let held = held.filter(|held| held.hidden && held.laid == laid);
                unseen.extend(held.map(|held| held.card));
            }
        }
        unseen
    }
}

/// A player with the likelihood of what they have chosen.
#[derive(Clone, Debug)]
struct Believed {
    is: Player,
    /// The logarithms of the likelihoods of the decisions.
    logs: Vec<f32>,
    /// Those of the decisions that a change touches, the last ones.
    changed: Vec<f32>,
    /// By decision and hand: the hand, and the logarithm of the likelihood.
    kept: Vec<(u32, f32)>,
}

impl Believed {
    fn new(is: Player) -> Believed {
        let decisions = is.decisions.len();
        Believed {
            is,
            logs: vec![0.0; decisions],
            changed: Vec::new(),
            kept: vec![(u32::MAX, 0.0); KEPT * decisions],
        }
    }

    /// Exchanges the moments at which two cards were received, if both were then still to leave.
    fn exchange_moments(&mut self, one: usize, other: usize, least: f32) {
        let [first, second] = [one, other].map(|number| self.is.cards[number]);
        if first.received >= second.left || second.received >= first.left {
            return;
        }
        self.is.cards[one].received = second.received;
        self.is.cards[other].received = first.received;
        let same = first.received == second.received || first.card.artist == second.card.artist;
        if !same && !self.try_change(first.received.min(second.received), least) {
            self.is.cards[one].received = first.received;
            self.is.cards[other].received = second.received;
        }
    }

    /// Accepts a change of the cards received at this moment and later if it gains `least`.
    fn try_change(&mut self, moment: Moment, least: f32) -> bool {
        let gains = self.change(moment, least).is_some();
        if gains {
            self.accept();
        }
        gains
    }

    /// What a change of the cards received at this moment and later gains, unless it is less than `least`.
    fn change(&mut self, moment: Moment, least: f32) -> Option<f32> {
        self.changed.clear();
        // At best all choices are certain.
        let mut gain = self.most(moment);
        for at in self.first(moment)..self.logs.len() {
            let log = self.log(at);
            gain += log;
            if gain < least {
                return None;
            }
            self.changed.push(log);
        }
        Some(gain)
    }

    /// What any such change can gain at most.
    fn most(&self, moment: Moment) -> f32 {
        -self.logs[self.first(moment)..].iter().sum::<f32>()
    }

    fn accept(&mut self) {
        let first = self.logs.len() - self.changed.len();
        self.logs[first..].copy_from_slice(&self.changed);
    }

    /// The first decision after a moment.
    fn first(&self, moment: Moment) -> usize {
        (self.is.decisions).partition_point(|decision| decision.moment <= moment)
    }

    /// The logarithm of the likelihood of a decision.
    fn log(&mut self, at: usize) -> f32 {
        let decision = &self.is.decisions[at];
        let (mut hand, mut laid, mut choice) = ([0; 5], [0; 5], None);
        for held in &self.is.cards {
            let artist = held.card.artist;
            if held.received < decision.moment && decision.moment <= held.left {
                hand[artist.index()] += 1;
                if held.laid && held.left == decision.moment {
                    choice = Some(artist);
                }
            } else if held.laid && (decision.round..decision.moment).contains(&held.left) {
                laid[artist.index()] += 1;
            }
        }
        if choice.is_some() || laid != [0; 5] {
            return log_likelihood(decision, hand, laid, choice);
        }
        let key = hand
            .iter()
            .fold(0, |key, &number| key << 5 | u32::from(number));
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
        let place = key.wrapping_mul(0x9E37_79B9) >> (u32::BITS - KEPT.ilog2());
        let kept = &mut self.kept[KEPT * at + place as usize];
        if kept.0 != key {
            *kept = (key, log_likelihood(decision, hand, laid, None));
        }
        kept.1
    }
}

/// The logarithm of the likelihood that a player with this hand, by artist, who has laid these cards face down, decides
/// so. `lays` is the artist of the card that is laid, if one is.
fn log_likelihood(decision: &Decision, hand: [u8; 5], laid: [u8; 5], lays: Option<Artist>) -> f32 {
    let situation = decision.before.with_cards(hand, laid);
    // By artist, and of no card.
    let mut worths = [f32::NEG_INFINITY; 6];
    let mut consider = |fits: &dyn Fn(Artist) -> bool, then: fn(Situation, Artist) -> Situation| {
        for artist in Artist::ALL {
            if hand[artist.index()] > 0 && fits(artist) {
                worths[artist.index()] = then(situation, artist).worth();
            }
        }
    };
    let (chosen, may_pass) = match decision.choice {
        Choice::Display(artist) => {
            consider(&|_| true, Situation::displayed);
            (Some(artist), false)
        }
        Choice::Second(artist, displays) => {
            consider(&|other| other == artist, Situation::displayed);
            (displays.then_some(artist), true)
        }
        Choice::Lay(lays_one) => {
            consider(&|_| true, Situation::face_down);
            (lays.filter(|_| lays_one), true)
        }
        Choice::Add(from, artist) => {
            let fits = |artist: Artist| artist as u8 >= from && situation.displays(artist);
            consider(&fits, Situation::displayed);
            (artist, true)
        }
    };
    if may_pass {
        worths[5] = situation.worth();
    }
    let own = worths[chosen.map_or(5, Artist::index)];
    // An artist that cannot be chosen is worth nothing: e to the power of minus infinity.
    let sum: f32 = worths
        .iter()
        .map(|worth| libm::expf(((worth - own) / TEMPERATURE).min(MOST)))
        .sum();
    -libm::logf(sum)
}

#[cfg(test)]
mod tests;
