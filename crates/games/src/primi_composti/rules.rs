//! Constants, options, and the deal.

pub use super::cards::{
    COMPOSITES, CardSet, MAX_CARD, MIN_CARD, PRIMES, Pair, gives, is_prime, results,
};

use super::cards::check_card;
use super::deal_number;
use parlour_engine::{SetupError, sort_short};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// The maximum number of seats.
pub const MAX_PLAYERS: usize = 6;

impl From<CardSet> for Vec<u8> {
    fn from(set: CardSet) -> Vec<u8> {
        set.iter().collect()
    }
}

/// How points are made.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Version {
    /// Version 1, a scoreboard: a card scores its value, and an operation those of its operands.
    #[default]
    #[serde(rename = "1")]
    One,
    /// Version 2, stealing: the best steal there is happens by itself.
    #[serde(rename = "2-greedy")]
    Greedy,
    /// Version 2, stealing: the player takes any operation, or none.
    #[serde(rename = "2-free")]
    Free,
}

impl Version {
    /// All versions.
    pub const ALL: [Version; 3] = [Version::One, Version::Greedy, Version::Free];

    /// The name in rule sets and records.
    pub const fn name(self) -> &'static str {
        match self {
            Version::One => "1",
            Version::Greedy => "2-greedy",
            Version::Free => "2-free",
        }
    }
}

/// What can be chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// How points are made.
    pub version: Version,
    /// Seats at the table, 2 to 6.
    pub players: u8,
    /// Cards in a hand, 1 to 36; no more than 72 in all.
    pub cards: u8,
    /// VALUE of a prime, 1 to 20; the game has 2.
    pub prime: u8,
    /// VALUE of a composite, 1 to 20; the game has 1.
    pub composite: u8,
}

impl Rules {
    /// The published two-player game of a version: twelve cards each, a prime 2, a composite 1.
    pub const fn two(version: Version) -> Rules {
        Rules {
            version,
            players: 2,
            cards: 12,
            prime: 2,
            composite: 1,
        }
    }

    /// VALUE of a card.
    pub const fn value(&self, card: u8) -> u8 {
        if is_prime(card) {
            self.prime
        } else {
            self.composite
        }
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        let broken = |text: String| Err(SetupError::Rules(text));
        if !(2..=MAX_PLAYERS as u8).contains(&self.players) {
            return broken(format!(
                "2 to {MAX_PLAYERS} players sit down, not {}",
                self.players
            ));
        }
        let dealt = u32::from(self.players) * u32::from(self.cards);
        if self.cards == 0 || dealt > u32::from(MAX_CARD - MIN_CARD + 1) {
            return broken(format!(
                "{} cards each for {} players: 1 card at least, 72 in all at most",
                self.cards, self.players
            ));
        }
        for (name, value) in [("prime", self.prime), ("composite", self.composite)] {
            if !(1..=20).contains(&value) {
                return broken(format!("the value of a {name} is 1 to 20, not {value}"));
            }
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::two(Version::One)
    }
}

/// The names of the rule sets: the version, and the number of players when it is not two.
const NAMES: [&str; 15] = [
    "1",
    "2-greedy",
    "2-free",
    "1-3p",
    "2-greedy-3p",
    "2-free-3p",
    "1-4p",
    "2-greedy-4p",
    "2-free-4p",
    "1-5p",
    "2-greedy-5p",
    "2-free-5p",
    "1-6p",
    "2-greedy-6p",
    "2-free-6p",
];

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        usize::from(self.players)
    }

    fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// With two players, each knows the other's hand.
    fn hides_something(&self) -> bool {
        self.players > 2
    }

    fn named(name: &str) -> Option<Rules> {
        let at = NAMES.iter().position(|other| *other == name)?;
        Some(Rules {
            players: 2 + (at / 3) as u8,
            ..Rules::two(Version::ALL[at % 3])
        })
    }
}

/// The hands, by seat: disjoint, equally large, from the box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The cards of each seat, in any order.
    pub hands: Vec<Vec<u8>>,
}

impl Deal {
    /// The cards from 2 up, shuffled and dealt. Seats are counted from the holder of the 2, so
    /// that seat 0 is player 1.
    pub fn shuffled(rules: &Rules, rng: &mut parlour_engine::Rng) -> Deal {
        let each = usize::from(rules.cards.max(1));
        let mut deck: Vec<u8> = (MIN_CARD..=MAX_CARD)
            .take(each * usize::from(rules.players))
            .collect();
        deck.shuffle(rng);
        let mut hands: Vec<Vec<u8>> = deck.chunks(each).map(<[u8]>::to_vec).collect();
        for hand in &mut hands {
            sort_short(hand, |&card| card);
        }
        let first = hands.iter().position(|hand| hand.contains(&MIN_CARD));
        hands.rotate_left(first.unwrap_or(0));
        Deal { hands }
    }

    /// The deal of this [number](deal_number) to two players, of whom seat 0 holds the 2; `None` if there is none.
    pub fn numbered(number: u64, cards: u8) -> Option<Deal> {
        if cards == 0 || number >= deal_number::count(cards) {
            return None;
        }
        let first = deal_number::hand(number, cards);
        let others = (MIN_CARD..MIN_CARD + 2 * cards).filter(|card| !first.contains(card));
        let second = others.collect();
        Some(Deal {
            hands: vec![first, second],
        })
    }

    /// The hands as sets.
    ///
    /// # Errors
    /// [`SetupError`] when they are not disjoint hands of the rules' size, from the box.
    pub fn check(&self, rules: &Rules) -> Result<Vec<CardSet>, SetupError> {
        if self.hands.len() != usize::from(rules.players) {
            return Err(SetupError::Deal(format!(
                "{} hands are dealt to {} players",
                self.hands.len(),
                rules.players
            )));
        }
        let mut seen = CardSet::EMPTY;
        let mut hands = Vec::with_capacity(self.hands.len());
        for cards in &self.hands {
            for &card in cards {
                check_card(card)?;
                if seen.contains(card) {
                    return Err(SetupError::Deal(format!("the {card} is dealt twice")));
                }
                seen = seen.with(card);
            }
            if cards.len() != usize::from(rules.cards) {
                return Err(SetupError::Deal(format!(
                    "a hand has {} cards, not {}",
                    rules.cards,
                    cards.len()
                )));
            }
            hands.push(cards.iter().copied().collect());
        }
        Ok(hands)
    }
}
