//! One table: a task that owns the game, hears of everything that happens, and never waits for anybody.

use super::again::{Again, Next};
use super::house::{Guest, House, Shared};
use super::listener::Listener;
use super::place::{Place, Sitter};
use super::thinking::Thought;
use super::unix_ms;
use crate::agents::asking::Said;
use crate::agents::link::{Fault, Link};
use axum::body::Bytes;
use parlour_engine::{DealSource, Seat, SeatSet, Table};
use parlour_protocol::Hosted;
use parlour_protocol::classic::Classic;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::summary::{SeatKind, State, Summary};
use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Events and replies that may wait for a room; whoever brings more has to wait.
pub(super) const MAX_EVENTS: usize = 64;

/// Something that happens to a room.
pub(super) enum Event {
    /// A connection has said who it is.
    Guest(Guest),
    /// A person or a spectator has said something.
    Said {
        /// The number of the connection.
        who: u64,
        /// What was said, or what was wrong with it.
        line: Result<Vec<u8>, Fault>,
    },
    /// A connection has ended.
    Left {
        /// Its number.
        who: u64,
    },
    /// There is a table for the next game, or why there is none.
    Next(Result<Next, String>),
    /// The keeper ends the table.
    End,
    /// The server forgets the table.
    Close(&'static str),
}

/// An answer to a question that a room asked.
pub(super) enum Reply<G: Hosted> {
    /// Of a program from outside.
    Program {
        /// The number of the connection.
        who: u64,
        /// The number of the question.
        id: u64,
        /// What it said.
        said: Said<G::Action>,
    },
    /// Of an own agent.
    Thought {
        /// Its seat.
        seat: Seat,
        /// The number of the question.
        id: u64,
        /// What it has chosen; nothing when it failed.
        thought: Option<Thought<G>>,
    },
}

/// A classic connection that was asked for its name: the seat it hopes for, and what it said.
pub(super) type Named = (usize, Guest, Result<Vec<u8>, Fault>);

/// One table.
pub(super) struct Room<G: Hosted> {
    pub(super) house: Arc<House>,
    pub(super) shared: Arc<Shared>,
    pub(super) summary: Summary,
    pub(super) rules: G::Rules,
    pub(super) deal: DealSource<G::Deal>,
    /// What random choices follow from.
    pub(super) seed: u64,
    pub(super) classic: Option<&'static Classic<G>>,
    pub(super) clock: Option<Duration>,
    pub(super) places: Vec<Place<G>>,
    pub(super) spectators: Vec<Listener>,
    /// Missing until every seat is taken.
    pub(super) game: Option<Play<G>>,
    pub(super) naming: JoinSet<Named>,
    /// Seats that owe an answer and have nobody to give it.
    pub(super) absent: VecDeque<(Seat, u64)>,
    /// The number of the next connection.
    pub(super) next: u64,
    pub(super) events: mpsc::Sender<Event>,
    pub(super) replies: mpsc::Sender<Reply<G>>,
    /// Since when nobody has been connected.
    pub(super) empty_since: Option<Instant>,
    pub(super) ended: Option<Instant>,
    /// While another game may be asked for.
    pub(super) again: Option<Again>,
    /// Where it is played.
    pub(super) next_table: Option<Next>,
}

/// The game while it is played.
pub(super) struct Play<G: Hosted> {
    pub(super) table: Table<G>,
    /// The number of this turn.
    pub(super) id: u64,
    /// Who owes an answer in this turn.
    pub(super) owing: SeatSet,
    /// The state when this turn began.
    pub(super) before: Arc<G>,
}

impl<G: Hosted> Room<G> {
    /// Holds the table until it is forgotten.
    pub(super) async fn run(
        mut self,
        mut events: mpsc::Receiver<Event>,
        mut replies: mpsc::Receiver<Reply<G>>,
    ) {
        self.shared.publish(&self.summary, self.awaits_agents());
        loop {
            self.refresh();
            if let Some((seat, id)) = self.absent.pop_front() {
                self.play_default(seat, id, &Fault::Lost);
                // A table that nobody sits at any more plays on to its end, but not in one go.
                tokio::task::yield_now().await;
                continue;
            }
            let alarm = self.alarm();
            let alarm = async {
                match alarm {
                    Some(at) => sleep_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                event = events.recv() => match event {
                    Some(Event::Guest(guest)) => self.receive(guest),
                    Some(Event::Said { who, line }) => self.hear(who, line),
                    Some(Event::Left { who }) => self.leave(who),
                    Some(Event::Next(next)) => self.go_on(next),
                    Some(Event::End) => self.abandon("the table was ended by who made it"),
                    Some(Event::Close(reason)) => {
                        return self.abandon(reason);
                    }
                    None => return,
                },
                Some(reply) = replies.recv() => self.reply(reply),
                Some(Ok(named)) = self.naming.join_next() => self.seat_named(named),
                () = alarm => {
                    if self.is_forgotten() {
                        return;
                    }
                    self.ring();
                }
            }
        }
    }

    // ---- time ----------------------------------------------------------------------------

    /// When something is due without anything happening.
    fn alarm(&self) -> Option<Instant> {
        if let Some(ended) = self.ended {
            let keep = ended + self.house.limits.keep;
            return Some(self.again.map_or(keep, |again| again.until.min(keep)));
        }
        let person = |place: &&Place<G>| matches!(place.sitter, Sitter::Person(_));
        let clocks = (self.places.iter().filter(person))
            .filter_map(|place| place.asked.and_then(|asked| asked.until));
        let empty = self
            .empty_since
            .map(|since| since + self.house.limits.abandon);
        clocks.chain(empty).min()
    }

    fn is_forgotten(&self) -> bool {
        let keep = self.house.limits.keep;
        self.ended.is_some_and(|ended| ended.elapsed() >= keep)
    }

    /// Sees to what is due.
    fn ring(&mut self) {
        let now = Instant::now();
        if self.again.is_some_and(|again| again.until <= now) {
            return self.dismiss("nobody has said for a long time whether there is another game");
        }
        if (self.empty_since).is_some_and(|since| since + self.house.limits.abandon <= now) {
            return self.abandon("nobody was here for a long time");
        }
        for index in 0..self.places.len() {
            let place = &self.places[index];
            if let (Sitter::Person(_), Some(asked)) = (&place.sitter, place.asked)
                && asked.until.is_some_and(|until| until <= now)
            {
                self.play_default(Seat(index as u8), asked.id, &Fault::Late);
            }
        }
    }

    // ---- what everybody may know -----------------------------------------------------------

    /// Brings the summary up to date. Returns whether those who listen were told.
    pub(super) fn refresh(&mut self) -> bool {
        self.note_emptiness();
        let seats = self.places.iter().map(Place::summary).collect();
        let to_move = match (&self.game, self.summary.state) {
            (Some(game), State::Playing) => game.owing,
            _ => SeatSet::EMPTY,
        };
        if self.summary.seats == seats
            && self.summary.to_move == to_move
            && self.shared.state() == self.summary.state
        {
            return false;
        }
        let told = self.summary.seats != seats || self.shared.state() != self.summary.state;
        self.summary.seats = seats;
        self.summary.to_move = to_move;
        self.summary.updated = unix_ms();
        self.shared.publish(&self.summary, self.awaits_agents());
        if told {
            let message = self.table_message();
            self.tell_all(&message);
        }
        told
    }

    /// Remembers since when nobody has been here: of the people, or where no seat is theirs, of the agents.
    fn note_emptiness(&mut self) {
        let people = |place: &Place<G>| place.kind() == SeatKind::Person;
        let counted = match self.places.iter().any(people) {
            true => SeatKind::Person,
            false => SeatKind::Agent,
        };
        let here = |place: &Place<G>| place.kind() == counted && place.is_here();
        match self.places.iter().any(here) || self.ended.is_some() {
            true => self.empty_since = None,
            false => {
                self.empty_since.get_or_insert_with(Instant::now);
            }
        }
    }

    /// How many agents from outside may come, and whether a classic one is waited for.
    pub(super) fn awaits_agents(&self) -> (usize, bool) {
        if self.summary.state.is_final() {
            return (0, false);
        }
        let free = |place: &&Place<G>| place.kind() == SeatKind::Agent && !place.is_taken();
        let classic = self.classic.is_some() && self.places.iter().any(Place::awaits_classic);
        (self.places.iter().filter(free).count(), classic)
    }

    pub(super) fn table_message(&self) -> Bytes {
        let now = Instant::now();
        let left = |place: &Place<G>| {
            let until = place.asked?.until?;
            Some((until - now).as_millis() as u64)
        };
        let time: Vec<Option<u64>> = self.places.iter().map(left).collect();
        Self::line(&ToAgent::Table {
            summary: &self.summary,
            time: &time,
        })
    }

    // ---- messages --------------------------------------------------------------------------

    pub(super) fn line(message: &ToAgent<'_, G>) -> Bytes {
        Bytes::from(message.line())
    }

    /// Sends a message to every person and spectator.
    pub(super) fn tell_all(&mut self, message: &Bytes) {
        for place in &mut self.places {
            place.hear(message.clone());
        }
        self.spectators
            .retain(|spectator| spectator.send(message.clone()));
    }

    /// Ends every connection.
    pub(super) fn dismiss(&mut self, reason: &str) {
        self.again = None;
        if self.summary.again.take().is_some() {
            self.shared.publish(&self.summary, self.awaits_agents());
        }
        let bye = Self::line(&ToAgent::Bye { reason, code: None });
        self.tell_all(&bye);
        self.spectators.clear();
        for place in &mut self.places {
            match &mut place.sitter {
                Sitter::Person(listener) => *listener = None,
                Sitter::Agent(agent) => {
                    agent.send(super::program::Job::Bye(reason.to_owned()));
                    agent.program = None;
                    agent.here = false;
                }
                Sitter::Policy { .. } => {}
            }
        }
    }

    /// Ends the table before its game.
    fn abandon(&mut self, reason: &str) {
        if !self.summary.state.is_final() {
            self.end(State::Abandoned);
            self.refresh();
        }
        self.dismiss(reason);
    }

    /// Nothing more will happen here.
    pub(super) fn end(&mut self, state: State) {
        self.summary.state = state;
        self.ended = Some(Instant::now());
        self.absent.clear();
        for place in &mut self.places {
            place.asked = None;
        }
    }

    /// A connection has ended.
    fn leave(&mut self, who: u64) {
        self.spectators.retain(|spectator| spectator.who != who);
        let Some(place) = (self.places.iter_mut()).find(|place| place.who() == Some(who)) else {
            return;
        };
        match &mut place.sitter {
            Sitter::Person(listener) => *listener = None,
            // It may be asked all the same: its task answers for it that it is lost.
            Sitter::Agent(agent) => agent.here = false,
            Sitter::Policy { .. } => {}
        }
        self.note_presence();
    }

    /// Sends somebody away who has no place here, or back to where he waited.
    pub(super) fn send_away(&self, link: Link, reason: &str) {
        let (patience, reason) = (self.house.limits.patience, reason.to_owned());
        tokio::spawn(async move {
            let mut link = link;
            crate::agents::door::turn_away(&mut link, &reason, patience).await;
            link.close(Instant::now() + patience).await;
        });
    }
}
