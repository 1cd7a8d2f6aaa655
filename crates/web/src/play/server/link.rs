//! A seat at a table of the server, or a spectator's place.
//!
//! The connection may be lost at any time: the page says so, and it is made again after a wait
//! that grows. The server then tells everything from the beginning of the game, so that nothing
//! that happened meanwhile is missing.

use super::api;
use super::own_tables::{self, OwnTable};
use crate::platform::connection::Connection;
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::platform::server_error;
use crate::play::session::{GameEnd, RemoteGame};
use crate::play::strings::server as words;
use leptos::prelude::*;
use parlour_engine::{Seat, SeatSet};
use parlour_protocol::Phrase;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::lines::{FromAgent, Hello, Listing, Received, VERSION};
use parlour_protocol::summary::{SeatKind, State, Summary};
use serde_json::Value;
use std::time::Duration;

/// The interval in which the clocks are read.
const BEAT: Duration = Duration::from_millis(250);
/// A page that has not run for so long has slept, and its connection is not to be trusted; hidden
/// pages run once a minute.
const SLEPT: f64 = 90_000.0;
/// A clock that has less left than this, in seconds, is shown as a warning.
pub(crate) const LOW: u32 = 10;

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// It is being made for the first time.
    Connecting,
    /// It stands.
    Open,
    /// It was lost, and is being made again.
    Lost,
    /// The server restarts, and it is being made again.
    Restarting,
    /// The server has ended it.
    Closed {
        /// Why, in one line.
        reason: String,
        /// What another connection would bring.
        offers: Offers,
    },
    /// The table is gone; why.
    Gone(String),
}

/// What another connection would bring after the server has ended one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offers {
    /// The same.
    Again,
    /// The seat, which was opened elsewhere.
    Seat,
    /// A look at the game: the seat is another player's.
    Watching,
}

/// What one should know although the game goes on.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    /// A text for the page.
    Text(String),
    /// A move was made in place of an answer.
    Fallback {
        /// Why.
        reason: String,
        /// The move, as an action of the game.
        played: String,
    },
}

/// Why the last answer was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// As a text.
    Text(String),
    /// The rules do not allow this action.
    Illegal(String),
}

/// The question that this seat was asked last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// None that is open.
    Nothing,
    /// It waits for an answer.
    Open(u64),
    /// It was answered, and the server has not said anything since.
    Sent(u64),
}

/// What has been sent and received.
#[derive(Default)]
struct Wire {
    /// The latest question.
    question: u64,
    /// The latest answer.
    answer: String,
    /// Whether another game was asked for here.
    wants_again: bool,
    /// Everything that happened in the game.
    events: Vec<Value>,
    /// How much had happened when the clocks began to run; nothing while only the server knows.
    timed: Option<usize>,
    /// When the page was last seen to run.
    beat: f64,
}

/// A place at a table, as the parts of the page see it. The connection ends with the owner under
/// which the link was made.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    id: StoredValue<String>,
    token: StoredValue<Option<String>>,
    /// Whether one takes an open seat.
    sits: StoredValue<bool>,
    name: StoredValue<Option<String>>,
    /// How the connection is.
    pub(crate) line: RwSignal<Line>,
    /// One's seat; none for spectators.
    pub(crate) seat: RwSignal<Option<Seat>>,
    /// Who is here, and how the table stands.
    pub(crate) summary: RwSignal<Summary>,
    /// The game, as soon as it has begun.
    pub(crate) received: RwSignal<Option<RemoteGame>>,
    /// Why the last answer was not used.
    pub(crate) refused: RwSignal<Option<Refusal>>,
    /// What one should know although the game goes on.
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// The last phrase that was said at the table.
    pub(crate) heard: RwSignal<Option<(Seat, Phrase)>>,
    /// The table of the next game, and its token for one's seat there.
    pub(crate) next: RwSignal<Option<Route>>,
    asked: RwSignal<Asked>,
    deadlines: RwSignal<Vec<Option<f64>>>,
    /// Milliseconds that each seat has left for all its answers; empty without a time bank.
    bank_left: RwSignal<Vec<Option<u64>>>,
    now: RwSignal<f64>,
    wire: StoredValue<Wire>,
    connection: Connection,
}

