//! One table: a task that owns the game, hears of everything that happens, and never waits for anybody.

use super::client::ClientConnection;
use super::rematch::{NextTable, RematchOffer};
use super::seat::{RoomSeat, SeatPlayer};
use super::shared::{JoinRequest, Published, Shared};
use super::think_pool::Choice;
use super::unix_ms;
use crate::agents::action_request::Answer;
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
    Join(JoinRequest),
    /// A person or a spectator has said something.
    Said {
        /// The number of the connection.
        connection_id: u64,
        /// What was said, or what was wrong with it.
        line: Result<Vec<u8>, Fault>,
    },
    /// A connection has ended.
    Left {
        /// Its number.
        connection_id: u64,
    },
    /// There is a table for the next game, or why there is none.
    Next(Result<NextTable, String>),
    /// The keeper ends the table.
    End,
    /// The server forgets the table.
    Close(&'static str),
}

/// An answer to a question that a room asked.
pub(super) enum Reply<G: Hosted> {
    /// Of a program from outside.
    Agent {
        /// The number of the connection.
        connection_id: u64,
        /// The number of the question.
        id: u64,
        /// What it said.
        said: Answer<G::Action>,
    },
    /// Of an own agent.
    Policy {
        /// Its seat.
        seat: Seat,
        /// The number of the question.
        id: u64,
        /// What it has chosen; nothing when it failed.
        choice: Option<Choice<G>>,
    },
}

/// A classic connection that was asked for its name: the seat it hopes for, and what it said.
pub(super) type Named = (usize, JoinRequest, Result<Vec<u8>, Fault>);

/// One table.
pub(super) struct Room<G: Hosted> {
    pub(super) shared: Arc<Shared>,
    pub(super) published: Arc<Published>,
    pub(super) summary: Summary,
    pub(super) rules: G::Rules,
    pub(super) deal: DealSource<G::Deal>,
    /// What random choices follow from.
    pub(super) seed: u64,
    pub(super) classic: Option<&'static Classic<G>>,
    pub(super) clock: Option<Duration>,
    pub(super) room_seats: Vec<RoomSeat<G>>,
    pub(super) spectators: Vec<ClientConnection>,
    /// Missing until every seat is taken.
    pub(super) game: Option<GameInProgress<G>>,
    pub(super) name_requests: JoinSet<Named>,
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
    pub(super) again: Option<RematchOffer>,
    /// Where it is played.
    pub(super) next_table: Option<NextTable>,
}

/// The game while it is played.
pub(super) struct GameInProgress<G: Hosted> {
    pub(super) table: Table<G>,
    /// The number of this turn.
    pub(super) id: u64,
    /// Who owes an answer in this turn.
    pub(super) awaited: SeatSet,
    /// The game when this turn began.
    pub(super) before: Arc<Table<G>>,
}

