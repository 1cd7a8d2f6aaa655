//! The phases of a turn and of its auction.

use super::cards::Painting;
use super::rules::MAX_PLAYERS;
use parlour_engine::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What is sold together, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// Who gets the money.
    pub seller: Seat,
    /// The painting whose auction is held.
    pub painting: Painting,
    /// The double painting that goes with it, in a double auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<Painting>,
}

impl Lot {
    /// How many paintings: 1 or 2.
    pub const fn card_count(&self) -> u8 {
        1 + self.double.is_some() as u8
    }

    /// The artist as an index.
    pub const fn artist(&self) -> usize {
        self.painting.artist()
    }
}

/// The highest bid so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighBid {
    /// Who bid.
    pub seat: Seat,
    /// In thousands.
    pub amount: u16,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A seat offers a painting.
    Offer {
        /// Who.
        seat: Seat,
    },
    /// A second painting may be added to a double one.
    Add {
        /// The double painting.
        double: Painting,
        /// Who offered it.
        first: Seat,
        /// Who is asked.
        asked: Seat,
    },
    /// The seller names a price.
    Price {
        /// What is sold.
        lot: Lot,
    },
    /// Each in turn takes the lot at the price or passes.
    Fixed {
        /// What is sold.
        lot: Lot,
        /// The price.
        price: u16,
        /// Who is asked.
        asked: Seat,
    },
    /// Everybody bids at the same time.
    Sealed {
        /// What is sold.
        lot: Lot,
        /// Who has not bid yet.
        waiting: SeatSet,
        /// The bids as far as the viewer may see them.
        bids: [Option<u16>; MAX_PLAYERS],
    },
    /// Anyone raises until nobody does.
    Open {
        /// What is sold.
        lot: Lot,
        /// Who is asked.
        asked: Seat,
        /// The highest bid.
        best: Option<HighBid>,
        /// How many have passed since.
        passes: u8,
    },
    /// Everybody raises or passes once.
    #[serde(rename = "once")]
    OnceAround {
        /// What is sold.
        lot: Lot,
        /// Who is asked.
        asked: Seat,
        /// The highest bid.
        best: Option<HighBid>,
    },
    /// The game is over.
    Over,
}

impl Phase {
    /// What is being sold, if a lot is complete.
    pub const fn lot(&self) -> Option<Lot> {
        match *self {
            Phase::Price { lot }
            | Phase::Fixed { lot, .. }
            | Phase::Sealed { lot, .. }
            | Phase::Open { lot, .. }
            | Phase::OnceAround { lot, .. } => Some(lot),
            Phase::Offer { .. } | Phase::Add { .. } | Phase::Over => None,
        }
    }

    /// Who owes an action.
    pub const fn to_move(&self) -> SeatSet {
        match *self {
            Phase::Offer { seat } => SeatSet::one(seat),
            Phase::Price { lot } => SeatSet::one(lot.seller),
            Phase::Sealed { waiting, .. } => waiting,
            Phase::Add { asked, .. }
            | Phase::Fixed { asked, .. }
            | Phase::Open { asked, .. }
            | Phase::OnceAround { asked, .. } => SeatSet::one(asked),
            Phase::Over => SeatSet::EMPTY,
        }
    }
}