impl Link {
    /// Sits down with a token or, if `sits`, at an open seat, else looks on; and stays connected.
    pub(crate) fn new(
        summary: Summary,
        token: Option<String>,
        name: Option<String>,
        sits: bool,
    ) -> Link {
        let now = js_sys::Date::now();
        let link = Link {
            id: StoredValue::new(summary.id.clone()),
            token: StoredValue::new(token),
            sits: StoredValue::new(sits),
            name: StoredValue::new(name),
            line: RwSignal::new(Line::Connecting),
            seat: RwSignal::new(None),
            summary: RwSignal::new(summary),
            received: RwSignal::new(None),
            refused: RwSignal::new(None),
            notice: RwSignal::new(None),
            heard: RwSignal::new(None),
            next: RwSignal::new(None),
            asked: RwSignal::new(Asked::Nothing),
            deadlines: RwSignal::new(Vec::new()),
            bank_left: RwSignal::new(Vec::new()),
            now: RwSignal::new(now),
            wire: StoredValue::new(Wire {
                beat: now,
                ..Wire::default()
            }),
            connection: Connection::new(),
        };
        let beat = set_interval_with_handle(move || link.beat(), BEAT);
        let online = window_event_listener_untyped("online", move |_| {
            // A connection that the server has ended is made again only on request.
            if matches!(link.line.get_untracked(), Line::Lost | Line::Restarting) {
                link.connect_again();
            }
        });
        // A browser may keep a page that was left, and its connection with it: the others are to know at once.
        let left = window_event_listener_untyped("pagehide", move |_| link.connection.close());
        let back = window_event_listener_untyped("pageshow", move |_| {
            let ended = matches!(link.line.get_untracked(), Line::Closed { .. });
            if !ended && link.connection.is_closed() {
                link.connect_again();
            }
        });
        on_cleanup(move || {
            if let Ok(beat) = beat {
                beat.clear();
            }
            for listener in [online, left, back] {
                listener.remove();
            }
            link.connection.close();
        });
        link.connect();
        link
    }

    /// The id of the table.
    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// Whether one only looks on.
    pub(crate) fn is_spectator(self) -> bool {
        self.token.with_value(Option::is_none) && !self.sits.get_value()
    }

    /// Whether an answer can be sent now.
    pub(crate) fn may_answer(self) -> bool {
        matches!(self.asked.get(), Asked::Open(_)) && self.line.get() == Line::Open
    }

    /// Whether an answer is under way.
    pub(crate) fn is_sending(self) -> bool {
        matches!(self.asked.get(), Asked::Sent(_)) && self.line.get() == Line::Open
    }

    /// Answers the question.
    pub(crate) fn answer(self, action: &str) {
        let Asked::Open(id) = self.asked.get_untracked() else {
            return;
        };
        self.notice.set(None);
        if self.connection.send(&FromAgent::Action {
            id: Some(id),
            action: action.to_owned(),
        }) {
            self.refused.set(None);
            self.asked.set(Asked::Sent(id));
            self.wire
                .update_value(|wire| action.clone_into(&mut wire.answer));
        } else {
            self.was_not_sent();
        }
    }

    /// Gives the game up.
    pub(crate) fn resign(self) {
        if !self.connection.send(&FromAgent::Resign) {
            self.was_not_sent();
        }
    }

    fn was_not_sent(self) {
        let text = words::not_sent().to_owned();
        self.refused.set(Some(Refusal::Text(text)));
    }

    /// Says something to the others.
    pub(crate) fn say(self, phrase: Phrase) {
        if !self.connection.send(&FromAgent::Phrase { phrase }) {
            self.was_not_sent();
        }
    }

    /// Whether one can ask the others to take one's last move back.
    pub(crate) fn may_ask_undo(self) -> bool {
        let may = |summary: &Summary| {
            let has_programs = (summary.seats.iter()).any(|seat| seat.kind == SeatKind::Agent);
            summary.state == State::Playing && summary.undo.is_none() && !has_programs
        };
        !self.is_spectator()
            && !self.is_daily()
            && self.line.get() == Line::Open
            && self.summary.with(may)
    }

    /// Whether a daily deal is played: once, and without undo.
    pub(crate) fn is_daily(self) -> bool {
        (self.summary).with_untracked(|summary| summary.daily.is_some())
    }

