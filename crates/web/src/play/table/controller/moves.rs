//! Actions: of the person at the device, of AIs and of a server's table; undo and resignation.

use super::super::motion;
use super::{Controller, Kind};
use crate::play::puzzles::{Answer, Exercise};
use crate::play::saved_game::SeatKind;
use crate::play::session::{GameKnowledge, Session};
use crate::play::strings::table as words;
use crate::play::worker::{Question, Reply, workers};
use leptos::prelude::*;
use parlour_agents::analysis::{Estimate, Settings as AnalysisSettings};
use parlour_engine::Seat;

/// Simulations that compare an answer to an exercise with the best action.
const COMPARE_SIMULATIONS: u32 = 2000;

impl Controller {
    /// Plays an action for the person at the device.
    pub(crate) fn act(self, action: &str) {
        match (self.mover.get_untracked(), self.link) {
            (Some(_), Some(link)) => link.answer(action),
            (Some(seat), None) => match self.exercise {
                Some(exercise) => self.compare(exercise, seat, action),
                None => {
                    self.perform(seat, action);
                }
            },
            (None, _) => {}
        }
    }

    /// Compares an answer to an exercise with the best action.
    pub(super) fn compare(self, exercise: Exercise, seat: Seat, action: &str) {
        let (best, lead) = exercise
            .task
            .with_value(|task| (task.best.clone(), task.lead));
        let action = action.to_owned();
        if action == best {
            exercise.set(Answer::Right(action));
            return;
        }
        exercise.answer.set(Answer::Compared(action.clone()));
        let scale = (self.session).with_untracked(|session| session.known().scale());
        let question = Question::Judge {
            played: action.clone(),
            settings: AnalysisSettings {
                simulations: COMPARE_SIMULATIONS,
                seed: 0,
            },
        };
        let answered = move |reply| {
            let cost: Option<Estimate> = match reply {
                Ok(Reply::Judged(Some(judged))) => Some(judged.cost),
                _ => None,
            };
            // Where the best action is proven to be the only one, noise cannot make another as good.
            let as_good =
                lead.is_none() && cost.is_some_and(|cost| scale.judge(cost.mean).is_none());
            let cost = cost.filter(|cost| cost.mean > 0.0);
            exercise.set(match as_good {
                true => Answer::Right(action),
                false => Answer::Wrong(action, cost),
            });
            self.keep_focus();
        };
        self.session.with_untracked(|session| {
            session.ask(&workers(), session.moves(), seat, question, answered);
        });
    }

    /// Plays an action; false when the rules refuse it.
    pub(super) fn perform(self, seat: Seat, action: &str) -> bool {
        let before = motion::capture();
        let told = self.told().len();
        let played = self
            .session
            .try_update(|session| session.play(seat, action))
            .unwrap_or(false);
        if !played {
            return false;
        }
        self.hand_over();
        self.changed();
        if let Some(before) = before {
            before.play(self.pace());
        }
        // A move, and what followed from it; in a common turn nothing before the last has chosen.
        let told = words::sentences(&self.told().split_off(told));
        self.said.set(if told.is_empty() {
            words::has_chosen(&untrack(|| self.name(seat)))
        } else {
            told
        });
        self.keep_focus();
        self.advance();
        true
    }

    /// Takes the last move back, if nothing was revealed by it.
    pub(crate) fn undo(self) {
        let Some(seat) = self.may_undo.get_untracked() else {
            return;
        };
        self.stop_thinking();
        self.next_handing();
        self.handing.set(false);
        let before = motion::capture();
        self.session.update(Session::undo);
        if self
            .session
            .with_untracked(|session| session.people().len() > 1)
        {
            self.present.set(Some(seat));
        }
        self.changed();
        if let Some(before) = before {
            before.play(self.pace());
        }
        self.said.set(words::taken_back().to_owned());
        self.keep_focus();
        self.advance();
    }

    /// The seat that gives up when the person at the device resigns.
    pub(crate) fn resigner(self) -> Option<Seat> {
        let playing = self.kind == Kind::Play && self.exercise.is_none() && !self.over();
        self.session
            .with(|session| session.only_person())
            .or(self.mover.get())
            .filter(|_| playing)
    }

    /// Gives the game up.
    pub(crate) fn resign(self) {
        let Some(seat) = untrack(|| self.resigner()) else {
            return;
        };
        if let Some(link) = self.link {
            link.resign();
            return;
        }
        self.stop_thinking();
        self.session.update(|session| session.resign(seat));
        self.changed();
        self.said.set(words::resigned(&untrack(|| self.name(seat))));
    }

    /// More was told at a server's table.
    pub(crate) fn hear(self, seats: Vec<SeatKind>, known: Box<dyn GameKnowledge>) {
        self.change(|session| session.observe(seats, known));
    }

    /// The game at a server's table is over, and this is all of it.
    pub(crate) fn reveal(self, whole: Session) {
        self.change(|session| session.reveal(whole));
    }

    /// Changes what is known, lets the cards travel, and says what is new.
    pub(super) fn change(self, change: impl FnOnce(&mut Session)) {
        let before = motion::capture();
        let told = self.told();
        self.session.update(change);
        if let Some(before) = before {
            before.play(self.pace());
        }
        let now = self.told();
        let new = words::sentences(now.get(told.len()..).unwrap_or_default());
        if !new.is_empty() {
            self.said.set(new);
        }
        self.keep_focus();
    }

    /// The lines of the log so far.
    pub(super) fn told(self) -> Vec<String> {
        let names = self.names.get_untracked();
        let lines = self.session.with_untracked(|session| session.log(&names));
        lines.into_iter().map(|line| line.text).collect()
    }
}
