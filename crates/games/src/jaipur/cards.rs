//! Kinds of cards, and multisets of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Cards of each kind, in the order of [`Card::ALL`].
pub const CARD_COUNTS: [u8; 7] = [6, 6, 6, 8, 8, 10, 11];

/// A kind of card. The order is the one in which equal goods are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Card {
    /// Sold two at a time or more.
    Diamond,
    /// Sold two at a time or more.
    Gold,
    /// Sold two at a time or more.
    Silver,
    /// A good.
    Cloth,
    /// A good.
    Spice,
    /// A good.
    Leather,
    /// Not a good: it lies in the herd, and cannot be sold.
    Camel,
}

impl Card {
    /// The goods, which can be sold.
    pub const GOODS: [Card; 6] = [
        Card::Diamond,
        Card::Gold,
        Card::Silver,
        Card::Cloth,
        Card::Spice,
        Card::Leather,
    ];

    /// All kinds.
    pub const ALL: [Card; 7] = [
        Card::Diamond,
        Card::Gold,
        Card::Silver,
        Card::Cloth,
        Card::Spice,
        Card::Leather,
        Card::Camel,
    ];

    /// The kind as an index in the order of [`Card::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The minimum number of cards of this good in a sale: 2 for the high-value goods.
    pub const fn least_sale(self) -> u8 {
        if self.is_high_value() { 2 } else { 1 }
    }

    /// Whether this is diamonds, gold or silver.
    pub const fn is_high_value(self) -> bool {
        matches!(self, Card::Diamond | Card::Gold | Card::Silver)
    }

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Card::Diamond => "diamond",
            Card::Gold => "gold",
            Card::Silver => "silver",
            Card::Cloth => "cloth",
            Card::Spice => "spice",
            Card::Leather => "leather",
            Card::Camel => "camel",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How many cards of each kind: a hand, the market, one side of an exchange.
///
/// Seven counters of four bits each, so that adding and comparing are single
/// instructions. No counter may pass 15; the game has at most 11 of a kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u32);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// `count` cards of one kind.
    ///
    /// # Panics
    /// When `count` is above 15.
    pub const fn of(card: Card, count: u8) -> Cards {
        assert!(count < 16);
        Cards((count as u32) << (4 * card as u32))
    }

    /// One card.
    pub const fn one(card: Card) -> Cards {
        Cards(1 << (4 * card as u32))
    }

    /// How many cards of this kind.
    pub const fn count(self, card: Card) -> u8 {
        (self.0 >> (4 * card as u32) & 15) as u8
    }

    /// How many cards in all.
    pub const fn len(self) -> u8 {
        // Neighbouring counters added in bytes, the bytes added by the multiplication.
        let pairs = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without the camels.
    #[must_use]
    pub const fn goods(self) -> Cards {
        Cards(self.0 & 0x00ff_ffff)
    }

    /// How many camels.
    pub const fn camels(self) -> u8 {
        self.count(Card::Camel)
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// What is left when `other`, which must be held, is taken away.
    #[must_use]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// Whether every card of `other` is here.
    pub const fn holds(self, other: Cards) -> bool {
        // A borrow from a counter shows in the guard bit above it; split the
        // counters into even and odd ones to make room for the guards.
        const EVEN: u32 = 0x0f0f_0f0f;
        const GUARD: u32 = 0x1010_1010;
        let even = ((self.0 & EVEN) | GUARD).wrapping_sub(other.0 & EVEN);
        let odd = ((self.0 >> 4 & EVEN) | GUARD).wrapping_sub(other.0 >> 4 & EVEN);
        even & odd & GUARD == GUARD
    }

    /// Of the kinds of which there are two or more, all; of the others none.
    #[must_use]
    pub const fn several(self) -> Cards {
        let several = (self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x1111_1111;
        Cards(self.0 & (several * 15))
    }

    /// Of the kinds that are in `other` too, all; of the others none.
    #[must_use]
    pub const fn of_kinds(self, other: Cards) -> Cards {
        Cards(self.0 & other.counters())
    }

    /// Of the kinds that are not in `other`, all; of the others none.
    #[must_use]
    pub const fn of_other_kinds(self, other: Cards) -> Cards {
        Cards(self.0 & !other.counters())
    }

    /// Those of this kind and of the kinds after it.
    #[must_use]
    pub const fn from_kind(self, card: Card) -> Cards {
        let shift = 4 * card as u32;
        Cards(self.0 >> shift << shift)
    }

    /// How many there are of the kind of which there are most.
    pub fn most(self) -> u8 {
        (Card::ALL.into_iter()).fold(0, |most, card| most.max(self.count(card)))
    }

    /// All bits of the counters of the kinds of which there is a card.
    pub(super) const fn counters(self) -> u32 {
        let low = self.0 | self.0 >> 1;
        ((low | low >> 2) & 0x1111_1111) * 15
    }

    /// Whether there is a card of any of these counters.
    pub(super) const fn any_of(self, counters: u32) -> bool {
        self.0 & counters != 0
    }

    /// The cards that are in both.
    #[must_use]
    pub const fn common(self, other: Cards) -> Cards {
        // As in `holds`: where the guard is left, the other has no more, and its counter counts.
        const EVEN: u32 = 0x0f0f_0f0f;
        const GUARD: u32 = 0x1010_1010;
        const fn least(one: u32, other: u32) -> u32 {
            let left = ((one | GUARD) - other) & GUARD;
            let others = left - (left >> 4);
            other & others | one & !others
        }
        let even = least(self.0 & EVEN, other.0 & EVEN);
        let odd = least(self.0 >> 4 & EVEN, other.0 >> 4 & EVEN);
        Cards(even | odd << 4)
    }

    /// How many cards there are up to each kind, in counters of four bits; right as long as there are at
    /// most 15 in all.
    pub(super) const fn running_sums(self) -> u32 {
        self.0.wrapping_mul(0x1111_1111)
    }

    /// The kinds that are here, with how many of each.
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> + Clone {
        // Straight from kind to kind: the lowest bit of each counter that counts.
        let mut left = self.counters() & 0x1111_1111;
        std::iter::from_fn(move || {
            let card = *Card::ALL.get(left.trailing_zeros() as usize / 4)?;
            left &= left - 1;
            Some((card, self.count(card)))
        })
    }

    /// Every single card, in the order of the kinds.
    pub fn each(self) -> impl Iterator<Item = Card> {
        self.iter()
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::NONE, |sum, card| sum.plus(Cards::one(card)))
    }
}

impl FromIterator<(Card, u8)> for Cards {
    fn from_iter<I: IntoIterator<Item = (Card, u8)>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |sum, (card, count)| {
            sum.plus(Cards::of(card, count))
        })
    }
}
