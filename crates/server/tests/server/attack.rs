//! An attacker who knows the program's source and everything that is public, and wants to know hidden cards.
//!
//! Whatever looks like a number or a secret is tried as a seed, in every way in which the program derives deals. A deal
//! with the hand that the attacker sees gives the other hands too. Otherwise the attacker guesses.

use parlour_arena::deals::{Deals, Secret};
use parlour_engine::{Game as _, Resample as _, Rng, Rules as _, Seat, Streams, Viewer};
use parlour_games::modern_art::{ModernArt, Painting, Rules, View};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// The rules that are attacked: a hand of the first round is one of very many.
pub(crate) const RULES: &str = "full-3";
const SEATS: usize = 3;
/// Small seeds, which are tried in any case.
const SMALL_SEEDS: u64 = 300;

type Hand = Vec<Painting>;

pub(crate) struct Attacker {
    rules: Rules,
    /// Deals of a seed or secret that are tried.
    rounds: u64,
    tried: BTreeSet<u64>,
    tried_secrets: BTreeSet<String>,
    /// The hand of the next seat, by seat and own hand.
    hands: HashMap<(Seat, Hand), Hand>,
    rng: Rng,
    /// Predicted hands, and those that were right.
    positions: u64,
    hits: u64,
    /// Paintings that were predicted, by the attack and by chance.
    overlap: u64,
    chance: u64,
    /// The sum over positions of the squares of the difference between both.
    squares: u64,
}

/// A prediction of the next seat's hand, and one by chance.
pub(crate) type Prediction = (Hand, Hand);

/// The hand of a seat.
pub(crate) fn hand(state: &ModernArt, seat: Seat) -> Hand {
    state.auctions().each(state.hand(seat)).collect()
}

/// The seat whose hand is predicted.
pub(crate) fn target(seat: Seat) -> Seat {
    seat.next(SEATS)
}

impl Attacker {
    pub(crate) fn new(rounds: u64) -> Attacker {
        let mut attacker = Attacker {
            rules: Rules::named(RULES).unwrap(),
            rounds,
            tried: BTreeSet::new(),
            tried_secrets: BTreeSet::new(),
            hands: HashMap::new(),
            rng: Streams::new(1).task(0),
            positions: 0,
            hits: 0,
            overlap: 0,
            chance: 0,
            squares: 0,
        };
        (0..SMALL_SEEDS).for_each(|seed| attacker.try_seed(seed));
        attacker
    }

    /// Learns from a text, JSON or not.
    pub(crate) fn learn(&mut self, text: &str) {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            if let Ok(number) = word.parse() {
                self.try_seed(number);
            }
            if let Some(Ok(number)) = word.get(..16).map(|word| u64::from_str_radix(word, 16)) {
                self.try_seed(number);
            }
            if let Some(secret) = Secret::from_hex(word)
                && self.tried_secrets.insert(word.to_owned())
            {
                let deals = Deals::Secrets(vec![(0, secret)]);
                (0..self.rounds).for_each(|round| self.try_deal(deals.deal(0, round)));
            }
        }
    }

    /// As the seed of a deal, and as that of a series.
    fn try_seed(&mut self, seed: u64) {
        if !self.tried.insert(seed) {
            return;
        }
        self.try_deal(seed);
        for round in 0..self.rounds {
            self.try_deal(Streams::new(seed).game_seed(round));
        }
    }

    fn try_deal(&mut self, seed: u64) {
        let deal = ModernArt::deal(&self.rules, seed);
        let Ok(state) = ModernArt::new(self.rules.clone(), deal) else {
            return;
        };
        for seat in Seat::all(SEATS) {
            let other = hand(&state, target(seat));
            self.hands.insert((seat, hand(&state, seat)), other);
        }
    }

    /// The hand of the next seat before the first move, by the view of a seat at its first turn.
    pub(crate) fn predict(&mut self, view: &Value) -> Prediction {
        let mut view = view.clone();
        view.as_object_mut().unwrap().remove("history");
        let view: View = serde_json::from_value(view).unwrap();
        let Viewer::Seat(seat) = view.viewer else {
            panic!("it is not the view of a seat")
        };
        let own = view.players[seat.index()].hand.clone().unwrap();
        let mut guess = || hand(&ModernArt::resample(&view, &mut self.rng), target(seat));
        let (guess, chance) = (guess(), guess());
        let known = self.hands.get(&(seat, own));
        (known.cloned().unwrap_or(guess), chance)
    }

    /// Compares a prediction with what was hidden.
    pub(crate) fn score(&mut self, (predicted, chance): &Prediction, hidden: &Hand) {
        let overlap = |predicted: &Hand| {
            let mut left = hidden.clone();
            let mut found = predicted.iter().filter(|painting| {
                let at = left.iter().position(|other| other == *painting);
                at.map(|at| left.swap_remove(at)).is_some()
            });
            found.by_ref().count() as u64
        };
        self.positions += 1;
        self.hits += u64::from(predicted == hidden);
        let (predicted, chance) = (overlap(predicted), overlap(chance));
        self.overlap += predicted;
        self.chance += chance;
        self.squares += predicted.abs_diff(chance).pow(2);
    }

    /// The predictions are no better than chance.
    pub(crate) fn assert_chance(&self) {
        let Attacker {
            positions,
            hits,
            overlap,
            chance,
            squares,
            ..
        } = *self;
        assert!(positions >= 200, "{positions}");
        assert_eq!(hits, 0, "of {positions} hands");
        // If both are guesses, the sign of each difference is random: by Hoeffding's inequality their sum exceeds this
        // with a probability below exp(−18).
        assert!(
            (overlap as f64) < chance as f64 + 6.0 * (squares as f64).sqrt(),
            "{overlap} paintings, and {chance} by chance (squared differences: {squares})"
        );
    }

    /// The attack works where the deals can be computed: otherwise it would prove nothing.
    pub(crate) fn assert_success(&self) {
        assert!(self.positions >= 20, "{}", self.positions);
        // Two deals may give the same hand.
        assert!(
            self.hits * 100 >= self.positions * 95,
            "{} of {} hands",
            self.hits,
            self.positions
        );
    }
}
