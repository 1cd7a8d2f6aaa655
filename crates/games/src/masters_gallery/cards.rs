//! Artists, symbols, kinds of cards, and multisets of cards.

use serde::{Deserialize, Serialize};
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
    pub const fn from_index(index: usize) -> Card {
        Card {
            artist: Artist::ALL[index / Symbol::ALL.len()],
            symbol: Symbol::ALL[index % Symbol::ALL.len()],
        }
    }
}

/// How many cards of each kind: a hand, a display, the discard.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cards {
    counts: [u8; Card::KINDS],
    /// A bit for every kind of which there is a card.
    kinds: u32,
    len: u8,
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards {
        counts: [0; Card::KINDS],
        kinds: 0,
        len: 0,
    };

    /// How many in all.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of this kind.
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// How many of each kind, by its index.
    pub(super) const fn counts(&self) -> &[u8; Card::KINDS] {
        &self.counts
    }

    /// How many of this artist.
    pub fn of_artist(&self, artist: Artist) -> u8 {
        let first = artist.index() * Symbol::ALL.len();
        self.counts[first..first + Symbol::ALL.len()].iter().sum()
    }

    /// Adds a card.
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.kinds |= 1 << card.index();
        self.len += 1;
    }

    /// Takes a card away, which must be there.
    ///
    /// # Panics
    /// When it is not.
    pub fn remove(&mut self, card: Card) {
        let count = &mut self.counts[card.index()];
        assert!(*count > 0, "no {card} to take away");
        *count -= 1;
        if *count == 0 {
            self.kinds &= !(1 << card.index());
        }
        self.len -= 1;
    }

    /// The kinds that are here, in ascending order.
    pub fn kinds(&self) -> impl Iterator<Item = Card> + use<> {
        let mut left = self.kinds;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Card::from_index(index))
        })
    }

    /// Every single card.
    pub fn each(&self) -> impl Iterator<Item = Card> {
        self.kinds()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut sum = Cards::NONE;
        for card in cards {
            sum.add(card);
        }
        sum
    }
}

impl<'a> FromIterator<&'a Cards> for Cards {
    fn from_iter<I: IntoIterator<Item = &'a Cards>>(parts: I) -> Cards {
        parts.into_iter().flat_map(Cards::each).collect()
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > DECK {
            return Err(serde::de::Error::custom("more cards than there are"));
        }
        Ok(cards.into_iter().collect())
    }
}