    /// Asks for an undo or agrees to one, or declines it.
    pub(crate) fn answer_undo(self, want: bool) {
        if !self.connection.send(&FromAgent::Undo { want }) {
            self.was_not_sent();
        }
    }

    /// Who wants another game, while one can be asked for.
    pub(crate) fn again(self) -> Option<SeatSet> {
        let open = self.line.get() == Line::Open && !self.is_spectator();
        self.summary.with(|summary| summary.again).filter(|_| open)
    }

    /// Whether anybody has asked for another game.
    pub(crate) fn was_asked_again(self) -> bool {
        let asked = |again: Option<SeatSet>| again.is_some_and(|wanted| !wanted.is_empty());
        self.summary.with(|summary| asked(summary.again))
    }

    /// Says whether one wants another game.
    pub(crate) fn ask_again(self, want: bool) {
        self.wire.update_value(|wire| wire.wants_again = want);
        if !self.connection.send(&FromAgent::Again { want }) {
            self.connect_again();
        }
    }

    /// Whole seconds that a seat has left for its answer, where its clock runs.
    pub(crate) fn left(self, seat: Seat) -> Option<u32> {
        let until = self
            .deadlines
            .with(|all| all.get(seat.index()).copied().flatten())?;
        let left = (until - self.now.get()).max(0.0) / 1000.0;
        Some(left.ceil() as u32)
    }

    /// Whole seconds that stand on the clock of a seat, also while it does not run.
    pub(crate) fn on_clock(self, seat: Seat) -> Option<u32> {
        self.left(seat).or_else(|| {
            let left = |all: &Vec<Option<u64>>| all.get(seat.index()).copied().flatten();
            Some((self.bank_left.with(left)?.div_ceil(1000)) as u32)
        })
    }

    /// Connects at once: nobody wants to wait any longer.
    pub(crate) fn connect_again(self) {
        if !matches!(self.line.get_untracked(), Line::Gone(_)) && !self.is_closed() {
            self.line.set(Line::Lost);
            self.look();
        }
    }

    /// Whether the table has ended before its game.
    pub(crate) fn is_abandoned(self) -> bool {
        self.summary
            .with(|summary| summary.state == State::Abandoned)
    }

    /// Whether nothing more will happen at the table.
    pub(crate) fn is_done(self) -> bool {
        let ended = |received: &Option<RemoteGame>| {
            received
                .as_ref()
                .is_some_and(|received| received.end.is_some())
        };
        self.received.with(ended)
            || self
                .summary
                .with(|summary| matches!(summary.state, State::Over | State::Abandoned))
    }

    /// Whether there is nothing left to be connected for.
    fn is_closed(self) -> bool {
        let again = self.summary.with_untracked(|summary| summary.again);
        untrack(|| self.is_done()) && again.is_none()
    }

    // ---- the connection --------------------------------------------------------------------

    fn connect(self) {
        self.connection.open(
            &api::address(&self.id(), "/socket"),
            move || self.say_hello(),
            move |message| self.hear(message),
            move || self.lost(),
        );
    }

    fn say_hello(self) {
        self.connection.send(&FromAgent::Hello(Hello {
            version: VERSION,
            name: self.name.get_value(),
            game: None,
            table: None,
            token: self.token.get_value(),
            // The page works the legal actions out itself.
            legal: Listing::Ranges,
            watch: true,
            again: true,
            sit: self.sits.get_value(),
        }));
    }

    /// The connection has ended, or could not be made.
    fn lost(self) {
        let ended = matches!(
            self.line.get_untracked(),
            Line::Closed { .. } | Line::Gone(_)
        );
        if ended || self.is_closed() {
            return;
        }
        if self.line.get_untracked() != Line::Restarting {
            self.line.set(Line::Lost);
        }
        self.connection.retry(move || self.look());
    }

    /// Connects, if the table is still there: a failed WebSocket does not tell.
    fn look(self) {
        let id = self.id();
        let summary = async move { api::summary(&id).await };
        self.connection
            .request(summary, move |summary| match summary {
                Ok(_) => self.connect(),
                Err(Trouble::Gone(reason)) => self.line.set(Line::Gone(reason)),
                Err(_) => self.lost(),
            });
    }

