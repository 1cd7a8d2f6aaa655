//! Seats, sets of seats, and viewers.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.0 + 1;
        // No division: this is asked at every move.
        Seat(if (next as usize) < seats { next } else { 0 })
    }

    /// The other seat of a two-player game.
    pub const fn other(self) -> Seat {
        Seat(1 - self.0)
    }

    /// All seats of a table, from 0.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats, at most 16: whose turn it is, or who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The seats 0 to `seats - 1`.
    pub const fn all(seats: usize) -> SeatSet {
        SeatSet(((1u32 << seats) - 1) as u16)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 >> seat.0 & 1 == 1
    }

    /// The set with the seat, 0 to 15, added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set without the seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat of the set.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 {
            None
        } else {
            Some(Seat(self.0.trailing_zeros() as u8))
        }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self;
        std::iter::from_fn(move || {
            let seat = left.first()?;
            left = left.without(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl From<Vec<Seat>> for SeatSet {
    /// Seats above 15 cannot be held and are dropped.
    fn from(seats: Vec<Seat>) -> SeatSet {
        seats.into_iter().filter(|seat| seat.0 < 16).collect()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Vec<Seat> {
        set.iter().collect()
    }
}

/// The seat or spectator that observes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player: sees what is public and what is their own.
    Seat(Seat),
    /// A spectator: sees what is public.
    Public,
    /// Sees everything: the analysis of a finished game.
    Everything,
}

impl Viewer {
    /// Whether this viewer may see what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
            Viewer::Everything => true,
        }
    }

    /// The viewer's own seat, if there is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Everything => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let set: SeatSet = [Seat(3), Seat(0)].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.first(), Some(Seat(0)));
        assert!(set.contains(Seat(3)) && !set.contains(Seat(1)));
        assert_eq!(set.without(Seat(0)).iter().collect::<Vec<_>>(), [Seat(3)]);
        assert_eq!(SeatSet::all(3).iter().count(), 3);
        assert_eq!(SeatSet::all(0), SeatSet::EMPTY);
        assert!(!SeatSet::all(16).contains(Seat(16)) && !SeatSet::all(2).contains(Seat(200)));
    }

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!(Seat(0).other(), Seat(1));
    }
}
