//! Hints: what the AI would do in the position that is shown.

use super::{Controller, Kind};
use crate::play::session::Session;
use crate::play::strings::table as words;
use crate::play::worker::{Question, Ranking, Reply, workers};
use leptos::prelude::*;

/// What the panel of hints shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Hint {
    /// Nobody has asked.
    #[default]
    None,
    /// The worker searches.
    Searching,
    /// What it has found.
    Found(Ranking),
}

impl Controller {
    /// Whether the worker can be asked about the position: not while it thinks for an AI.
    pub(crate) fn may_ask(self) -> bool {
        self.mover.get().is_some() && self.thinking.get().is_none() && self.has_help()
    }

    /// Whether there are hints, values and undo: not at a server's table, in an exercise, or for a deal that others play.
    pub(crate) fn has_help(self) -> bool {
        let is_shared = || self.session.with_untracked(Session::is_shared);
        self.link.is_none() && self.exercise.is_none() && !(self.kind == Kind::Play && is_shared())
    }

    /// Asks the worker about the position that is shown.
    pub(crate) fn ask_hint(self) {
        if self.thinking.get_untracked().is_some() || !self.has_help() {
            return;
        }
        let seat = match self.kind {
            Kind::Play => self.mover.get_untracked(),
            Kind::Watch => None,
            Kind::Replay => self.to_move_here.get_untracked().first(),
        };
        let Some(seat) = seat else {
            return;
        };
        let epoch = self.next_epoch();
        self.hint.set(Hint::Searching);
        let ply = self.ply_here();
        let answered = move |answer| {
            if !self.is_epoch(epoch) {
                return;
            }
            match answer {
                Ok(Reply::Ranking(ranking)) => {
                    if let Some(best) = ranking.moves.first() {
                        let says = words::hint_says(&self.proposal(&best.action));
                        self.said.set(says);
                    }
                    self.hint.set(Hint::Found(ranking));
                }
                Ok(_) => self.hint.set(Hint::None),
                Err(reason) => {
                    self.hint.set(Hint::None);
                    workers().trouble.set(Some(reason));
                }
            }
        };
        self.session.with_untracked(|session| {
            session.ask(&workers(), ply, seat, Question::Rank, answered);
        });
    }

    /// What an action would do in the position that is shown, in words.
    pub(crate) fn proposal(self, action: &str) -> String {
        let ply = self.ply_here();
        self.session
            .with_untracked(|session| session.known().proposal(ply, action))
    }

    /// The action of the hint.
    pub(crate) fn hinted(self) -> Option<String> {
        self.hint.with(|hint| match hint {
            Hint::Found(ranking) => ranking.moves.first().map(|best| best.action.clone()),
            Hint::None | Hint::Searching => None,
        })
    }

    /// A hint is of one position and for one seat's eyes: it goes with them, also one that is searched.
    pub(super) fn forget_hint(self) {
        if self.hint.with_untracked(|hint| *hint == Hint::Searching) {
            self.next_epoch();
            workers().cancel();
        }
        self.hint.set(Hint::None);
    }
}
