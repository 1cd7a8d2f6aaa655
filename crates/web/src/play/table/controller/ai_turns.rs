//! The turns of AIs: what the worker is asked, pauses, and AIs that fail.

use super::{Controller, Kind};
use crate::platform::settings::Pace;
use crate::play::saved_game::SeatKind;
use crate::play::strings::table as words;
use crate::play::worker::{Question, Reply, workers};
use leptos::prelude::*;
use parlour_engine::Seat;
use std::time::Duration;

/// While a move can still be taken back the AI waits so long at least, in milliseconds, unless it is to answer at once.
const TIME_TO_UNDO: u32 = 1500;

impl Controller {
    /// Goes on from here: asks the next AI that owes a choice, unless one thinks already.
    pub(crate) fn advance(self) {
        let waits = self.kind == Kind::Replay
            || self.link.is_some()
            || self.elsewhere.with_untracked(Option::is_some)
            || self.interlude.get_untracked()
            || self.thinking.get_untracked().is_some()
            || (self.kind == Kind::Watch && self.paused.get_untracked());
        if waits {
            return;
        }
        let next = self.session.with_untracked(|session| {
            let owing = session.to_move();
            owing
                .iter()
                .find_map(|seat| match &session.seats()[seat.index()] {
                    SeatKind::Person { .. } | SeatKind::Away { .. } => None,
                    SeatKind::Ai { policy } => Some((seat, policy.clone())),
                })
        });
        if let Some((seat, policy)) = next {
            self.think(seat, policy);
        }
    }

    /// Lets the AI of a seat choose, and plays what it chooses after a pause.
    pub(super) fn think(self, seat: Seat, policy: String) {
        let epoch = self.next_epoch();
        let pause = match (self.pace(), self.may_undo.get_untracked()) {
            (Pace::Slow | Pace::Normal, Some(_)) => self.pace().pause().max(TIME_TO_UNDO),
            (pace, _) => pace.pause(),
        };
        let asked = js_sys::Date::now();
        self.failed.set(None);
        self.thinking.set(Some(seat));
        let done = move |answer: Result<Reply, String>| {
            let rest = (f64::from(pause) - (js_sys::Date::now() - asked)).max(0.0);
            let play = move || {
                if self.is_epoch(epoch) {
                    self.answered(seat, answer);
                }
            };
            if rest > 0.0 {
                set_timeout(play, Duration::from_millis(rest as u64));
            } else {
                play();
            }
        };
        self.session.with_untracked(|session| {
            let question = Question::Choose { policy };
            session.ask(&workers(), session.moves(), seat, question, done);
        });
    }

    pub(super) fn answered(self, seat: Seat, answer: Result<Reply, String>) {
        self.thinking.set(None);
        let reason = match answer {
            Ok(Reply::Choice(action)) if self.perform(seat, &action) => return,
            Ok(Reply::Choice(action)) => words::bad_answer(&action),
            Ok(other) => words::bad_answer(&format!("{other:?}")),
            Err(reason) => reason,
        };
        workers().trouble.set(Some(reason));
        self.failed.set(Some(seat));
    }

    /// Asks the AI that has failed again.
    pub(crate) fn ask_again(self) {
        self.failed.set(None);
        workers().trouble.set(None);
        self.advance();
        self.focus_main();
    }

    /// Plays any legal move for the AI that has failed.
    pub(crate) fn play_for_failed(self) {
        let Some(seat) = self.failed.get_untracked() else {
            return;
        };
        self.failed.set(None);
        workers().trouble.set(None);
        let action = self
            .session
            .with_untracked(|session| session.any_action(seat));
        if let Some(action) = action {
            self.perform(seat, &action);
        }
        self.focus_main();
    }

    /// Watching goes on or stands still.
    pub(crate) fn toggle_pause(self) {
        if self.paused.get_untracked() {
            self.paused.set(false);
            self.advance();
        } else {
            self.pause();
        }
    }

    pub(super) fn pause(self) {
        self.paused.set(true);
        self.stop_thinking();
    }

    /// Watching: one move, then it stands still.
    pub(crate) fn step(self) {
        self.stop_thinking();
        self.paused.set(false);
        self.advance();
        self.paused.set(true);
    }

    /// What the worker is asked is wanted no longer.
    pub(super) fn stop_thinking(self) {
        self.next_epoch();
        workers().cancel();
        self.thinking.set(None);
    }

    pub(super) fn next_epoch(self) -> u64 {
        self.epoch.update_value(|epoch| *epoch += 1);
        self.epoch.get_value()
    }

    pub(super) fn is_epoch(self, epoch: u64) -> bool {
        self.epoch.try_get_value() == Some(epoch)
    }
}
