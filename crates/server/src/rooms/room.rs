//! A table of the server: a task that owns the game, handles events, and never waits for a client.

use super::client::ClientConnection;
use super::join::JoinRequest;
use super::outbox::Outbox;
use super::published::Published;
use super::rematch::RematchOffer;
use super::seat::{RoomSeat, SeatPlayer};
use super::shared::Shared;
use super::stored_room::RoomStore;
use super::think_pool::Choice;
use super::unix_ms;
use crate::agents::link::{AgentFault, Link};
use crate::agents::seat_offer;
use crate::token::TokenHash;
use axum::body::Bytes;
use parlour_arena::Secret;
use parlour_engine::{DealSource, Seat, SeatSet, Table};
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::classic::Classic;
use parlour_protocol::lines::ToAgent;
use parlour_protocol::summary::{SeatKind, State, Summary};
use parlour_protocol::{Answer, Hosted};
use std::collections::VecDeque;
use std::future::pending;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Events and replies that may be queued for a room; senders of more wait.
pub(super) const MAX_EVENTS: usize = 64;

/// An event for a room.
pub(super) enum Event {
    /// A connection asks for a seat.
    Join(JoinRequest),
    /// A person or a spectator has sent a message.
    Said {
        /// The number of the connection.
        connection_id: u64,
        /// The message, or why it cannot be read.
        line: Result<Vec<u8>, AgentFault>,
    },
    /// A connection has ended.
    Left {
        /// The number of the connection.
        connection_id: u64,
    },
    /// The first message with a new token was sent to its owner.
    Confirmed {
        /// The number of the connection.
        connection_id: u64,
    },
    /// The id of the table of the rematch, or why there is none.
    Next(Result<String, ByeCode>),
    /// The owner of the table ends it.
    End,
    /// The server removes the table.
    Remove,
    /// Another server runs the table now.
    Lost,
    /// The server stops. The sender is dropped when the clients were told.
    Suspend(mpsc::Sender<()>),
}

/// An answer to a request for an action.
pub(super) enum Reply<G: Hosted> {
    /// Of a remote agent.
    Agent {
        /// The number of the connection.
        connection_id: u64,
        /// The number of the request.
        id: u64,
        /// Its answer.
        answer: Answer<G::Action>,
    },
    /// Of a built-in policy.
    Policy {
        /// Its seat.
        seat: Seat,
        /// The number of the request.
        id: u64,
        /// Its choice; `None` if it panicked.
        choice: Option<Choice<G>>,
    },
}

/// A classic connection that was asked for its name: the seat it was offered, and its answer.
pub(super) type AnsweredName = (usize, JoinRequest, Result<Vec<u8>, AgentFault>);

/// A table.
pub(super) struct Room<G: Hosted> {
    pub(super) shared: Arc<Shared>,
    pub(super) published: Arc<Published>,
    pub(super) summary: Summary,
    pub(super) rules: G::Rules,
    pub(super) deal: DealSource<G::Deal>,
    /// The seed of random choices.
    pub(super) seed: u64,
    /// What the deal follows from, if it was not chosen.
    pub(super) secret: Option<Secret>,
    pub(super) classic: Option<&'static Classic<G>>,
    pub(super) clock: Option<Duration>,
    /// The hash of the token with which it can be ended.
    pub(super) keeper: TokenHash,
    /// The network from which it was made.
    pub(super) owner: IpAddr,
    /// Present if the table survives a restart.
    pub(super) store: Option<RoomStore>,
    /// Messages that wait until the state they tell of is stored.
    pub(super) outbox: Outbox,
    /// The state that was published last.
    pub(super) published_state: State,
    pub(super) room_seats: Vec<RoomSeat<G>>,
    pub(super) spectators: Vec<ClientConnection>,
    /// `None` until every seat is taken.
    pub(super) game: Option<GameInProgress<G>>,
    pub(super) name_requests: JoinSet<AnsweredName>,
    /// Requests to seats without a connected agent, to be answered by fallback moves.
    pub(super) absent: VecDeque<(Seat, u64)>,
    /// The number of the next connection.
    pub(super) next: u64,
    pub(super) events: mpsc::Sender<Event>,
    pub(super) replies: mpsc::Sender<Reply<G>>,
    /// Since when no client has been connected.
    pub(super) empty_since: Option<Instant>,
    pub(super) ended: Option<Instant>,
    /// When it ended, in milliseconds since 1970.
    pub(super) ended_at: u64,
    /// Present while a rematch can be requested.
    pub(super) again: Option<RematchOffer>,
    /// The id of the table of the rematch.
    pub(super) next_table: Option<String>,
}

