//! What happens at a table: turns, the AI, hints, undo, saving.

use super::active_time::ActiveTime;
use super::motion;
use crate::platform::route::Route;
use crate::platform::settings::{self, Pace, Settings};
use crate::platform::storage::StoreError;
use crate::play::puzzles::{Answer, Exercise};
use crate::play::saved_game::{self, Change, SeatKind};
use crate::play::server::Link;
use crate::play::session::{self, GameKnowledge, Session};
use crate::play::strings::table as words;
use crate::play::worker::{Question, Ranking, Reply, workers};
use leptos::prelude::*;
use parlour_agents::analysis::{Estimate, Settings as AnalysisSettings};
use parlour_engine::{Seat, SeatSet, Viewer};
use std::time::Duration;

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

/// Simulations that compare an answer to an exercise with the best action.
const COMPARE_SIMULATIONS: u32 = 2000;

/// While a move can still be taken back the AI waits so long at least, in milliseconds.
const TIME_TO_UNDO: u32 = 1500;

/// A table's page: everything its parts share, whichever game lies on it. Compiled once: what needs the
/// game's type is in [`Ctx`](super::Ctx) and behind [`GameKnowledge`].
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
            measure(active);
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
    fn ply_here(self) -> usize {
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
    fn think(self, seat: Seat, policy: String) {
        let epoch = self.next_epoch();
        let pause = match self.may_undo.get_untracked() {
            Some(_) => self.pace().pause().max(TIME_TO_UNDO),
            None => self.pace().pause(),
        };
        let asked = now();
        self.failed.set(None);
        self.thinking.set(Some(seat));
        let done = move |answer: Result<Reply, String>| {
            let rest = (f64::from(pause) - (now() - asked)).max(0.0);
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

    fn answered(self, seat: Seat, answer: Result<Reply, String>) {
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
    fn compare(self, exercise: Exercise, seat: Seat, action: &str) {
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

    /// More was told at a server's table.
    pub(crate) fn hear(self, seats: Vec<SeatKind>, known: Box<dyn GameKnowledge>) {
        self.change(|session| session.observe(seats, known));
    }

    /// The game at a server's table is over, and this is all of it.
    pub(crate) fn reveal(self, whole: Session) {
        self.change(|session| session.reveal(whole));
    }

    /// Changes what is known, lets the cards travel, and says what is new.
    fn change(self, change: impl FnOnce(&mut Session)) {
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

    /// Plays an action; false when the rules refuse it.
    fn perform(self, seat: Seat, action: &str) -> bool {
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

    /// The lines of the log so far.
    fn told(self) -> Vec<String> {
        let names = self.names.get_untracked();
        let lines = self.session.with_untracked(|session| session.log(&names));
        lines.into_iter().map(|line| line.text).collect()
    }

    /// Between two people: after a moment in which the result of the move can be
    /// seen, the cards are hidden until the next one says that they are there.
    fn hand_over(self) {
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

    /// Starts the same game again and goes there.
    pub(crate) fn rematch(self) {
        match self.session.with_untracked(Session::again) {
            Ok(session) if self.kind == Kind::Watch => {
                Route::Watch(session.id().to_owned()).go();
            }
            Ok(session) => Route::Play(session.id().to_owned()).go(),
            Err(reason) => workers().trouble.set(Some(reason)),
        }
    }

    /// Saves a game that was only replayed.
    pub(crate) fn keep(self) {
        self.session.update(Session::keep);
    }

    /// Starts a game from the position that a replay shows, and goes there. If `redeal`, what that seat could
    /// not know is dealt again.
    pub(crate) fn play_on(self, seats: Vec<SeatKind>, redeal: Option<Seat>) {
        let ply = self.ply_here();
        // A variation is listed with the game that it leaves.
        self.keep();
        let branch = |session: &Session| session.branch(ply, seats, redeal);
        match self.session.with_untracked(branch) {
            Ok(session) => Route::Play(session.id().to_owned()).go(),
            Err(reason) => workers().trouble.set(Some(reason)),
        }
    }

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

    /// Watching goes on or stands still.
    pub(crate) fn toggle_pause(self) {
        if self.paused.get_untracked() {
            self.paused.set(false);
            self.advance();
        } else {
            self.pause();
        }
    }

    fn pause(self) {
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

    /// Saved games have changed: perhaps another tab has played on.
    pub(crate) fn games_changed(self, change: &Change) {
        let concerned = self.session.with_untracked(|session| match change {
            Change::Game(id) => id == session.id(),
            Change::Everything => true,
        });
        if concerned
            && self.link.is_none()
            && let Some(conflict) = self.session.with_untracked(Session::conflict)
        {
            self.stop_for(conflict);
        }
    }

    fn stop_for(self, conflict: StoreError) {
        self.stop_thinking();
        self.forget_hint();
        self.elsewhere.set(Some(conflict));
    }

    /// Saves the game that another tab has deleted, and goes on with it.
    pub(crate) fn restore(self) {
        self.elsewhere.set(None);
        self.session.update(Session::restore);
        self.save();
        self.focus_main();
        self.advance();
    }

    /// What the worker is asked is wanted no longer.
    fn stop_thinking(self) {
        self.next_epoch();
        workers().cancel();
        self.thinking.set(None);
    }

    /// Takes over what another tab has played.
    pub(crate) fn load_newer(self) {
        let id = self
            .session
            .with_untracked(|session| session.id().to_owned());
        if let Some(saved_game::Entry::Game(stored)) = saved_game::game(&id)
            && let Ok(session) = self.session.with_untracked(|now| now.newer(*stored))
        {
            self.session.set(session);
            self.present.set(None);
            self.failed.set(None);
            self.elsewhere.set(None);
            self.focus_main();
            self.advance();
        }
    }

    /// After every change of the game.
    fn changed(self) {
        self.forget_hint();
        self.failed.set(None);
        self.save();
    }

    /// A hint is of one position and for one seat's eyes: it goes with them, also one that is searched.
    fn forget_hint(self) {
        if self.hint.with_untracked(|hint| *hint == Hint::Searching) {
            self.next_epoch();
            workers().cancel();
        }
        self.hint.set(Hint::None);
    }

    fn save(self) {
        let mut active = self.active.get_value();
        let time = active.take(now());
        self.active.set_value(active);
        let save = |session: &mut Session| {
            session.add_active(time);
            session.save()
        };
        if let Some(Err(conflict @ (StoreError::Newer | StoreError::Deleted))) =
            self.session.try_update(save)
        {
            self.stop_for(conflict);
        }
    }

    /// What had the focus may have gone: then it goes to the table.
    pub(super) fn keep_focus(self) {
        request_animation_frame(move || {
            let lost = match document().active_element() {
                None => true,
                Some(element) => element.tag_name().eq_ignore_ascii_case("body"),
            };
            if lost {
                focus_first();
            }
        });
    }

    fn focus_main(self) {
        request_animation_frame(|| request_animation_frame(focus_first));
    }

    fn next_epoch(self) -> u64 {
        self.epoch.update_value(|epoch| *epoch += 1);
        self.epoch.get_value()
    }

    fn next_handing(self) -> u64 {
        self.handings.update_value(|handings| *handings += 1);
        self.handings.get_value()
    }

    fn is_epoch(self, epoch: u64) -> bool {
        self.epoch.try_get_value() == Some(epoch)
    }
}

/// The person who chooses next: the current one if a choice is expected of them, otherwise the first of whom one is.
fn next_person(session: &Session, present: Option<Seat>) -> Option<Seat> {
    let owing = session.to_move();
    let mut people = owing
        .iter()
        .filter(|seat| session.seats()[seat.index()].is_person());
    present
        .filter(|&seat| owing.contains(seat))
        .or_else(|| people.next())
}

/// Players of the same name get numbers.
fn apart(names: Vec<String>) -> Vec<String> {
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

/// Lets the clock run while the page can be seen, as long as the owner lives.
fn measure(active: StoredValue<ActiveTime>) {
    let look = move || {
        let hidden = document().hidden();
        let _ = active.try_update_value(|active| match hidden {
            true => active.stop(now()),
            false => active.start(now()),
        });
    };
    look();
    // The event of the document comes to the window too.
    let event = leptos::ev::Custom::<web_sys::Event>::new("visibilitychange");
    let listening = window_event_listener(event, move |_| look());
    on_cleanup(move || listening.remove());
}

fn now() -> f64 {
    js_sys::Date::now()
}

/// The first thing on the table that can be used, or its heading.
fn focus_first() {
    use wasm_bindgen::JsCast;
    const PLACES: [&str; 4] = [
        "#main [data-focus]",
        "#main .table-common button[tabindex='0']",
        "#main .table-you button[tabindex='0']",
        "#main h1",
    ];
    let first = PLACES
        .iter()
        .find_map(|place| document().query_selector(place).ok().flatten());
    if let Some(element) = first
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        // An element on the page takes the focus.
        let _ = element.focus();
    }
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
