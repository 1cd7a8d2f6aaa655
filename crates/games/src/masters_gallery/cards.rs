//! Artists, symbols, kinds of cards, and multisets of cards.

use crate::multiset::{Kind, Multiset};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Cards of each artist, in row order.
pub const ARTIST_CARDS: [u8; 5] = [17, 18, 19, 20, 21];
/// Cards in all.
pub const DECK: usize = 95;

/// An artist, in row order: ties of a ranking go to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Artist {
    /// The first in the row, 17 cards.
    A,
    /// 18 cards.
    B,
    /// 19 cards.
    C,
    /// 20 cards.
    D,
    /// The last in the row, 21 cards.
    E,
}

impl Artist {
    /// All artists in row order.
    pub const ALL: [Artist; 5] = [Artist::A, Artist::B, Artist::C, Artist::D, Artist::E];

    /// The artist as an index in row order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Artist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a card carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Symbol {
    /// Nothing.
    Plain,
    /// ■ draw one card.
    Draw,
    /// = a second card of the same artist face up, if the player likes.
    Second,
    /// ≂ a second card of any artist face down, if the player likes.
    Hidden,
    /// ✠ everybody shows a card at the same time.
    Together,
    /// ★ an award token for any artist.
    Award,
}

impl Symbol {
    /// All, the plain card first.
    pub const ALL: [Symbol; 6] = [
        Symbol::Plain,
        Symbol::Draw,
        Symbol::Second,
        Symbol::Hidden,
        Symbol::Together,
        Symbol::Award,
    ];

    /// The word for it; empty for a plain card.
    pub const fn name(self) -> &'static str {
        match self {
            Symbol::Plain => "",
            Symbol::Draw => "draw",
            Symbol::Second => "second",
            Symbol::Hidden => "hidden",
            Symbol::Together => "together",
            Symbol::Award => "award",
        }
    }
}

/// A card: cards of one artist with the same symbol do not differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Who painted it.
    pub artist: Artist,
    /// What it carries.
    pub symbol: Symbol,
}

impl Card {
    /// How many kinds of cards there are.
    pub const KINDS: usize = Artist::ALL.len() * Symbol::ALL.len();

    /// The kind as an index below [`Card::KINDS`].
    pub const fn index(self) -> usize {
        self.artist as usize * Symbol::ALL.len() + self.symbol as usize
    }

    /// The kind of an index below [`Card::KINDS`].
    ///
    /// # Panics
    /// When there is no such kind.
    pub fn from_index(index: usize) -> Card {
        Card::at(index % Symbol::ALL.len(), index / Symbol::ALL.len())
    }
}

impl Kind for Card {
    fn row(self) -> usize {
        self.symbol as usize
    }

    fn column(self) -> usize {
        self.artist.index()
    }

    fn at(symbol: usize, artist: usize) -> Card {
        Card {
            artist: Artist::ALL[artist],
            symbol: Symbol::ALL[symbol],
        }
    }
}

/// How many cards of each kind: a hand, a display, the discard.
pub type Cards = Multiset<Card, [u64; Symbol::ALL.len()]>;

impl Cards {
    /// How many of this artist.
    pub fn of_artist(self, artist: Artist) -> u8 {
        self.column_len(artist.index())
    }
}

impl Serialize for Cards {
    /// A list of all cards.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > DECK {
            return Err(D::Error::custom("more cards than there are"));
        }
        Ok(cards.into_iter().collect())
    }
}
