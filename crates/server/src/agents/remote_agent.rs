//! A remote agent: a connection and its dialect. [`action_request`](super::action_request) requests its actions.

use super::link::Link;
use crate::token::Token;
use parlour_engine::{Seat, Table};
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::classic::{self, Classic, MAX_ANSWER_BYTES};
use parlour_protocol::lines::{self, Hello, ToAgent};
use parlour_protocol::transcript::Entry;
use parlour_protocol::{AgentFault, Exchange, Hosted, Transcript};
use tokio::time::Instant;

/// The dialect of an agent.
pub(crate) enum Dialect<G: Hosted> {
    /// The dialect of the original server.
    Classic(&'static Classic<G>),
    /// Lines of JSON, with the options of the agent.
    Lines(Hello),
}

/// A remote agent.
pub(crate) struct RemoteAgent<G: Hosted> {
    /// `None` while it is disconnected.
    pub(super) link: Option<Link>,
    pub(super) dialect: Dialect<G>,
    /// What it was told and owes.
    pub(super) exchange: Exchange,
    /// Buffers for the legal actions and for the message, reused to avoid allocations.
    pub(super) legal: Vec<G::Action>,
    pub(super) line: Vec<u8>,
    /// Whether its disconnection has been reported.
    disconnect_taken: bool,
    /// What is exchanged with it, if that is logged.
    pub(super) log: Option<ExchangeLog>,
}

/// The log of what is exchanged with an agent.
pub(crate) struct ExchangeLog {
    start: Instant,
    transcript: Transcript,
}

impl ExchangeLog {
    /// An empty log of at most about `max_bytes` bytes, which begins now.
    pub(crate) fn new(max_bytes: usize) -> ExchangeLog {
        ExchangeLog {
            start: Instant::now(),
            transcript: Transcript::new(max_bytes),
        }
    }

    pub(crate) fn add(&mut self, entry: Entry<'_>) {
        self.transcript.add(self.start.elapsed(), entry);
    }

    pub(super) fn sent(&mut self, message: &[u8]) {
        self.transcript.sent(self.start.elapsed(), message);
    }

    pub(super) fn received(&mut self, message: &[u8]) {
        self.transcript.received(self.start.elapsed(), message);
    }

    /// The lines of the log.
    pub(crate) fn into_text(mut self) -> String {
        self.transcript.take()
    }
}

/// Opens the game for a classic agent; its answer is its name.
///
/// # Errors
/// [`AgentFault`].
pub(crate) async fn request_name(
    link: &mut Link,
    opening: &str,
    deadline: Instant,
) -> Result<Vec<u8>, AgentFault> {
    link.discard(false)?;
    link.send_apart(&classic::block(opening), deadline).await?;
    link.answer(MAX_ANSWER_BYTES, deadline).await
}

/// The name in a classic agent's answer, as others see it.
///
/// # Errors
/// If it has the form of a token: an agent of a ladder has its token as its name, and others must not see that.
pub(crate) fn public_name(answer: &[u8]) -> Result<String, &'static str> {
    let name = lines::tidy_name(&String::from_utf8_lossy(answer));
    match Token::has_form_of(&name) {
        true => Err(
            "its name has the form of a token, which is secret; let it connect to the server of its ladder, or \
             choose another name",
        ),
        false => Ok(name),
    }
}

impl<G: Hosted> RemoteAgent<G> {
    /// An agent that has just connected. In the classic dialect, the game has been announced to it by the request for
    /// its name.
    pub(crate) fn new(link: Link, dialect: Dialect<G>) -> RemoteAgent<G> {
        RemoteAgent {
            exchange: Exchange::new(matches!(dialect, Dialect::Classic(_))),
            link: Some(link),
            dialect,
            legal: Vec::new(),
            line: Vec::new(),
            disconnect_taken: false,
            log: None,
        }
    }

    /// Logs what is exchanged from now on. Returns the previous log.
    pub(crate) fn set_log(&mut self, log: Option<ExchangeLog>) -> Option<ExchangeLog> {
        std::mem::replace(&mut self.log, log)
    }

    /// Takes the connection out of the game: the agent is disconnected, and another one has the connection.
    pub(crate) fn take_connection(&mut self) -> RemoteAgent<G> {
        let dialect = match &self.dialect {
            Dialect::Classic(classic) => Dialect::Classic(classic),
            Dialect::Lines(hello) => Dialect::Lines(hello.clone()),
        };
        RemoteAgent {
            link: self.link.take(),
            dialect,
            exchange: self.exchange.clone(),
            legal: Vec::new(),
            line: Vec::new(),
            disconnect_taken: false,
            log: None,
        }
    }