impl<G: Hosted> Room<G> {
    /// Holds the table until it is forgotten.
    pub(super) async fn run(
        mut self,
        mut events: mpsc::Receiver<Event>,
        mut replies: mpsc::Receiver<Reply<G>>,
    ) {
        self.published.publish(&self.summary, self.awaits_agents());
        loop {
            self.refresh();
            if let Some((seat, id)) = self.absent.pop_front() {
                self.play_default(seat, id, &Fault::Disconnected);
                // A table that nobody sits at any more plays on to its end, but not in one go.
                tokio::task::yield_now().await;
                continue;
            }
            let next_deadline = self.next_deadline();
            let next_deadline = async {
                match next_deadline {
                    Some(at) => sleep_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                event = events.recv() => match event {
                    Some(Event::Join(request)) => self.join(request),
                    Some(Event::Said { connection_id, line }) => self.receive_message(connection_id, line),
                    Some(Event::Left { connection_id }) => self.leave(connection_id),
                    Some(Event::Next(next)) => self.finish_rematch(next),
                    Some(Event::End) => self.abandon("the table was ended by who made it"),
                    Some(Event::Close(reason)) => {
                        return self.abandon(reason);
                    }
                    None => return,
                },
                Some(reply) = replies.recv() => self.receive_reply(reply),
                Some(Ok(named)) = self.name_requests.join_next() => self.seat_named(named),
                () = next_deadline => {
                    if self.is_expired() {
                        return;
                    }
                    self.handle_deadlines();
                }
            }
        }
    }

    // ---- time ----------------------------------------------------------------------------

    /// When something is due without anything happening.
    fn next_deadline(&self) -> Option<Instant> {
        if let Some(ended) = self.ended {
            let keep = ended + self.shared.limits.keep;
            return Some(self.again.map_or(keep, |again| again.until.min(keep)));
        }
        let person = |room_seat: &&RoomSeat<G>| matches!(room_seat.player, SeatPlayer::Person(_));
        let clocks = (self.room_seats.iter().filter(person))
            .filter_map(|room_seat| room_seat.pending.and_then(|pending| pending.until));
        let empty = self
            .empty_since
            .map(|since| since + self.shared.limits.abandon);
        clocks.chain(empty).min()
    }

    fn is_expired(&self) -> bool {
        let keep = self.shared.limits.keep;
        self.ended.is_some_and(|ended| ended.elapsed() >= keep)
    }

    /// Sees to what is due.
    fn handle_deadlines(&mut self) {
        let now = Instant::now();
        if self.again.is_some_and(|again| again.until <= now) {
            return self
                .disconnect_all("nobody has said for a long time whether there is another game");
        }
        if (self.empty_since).is_some_and(|since| since + self.shared.limits.abandon <= now) {
            return self.abandon("nobody was here for a long time");
        }
        for index in 0..self.room_seats.len() {
            let room_seat = &self.room_seats[index];
            if let (SeatPlayer::Person(_), Some(pending)) = (&room_seat.player, room_seat.pending)
                && pending.until.is_some_and(|until| until <= now)
            {
                self.play_default(Seat(index as u8), pending.id, &Fault::Timeout);
            }
        }
    }

    // ---- what everybody may know -----------------------------------------------------------

    /// Brings the summary up to date. Returns whether those who listen were told.
    pub(super) fn refresh(&mut self) -> bool {
        self.track_emptiness();
        let seats = self.room_seats.iter().map(RoomSeat::summary).collect();
        let to_move = match (&self.game, self.summary.state) {
            (Some(game), State::Playing) => game.awaited,
            _ => SeatSet::EMPTY,
        };
        if self.summary.seats == seats
            && self.summary.to_move == to_move
            && self.published.state() == self.summary.state
        {
            return false;
        }
        let told = self.summary.seats != seats || self.published.state() != self.summary.state;
        self.summary.seats = seats;
        self.summary.to_move = to_move;
        self.summary.updated = unix_ms();
        self.published.publish(&self.summary, self.awaits_agents());
        if told {
            let message = self.table_message();
            self.send_to_all(&message);
        }
        told
    }

    /// Remembers since when nobody has been here: of the people, or where no seat is theirs, of the agents.
    fn track_emptiness(&mut self) {
        let people = |room_seat: &RoomSeat<G>| room_seat.kind() == SeatKind::Person;
        let counted = match self.room_seats.iter().any(people) {
            true => SeatKind::Person,
            false => SeatKind::Agent,
        };
        let here = |room_seat: &RoomSeat<G>| room_seat.kind() == counted && room_seat.is_here();
        match self.room_seats.iter().any(here) || self.ended.is_some() {
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
        let free =
            |room_seat: &&RoomSeat<G>| room_seat.kind() == SeatKind::Agent && !room_seat.is_taken();
        let classic =
            self.classic.is_some() && self.room_seats.iter().any(RoomSeat::awaits_classic);
        (self.room_seats.iter().filter(free).count(), classic)
    }

    pub(super) fn table_message(&self) -> Bytes {
        let now = Instant::now();
        let left = |room_seat: &RoomSeat<G>| {
            let until = room_seat.pending?.until?;
            Some((until - now).as_millis() as u64)
        };
        let time: Vec<Option<u64>> = self.room_seats.iter().map(left).collect();
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
    pub(super) fn send_to_all(&mut self, message: &Bytes) {
        for room_seat in &mut self.room_seats {
            room_seat.send(message.clone());
        }
        self.spectators
            .retain(|spectator| spectator.send(message.clone()));
    }

    /// Ends every connection.
    pub(super) fn disconnect_all(&mut self, reason: &str) {
        self.again = None;
        if self.summary.again.take().is_some() {
            self.published.publish(&self.summary, self.awaits_agents());
        }
        let bye = Self::line(&ToAgent::Bye { reason, code: None });
        self.send_to_all(&bye);
        self.spectators.clear();
        for room_seat in &mut self.room_seats {
            match &mut room_seat.player {
                SeatPlayer::Person(client) => *client = None,
                SeatPlayer::Agent(agent) => {
                    agent.send(super::agent_task::Job::Close(reason.to_owned()));
                    agent.program = None;
                    agent.here = false;
                }
                SeatPlayer::Policy { .. } => {}
            }
        }
    }

    /// Ends the table before its game.
    fn abandon(&mut self, reason: &str) {
        if !self.summary.state.is_final() {
            self.end(State::Abandoned);
            self.refresh();
        }
        self.disconnect_all(reason);
    }

    /// Nothing more will happen here.
    pub(super) fn end(&mut self, state: State) {
        self.summary.state = state;
        self.ended = Some(Instant::now());
        self.absent.clear();
        for room_seat in &mut self.room_seats {
            room_seat.pending = None;
        }
    }

    /// A connection has ended.
    fn leave(&mut self, connection_id: u64) {
        self.spectators
            .retain(|spectator| spectator.connection_id != connection_id);
        let Some(room_seat) = (self.room_seats.iter_mut())
            .find(|room_seat| room_seat.connection_id() == Some(connection_id))
        else {
            return;
        };
        match &mut room_seat.player {
            SeatPlayer::Person(client) => *client = None,
            // It may be asked all the same: its task answers for it that it is lost.
            SeatPlayer::Agent(agent) => agent.here = false,
            SeatPlayer::Policy { .. } => {}
        }
        self.update_presence();
    }

    /// Sends somebody away who has no place here, or back to where he waited.
    pub(super) fn reject(&self, link: Link, reason: &str) {
        let (patience, reason) = (self.shared.limits.patience, reason.to_owned());
        tokio::spawn(async move {
            let mut link = link;
            crate::agents::accept::reject(&mut link, &reason, patience).await;
            link.close(Instant::now() + patience).await;
        });
    }
}
