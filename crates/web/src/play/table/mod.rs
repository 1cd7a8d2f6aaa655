//! The page of a table: what every game's page has in common.
//!
//! A game brings the middle and both ends of the table, the words of its log
//! and the sums of its rounds ([`TableGame`]); turns, the AI, hints, undo, the
//! curtain between two players, saving, watching and replaying are here.

mod active_time;
mod agreements;
mod analysis;
mod branch_dialog;
mod context;
mod controller;
mod controls;
mod exercise_bar;
mod link_dialog;
pub(crate) mod motion;
mod page;
mod panels;
mod remote;
mod sounds;
mod turn_signals;
mod variations;

pub(crate) use agreements::Phrases;
pub(crate) use context::Ctx;
pub(crate) use controller::{Controller, Kind};
pub(crate) use page::{Sitting, is_shortcut, open};
pub(crate) use remote::{Notices, PeopleList};

use super::session::SessionGame;
use super::setup_form::Form;
use leptos::prelude::*;
use parlour_engine::Seat;

/// Games that have a table in the browser.
pub(crate) trait TableGame: SessionGame {
    /// The name of the game as a heading.
    fn title() -> &'static str;

    /// What the game's own keys do, for the list of keys.
    fn keys() -> Vec<(&'static str, &'static str)>;

    /// What its form for a new game offers.
    fn form() -> &'static Form;

    /// The back of a card, which lies on the screen between two people.
    fn card_back() -> String;

    /// The game's parts of the table.
    fn board(ctx: Ctx<Self>) -> Board<Self::Action>;

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
    fn the_others_sit_clockwise_from_below() {
        assert_eq!(others(Seat(0), 2), [Seat(1)]);
        assert_eq!(others(Seat(2), 4), [Seat(3), Seat(0), Seat(1)]);
    }
}