    /// Looks at the clocks, and whether the device has slept.
    fn beat(self) {
        let now = js_sys::Date::now();
        let mut before = now;
        self.wire
            .update_value(|wire| before = std::mem::replace(&mut wire.beat, now));
        if self
            .deadlines
            .with_untracked(|all| all.iter().any(Option::is_some))
        {
            self.now.set(now);
        }
        if now - before > SLEPT && self.line.get_untracked() == Line::Open {
            self.connect_again();
        }
    }

    // ---- what is heard ---------------------------------------------------------------------

    fn hear(self, message: Received) {
        match message {
            Received::Welcome { seat, token } => self.welcome(seat, token),
            Received::Table {
                summary,
                time,
                bank_left,
            } => {
                self.set_deadlines(time);
                self.bank_left.set(bank_left);
                if self.summary.with_untracked(|now| *now != *summary) {
                    self.summary.set(*summary);
                }
            }
            // Everything that happened is told again.
            Received::Game { .. } => self.wire.update_value(|wire| wire.events.clear()),
            Received::Phrase { seat, phrase } => self.heard.set(Some((seat, phrase))),
            Received::Turn {
                id,
                time,
                events,
                view,
            } => {
                if self.asked.get_untracked() != Asked::Sent(id) {
                    self.asked.set(Asked::Open(id));
                }
                self.wire.update_value(|wire| wire.question = id);
                if let Some(seat) = self.seat.get_untracked() {
                    let mut times = self.times();
                    times.resize(times.len().max(seat.index() + 1), None);
                    times[seat.index()] = time;
                    self.set_deadlines(times);
                }
                self.note(events, Some(view), None);
            }
            Received::News { events, view } => {
                if let Asked::Sent(_) = self.asked.get_untracked() {
                    self.asked.set(Asked::Nothing);
                    self.stop_own_clock();
                }
                self.note(events, Some(view), None);
            }
            Received::Refused {
                message,
                code,
                args,
            } => {
                let text = server_error::refusal(&code, &args, &message);
                match code.as_str() {
                    // What was refused is not an answer.
                    "no_undo" | "too_many_phrases" => self.notice.set(Some(Notice::Text(text))),
                    code => {
                        let (question, answer) = self
                            .wire
                            .with_value(|wire| (wire.question, wire.answer.clone()));
                        self.asked.set(Asked::Open(question));
                        self.refused.set(Some(match code {
                            "illegal" => Refusal::Illegal(answer),
                            _ => Refusal::Text(text),
                        }));
                    }
                }
            }
            Received::Fault {
                message,
                played,
                code,
                args,
            } => {
                self.asked.set(Asked::Nothing);
                self.stop_own_clock();
                let reason = server_error::fault(&code, &args, &message);
                self.notice.set(Some(Notice::Fallback { reason, played }));
            }
            Received::Result {
                events,
                view,
                scores,
                winners,
                resigned,
            } => {
                self.asked.set(Asked::Nothing);
                self.deadlines.set(Vec::new());
                let end = GameEnd {
                    scores,
                    winners,
                    resigned,
                };
                self.note(events, view, Some(end));
            }
            Received::Next { table, seat, token } => self.move_on(&table, seat, token),
            Received::Bye { reason, code } => self.line.set(match code.known() {
                Some(ByeCode::Restart) => Line::Restarting,
                known => {
                    // After another connection the person watches.
                    self.sits.set_value(false);
                    if known == Some(ByeCode::UnknownToken) {
                        self.token.set_value(None);
                        own_tables::forget_token(&self.id());
                        Route::Table(self.id()).replace();
                    }
                    Line::Closed {
                        reason: server_error::bye(&code, &reason),
                        offers: match known {
                            Some(ByeCode::Replaced) => Offers::Seat,
                            Some(ByeCode::UnknownToken) => Offers::Watching,
                            _ => Offers::Again,
                        },
                    }
                }
            }),
            Received::Other => {}
        }
    }

