//! A seat of a room, and who sits there.

use super::agent_task::{Job, Program};
use super::client::Listener;
use super::think_pool::Thinker;
use crate::token::Token;
use axum::body::Bytes;
use parlour_engine::Rng;
use parlour_protocol::Hosted;
use parlour_protocol::summary::{SeatKind, SeatSummary};
use tokio::time::Instant;

/// A seat of a room.
pub(super) struct Place<G: Hosted> {
    pub(super) sitter: Sitter<G>,
    /// What gives the seat to whoever shows it.
    pub(super) token: Option<Token>,
    /// Who sits here, as he is called at this table; nothing while the seat is free.
    pub(super) name: Option<String>,
    /// What he is asked and has not answered.
    pub(super) asked: Option<Asked>,
    /// For what has to be chosen for him.
    pub(super) rng: Rng,
}

/// An answer that is owed.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    /// The number of the question.
    pub(super) id: u64,
    /// When the time is over.
    pub(super) until: Option<Instant>,
}

pub(super) enum Sitter<G: Hosted> {
    Person(Option<Listener>),
    Agent(Agent<G>),
    Policy {
        /// `NAME` or `NAME:BUDGET`.
        text: String,
        /// Missing while it thinks.
        thinker: Option<Thinker<G>>,
    },
}

/// The seat of an outside agent.
pub(super) struct Agent<G: Hosted> {
    /// Missing before one has come, and when it is of no more use.
    pub(super) program: Option<Program<G>>,
    pub(super) here: bool,
    /// The name it said, if it speaks the classic dialect: by that it can come back.
    pub(super) classic: Option<String>,
    /// Connections asked for their name in the hope that they sit here.
    pub(super) hopeful: usize,
}

impl<G: Hosted> Default for Agent<G> {
    fn default() -> Self {
        Agent {
            program: None,
            here: false,
            classic: None,
            hopeful: 0,
        }
    }
}

impl<G: Hosted> Agent<G> {
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

impl<G: Hosted> Place<G> {
    pub(super) fn kind(&self) -> SeatKind {
        match self.sitter {
            Sitter::Person(_) => SeatKind::Person,
            Sitter::Agent(_) => SeatKind::Agent,
            Sitter::Policy { .. } => SeatKind::Policy,
        }
    }

    pub(super) fn is_taken(&self) -> bool {
        self.name.is_some()
    }

    pub(super) fn is_here(&self) -> bool {
        match &self.sitter {
            Sitter::Person(listener) => listener.is_some(),
            Sitter::Agent(agent) => agent.here,
            Sitter::Policy { .. } => true,
        }
    }

    /// The number of the connection that sits here.
    pub(super) fn who(&self) -> Option<u64> {
        match &self.sitter {
            Sitter::Person(listener) => listener.as_ref().map(|listener| listener.who),
            Sitter::Agent(agent) => agent.program.as_ref().map(|program| program.who),
            Sitter::Policy { .. } => None,
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
    pub(super) fn listener(&mut self) -> Option<&mut Listener> {
        match &mut self.sitter {
            Sitter::Person(listener) => listener.as_mut(),
            Sitter::Agent(_) | Sitter::Policy { .. } => None,
        }
    }

    pub(super) fn agent(&mut self) -> Option<&mut Agent<G>> {
        match &mut self.sitter {
            Sitter::Agent(agent) => Some(agent),
            Sitter::Person(_) | Sitter::Policy { .. } => None,
        }
    }

    /// Sends a message to the person who is connected. One who does not read loses the connection.
    pub(super) fn hear(&mut self, message: Bytes) {
        if let Sitter::Person(listener) = &mut self.sitter {
            listener.take_if(|listener| !listener.send(message));
        }
    }

    /// Whether a classic agent may sit here: nobody does, or one that has left.
    pub(super) fn awaits_classic(&self) -> bool {
        match &self.sitter {
            Sitter::Agent(agent) => !self.is_taken() || (agent.classic.is_some() && !agent.here),
            Sitter::Person(_) | Sitter::Policy { .. } => false,
        }
    }
}
