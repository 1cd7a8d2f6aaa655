//! A seat of a room, and who sits there.

use super::agent_task::{AgentHandle, Job};
use super::client::ClientConnection;
use super::think_pool::Thinker;
use crate::token::Token;
use axum::body::Bytes;
use parlour_engine::Rng;
use parlour_protocol::Hosted;
use parlour_protocol::summary::{SeatKind, SeatSummary};
use tokio::time::Instant;

/// A seat of a room.
pub(super) struct RoomSeat<G: Hosted> {
    pub(super) player: SeatPlayer<G>,
    /// What gives the seat to whoever shows it.
    pub(super) token: Option<Token>,
    /// Who sits here, as he is called at this table; nothing while the seat is free.
    pub(super) name: Option<String>,
    /// What he is asked and has not answered.
    pub(super) pending: Option<PendingAction>,
    /// For what has to be chosen for him.
    pub(super) rng: Rng,
}

/// An answer that is owed.
#[derive(Clone, Copy)]
pub(super) struct PendingAction {
    /// The number of the question.
    pub(super) id: u64,
    /// When the time is over.
    pub(super) until: Option<Instant>,
}

pub(super) enum SeatPlayer<G: Hosted> {
    Person(Option<ClientConnection>),
    Agent(AgentSeat<G>),
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        text: String,
        /// Missing while it thinks.
        thinker: Option<Thinker<G>>,
    },
}

/// The seat of an outside agent.
pub(super) struct AgentSeat<G: Hosted> {
    /// Missing before one has come, and when it is of no more use.
    pub(super) program: Option<AgentHandle<G>>,
    pub(super) here: bool,
    /// The name it said, if it speaks the classic dialect: by that it can come back.
    pub(super) classic: Option<String>,
    /// Connections asked for their name in the hope that they sit here.
    pub(super) pending_names: usize,
}

impl<G: Hosted> Default for AgentSeat<G> {
    fn default() -> Self {
        AgentSeat {
            program: None,
            here: false,
            classic: None,
            pending_names: 0,
        }
    }
}

impl<G: Hosted> AgentSeat<G> {
    /// Has the program do something, if there is one that can.
    pub(super) fn send(&mut self, job: Job<G>) -> bool {
        let sent = (self.program.as_ref()).is_some_and(|program| program.send(job));
        if !sent {
            self.program = None;
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

    /// The number of the connection that sits here.
    pub(super) fn connection_id(&self) -> Option<u64> {
        match &self.player {
            SeatPlayer::Person(client) => client.as_ref().map(|client| client.connection_id),
            SeatPlayer::Agent(agent) => agent.program.as_ref().map(|program| program.connection_id),
            SeatPlayer::Policy { .. } => None,
        }
    }

    pub(super) fn summary(&self) -> SeatSummary {
        SeatSummary {
            kind: self.kind(),
            name: self.name.clone(),
            taken: self.is_taken(),
            here: self.is_here(),
        }
    }

    /// The person who is connected.
    pub(super) fn client(&mut self) -> Option<&mut ClientConnection> {
        match &mut self.player {
            SeatPlayer::Person(client) => client.as_mut(),
            SeatPlayer::Agent(_) | SeatPlayer::Policy { .. } => None,
        }
    }

    pub(super) fn agent(&mut self) -> Option<&mut AgentSeat<G>> {
        match &mut self.player {
            SeatPlayer::Agent(agent) => Some(agent),
            SeatPlayer::Person(_) | SeatPlayer::Policy { .. } => None,
        }
    }

    /// Sends a message to the person who is connected. One who does not read loses the connection.
    pub(super) fn send(&mut self, message: Bytes) {
        if let SeatPlayer::Person(client) = &mut self.player {
            client.take_if(|client| !client.send(message));
        }
    }

    /// Whether a classic agent may sit here: nobody does, or one that has left.
    pub(super) fn awaits_classic(&self) -> bool {
        match &self.player {
            SeatPlayer::Agent(agent) => {
                !self.is_taken() || (agent.classic.is_some() && !agent.here)
            }
            SeatPlayer::Person(_) | SeatPlayer::Policy { .. } => false,
        }
    }
}
