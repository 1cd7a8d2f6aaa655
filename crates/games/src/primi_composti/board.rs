//! The visible cards, and what playing a card does with them.

use super::cards::{CardSet, MAX_CARD, Pair, gives, is_prime, results};
use super::rules::{MAX_PLAYERS, Rules, Version};
use super::state::Action;
use arrayvec::ArrayVec;
use parlour_engine::{Seat, sort_short};

/// What one player shows: the tops of their two stacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The top of the primes.
    pub prime: Option<u8>,
    /// The top of the composites.
    pub composite: Option<u8>,
}

impl Shown {
    fn cards(self) -> impl Iterator<Item = u8> {
        [self.prime, self.composite].into_iter().flatten()
    }
}

/// What playing a card does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The operands that score or steal.
    pub using: Option<Pair>,
    /// What is stolen from whom, in the order it is laid on the own stacks.
    pub stolen: ArrayVec<(Seat, u8), 2>,
    /// Points (version 1), or the VALUE of the card and of what it steals (version 2).
    pub gain: u8,
}

/// The visible cards, and all that follows from them alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    version: Version,
    prime: u8,
    composite: u8,
    /// By seat the tops of the primes and of the composites; 0, which is no card, where there is none.
    tops: [u8; 2 * MAX_PLAYERS],
    seats: u8,
}

impl Board {
    /// The board on which every seat, from 0, shows these cards.
    ///
    /// # Panics
    /// With more than six seats.
    pub fn new(rules: &Rules, shown: impl IntoIterator<Item = Shown>) -> Board {
        let mut board = Board {
            version: rules.version,
            prime: rules.prime,
            composite: rules.composite,
            tops: [0; 2 * MAX_PLAYERS],
            seats: 0,
        };
        for shown in shown {
            let first = 2 * usize::from(board.seats);
            board.tops[first] = shown.prime.unwrap_or(0);
            board.tops[first + 1] = shown.composite.unwrap_or(0);
            board.seats += 1;
        }
        board
    }

