//! Paintings, the auctions that they name, and multisets of paintings.

use crate::multiset::{Kind, Multiset};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::array;

/// Artists, numbered from 0 in the order of the row.
pub const ARTISTS: usize = 5;
/// Kinds of auction.
pub const AUCTIONS: usize = 5;
/// Paintings in the game.
pub const PAINTINGS: usize = 70;
/// Paintings by artist, in both rule sets.
pub const PAINTING_COUNTS: [u8; ARTISTS] = [12, 13, 14, 15, 16];
/// Paintings by artist and auction, in the order of [`Auction::ALL`], in the full rules.
pub const AUCTION_COUNTS: [[u8; AUCTIONS]; ARTISTS] = [
    [2, 2, 2, 3, 3],
    [3, 3, 2, 3, 2],
    [3, 3, 2, 3, 3],
    [3, 3, 3, 3, 3],
    [3, 3, 3, 4, 3],
];

/// How a painting is sold in the full rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Auction {
    /// The seller names a price; the first who takes it pays it.
    Fixed,
    /// Everybody bids once and at the same time.
    Sealed,
    /// Sold together with a second painting of the artist, by the auction of that one.
    Double,
    /// Anyone raises until nobody does.
    Open,
    /// Everybody raises or passes once, the seller last.
    Once,
}

impl Auction {
    /// All kinds.
    pub const ALL: [Auction; AUCTIONS] = [
        Auction::Fixed,
        Auction::Sealed,
        Auction::Double,
        Auction::Open,
        Auction::Once,
    ];

    /// The kind as an index in the order of [`Auction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name, one word in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Auction::Fixed => "fixed",
            Auction::Sealed => "sealed",
            Auction::Double => "double",
            Auction::Open => "open",
            Auction::Once => "once",
        }
    }
}

/// A painting: who painted it, and how it is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Painting {
    /// The artist, 0 to 4.
    pub artist: u8,
    /// The auction on the card. In the simple rules cards name none: all are sold by sealed bids.
    pub auction: Option<Auction>,
}

impl Painting {
    /// The artist as an index.
    pub const fn artist(self) -> usize {
        self.artist as usize
    }

    /// How it is sold.
    pub const fn sold_by(self) -> Auction {
        match self.auction {
            Some(auction) => auction,
            None => Auction::Sealed,
        }
    }
}

/// A painting that names no auction has the place of a sealed one: a game has either all paintings with or all without.
/// Read back it is a sealed one; [`Auctions`](super::rules::Auctions) says what paintings these are.
impl Kind for Painting {
    fn row(self) -> usize {
        self.sold_by().index()
    }

    fn column(self) -> usize {
        self.artist()
    }

    fn at(auction: usize, artist: usize) -> Painting {
        Painting {
            artist: artist as u8,
            auction: Some(Auction::ALL[auction]),
        }
    }
}

/// How many paintings of each artist and auction: a hand, all that were offered.
pub type Cards = Multiset<Painting, [u64; AUCTIONS]>;

impl Cards {
    /// How many of this artist.
    pub fn of_artist(self, artist: usize) -> u8 {
        self.column_len(artist)
    }
}

impl Serialize for Cards {
    /// Counts by artist, and by auction in the order of [`Auction::ALL`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = |artist, auction| self.count(Painting::at(auction, artist));
        let row = |artist| array::from_fn(|auction| count(artist, auction));
        let counts: [[u8; AUCTIONS]; ARTISTS] = array::from_fn(row);
        counts.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let counts = <[[u8; AUCTIONS]; ARTISTS]>::deserialize(deserializer)?;
        let all: usize = counts.as_flattened().iter().copied().map(usize::from).sum();
        if all > PAINTINGS {
            return Err(D::Error::custom("more paintings than there are"));
        }
        let rows = counts.iter().enumerate();
        let counts = rows.flat_map(|(artist, row)| {
            let counts = row.iter().enumerate();
            counts.map(move |(auction, &count)| Cards::of(Painting::at(auction, artist), count))
        });
        Ok(counts.sum())
    }
}
