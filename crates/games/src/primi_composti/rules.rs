//! Constants and options: numbers, values, and the deal.

use parlour_engine::{Seat, SetupError, Streams};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The lowest card.
pub const LOWEST: u8 = 2;
/// The highest card of the box.
pub const HIGHEST: u8 = 73;
/// The most players.
pub const MOST_PLAYERS: usize = 6;
/// Cards dealt to each player in the full game.
pub const FULL_HAND: u8 = 12;

/// The primes of the box, as a set of bits.
const PRIMES: CardSet = {
    let mut primes = 0u128;
    let mut number = LOWEST;
    while number <= HIGHEST {
        let mut divisor = 2;
        let mut prime = true;
        while divisor * divisor <= number {
            if number.is_multiple_of(divisor) {
                prime = false;
            }
            divisor += 1;
        }
        if prime {
            primes |= 1 << number;
        }
        number += 1;
    }
    CardSet(primes)
};

/// Whether a card of the box is a prime.
pub const fn is_prime(card: u8) -> bool {
    PRIMES.contains(card)
}

/// A set of cards, each at most once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// All primes of the box.
    pub const PRIMES: CardSet = PRIMES;

    /// The cards from [`LOWEST`] to `highest`.
    pub const fn up_to(highest: u8) -> CardSet {
        CardSet((2u128 << highest) - (1 << LOWEST))
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: u8) -> bool {
        card <= HIGHEST && self.0 >> card & 1 == 1
    }

    /// The set with a card of the box added.
    ///
    /// # Panics
    /// When the card is above [`HIGHEST`].
    #[must_use]
    pub const fn with(self, card: u8) -> CardSet {
        assert!(card <= HIGHEST);
        CardSet(self.0 | 1 << card)
    }

    /// The set without the card.
    #[must_use]
    pub const fn without(self, card: u8) -> CardSet {
        if card <= HIGHEST {
            CardSet(self.0 & !(1 << card))
        } else {
            self
        }
    }

    /// The cards in either set.
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest card.
    pub const fn first(self) -> Option<u8> {
        if self.0 == 0 {
            None
        } else {
            Some(self.0.trailing_zeros() as u8)
        }
    }

    /// The highest card.
    pub const fn last(self) -> Option<u8> {
        if self.0 == 0 {
            None
        } else {
            Some(127 - self.0.leading_zeros() as u8)
        }
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self;
        std::iter::from_fn(move || {
            let card = left.first()?;
            left = CardSet(left.0 & (left.0 - 1));
            Some(card)
        })
    }
}

impl FromIterator<u8> for CardSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl TryFrom<Vec<u8>> for CardSet {
    type Error = SetupError;

    fn try_from(cards: Vec<u8>) -> Result<CardSet, SetupError> {
        cards.into_iter().try_fold(CardSet::EMPTY, |set, card| {
            if !(LOWEST..=HIGHEST).contains(&card) {
                Err(SetupError::Deal(format!(
                    "{card} is no card: they go from {LOWEST} to {HIGHEST}"
                )))
            } else if set.contains(card) {
                Err(SetupError::Deal(format!("there is only one {card}")))
            } else {
                Ok(set.with(card))
            }
        })
    }
}

impl From<CardSet> for Vec<u8> {
    fn from(set: CardSet) -> Vec<u8> {
        set.iter().collect()
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// How version 2 chooses what is stolen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steal {
    /// The play is only the choice of the card; the best steal follows (the published analysis).
    #[default]
    Greedy,
    /// The player may steal by any operation, or not at all (the game as people play it).
    Free,
}

/// What can be chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// 1: operations score. 2: operations steal.
    pub version: u8,
    /// How version 2 chooses what is stolen; version 1 steals nothing.
    pub steal: Steal,
    /// Players, 2 to 6.
    pub players: u8,
    /// Cards dealt to each, 1 to 12.
    pub cards: u8,
    /// VALUE of a prime, 0 to 100.
    pub prime_value: u8,
    /// VALUE of a composite, 0 to 100.
    pub composite_value: u8,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            version: 1,
            steal: Steal::Greedy,
            players: 2,
            cards: FULL_HAND,
            prime_value: 2,
            composite_value: 1,
        }
    }
}

