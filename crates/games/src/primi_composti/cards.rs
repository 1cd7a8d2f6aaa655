//! The numbers on the cards, their arithmetic, and sets of cards.

use parlour_engine::SetupError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The lowest card.
pub const MIN_CARD: u8 = 2;
/// The highest card in the box.
pub const MAX_CARD: u8 = 73;
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

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

pub(super) fn check_card(card: u8) -> Result<(), SetupError> {
    if (MIN_CARD..=MAX_CARD).contains(&card) {
        Ok(())
    } else {
        Err(SetupError::Deal(format!(
            "there is no card {card}: the box holds {MIN_CARD} to {MAX_CARD}"
        )))
    }
}