/// The game of a room.
pub(super) struct GameInProgress<G: Hosted> {
    pub(super) table: Table<G>,
    /// The number of this turn.
    pub(super) id: u64,
    /// The seats that have not answered in this turn.
    pub(super) awaited: SeatSet,
    /// The state at the beginning of this turn.
    pub(super) before: Arc<Table<G>>,
}

impl<G: Hosted> Room<G> {
    /// Runs the table until it is removed.
    pub(super) async fn run(
        mut self,
        mut events: mpsc::Receiver<Event>,
        mut replies: mpsc::Receiver<Reply<G>>,
    ) {
        self.publish();
        loop {
            self.refresh();
            self.store_changes();
            if let Some((seat, id)) = self.absent.pop_front() {
                self.play_fallback(seat, id, &AgentFault::Disconnected);
                // Lets other tasks run while an empty table plays on.
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
                    Some(Event::Confirmed { connection_id }) => self.confirm(connection_id),
                    Some(Event::Next(next)) => self.finish_rematch(next),
                    Some(Event::End) => self.abandon(ByeCode::EndedByCreator),
                    Some(Event::Remove) => {
                        self.abandon(ByeCode::Removed);
                        return self.store_changes();
                    }
                    Some(Event::Lost) => return self.lose(),
                    Some(Event::Suspend(_done)) => return self.suspend().await,
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

    /// The earliest deadline.
    fn next_deadline(&self) -> Option<Instant> {
        if let Some(ended) = self.ended {
            let keep = ended + self.shared.limits.keep;
            return Some(self.again.map_or(keep, |again| again.deadline.min(keep)));
        }
        // The tasks of agents have their own.
        let own = |room_seat: &&RoomSeat<G>| room_seat.kind() != SeatKind::Agent;
        let clocks = (self.room_seats.iter().filter(own))
            .filter_map(|room_seat| room_seat.pending.and_then(|pending| pending.deadline));
        let agents = (self.room_seats.iter()).filter_map(RoomSeat::returns_until);
        let clocks = clocks.chain(agents);
        let empty = self
            .empty_since
            .map(|since| since + self.shared.limits.abandon);
        clocks.chain(empty).min()
    }

    fn is_expired(&self) -> bool {
        let keep = self.shared.limits.keep;
        self.ended.is_some_and(|ended| ended.elapsed() >= keep)
    }

    /// Handles the deadlines that have passed.
    fn handle_deadlines(&mut self) {
        let now = Instant::now();
        if self.again.is_some_and(|again| again.deadline <= now) {
            return self.disconnect_all(ByeCode::RematchExpired);
        }
        if (self.empty_since).is_some_and(|since| since + self.shared.limits.abandon <= now) {
            return self.abandon(ByeCode::Empty);
        }
        for index in 0..self.room_seats.len() {
            if let Some(agent) = self.room_seats[index].agent()
                && agent.returns_until.is_some_and(|until| until <= now)
            {
                agent.returns_until = None;
                let pending = self.room_seats[index].pending;
                (self.absent).extend(pending.map(|pending| (Seat(index as u8), pending.id)));
            }
            let room_seat = &mut self.room_seats[index];
            let Some(pending) = room_seat.pending else {
                continue;
            };
            if pending.deadline.is_none_or(|deadline| deadline > now) {
                continue;
            }
            match room_seat.player {
                SeatPlayer::Person(_) => {}
                SeatPlayer::Policy { .. } => room_seat.replace_thinker(),
                SeatPlayer::Agent(_) => continue,
            }
            self.play_fallback(Seat(index as u8), pending.id, &AgentFault::Timeout);
        }
    }

    /// Updates the summary. Returns whether it was sent to the clients.
    pub(super) fn refresh(&mut self) -> bool {
        self.track_emptiness();
        let seats = self.room_seats.iter().map(RoomSeat::summary).collect();
        let to_move = match (&self.game, self.summary.state) {
            (Some(game), State::Playing) => game.awaited,
            _ => SeatSet::EMPTY,
        };
        if self.summary.seats == seats
            && self.summary.to_move == to_move
            && self.published_state == self.summary.state
        {
            return false;
        }
        let told = self.summary.seats != seats || self.published_state != self.summary.state;
        self.summary.seats = seats;
        self.summary.to_move = to_move;
        self.summary.updated = unix_ms();
        self.publish();
        if told {
            let message = self.table_message();
            self.send_to_all(&message);
        }
        told
    }

    /// Publishes the summary.
    pub(super) fn publish(&mut self) {
        self.published_state = self.summary.state;
        let (summary, awaits) = (self.summary.clone(), self.awaits_agents());
        let published = Arc::clone(&self.published);
        self.outbox
            .queue(move || published.publish(summary, awaits));
    }

    /// Tracks since when no person has been connected, or no agent at a table without people.
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

    /// Number of free seats for remote agents, and whether a classic agent may take one.
    pub(super) fn awaits_agents(&self) -> (usize, bool) {
        if self.summary.state.is_final() {
            return (0, false);
        }
        let free =
            |room_seat: &&RoomSeat<G>| room_seat.kind() == SeatKind::Agent && !room_seat.is_taken();
        let classic = self.classic.is_some() && seat_offer::classic_offer(&self.offers()).is_some();
        (self.room_seats.iter().filter(free).count(), classic)
    }

    pub(super) fn table_message(&self) -> Bytes {
        let now = Instant::now();
        let left = |room_seat: &RoomSeat<G>| {
            // That of a policy is a limit of the server, not of the table.
            if room_seat.kind() == SeatKind::Policy {
                return None;
            }
            let deadline = room_seat.pending?.deadline?;
            Some((deadline - now).as_millis() as u64)
        };
        let time: Vec<Option<u64>> = self.room_seats.iter().map(left).collect();
        let bank_left = self.bank_left();
        Self::line(&ToAgent::Table {
            summary: &self.summary,
            time: &time,
            bank_left: &bank_left,
        })
    }

    pub(super) fn line(message: &ToAgent<'_, G>) -> Bytes {
        Bytes::from(message.line())
    }

    /// The last message of a connection.
    pub(super) fn bye(code: &ByeCode) -> Bytes {
        Self::line(&ToAgent::Bye {
            reason: &code.to_string(),
            code: Some(code.clone()),
        })
    }

    /// Sends a message to every person and spectator.
    pub(super) fn send_to_all(&mut self, message: &Bytes) {
        for room_seat in &mut self.room_seats {
            room_seat.send(message.clone());
        }
        self.spectators
            .retain(|spectator| spectator.send(message.clone()));
    }

    /// Closes every connection.
    pub(super) fn disconnect_all(&mut self, code: ByeCode) {
        self.again = None;
        if self.summary.again.take().is_some() {
            self.publish();
        }
        let bye = Self::bye(&code);
        self.send_to_all(&bye);
        self.spectators.clear();
        for room_seat in &mut self.room_seats {
            match &mut room_seat.player {
                SeatPlayer::Person(client) => *client = None,
                SeatPlayer::Agent(agent) => {
                    agent.send(super::agent_task::Job::Close(code.to_string()));
                    agent.handle = None;
                    agent.here = false;
                }
                SeatPlayer::Policy { .. } => {}
            }
        }
    }

    /// Ends the table before its game is over.
    pub(super) fn abandon(&mut self, code: ByeCode) {
        if !self.summary.state.is_final() {
            tracing::info!(reason = %code, "the game is abandoned");
            self.end(State::Abandoned);
            self.refresh();
        }
        self.disconnect_all(code);
    }

    /// Marks the table as ended.
    pub(super) fn end(&mut self, state: State) {
        let name = match state {
            State::Over => "over",
            _ => "abandoned",
        };
        self.shared.metrics.count_game(name);
        tracing::info!(state = name, "the game has ended");
        self.summary.state = state;
        self.summary.undo = None;
        self.summary.secret = self.secret.as_ref().map(Secret::reveal);
        (self.ended, self.ended_at) = (Some(Instant::now()), unix_ms());
        self.absent.clear();
        for room_seat in &mut self.room_seats {
            room_seat.pending = None;
        }
    }

    /// Handles the end of a connection.
    fn leave(&mut self, connection_id: u64) {
        self.spectators
            .retain(|spectator| spectator.connection_id != connection_id);
        let Some(room_seat) = (self.room_seats.iter_mut())
            .find(|room_seat| room_seat.connection_id() == Some(connection_id))
        else {
            return;
        };
        tracing::debug!(connection_id, "a player has disconnected");
        match &mut room_seat.player {
            SeatPlayer::Person(client) => *client = None,
            // It may still be asked: its task answers that it is disconnected.
            SeatPlayer::Agent(agent) => agent.here = false,
            SeatPlayer::Policy { .. } => {}
        }
        self.update_presence();
    }

    /// Rejects a connection.
    pub(super) fn reject(&self, link: Link, reason: &str, code: Option<ByeCode>) {
        let (message_timeout, reason) = (self.shared.limits.message_timeout, reason.to_owned());
        tokio::spawn(async move {
            let mut link = link;
            crate::agents::accept::reject(&mut link, &reason, code, message_timeout).await;
            link.close(Instant::now() + message_timeout).await;
        });
    }
}
