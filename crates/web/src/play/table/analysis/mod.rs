//! The analysis of a whole game in its replay: computed move by move in the worker that analyses, shown as it grows,
//! stored with the game.

mod chart;
mod panel;

pub(super) use panel::{AnalysisPanel, NextMistake};

use super::controller::{Controller, Kind};
use crate::play::saved_analysis::{self, NumberedMove, StoredAnalysis};
use crate::play::session::Session;
use crate::play::strings::analysis as words;
use crate::play::worker::{Question, Reply, analysts};
use leptos::prelude::*;
use parlour_agents::analysis::{Scale, Settings};
use parlour_engine::Seat;

/// The moves after which a part of the analysis is stored.
const SAVE_INTERVAL: usize = 5;

/// The analysis of the game on a page.
#[derive(Clone, Copy)]
pub(super) struct GameAnalysis {
    controller: Controller,
    /// What was found about moves with a choice, in their order.
    moves: RwSignal<Vec<NumberedMove>>,
    /// The number of moves that are analysed, from the first.
    done: RwSignal<usize>,
    /// The number of moves of the game; it changes when another tab has played on.
    plies: Memo<usize>,
    scale: Scale,
    settings: StoredValue<Settings>,
    running: RwSignal<bool>,
    /// Why it has stopped by itself.
    failed: RwSignal<Option<String>>,
    /// Whose mistakes are wanted; everybody's if `None`.
    whose: RwSignal<Option<Seat>>,
}

impl GameAnalysis {
    /// The analysis of the game of a replay, as far as it is stored. It goes on at once if `start`. The worker's
    /// question ends with the owner.
    pub(super) fn new(controller: Controller, start: bool) -> GameAnalysis {
        debug_assert_eq!(controller.kind, Kind::Replay);
        let (scale, only) = (controller.session)
            .with_untracked(|session| (session.known().scale(), session.only_person()));
        let plies = Memo::new(move |_| controller.session.with(Session::moves));
        let analysis = GameAnalysis {
            controller,
            moves: RwSignal::new(Vec::new()),
            done: RwSignal::new(0),
            plies,
            scale,
            settings: StoredValue::new(Settings::default()),
            running: RwSignal::new(false),
            failed: RwSignal::new(None),
            whose: RwSignal::new(only),
        };
        analysis.load();
        if start {
            // Not before the page stands.
            Effect::new(move |_| untrack(|| analysis.start()));
        }
        // An analysis holds for one record, and another tab may play on.
        let record = Memo::new(move |_| controller.session.with(Session::record_line));
        Effect::watch(
            move || record.track(),
            move |(), _, _| analysis.load(),
            false,
        );
        on_cleanup(|| analysts().cancel());
        analysis
    }

    /// Shows what is stored of the analysis of this record.
    fn load(self) {
        analysts().cancel();
        self.running.set(false);
        let stored = self.controller.session.with_untracked(|session| {
            let record = session.record_line()?;
            saved_analysis::load(session.id(), &record)
        });
        let (settings, done, moves) = stored
            .map(|stored| (stored.settings, stored.done, stored.moves))
            .unwrap_or_default();
        self.settings.set_value(settings);
        self.done.set(done);
        self.moves.set(moves);
    }

    /// Analyses what is not analysed yet.
    pub(super) fn start(self) {
        if self.running.get_untracked() || self.complete() {
            return;
        }
        self.failed.set(None);
        self.running.set(true);
        self.ask();
    }

    /// Stops, and stores what there is.
    fn stop(self) {
        analysts().cancel();
        self.running.set(false);
        self.save();
    }

    fn complete(self) -> bool {
        self.done.get_untracked() == self.plies.get_untracked()
    }

    /// Asks about the next move; the answer asks about the one after it.
    fn ask(self) {
        let ply = self.done.get_untracked();
        let settings = self.settings.get_value();
        let answered = move |answer| match answer {
            Ok(Reply::Judged(judged)) => {
                if let Some(judged) = judged {
                    self.moves
                        .update(|moves| moves.push(NumberedMove { ply, judged }));
                }
                self.done.set(ply + 1);
                if self.complete() || (ply + 1).is_multiple_of(SAVE_INTERVAL) {
                    self.save();
                }
                match self.complete() {
                    true => self.finish(),
                    false => self.ask(),
                }
            }
            Ok(other) => self.fail(format!("{other:?}")),
            Err(reason) => self.fail(reason),
        };
        self.controller.session.with_untracked(|session| {
            if let Some((seat, played)) = session.known().action(ply) {
                let question = Question::Judge { played, settings };
                session.ask(&analysts(), ply, seat, question, answered);
            }
        });
    }

    fn finish(self) {
        self.running.set(false);
        let mistakes = untrack(|| self.mistakes()).len();
        self.controller.said.set(words::finished(mistakes));
    }

    fn fail(self, reason: String) {
        self.running.set(false);
        self.failed.set(Some(reason));
        self.save();
    }

    /// Stores it, if the game is a saved one.
    pub(super) fn save(self) {
        self.controller.session.with_untracked(|session| {
            let id = session.id();
            if let Some(record) = session.record_line().filter(|_| !id.is_empty()) {
                let settings = self.settings.get_value();
                let moves = self.moves.get_untracked();
                let done = self.done.get_untracked();
                saved_analysis::save(id, &StoredAnalysis::new(&record, settings, done, moves));
            }
        });
    }

    /// The plies of the mistakes that are wanted.
    fn mistakes(self) -> Vec<usize> {
        let whose = self.whose.get();
        self.moves.with(|moves| {
            let wanted = moves.iter().filter(|numbered| {
                let judged = &numbered.judged;
                judged.judgement.is_some() && whose.is_none_or(|seat| seat == judged.seat)
            });
            wanted.map(|numbered| numbered.ply).collect()
        })
    }

    /// Shows the position before the next mistake that is wanted; after the last the first.
    pub(super) fn next_mistake(self) {
        let mistakes = untrack(|| self.mistakes());
        let now = self.controller.ply.get_untracked();
        let next = mistakes.iter().find(|&&ply| ply > now);
        if let Some(&ply) = next.or(mistakes.first()) {
            self.controller.seek(ply);
        }
    }

    /// The results of all seats at the end, where both the game and the analysis have come to it.
    fn results(self) -> Option<Vec<f64>> {
        if self.done.get() < self.plies.get() {
            return None;
        }
        let outcome = |session: &Session| {
            let played_out = session.resigned().is_none();
            session.outcome().filter(|_| played_out)
        };
        let outcome = self.controller.session.with(outcome)?;
        let seats = Seat::all(outcome.scores.len());
        Some(
            seats
                .map(|seat| self.scale.result(&outcome, seat))
                .collect(),
        )
    }
}
