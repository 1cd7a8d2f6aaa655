//! The state of a table's page and what follows from it. What changes it is in the modules below.

mod ai_turns;
mod focus;
mod handover;
mod hints;
mod moves;
mod persistence;

pub(crate) use hints::Hint;

use super::active_time::{self, ActiveTime};
use super::motion;
use crate::platform::settings::{self, Pace, Settings};
use crate::platform::storage::StoreError;
use crate::play::puzzles::Exercise;
use crate::play::server::Link;
use crate::play::session::{self, Session};
use crate::play::strings::table as words;
use crate::play::worker::workers;
use handover::next_person;
use leptos::prelude::*;
use parlour_engine::{Seat, SeatSet, Viewer};

/// What a page shows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Somebody plays.
    Play,
    /// Nobody plays: AIs are watched.
    Watch,
    /// The game is replayed, forward and back.
    Replay,
}

/// A table's page: everything its parts share, whichever game lies on it. Compiled once: what needs the
/// game's type is in [`Ctx`](super::Ctx) and behind [`GameKnowledge`](session::GameKnowledge).
#[derive(Clone, Copy)]
pub(crate) struct Controller {
    /// The game.
    pub(crate) session: RwSignal<Session>,
    /// What the page is for.
    pub(crate) kind: Kind,
    /// The place at a server's table, if that is where the game is played.
    pub(crate) link: Option<Link>,
    /// The exercise that the position is, if it is one: then an action is an answer, and nothing is played.
    pub(crate) exercise: Option<Exercise>,
    /// The number of actions that are shown, in a replay.
    pub(crate) ply: RwSignal<usize>,
    /// Between people at one device: who has said that they are there.
    pub(crate) present: RwSignal<Option<Seat>>,
    /// The seat whose AI thinks.
    pub(crate) thinking: RwSignal<Option<Seat>>,
    /// What the AI would do.
    pub(crate) hint: RwSignal<Hint>,
    /// The last that was said aloud.
    pub(crate) said: RwSignal<String>,
    /// Whether watching stands still.
    pub(crate) paused: RwSignal<bool>,
    /// Whether the result was put aside to look at the table.
    pub(crate) put_aside: RwSignal<bool>,
    /// What another tab has done to the game: played on, or deleted it.
    pub(crate) elsewhere: RwSignal<Option<StoreError>>,
    /// The seat whose AI has failed: the game waits for a decision what to do.
    pub(crate) failed: RwSignal<Option<Seat>>,
    /// A turn has just ended, and the device is about to be handed over.
    handing: RwSignal<bool>,
    /// Whose eyes it is seen with.
    pub(crate) viewer: Memo<Viewer>,
    /// The seat whose side is below.
    pub(crate) bottom: Memo<Seat>,
    /// Who owes a choice; several in a common turn.
    pub(crate) to_move: Memo<SeatSet>,
    /// Who is to move in the position that is shown.
    pub(crate) to_move_here: Memo<SeatSet>,
    /// The seat that the person at the device can play for now.
    pub(crate) mover: Memo<Option<Seat>>,
    /// The seat whose cards wait behind the curtain.
    pub(crate) curtain: Memo<Option<Seat>>,
    /// Whether there are sums of a round to look at before the next.
    pub(crate) interlude: Memo<bool>,
    /// The seat whose last move can be taken back.
    pub(crate) may_undo: Memo<Option<Seat>>,
    /// Names as the page shows them.
    pub(crate) names: Memo<Vec<String>>,
    /// Counts what makes a late answer void.
    epoch: StoredValue<u64>,
    /// Counts what makes the timer of a handing over void.
    handings: StoredValue<u64>,
    settings: RwSignal<Settings>,
    /// The time since the last move.
    active: StoredValue<ActiveTime>,
}

