//! The page of a table: what every game's page has in common.
//!
//! A game brings the middle and both ends of the table, the words of its log
//! and the sums of its rounds ([`TableGame`]); turns, the AI, hints, undo, the
//! curtain between two players, saving, watching and replaying are here.

mod controls;
mod ctx;
mod desk;
pub(crate) mod motion;
mod online;
mod page;
mod panels;
mod rows;

pub(crate) use ctx::Ctx;
pub(crate) use desk::{Desk, Kind};
pub(crate) use online::{Notices, PeopleList};
pub(crate) use page::{PlayPage, ReplayPage, Sitting, is_shortcut, open};
pub(crate) use rows::{Rover, on_key as on_row_key};

use crate::worker::Thinks;
use leptos::prelude::*;
use parlour_engine::{Reveals, Seat};

/// Games that have a table in the browser.
pub(crate) trait TableGame: Thinks + Reveals {
    /// The name of the game as a heading.
    const TITLE: &'static str;

    /// What the game's own keys do, for the list of keys.
    const KEYS: &'static [(&'static str, &'static str)];

    /// The back of a card, which lies on the screen between two people.
    fn card_back() -> String;

    /// The game's parts of the table.
    fn board(ctx: Ctx<Self>) -> Board<Self::Action>;

    /// The log of a position: every event that led to it, in words. `names` are as the page shows them.
    fn log(state: &Self, events: &[Self::Event], names: &[String]) -> Vec<LogLine>;

    /// Whether the last action ended a round and another has begun: then there are sums to look at.
    fn between_rounds(_events: &[Self::Event]) -> bool {
        false
    }

    /// The sums of the last round that ended, if one has.
    fn sums(state: &Self, events: &[Self::Event], names: &[String]) -> Option<Sums>;

    /// What an action would do, in words.
    fn proposal(state: &Self, action: Self::Action) -> String;

    /// What stands at the side of the table besides hints and log.
    fn side(_ctx: Ctx<Self>) -> Option<AnyView> {
        None
    }
}

/// A game's parts of the table; `A` is how it writes an action.
pub(crate) struct Board<A: Send + Sync + 'static> {
    /// The others, above.
    pub(crate) others: AnyView,
    /// The middle; with its name for ears.
    pub(crate) common: (AnyView, &'static str),
    /// The player's own side, below.
    pub(crate) you: AnyView,
    /// What stands at the left of the action bar.
    pub(crate) modes: AnyView,
    /// What the player's choice amounts to.
    pub(crate) guidance: Signal<Guidance<A>>,
}

/// What the player's choice amounts to: in words, and as an action if it is a legal one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guidance<A> {
    /// What would happen, or what is missing.
    pub(crate) line: String,
    /// The action.
    pub(crate) action: Option<A>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogLine {
    /// The number of the action that brought it about, from 1; none for what is no move.
    pub(crate) number: Option<usize>,
    /// In words.
    pub(crate) text: String,
    /// What it brought.
    pub(crate) gain: String,
}

/// The sums at the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Who won it.
    pub(crate) heading: String,
    /// Why it ended, and what else there is to say.
    pub(crate) notes: Vec<String>,
    /// What is counted.
    pub(crate) unit: &'static str,
    /// Who the columns are.
    pub(crate) names: Vec<String>,
    /// Line by line.
    pub(crate) rows: Vec<SumRow>,
    /// All together.
    pub(crate) total: SumRow,
    /// Below: what the match stands at, if it is one.
    pub(crate) standing: Option<SumRow>,
    /// A drawing.
    pub(crate) picture: String,
}

/// One line of [`Sums`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SumRow {
    /// What.
    pub(crate) name: String,
    /// How much, by seat.
    pub(crate) values: Vec<i32>,
}

impl SumRow {
    /// Who has the most, if one alone has.
    pub(crate) fn best(&self) -> Option<usize> {
        let most = self.values.iter().max()?;
        let mut best = (0..self.values.len()).filter(|&seat| self.values[seat] == *most);
        best.next().filter(|_| best.next().is_none())
    }
}

/// The seats above, clockwise from the one below.
pub(crate) fn others(bottom: Seat, seats: usize) -> Vec<Seat> {
    (1..seats)
        .scan(bottom, |seat, _| {
            *seat = seat.next(seats);
            Some(*seat)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_one_alone() {
        let row = |values: &[i32]| SumRow {
            name: String::new(),
            values: values.to_vec(),
        };
        assert_eq!(row(&[3, 5]).best(), Some(1));
        assert_eq!(row(&[5, 5]).best(), None);
        assert_eq!(row(&[]).best(), None);
        assert_eq!(row(&[-5, -2, -9]).best(), Some(1));
    }

    #[test]
    fn the_others_sit_clockwise_from_below() {
        assert_eq!(others(Seat(0), 2), [Seat(1)]);
        assert_eq!(others(Seat(2), 4), [Seat(3), Seat(0), Seat(1)]);
    }
}