    /// The server tells everything from the beginning now. The token of an invitation was replaced by one that nobody
    /// else has seen.
    fn welcome(self, seat: Option<Seat>, token: Option<String>) {
        self.connection.answered();
        self.wire.update_value(|wire| {
            wire.timed = None;
            wire.events.clear();
        });
        self.seat.set(seat);
        self.asked.set(Asked::Nothing);
        self.refused.set(None);
        self.line.set(Line::Open);
        if let Some(token) = token {
            let shown = self.token.get_value();
            self.token.set_value(Some(token.clone()));
            // So that the page finds the seat again when it is reloaded.
            self.sits.set_value(false);
            own_tables::way(&self.id(), Some(&token)).replace();
            let (id, game) = self
                .summary
                .with_untracked(|summary| (summary.id.clone(), summary.game.clone()));
            let mut yours = own_tables::one(&id).unwrap_or_else(|| OwnTable::new(&id, &game));
            if shown.as_ref() != Some(&token) {
                yours.invitation = shown;
            }
            yours.token = Some(token);
            yours.seat = seat;
            if let Some(name) = self.name.get_value() {
                yours.name = Some(name);
            }
            own_tables::keep(yours);
        }
    }

    /// The next game is at another table: the players who requested it go there.
    fn move_on(self, table: &str, seat: Option<Seat>, token: Option<String>) {
        if let Some(token) = &token {
            let (id, game) = (
                self.id(),
                self.summary.with_untracked(|now| now.game.clone()),
            );
            let mut yours = own_tables::one(table).unwrap_or_else(|| OwnTable::new(table, &game));
            yours.token = Some(token.clone());
            yours.seat = seat;
            if let Some(before) = own_tables::one(&id) {
                (yours.name, yours.keeper) = (before.name, before.keeper);
            }
            own_tables::keep(yours);
        }
        let route = own_tables::way(table, token.as_deref());
        if self.wire.with_value(|wire| wire.wants_again) {
            route.go();
        }
        self.next.set(Some(route));
    }

    /// More has happened.
    fn note(self, events: Vec<Value>, view: Option<Value>, end: Option<GameEnd>) {
        let mut heard = Vec::new();
        self.wire.update_value(|wire| {
            wire.events.extend(events);
            heard.clone_from(&wire.events);
        });
        // The last that is known: there is nothing better.
        let last = || self.received.get_untracked().map(|received| received.view);
        if let Some(view) = view.or_else(last) {
            let events = heard;
            self.received.set(Some(RemoteGame { view, events, end }));
        }
    }

    // ---- clocks ----------------------------------------------------------------------------

    /// What each seat has left now, in milliseconds.
    fn times(self) -> Vec<Option<u64>> {
        let now = js_sys::Date::now();
        let left = |until: &Option<f64>| until.map(|until| (until - now).max(0.0) as u64);
        self.deadlines
            .with_untracked(|all| all.iter().map(left).collect())
    }

    fn set_deadlines(self, left: Vec<Option<u64>>) {
        let now = js_sys::Date::now();
        self.now.set(now);
        let until = |left: Option<u64>| left.map(|left| now + left as f64);
        self.deadlines.set(left.into_iter().map(until).collect());
    }

    /// Lets the clocks run of those who owe an answer since so much had happened. What the server
    /// has said of them counts more.
    pub(crate) fn run_clocks(self, owing: SeatSet, events: usize) {
        let has_bank = self
            .summary
            .with_untracked(|summary| summary.bank.is_some());
        if has_bank {
            // The server tells them after each move.
            return;
        }
        let (clock, timed) = self.summary.with_untracked(|summary| {
            let timed = summary.seats.iter();
            let timed = timed.map(|seat| seat.kind != SeatKind::Policy);
            (summary.clock, timed.collect::<Vec<bool>>())
        });
        let Some(clock) = clock else {
            return;
        };
        let mut new = false;
        self.wire.update_value(|wire| {
            new = wire.timed.is_some_and(|before| before != events);
            wire.timed = Some(events);
        });
        let own = self.seat.get_untracked();
        let until = js_sys::Date::now() + clock as f64;
        self.deadlines.update(|all| {
            all.resize(timed.len(), None);
            for (seat, timed) in Seat::all(timed.len()).zip(timed) {
                let deadline = &mut all[seat.index()];
                if !timed || !owing.contains(seat) {
                    *deadline = None;
                } else if Some(seat) != own && (new || deadline.is_none()) {
                    *deadline = Some(until);
                }
            }
        });
    }

    fn stop_own_clock(self) {
        if let Some(seat) = self.seat.get_untracked() {
            self.deadlines.update(|all| {
                if let Some(own) = all.get_mut(seat.index()) {
                    *own = None;
                }
            });
        }
    }
}