impl Controller {
    /// A page for a game. Timers and the worker's question end with the owner.
    pub(crate) fn new(
        game: Session,
        kind: Kind,
        link: Option<Link>,
        exercise: Option<Exercise>,
    ) -> Controller {
        let last = game.moves();
        let ply = RwSignal::new(last);
        let session = RwSignal::new(game);
        let present = RwSignal::new(None::<Seat>);
        let thinking = RwSignal::new(None);
        let elsewhere = RwSignal::new(None);
        let handing = RwSignal::new(false);
        let viewer = Memo::new(move |_| match kind {
            Kind::Replay => Viewer::Everything,
            Kind::Play | Kind::Watch => {
                session.with(|session| session::viewer(session, present.get()))
            }
        });
        let interlude = Memo::new(move |_| {
            kind == Kind::Play
                && session.with(|session| {
                    session.outcome().is_none()
                        && session.acknowledged() < session.moves()
                        && session.known().between_rounds()
                })
        });
        let to_move = Memo::new(move |_| session.with(Session::to_move));
        let to_move_here = Memo::new(move |_| {
            session.with(|session| {
                let ply = match kind {
                    Kind::Replay => ply.get(),
                    Kind::Play | Kind::Watch => session.moves(),
                };
                session.known().to_move_at(ply)
            })
        });
        let next_person =
            Memo::new(move |_| session.with(|session| next_person(session, present.get())));
        let bottom = Memo::new(move |_| {
            session.with(|session| {
                let several = session.people().len() > 1 && kind == Kind::Play;
                session
                    .only_person()
                    .or(present.get())
                    .or(next_person.get().filter(|_| several))
                    .unwrap_or(Seat(0))
            })
        });
        let is_person =
            move |seat: Seat| session.with(|session| session.seats()[seat.index()].is_person());
        let several = move || session.with(|session| session.people().len() > 1);
        let curtain = Memo::new(move |_| {
            let seat = next_person.get()?;
            let hidden = kind == Kind::Play
                && !interlude.get()
                && !handing.get()
                && several()
                && present.get() != Some(seat);
            hidden.then_some(seat)
        });
        let mover = Memo::new(move |_| {
            let seat = next_person.get()?;
            let may = kind == Kind::Play
                && !interlude.get()
                && elsewhere.get().is_none()
                && link.is_none_or(Link::may_answer)
                && exercise.is_none_or(Exercise::is_open)
                && (!several() || present.get() == Some(seat));
            may.then_some(seat)
        });
        let may_undo = Memo::new(move |_| {
            let seat = session.with(Session::may_undo)?;
            let handed_over = present.get().is_some_and(|present| present != seat);
            let may = kind == Kind::Play
                && link.is_none()
                && exercise.is_none()
                && is_person(seat)
                && elsewhere.get().is_none()
                && !interlude.get()
                && !(several() && handed_over);
            may.then_some(seat)
        });
        let names = Memo::new(move |_| {
            session.with(|session| {
                let mut names = apart(session.names());
                if let (Kind::Play, Some(seat)) = (kind, session.only_person()) {
                    names[seat.index()] = words::you().to_owned();
                }
                names
            })
        });
        let active = StoredValue::new(ActiveTime::default());
        let is_local = kind == Kind::Play && link.is_none() && exercise.is_none();
        if is_local && !session.with_untracked(|session| session.outcome().is_some()) {
            active_time::measure(active);
        }
        let epoch = StoredValue::new(0);
        on_cleanup(|| workers().cancel());
        Controller {
            session,
            kind,
            link,
            exercise,
            ply,
            present,
            thinking,
            hint: RwSignal::new(Hint::None),
            said: RwSignal::new(String::new()),
            paused: RwSignal::new(false),
            put_aside: RwSignal::new(false),
            elsewhere,
            failed: RwSignal::new(None),
            handing,
            viewer,
            bottom,
            to_move,
            to_move_here,
            mover,
            curtain,
            interlude,
            may_undo,
            names,
            epoch,
            handings: StoredValue::new(0),
            settings: settings::shared(),
            active,
        }
    }

    /// Whether the game is over.
    pub(crate) fn over(self) -> bool {
        self.session.with(|session| session.outcome().is_some())
    }

    /// What stands beside a seat's name: whether it is to move, and who it is; at a server's table
    /// whether they are there, and their clock.
    pub(crate) fn status(self, seat: Seat) -> String {
        let to_move = self.to_move_here.get().contains(seat);
        let turn = if self.over() && self.kind != Kind::Replay || !to_move {
            ""
        } else if self.thinking.get() == Some(seat) {
            words::thinks_text()
        } else if self.mover.get() == Some(seat) {
            words::your_turn()
        } else {
            words::to_move()
        };
        match self.link {
            Some(link) if !self.over() => link.status(seat, turn),
            _ => turn.to_owned(),
        }
    }

    /// The number of actions up to the position that is shown.
    pub(super) fn ply_here(self) -> usize {
        match self.kind {
            Kind::Replay => self.ply.get_untracked(),
            Kind::Play | Kind::Watch => self.session.with_untracked(Session::moves),
        }
    }

    /// The name of the game, e.g. `jaipur`.
    pub(crate) fn game(self) -> String {
        self.session
            .with_untracked(|session| session.game().to_owned())
    }

    /// The name of a seat.
    pub(crate) fn name(self, seat: Seat) -> String {
        self.names.with(|names| names[seat.index()].clone())
    }

    /// How fast the AIs play here.
    pub(crate) fn pace(self) -> Pace {
        self.settings.with_untracked(|settings| match self.kind {
            Kind::Watch => settings.watch_pace,
            Kind::Play | Kind::Replay => settings.pace,
        })
    }

    /// Whether cards that can be chosen are marked.
    pub(crate) fn shows_legal(self) -> bool {
        self.settings.with(|settings| settings.show_legal)
    }

    /// Shows another position of a replay.
    pub(crate) fn seek(self, ply: usize) {
        let last = self.session.with_untracked(Session::moves);
        let ply = ply.min(last);
        if ply == self.ply.get_untracked() {
            return;
        }
        let before = motion::capture();
        self.forget_hint();
        self.ply.set(ply);
        if let Some(before) = before {
            before.play(Pace::Normal);
        }
    }
}

/// Players of the same name get numbers.
pub(super) fn apart(names: Vec<String>) -> Vec<String> {
    let number = |seat: usize| {
        names[..=seat]
            .iter()
            .filter(|name| **name == names[seat])
            .count()
    };
    let alone = |seat: usize| names.iter().filter(|name| **name == names[seat]).count() == 1;
    (0..names.len())
        .map(|seat| {
            if alone(seat) {
                names[seat].clone()
            } else {
                words::same_name(&names[seat], number(seat))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_told_apart() {
        let names = |list: &[&str]| {
            list.iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(apart(names(&["Ada", "Bo"])), ["Ada", "Bo"]);
        assert_eq!(apart(names(&["Ada", "Ada"])), ["Ada 1", "Ada 2"]);
    }
}
