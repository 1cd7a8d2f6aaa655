//! Kinds of cards, and multisets of them.

use crate::multiset::{Kind, Multiset};
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

impl Kind for Card {
    fn row(self) -> usize {
        0
    }

    fn column(self) -> usize {
        self.index()
    }

    fn at(_row: usize, column: usize) -> Card {
        Card::ALL[column]
    }
}

/// How many cards of each kind: a hand, the market, one side of an exchange. At most 15 of a kind; the game has 11.
pub type Cards = Multiset<Card, u32>;

impl Cards {
    /// Without the camels.
    #[must_use]
    pub fn goods(self) -> Cards {
        self.of_other_kinds(Cards::one(Card::Camel))
    }

    /// How many camels.
    pub fn camels(self) -> u8 {
        self.count(Card::Camel)
    }
}