impl Rules {
    /// Version 1: operations score.
    pub fn version_1() -> Rules {
        Rules::default()
    }

    /// Version 2: operations steal.
    pub fn version_2(steal: Steal) -> Rules {
        Rules {
            version: 2,
            steal,
            ..Rules::default()
        }
    }

    /// VALUE of a card.
    pub fn value(&self, card: u8) -> i32 {
        i32::from(if is_prime(card) {
            self.prime_value
        } else {
            self.composite_value
        })
    }

    /// Whether the player names what he steals.
    pub fn steals_freely(&self) -> bool {
        self.version == 2 && self.steal == Steal::Free
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        let refuse = |text: String| Err(SetupError::Rules(text));
        if !(1..=2).contains(&self.version) {
            return refuse(format!("there is version 1 and 2, not {}", self.version));
        }
        if !(2..=MOST_PLAYERS).contains(&usize::from(self.players)) {
            return refuse(format!(
                "2 to {MOST_PLAYERS} can play, not {}",
                self.players
            ));
        }
        if !(1..=FULL_HAND).contains(&self.cards) {
            return refuse(format!(
                "1 to {FULL_HAND} cards are dealt to each, not {}",
                self.cards
            ));
        }
        if self.prime_value > 100 || self.composite_value > 100 {
            return refuse("a card has a value of 0 to 100".to_owned());
        }
        Ok(())
    }
}

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        self.players.into()
    }

    fn names() -> &'static [&'static str] {
        &["version-1", "version-2", "version-2-free"]
    }

    fn named(name: &str) -> Option<Rules> {
        match name {
            "version-1" => Some(Rules::version_1()),
            "version-2" => Some(Rules::version_2(Steal::Greedy)),
            "version-2-free" => Some(Rules::version_2(Steal::Free)),
            _ => None,
        }
    }
}

/// The hands, in the order of the seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Disjoint hands of equal size, of cards from 2 to 73.
    pub hands: Vec<CardSet>,
}

impl Deal {
    /// The deal of a seed: the cards from 2 to players · cards + 1, shuffled. Seats are
    /// counted from who holds the 2, so that seat 0 is player 1.
    pub(super) fn shuffled(rules: &Rules, seed: u64) -> Deal {
        let mut deck: Vec<u8> = (LOWEST..LOWEST + rules.players * rules.cards).collect();
        deck.shuffle(&mut Streams::new(seed).deal());
        let mut hands: Vec<CardSet> = deck
            .chunks(rules.cards.into())
            .map(|hand| hand.iter().copied().collect())
            .collect();
        let starter = hands.iter().position(|hand| hand.contains(LOWEST));
        hands.rotate_left(starter.unwrap_or(0));
        Deal { hands }
    }

    /// All cards dealt.
    pub fn deck(&self) -> CardSet {
        self.hands
            .iter()
            .copied()
            .fold(CardSet::EMPTY, CardSet::union)
    }

    /// Who begins: the holder of the 2, else the first hand.
    pub fn starter(&self) -> Seat {
        let holder = self.hands.iter().position(|hand| hand.contains(LOWEST));
        Seat(holder.unwrap_or(0) as u8)
    }

    pub(super) fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        let refuse = |text: String| Err(SetupError::Deal(text));
        if self.hands.len() != usize::from(rules.players) {
            return refuse(format!(
                "{} hands for {} players",
                self.hands.len(),
                rules.players
            ));
        }
        let mut seen = CardSet::EMPTY;
        for (player, &hand) in self.hands.iter().enumerate() {
            if hand.len() != usize::from(rules.cards) {
                return refuse(format!(
                    "player {} has {} cards, but each is dealt {}",
                    player + 1,
                    hand.len(),
                    rules.cards
                ));
            }
            if let Some(card) = hand.intersection(seen).first() {
                return refuse(format!("{card} is in two hands"));
            }
            if let Some(card) = hand.difference(CardSet::up_to(HIGHEST)).first() {
                return refuse(format!(
                    "{card} is no card: they go from {LOWEST} to {HIGHEST}"
                ));
            }
            seen = seen.union(hand);
        }
        Ok(())
    }
}
