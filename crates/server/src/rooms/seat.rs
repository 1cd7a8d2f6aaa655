//! A seat of a room and its player.

use super::agent_task::{AgentHandle, Job};
use super::client::ClientConnection;
use super::think_pool::Thinker;
use super::unix_ms;
use crate::agents::seat_offer::SeatOffer;
use crate::token::{SeatToken, TokenHash};
use axum::body::Bytes;
use parlour_engine::Rng;
use parlour_protocol::Hosted;
use parlour_protocol::summary::{SeatKind, SeatSummary};
use std::time::Duration;
use tokio::time::Instant;

/// A seat of a room and its player.
pub(super) struct RoomSeat<G: Hosted> {
    pub(super) player: SeatPlayer<G>,
    /// The token that gives access to the seat.
    pub(super) token: Option<SeatToken>,
    /// The token before that, until its owner has received the new one. It is accepted only after a restart.
    pub(super) unconfirmed: Option<TokenHash>,
    /// The token before that, which is accepted because the server has restarted before its owner had the new one.
    pub(super) invitation: Option<TokenHash>,
    /// The name of the player at this table; `None` while the seat is free.
    pub(super) name: Option<String>,
    /// Whether anybody may take the seat while it is free.
    pub(super) open: bool,
    /// The request that has not been answered.
    pub(super) pending: Option<PendingAction>,
    /// The time for all answers, before the pending one, if it is limited.
    pub(super) bank_left: Option<Duration>,
    /// When the person said something last.
    pub(super) last_phrase: Option<Instant>,
    /// For fallback moves.
    pub(super) rng: Rng,
}

/// A request for an action that has not been answered.
#[derive(Clone, Copy)]
pub(super) struct PendingAction {
    /// The number of the request.
    pub(super) id: u64,
    /// Its time limit.
    pub(super) limit: Option<Duration>,
    /// The end of its time limit.
    pub(super) deadline: Option<Instant>,
    /// The same in milliseconds since 1970, for the store.
    pub(super) until: Option<u64>,
}

impl PendingAction {
    pub(super) fn new(
        id: u64,
        limit: Option<Duration>,
        deadline: Option<Instant>,
    ) -> PendingAction {
        let left = deadline.map(|deadline| deadline - Instant::now());
        PendingAction {
            id,
            limit,
            deadline,
            until: left.map(|left| unix_ms() + left.as_millis() as u64),
        }
    }
}

pub(super) enum SeatPlayer<G: Hosted> {
    Person(Option<ClientConnection>),
    Agent(AgentSeat<G>),
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        text: String,
        /// `None` while it thinks.
        thinker: Option<Thinker<G>>,
    },
}

/// A seat for a remote agent.
pub(super) struct AgentSeat<G: Hosted> {
    /// `None` before an agent has joined, and after it was given up.
    pub(super) handle: Option<AgentHandle<G>>,
    pub(super) here: bool,
    /// The name that a classic agent asked for, with which it can reconnect.
    pub(super) classic: Option<String>,
    /// Number of connections that were offered this seat and asked for their name.
    pub(super) pending_names: usize,
    /// Until when it may come back after a restart of the server, before fallback moves are played for it.
    pub(super) returns_until: Option<Instant>,
}

impl<G: Hosted> Default for AgentSeat<G> {
    fn default() -> Self {
        AgentSeat {
            handle: None,
            here: false,
            classic: None,
            pending_names: 0,
            returns_until: None,
        }
    }
}

impl<G: Hosted> AgentSeat<G> {
    /// Queues a job for the agent. Returns whether there was one to do it.
    pub(super) fn send(&mut self, job: Job<G>) -> bool {
        let sent = (self.handle.as_ref()).is_some_and(|handle| handle.send(job));
        if !sent {
            self.handle = None;
            self.here = false;
        }
        sent
    }
}

impl<G: Hosted> RoomSeat<G> {
    pub(super) fn kind(&self) -> SeatKind {
        match self.player {
            SeatPlayer::Person(_) => SeatKind::Person,
            SeatPlayer::Agent(_) => SeatKind::Agent,
            SeatPlayer::Policy { .. } => SeatKind::Policy,
        }
    }

    pub(super) fn is_taken(&self) -> bool {
        self.name.is_some()
    }

    pub(super) fn is_here(&self) -> bool {
        match &self.player {
            SeatPlayer::Person(client) => client.is_some(),
            SeatPlayer::Agent(agent) => agent.here,
            SeatPlayer::Policy { .. } => true,
        }
    }

    /// The number of the player's connection.
    pub(super) fn connection_id(&self) -> Option<u64> {
        match &self.player {
            SeatPlayer::Person(client) => client.as_ref().map(|client| client.connection_id),
            SeatPlayer::Agent(agent) => agent.handle.as_ref().map(|handle| handle.connection_id),
            SeatPlayer::Policy { .. } => None,
        }
    }

    pub(super) fn summary(&self) -> SeatSummary {
        SeatSummary {
            kind: self.kind(),
            name: self.name.clone(),
            taken: self.is_taken(),
            open: self.open,
            here: self.is_here(),
        }
    }

    /// Until when a remote agent may come back after a restart of the server.
    pub(super) fn returns_until(&self) -> Option<Instant> {
        match &self.player {
            SeatPlayer::Agent(agent) => agent.returns_until,
            SeatPlayer::Person(_) | SeatPlayer::Policy { .. } => None,
        }
    }

    /// The connection of the person, if any.
    pub(super) fn client(&mut self) -> Option<&mut ClientConnection> {
        match &mut self.player {
            SeatPlayer::Person(client) => client.as_mut(),
            SeatPlayer::Agent(_) | SeatPlayer::Policy { .. } => None,
        }
    }

    /// Replaces the policy of the seat, which has panicked or is still thinking, by a new one.
    pub(super) fn replace_thinker(&mut self) {
        if let SeatPlayer::Policy { text, thinker } = &mut self.player {
            *thinker = G::policy(text).ok().map(|policy| Thinker {
                policy,
                rng: self.rng.clone(),
            });
        }
    }

    pub(super) fn agent(&mut self) -> Option<&mut AgentSeat<G>> {
        match &mut self.player {
            SeatPlayer::Agent(agent) => Some(agent),
            SeatPlayer::Person(_) | SeatPlayer::Policy { .. } => None,
        }
    }

    /// Sends a message to the person, if connected. A person who does not read is disconnected.
    pub(super) fn send(&mut self, message: Bytes) {
        if let SeatPlayer::Person(client) = &mut self.player {
            client.take_if(|client| !client.send(message));
        }
    }

    /// What it is for a connection that asks for a seat.
    pub(super) fn offer(&self) -> SeatOffer<'_> {
        let agent = match &self.player {
            SeatPlayer::Agent(agent) => Some(agent),
            SeatPlayer::Person(_) | SeatPlayer::Policy { .. } => None,
        };
        SeatOffer {
            is_free: agent.is_some() && !self.is_taken(),
            // `Room::seat_of` compares tokens.
            token: None,
            awaited: agent
                .filter(|agent| !agent.here)
                .and_then(|agent| agent.classic.as_deref()),
            pending_names: agent.map_or(0, |agent| agent.pending_names),
        }
    }
}
