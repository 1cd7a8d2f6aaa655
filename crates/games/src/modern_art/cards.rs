//! Paintings, the auctions that they name, and multisets of paintings.

use super::rules::Auctions;
use serde::{Deserialize, Serialize};

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

/// Paintings in a hand, counted by artist and auction. A painting that names no auction
/// counts as sealed: a game has either all paintings with or all without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hand([[u8; AUCTIONS]; ARTISTS]);

impl Hand {
    /// How many of just this painting.
    pub const fn count(&self, painting: Painting) -> u8 {
        self.0[painting.artist()][painting.sold_by().index()]
    }

    /// How many of this artist.
    pub const fn of_artist(&self, artist: usize) -> u8 {
        // All five added by one multiplication: playouts ask for little else.
        let [a, b, c, d, e] = self.0[artist];
        let row = u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]);
        (row.wrapping_mul(0x01_01_01_01_01) >> 32) as u8
    }

    /// How many in all.
    pub fn len(&self) -> u8 {
        self.0.as_flattened().iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.as_flattened().iter().all(|&count| count == 0)
    }

    /// Puts a painting in.
    pub fn add(&mut self, painting: Painting) {
        self.0[painting.artist()][painting.sold_by().index()] += 1;
    }

    /// Takes a painting out, which must be there.
    pub fn remove(&mut self, painting: Painting) {
        self.0[painting.artist()][painting.sold_by().index()] -= 1;
    }

    /// The different paintings with their number, by artist and then by auction.
    pub fn iter(&self, auctions: Auctions) -> impl Iterator<Item = (Painting, u8)> {
        let counts = self.0.as_flattened();
        // A bit for each kind that is here: few are.
        let mut left = (0..counts.len()).fold(0, |kinds: u32, kind| {
            kinds | u32::from(counts[kind] > 0) << kind
        });
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let kind = left.trailing_zeros() as usize;
            left &= left - 1;
            let (artist, auction) = (kind / AUCTIONS, Auction::ALL[kind % AUCTIONS]);
            Some((auctions.painting(artist as u8, auction), counts[kind]))
        })
    }

    /// Every single painting, in the same order.
    pub fn each(&self, auctions: Auctions) -> impl Iterator<Item = Painting> {
        self.iter(auctions)
            .flat_map(|(painting, count)| std::iter::repeat_n(painting, usize::from(count)))
    }
}

impl FromIterator<Painting> for Hand {
    fn from_iter<I: IntoIterator<Item = Painting>>(paintings: I) -> Hand {
        let mut hand = Hand::default();
        for painting in paintings {
            hand.add(painting);
        }
        hand
    }
}