    /// Forgets that a game was announced.
    pub(crate) fn forget_game(&mut self) {
        self.exchange.restart();
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.link.is_some()
    }

    pub(crate) fn speaks_lines(&self) -> bool {
        matches!(self.dialect, Dialect::Lines(_))
    }

    /// Returns true once after the agent has disconnected.
    pub(crate) fn take_disconnect(&mut self) -> bool {
        self.link.is_none() && !std::mem::replace(&mut self.disconnect_taken, true)
    }

    /// Sends a message, if the agent is connected. If that fails, it is disconnected.
    pub(crate) async fn send(&mut self, message: &[u8], deadline: Instant) {
        let Some(link) = &mut self.link else { return };
        if let Some(log) = &mut self.log {
            log.sent(message);
        }
        let sent = match self.dialect {
            Dialect::Classic(_) => link.send_apart(message, deadline).await,
            Dialect::Lines(_) => link.send(message, deadline).await,
        };
        if sent.is_err() {
            self.link = None;
        }
    }

    /// Sends a message of the Parlour dialect.
    pub(crate) async fn send_message(&mut self, message: &ToAgent<'_, G>, deadline: Instant) {
        let mut line = std::mem::take(&mut self.line);
        message.write(&mut line);
        self.send(&line, deadline).await;
        self.line = line;
    }

    /// Announces a game, unless that has been done.
    pub(crate) async fn begin(
        &mut self,
        number: u64,
        table: &Table<G>,
        seat: Seat,
        deadline: Instant,
    ) {
        if !self.exchange.announce() {
            return;
        }
        match self.dialect {
            Dialect::Lines(_) => {
                let (seat, names) = (Some(seat), table.seats());
                self.send_message(
                    &ToAgent::Game {
                        number,
                        seat,
                        names,
                    },
                    deadline,
                )
                .await;
            }
            Dialect::Classic(classic) => {
                let Some(link) = &mut self.link else { return };
                let opening = (classic.initialize)(table.state().rules(), seat);
                if let Some(log) = &mut self.log {
                    log.sent(opening.as_bytes());
                }
                match request_name(link, &opening, deadline).await {
                    // The name is known from before; this answer is ignored.
                    Ok(_) | Err(AgentFault::TooLong | AgentFault::Timeout) => {}
                    Err(_) => self.link = None,
                }
            }
        }
    }

    /// Whether it is told of every turn: always in the classic dialect, else if it asked for it.
    pub(crate) fn hears_turns(&self) -> bool {
        match &self.dialect {
            Dialect::Classic(_) => true,
            Dialect::Lines(hello) => hello.watch,
        }
    }

    /// Sends the result of a turn, if the agent wants it.
    pub(crate) async fn send_turn(
        &mut self,
        before: &Table<G>,
        after: &Table<G>,
        seat: Seat,
        deadline: Instant,
    ) {
        match &self.dialect {
            Dialect::Classic(classic) => {
                for message in (classic.news)(before, after, seat) {
                    self.send(&classic::block(&message), deadline).await;
                }
            }
            Dialect::Lines(hello) if hello.watch => {
                let mut line = std::mem::take(&mut self.line);
                self.exchange.write_news(after, seat, &mut line);
                self.send(&line, deadline).await;
                self.line = line;
            }
            Dialect::Lines(_) => {}
        }
    }

    /// Sends the result of the game.
    pub(crate) async fn finish(&mut self, table: &Table<G>, seat: Seat, deadline: Instant) {
        self.exchange.end_game();
        let Some(outcome) = table.outcome() else {
            return;
        };
        match &self.dialect {
            Dialect::Classic(classic) => {
                let message = (classic.finish)(table, &outcome);
                self.send(&classic::block(&message), deadline).await;
            }
            Dialect::Lines(_) => {
                let mut line = std::mem::take(&mut self.line);
                self.exchange.write_result(table, seat, &mut line);
                self.send(&line, deadline).await;
                self.line = line;
            }
        }
    }

    /// Completes when the connection has ended; at once if there is none.
    pub(crate) async fn disconnected(&mut self) {
        if let Some(link) = &mut self.link {
            link.disconnected().await;
        }
        self.link = None;
    }

    /// Says why, and closes the connection.
    pub(crate) async fn close(&mut self, reason: &str, code: Option<ByeCode>, deadline: Instant) {
        match self.dialect {
            Dialect::Classic(_) => {
                self.send(&classic::block(classic::DISCONNECT), deadline)
                    .await
            }
            Dialect::Lines(_) => {
                self.send_message(&ToAgent::Bye { reason, code }, deadline)
                    .await
            }
        }
        if let Some(link) = self.link.take() {
            link.close(deadline).await;
        }
    }
}
