//! Constants, amounts of money, options, and the deal.

pub use super::cards::{
    ARTISTS, AUCTION_COUNTS, AUCTIONS, Auction, Cards, PAINTING_COUNTS, PAINTINGS, Painting,
};

use arrayvec::ArrayVec;
use parlour_engine::{Rng, SetupError, sort_short};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// The maximum number of players.
pub const MAX_PLAYERS: usize = 5;
/// The minimum number of players.
pub const MIN_PLAYERS: usize = 3;
/// Rounds of a game.
pub const ROUNDS: usize = 4;
/// What everybody starts with, in thousands, as are all amounts.
pub const START_CASH: u16 = 100;
/// What the first, second and third artist of a round gain.
pub const GAINS: [u16; 3] = [30, 20, 10];
/// The painting of one artist, counted within a round, that ends it by the usual rules.
pub const LIMIT: u8 = 5;

/// Paintings dealt to each player at the start of a round, by players and round.
pub const fn dealt(players: usize, round: usize) -> usize {
    match (players, round) {
        (3, 0) => 10,
        (4, 0) => 9,
        (_, 0) => 8,
        (3, 1 | 2) => 6,
        (4, 1 | 2) => 4,
        (_, 1 | 2) => 3,
        _ => 0,
    }
}

/// An amount in thousands for each seat: cash, bids, payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u16>", into = "Vec<u16>")]
pub struct Amounts {
    each: [u16; MAX_PLAYERS],
    seats: u8,
}

impl Amounts {
    /// The same amount for each of `seats` seats, at most 5.
    pub const fn all(seats: usize, amount: u16) -> Amounts {
        let mut each = [0; MAX_PLAYERS];
        let mut seat = 0;
        while seat < seats {
            each[seat] = amount;
            seat += 1;
        }
        Amounts {
            each,
            seats: seats as u8,
        }
    }

    /// The amounts in the order of the seats.
    pub fn as_slice(&self) -> &[u16] {
        &self.each[..usize::from(self.seats)]
    }
}

impl Index<usize> for Amounts {
    type Output = u16;

    fn index(&self, seat: usize) -> &u16 {
        &self.each[seat]
    }
}

impl IndexMut<usize> for Amounts {
    fn index_mut(&mut self, seat: usize) -> &mut u16 {
        &mut self.each[seat]
    }
}

impl TryFrom<Vec<u16>> for Amounts {
    type Error = String;

    fn try_from(amounts: Vec<u16>) -> Result<Amounts, String> {
        let mut all = Amounts::all(amounts.len().min(MAX_PLAYERS), 0);
        if amounts.len() > MAX_PLAYERS {
            return Err(format!("{} amounts for at most 5 seats", amounts.len()));
        }
        all.each[..amounts.len()].copy_from_slice(&amounts);
        Ok(all)
    }
}

impl From<Amounts> for Vec<u16> {
    fn from(amounts: Amounts) -> Vec<u16> {
        amounts.as_slice().to_vec()
    }
}

/// Which auctions are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Auctions {
    /// Every painting is sold by sealed bids.
    Simple,
    /// Each painting names one of five auctions.
    Full,
}

impl Auctions {
    /// The painting of an artist in the slot of an auction.
    pub(super) const fn painting(self, artist: u8, auction: Auction) -> Painting {
        let auction = match self {
            Auctions::Simple => None,
            Auctions::Full => Some(auction),
        };
        Painting { artist, auction }
    }

    /// The different paintings in `cards`, by artist and then by auction.
    pub fn kinds(self, cards: Cards) -> impl Iterator<Item = Painting> {
        (cards.kinds()).map(move |painting| self.painting(painting.artist, painting.sold_by()))
    }

    /// Every single painting in `cards`, in the same order.
    pub fn each(self, cards: Cards) -> impl ExactSizeIterator<Item = Painting> {
        // A list that is at once as long as it becomes, and that `collect` takes as it is: views of hands are made at
        // every move.
        let mut all = Vec::with_capacity(cards.len().into());
        for (kind, count) in cards.iter() {
            let painting = self.painting(kind.artist, kind.sold_by());
            all.resize(all.len() + usize::from(count), painting);
        }
        all.into_iter()
    }

    /// All 70 paintings, sorted.
    pub fn paintings(self) -> ArrayVec<Painting, PAINTINGS> {
        let mut all = ArrayVec::new();
        for (artist, counts) in AUCTION_COUNTS.iter().enumerate() {
            for (auction, &count) in Auction::ALL.into_iter().zip(counts) {
                let painting = self.painting(artist as u8, auction);
                all.extend(std::iter::repeat_n(painting, usize::from(count)));
            }
        }
        all
    }
}

/// What can be chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// 3 to 5.
    pub players: u8,
    /// Which auctions are played.
    pub auctions: Auctions,
    /// Which painting of one artist ends a round: 5 by the usual rules, 1 to 16.
    #[serde(default = "usual_limit")]
    pub limit: u8,
    /// Whether views withhold the cash of the others. It can still be counted: every
    /// price is known.
    #[serde(default)]
    pub hidden_cash: bool,
}

const fn usual_limit() -> u8 {
    LIMIT
}

impl Rules {
    /// Sealed bids only, for 5.
    pub const SIMPLE: Rules = Rules::of(Auctions::Simple, 5);
    /// All five auctions, for 5.
    pub const FULL: Rules = Rules::of(Auctions::Full, 5);

    /// The usual limit, and cash visible to all.
    pub const fn of(auctions: Auctions, players: u8) -> Rules {
        Rules {
            players,
            auctions,
            limit: LIMIT,
            hidden_cash: false,
        }
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&usize::from(self.players)) {
            return Err(SetupError::Rules(format!(
                "3 to 5 play, not {}",
                self.players
            )));
        }
        if !(1..=16).contains(&self.limit) {
            return Err(SetupError::Rules(format!(
                "a round ends with painting 1 to 16 of an artist, not {}",
                self.limit
            )));
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::SIMPLE
    }
}

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        self.players.into()
    }

    fn names() -> &'static [&'static str] {
        &["simple", "simple-4", "simple-3", "full", "full-4", "full-3"]
    }

    fn named(name: &str) -> Option<Rules> {
        let (auctions, players) = match name {
            "simple" => (Auctions::Simple, 5),
            "simple-4" => (Auctions::Simple, 4),
            "simple-3" => (Auctions::Simple, 3),
            "full" => (Auctions::Full, 5),
            "full-4" => (Auctions::Full, 4),
            "full-3" => (Auctions::Full, 3),
            _ => return None,
        };
        Some(Rules::of(auctions, players))
    }
}

/// What chance decides: the order of the paintings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// All 70 paintings in the order they are dealt: the first hand of seat 0, that
    /// of seat 1 and so on, then what each gets in round 2, then in round 3. With 3 or 4
    /// players the last few stay away.
    pub deck: Vec<Painting>,
}

impl Deal {
    /// A shuffled deck.
    pub fn shuffled(auctions: Auctions, rng: &mut Rng) -> Deal {
        let mut deck = auctions.paintings().to_vec();
        deck.shuffle(rng);
        Deal { deck }
    }

    pub(super) fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        let mut sorted = self.deck.clone();
        sort_short(&mut sorted, |&painting| painting);
        if sorted.as_slice() != rules.auctions.paintings().as_slice() {
            return Err(SetupError::Deal(format!(
                "it is not the {PAINTINGS} paintings of these rules"
            )));
        }
        Ok(())
    }
}
