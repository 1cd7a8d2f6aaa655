//! Constants and options: cards, their arithmetic, their values, and the deal.

use parlour_engine::SetupError;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The lowest card.
pub const MIN_CARD: u8 = 2;
/// The highest card in the box.
pub const MAX_CARD: u8 = 73;
/// The most seats at a table.
pub const MAX_PLAYERS: usize = 6;
/// Primes in the box: the tallest stack of primes.
pub const PRIMES: usize = 21;
/// Composites in the box: the tallest stack of composites.
pub const COMPOSITES: usize = 51;

/// The primes of the box.
const PRIME_SET: CardSet = {
    let mut primes = 0u128;
    let mut number = MIN_CARD;
    while number <= MAX_CARD {
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

/// By card, whether it is one of them.
const IS_PRIME: [bool; MAX_CARD as usize + 1] = {
    let mut primes = [false; MAX_CARD as usize + 1];
    let mut card = 0;
    while card < primes.len() {
        primes[card] = PRIME_SET.contains(card as u8);
        card += 1;
    }
    primes
};

/// Whether a card of the box is a prime.
pub const fn is_prime(card: u8) -> bool {
    // A look-up costs less than the shift of a set: this is asked several times at every move.
    card <= MAX_CARD && IS_PRIME[card as usize]
}

/// The cards that an operation on `a` and `b` gives: sum, difference, product and exact
/// quotient, in either order, all three cards different. Empty when `a` or `b` is no card.
pub const fn results(a: u8, b: u8) -> CardSet {
    if a > MAX_CARD || b > MAX_CARD {
        return CardSet::EMPTY;
    }
    let [low, high] = RESULTS[a as usize][b as usize];
    CardSet(low as u128 | (high as u128) << 64)
}

/// Whether an operation on `a` and `b` gives `card`.
pub const fn gives(a: u8, b: u8, card: u8) -> bool {
    if a > MAX_CARD || b > MAX_CARD || card > MAX_CARD {
        return false;
    }
    RESULTS[a as usize][b as usize][(card / 64) as usize] >> (card % 64) & 1 == 1
}

/// The [`results`] of every two numbers, in two halves: this is asked at every move.
static RESULTS: [[[u64; 2]; MAX_CARD as usize + 1]; MAX_CARD as usize + 1] = {
    let mut all = [[[0; 2]; MAX_CARD as usize + 1]; MAX_CARD as usize + 1];
    let mut a = MIN_CARD;
    while a <= MAX_CARD {
        let mut b = MIN_CARD;
        while b <= MAX_CARD {
            let CardSet(results) = operate(a, b);
            all[a as usize][b as usize] = [results as u64, (results >> 64) as u64];
            b += 1;
        }
        a += 1;
    }
    all
};

const fn operate(a: u8, b: u8) -> CardSet {
    if a == b {
        return CardSet::EMPTY;
    }
    let (high, low) = if a > b {
        (a as u32, b as u32)
    } else {
        (b as u32, a as u32)
    };
    let mut set = 1u128 << (high - low);
    if high + low <= MAX_CARD as u32 {
        set |= 1 << (high + low);
    }
    if high * low <= MAX_CARD as u32 {
        set |= 1 << (high * low);
    }
    if high.is_multiple_of(low) {
        set |= 1 << (high / low);
    }
    // 0 and 1 are no cards; a result equal to an operand is no operation.
    CardSet(set & !0b11 & !(1 << high) & !(1 << low))
}

/// Two cards that give a third: `2+3` for the 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    low: u8,
    high: u8,
}

impl Pair {
    /// The pair of two cards, in either order.
    pub const fn new(a: u8, b: u8) -> Pair {
        if a < b {
            Pair { low: a, high: b }
        } else {
            Pair { low: b, high: a }
        }
    }

    /// Both cards, the lower first.
    pub const fn cards(self) -> [u8; 2] {
        [self.low, self.high]
    }

    /// Whether an operation on the two gives `card`.
    pub const fn gives(self, card: u8) -> bool {
        gives(self.low, self.high, card)
    }

    /// The operation that gives `card`, as it is written: `2+3`, `7-2`, `3*5`, `10/2`. There is
    /// never more than one.
    pub fn written(self, card: u8) -> Option<String> {
        if !self.gives(card) {
            return None;
        }
        let Pair { low, high } = self;
        let (sign, first, second) = if high + low == card {
            ('+', low, high)
        } else if high - low == card {
            ('-', high, low)
        } else if u16::from(low) * u16::from(high) == u16::from(card) {
            ('*', low, high)
        } else {
            ('/', high, low)
        };
        Some(format!("{first}{sign}{second}"))
    }
}

/// A set of cards, each at most once.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// All primes of the box.
    pub const PRIMES: CardSet = PRIME_SET;

    /// Whether the card is in the set.
    pub const fn contains(self, card: u8) -> bool {
        card <= MAX_CARD && self.0 >> card & 1 == 1
    }

    /// The set with a card of the box added.
    ///
    /// # Panics
    /// When the card is above [`MAX_CARD`].
    #[must_use]
    pub const fn with(self, card: u8) -> CardSet {
        assert!(card <= MAX_CARD);
        CardSet(self.0 | 1 << card)
    }

    /// The set without the card.
    #[must_use]
    pub const fn without(self, card: u8) -> CardSet {
        if card <= MAX_CARD {
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
    pub const fn common(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
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
        // In two halves, each in one register.
        let half = |mut left: u64, first: u8| {
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let card = first + left.trailing_zeros() as u8;
                left &= left - 1;
                Some(card)
            })
        };
        half(self.0 as u64, 0).chain(half((self.0 >> 64) as u64, 64))
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
            check_card(card)?;
            if set.contains(card) {
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

fn check_card(card: u8) -> Result<(), SetupError> {
    if (MIN_CARD..=MAX_CARD).contains(&card) {
        Ok(())
    } else {
        Err(SetupError::Deal(format!(
            "there is no card {card}: the box holds {MIN_CARD} to {MAX_CARD}"
        )))
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
    /// The cards from 2 up, shuffled and dealt. Seats are counted from who holds the 2, so
    /// that seat 0 is player 1.
    pub fn shuffled(rules: &Rules, rng: &mut parlour_engine::Rng) -> Deal {
        let each = usize::from(rules.cards.max(1));
        let mut deck: Vec<u8> = (MIN_CARD..=MAX_CARD)
            .take(each * usize::from(rules.players))
            .collect();
        deck.shuffle(rng);
        let mut hands: Vec<Vec<u8>> = deck.chunks(each).map(<[u8]>::to_vec).collect();
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        let first = hands.iter().position(|hand| hand.contains(&MIN_CARD));
        hands.rotate_left(first.unwrap_or(0));
        Deal { hands }
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
