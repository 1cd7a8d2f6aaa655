//! Handing the device over to the next person, and going on to the next round.

use super::{Controller, Kind};
use crate::play::session::Session;
use leptos::prelude::*;
use parlour_engine::Seat;
use std::time::Duration;

impl Controller {
    /// Between two people: after a moment in which the result of the move can be
    /// seen, the cards are hidden until the next one says that they are there.
    pub(super) fn hand_over(self) {
        let present = self.present.get_untracked();
        let to_other = self.session.with_untracked(|session| {
            let next = next_person(session, present);
            session.people().len() > 1 && next.is_some() && next != present
        });
        if self.kind != Kind::Play || !to_other {
            return;
        }
        let moment = self.pace().pause();
        if self.interlude.get_untracked() || moment == 0 {
            self.present.set(None);
            return;
        }
        self.handing.set(true);
        let handing = self.next_handing();
        set_timeout(
            move || {
                if self.handings.try_get_value() == Some(handing) {
                    self.handing.set(false);
                    self.present.set(None);
                }
            },
            Duration::from_millis(moment.into()),
        );
    }

    /// The person of a seat says that they are there.
    pub(crate) fn arrive(self, seat: Seat) {
        self.present.set(Some(seat));
        self.focus_main();
    }

    /// The player has seen the sums of the round.
    pub(crate) fn next_round(self) {
        self.session.update(Session::acknowledge);
        self.save();
        self.focus_main();
        self.advance();
    }

    pub(super) fn next_handing(self) -> u64 {
        self.handings.update_value(|handings| *handings += 1);
        self.handings.get_value()
    }
}

/// The person who chooses next: the current one if a choice is expected of them, otherwise the first of whom one is.
pub(super) fn next_person(session: &Session, present: Option<Seat>) -> Option<Seat> {
    let owing = session.to_move();
    let mut people = owing
        .iter()
        .filter(|seat| session.seats()[seat.index()].is_person());
    present
        .filter(|&seat| owing.contains(seat))
        .or_else(|| people.next())
}