    /// What a seat shows.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn shown(&self, seat: Seat) -> Shown {
        assert!(seat.index() < self.seats(), "{seat} shows nothing here");
        let top = |at: usize| Some(self.tops[at]).filter(|&card| card > 0);
        Shown {
            prime: top(2 * seat.index()),
            composite: top(2 * seat.index() + 1),
        }
    }

    /// How many seats there are.
    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn value(&self, card: u8) -> u8 {
        if is_prime(card) {
            self.prime
        } else {
            self.composite
        }
    }

    fn tops(&self) -> &[u8] {
        &self.tops[..2 * self.seats()]
    }

    /// The VALUE of the cards of a stack, by its place in `tops`.
    fn value_at(&self, place: usize) -> u8 {
        [self.prime, self.composite][place % 2]
    }

    /// Calls for every operation on visible cards that gives `card`, with the VALUE of its operands.
    fn for_pairs(&self, card: u8, mut each: impl FnMut(Pair, u8)) {
        let mut fit = |tops: &[u8], one: usize, other: usize| {
            let pair = Pair::new(tops[one], tops[other]);
            each(pair, self.value_at(one) + self.value_at(other));
        };
        match self.tops() {
            &[a, b, c, d] => {
                // Two players, in most games. Most often nothing fits, and branches on each
                // pair would be unpredictable: all are looked up, with one branch.
                static PAIRS: [(usize, usize); 6] =
                    [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
                let tops = [a, b, c, d];
                let mut fits = 0;
                for (bit, (one, other)) in PAIRS.into_iter().enumerate() {
                    fits |= u8::from(gives(tops[one], tops[other], card)) << bit;
                }
                while fits != 0 {
                    let (one, other) = PAIRS[fits.trailing_zeros() as usize];
                    fits &= fits - 1;
                    fit(&tops, one, other);
                }
            }
            tops => {
                for one in 0..tops.len() {
                    for other in one + 1..tops.len() {
                        if gives(tops[one], tops[other], card) {
                            fit(tops, one, other);
                        }
                    }
                }
            }
        }
    }

    /// Whether `card` is on top of a stack.
    pub fn is_visible(&self, card: u8) -> bool {
        card > 0 && self.tops().contains(&card)
    }

    /// What `seat` gains by each of these cards, as [`Play::gain`].
    pub fn gains(&self, seat: Seat, cards: CardSet) -> impl Iterator<Item = (u8, u8)> {
        // What each card gains beyond its VALUE. Most are the result of no operation.
        let mut more = [0u8; MAX_CARD as usize + 1];
        let tops = self.tops();
        for one in 0..tops.len() {
            for other in 0..one {
                let worth = self.value_at(one) + self.value_at(other);
                let given = results(tops[one], tops[other]).common(cards);
                given.iter().for_each(|card| {
                    let more = &mut more[usize::from(card)];
                    *more = match self.version {
                        Version::One => worth.max(*more),
                        Version::Greedy | Version::Free => {
                            self.steal(seat, card).gain - self.value(card)
                        }
                    };
                });
            }
        }
        (cards.iter()).map(move |card| (card, self.value(card) + more[usize::from(card)]))
    }

    /// Version 1: what `card` scores, with the best operation; of equally good ones the one
    /// with the lowest operands.
    pub fn score(&self, card: u8) -> Play {
        let mut best: Option<(u8, Pair)> = None;
        self.for_pairs(card, |pair, worth| {
            if best.is_none_or(|(most, first)| worth > most || worth == most && pair < first) {
                best = Some((worth, pair));
            }
        });
        Play {
            using: best.map(|(_, pair)| pair),
            stolen: ArrayVec::new(),
            gain: self.value(card) + best.map_or(0, |(worth, _)| worth),
        }
    }

    /// Version 2: what `seat` steals by playing `card` with these operands. Two cards that go
    /// onto one stack go nearest first, clockwise from the thief.
    pub fn steal_with(&self, seat: Seat, card: u8, pair: Pair) -> Play {
        let seats = self.seats();
        let mut stolen: ArrayVec<(Seat, u8), 2> = ArrayVec::new();
        let mut other = seat.next(seats);
        while other != seat {
            let cards = self.shown(other).cards();
            stolen.extend(
                cards
                    .filter(|top| pair.cards().contains(top))
                    .map(|top| (other, top)),
            );
            other = other.next(seats);
        }
        Play {
            using: Some(pair),
            gain: self.value(card) + stolen.iter().map(|&(_, top)| self.value(top)).sum::<u8>(),
            stolen,
        }
    }

    /// Version 2: every operation by which `seat` steals something when it plays `card`, the
    /// one with the lowest operands first.
    pub fn steals(&self, seat: Seat, card: u8) -> Vec<Play> {
        let mut plays = Vec::new();
        self.for_pairs(card, |pair, _| {
            let play = self.steal_with(seat, card, pair);
            if !play.stolen.is_empty() {
                plays.push(play);
            }
        });
        sort_short(&mut plays, |play| play.using);
        plays
    }

    /// Version 2: the best steal, which is also what happens when there is no choice.
    ///
    /// With two players: both of the other's visible cards, else their prime, else their composite.
    /// With more: the largest VALUE, then the steal whose cards lie nearest clockwise from the
    /// thief (the distances compared in ascending order), then the one that takes a prime. Of
    /// operations that steal the same, the one with the lowest operands is named.
    pub fn steal(&self, seat: Seat, card: u8) -> Play {
        let seats = self.seats();
        let rank = |play: &Play| {
            let primes = play
                .stolen
                .iter()
                .filter(|&&(_, top)| is_prime(top))
                .count();
            let worth = if seats == 2 {
                // By class, whatever the VALUEs: a prime goes before a composite.
                (play.stolen.len() + primes) as u8
            } else {
                play.gain
            };
            let distances: ArrayVec<usize, 2> = play
                .stolen
                .iter()
                .map(|&(from, _)| (from.index() + seats - seat.index()) % seats)
                .collect();
            (
                std::cmp::Reverse(worth),
                distances,
                std::cmp::Reverse(primes),
            )
        };
        self.steals(seat, card)
            .into_iter()
            // The first of equals is kept: the one with the lowest operands.
            .min_by_key(rank)
            .unwrap_or_else(|| self.plain(card))
    }

    /// Version 2: playing `card` without stealing.
    fn plain(&self, card: u8) -> Play {
        Play {
            using: None,
            stolen: ArrayVec::new(),
            gain: self.value(card),
        }
    }

    /// What an action does.
    pub fn play(&self, seat: Seat, action: Action) -> Play {
        match (self.version, action.using) {
            (Version::One, _) => self.score(action.card),
            (Version::Greedy, _) => self.steal(seat, action.card),
            (Version::Free, None) => self.plain(action.card),
            (Version::Free, Some(pair)) => self.steal_with(seat, action.card, pair),
        }
    }
}
