//! A request for an action: sent to a remote agent, answered, or replaced by a fallback move.

use super::link::AgentFault;
use super::remote_agent::{Dialect, RemoteAgent};
use parlour_engine::{Rng, Seat, Table, Viewer};
use parlour_protocol::classic::{self, Classic, MAX_ANSWER_BYTES};
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{self, FromAgent, Listing, ToAgent};
use parlour_protocol::{Hosted, catch_up};
use std::time::Duration;
use tokio::time::Instant;

/// An agent that misses its time limits is skipped for at most 2 to this power requests.
const MAX_SKIPPED_LOG2: u32 = 6;

/// A request for an action.
pub(crate) struct ActionRequest<'a, G: Hosted> {
    pub(crate) table: &'a Table<G>,
    pub(crate) seat: Seat,
    /// The number of the request in the game.
    pub(crate) id: u64,
    /// The time limit, from when the request is sent.
    pub(crate) think: Duration,
}

/// What a seat has answered.
pub(crate) struct SeatAnswer<A> {
    pub(crate) seat: Seat,
    pub(crate) answer: Answer<A>,
}

/// The answer to a request; actions in it are legal.
pub(crate) enum Answer<A> {
    /// An action to play.
    Action {
        action: A,
        /// Whether the classic dialect replaced what the agent sent by this action.
        corrected: bool,
    },
    /// The seat resigns.
    Resign,
    /// No usable answer.
    Fault {
        fault: AgentFault,
        /// The fallback move that is played instead.
        fallback: A,
    },
}

impl<G: Hosted> RemoteAgent<G> {
    /// Encodes a request. Simultaneous requests are all encoded before the first is sent.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub(crate) fn prepare(&mut self, request: &ActionRequest<'_, G>) -> Result<(), AgentFault> {
        let &ActionRequest { table, seat, .. } = request;
        table.state().legal_actions_into(seat, &mut self.legal);
        self.check_pending()?;
        match &self.dialect {
            Dialect::Classic(classic) => {
                let block = classic::block(&(classic.question)(table, seat));
                self.line.clear();
                self.line.extend_from_slice(&block);
            }
            Dialect::Lines(hello) => self.write_turn(request, hello.legal),
        }
        Ok(())
    }

    /// Sends a request that was [prepared](Self::prepare), and waits for the answer.
    pub(crate) async fn request_action(
        &mut self,
        request: &ActionRequest<'_, G>,
        prepared: Result<(), AgentFault>,
        rng: &mut Rng,
    ) -> Answer<G::Action> {
        let deadline = Instant::now() + request.think;
        let answered = match (prepared, &self.dialect) {
            (Err(fault), _) => Err(fault),
            (Ok(()), Dialect::Classic(classic)) => {
                self.request_classic(request, classic, deadline, rng).await
            }
            (Ok(()), Dialect::Lines(_)) => self.request_lines(request, deadline).await,
        };
        match answered {
            Ok(said) => {
                self.missed = 0;
                said
            }
            Err(fault) => {
                let fallback =
                    request
                        .table
                        .state()
                        .fallback_action(request.seat, &self.legal, rng);
                let deadline = deadline + request.think;
                self.handle_fault(&fault, request.id, &fallback.to_string(), deadline)
                    .await;
                Answer::Fault { fault, fallback }
            }
        }
    }

    /// Discards unexpected input. If that was a late answer, none is pending any more.
    fn discard_unexpected(&mut self) -> Result<(), AgentFault> {
        let lines = self.speaks_lines();
        let link = self.link.as_mut().ok_or(AgentFault::Disconnected)?;
        if link.discard(lines)? {
            (self.skip, self.missed) = (0, 0);
        }
        Ok(())
    }

    /// Skips an agent with a late answer pending for some requests, or until that answer has come: its next answer could
    /// be mistaken for it.
    fn check_pending(&mut self) -> Result<(), AgentFault> {
        self.discard_unexpected()?;
        if self.skip > 0 {
            self.skip -= 1;
            return Err(AgentFault::AnswerPending);
        }
        Ok(())
    }

    async fn request_classic(
        &mut self,
        request: &ActionRequest<'_, G>,
        classic: &Classic<G>,
        deadline: Instant,
        rng: &mut Rng,
    ) -> Result<Answer<G::Action>, AgentFault> {
        let (state, seat) = (request.table.state(), request.seat);
        // Something may have come since the request was prepared.
        self.discard_unexpected()?;
        let link = self.link.as_mut().ok_or(AgentFault::Disconnected)?;
        link.send_apart(&self.line, deadline).await?;
        let said = link.answer(MAX_ANSWER_BYTES, deadline).await?;
        let answer = (classic.answer)(state, seat, &said, rng);
        match answer.filter(|answer| state.check(seat, answer.action).is_ok()) {
            Some(answer) => Ok(Answer::Action {
                action: answer.action,
                corrected: answer.corrected,
            }),
            None => Err(invalid(&said, "expected a number")),
        }
    }

    async fn request_lines(
        &mut self,
        request: &ActionRequest<'_, G>,
        deadline: Instant,
    ) -> Result<Answer<G::Action>, AgentFault> {
        self.discard_unexpected()?;
        let link = self.link.as_mut().ok_or(AgentFault::Disconnected)?;
        link.send(&self.line, deadline).await?;
        loop {
            let said = link.line(deadline).await?;
            // `None` is the late answer to an earlier request.
            if let Some(answer) = read_answer(request, &said) {
                return answer;
            }
        }
    }

    /// Encodes a request in the Parlour dialect.
    fn write_turn(&mut self, request: &ActionRequest<'_, G>, listing: Listing) {
        let &ActionRequest {
            table,
            seat,
            id,
            think,
        } = request;
        let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: Some(think.as_millis() as u64),
            legal: Legal {
                actions: &self.legal,
                listing,
            },
            events,
            view: &view,
        };
        turn.write(&mut self.line);
    }

    /// Closes a broken connection, skips a silent agent for a while, and reports the fault in the Parlour dialect.
    async fn handle_fault(&mut self, fault: &AgentFault, id: u64, played: &str, deadline: Instant) {
        match fault {
            AgentFault::Disconnected | AgentFault::NotReading => self.link = None,
            AgentFault::TooLong if self.speaks_lines() => self.link = None,
            AgentFault::Timeout => {
                self.skip = 1 << self.missed.min(MAX_SKIPPED_LOG2);
                self.missed += 1;
            }
            AgentFault::AnswerPending | AgentFault::TooLong | AgentFault::Invalid(..) => {}
        }
        if self.speaks_lines() && *fault != AgentFault::AnswerPending {
            let message = &fault.to_string();
            self.send_message(
                &ToAgent::Fault {
                    id,
                    message,
                    played,
                },
                deadline,
            )
            .await;
        }
    }
}

/// Reads a line; `None` if it answers an earlier request.
fn read_answer<G: Hosted>(
    request: &ActionRequest<'_, G>,
    line: &[u8],
) -> Option<Result<Answer<G::Action>, AgentFault>> {
    let (of, text) = match FromAgent::read(line) {
        Ok(FromAgent::Action { id, action }) => (id, action),
        Ok(FromAgent::Resign) => return Some(Ok(Answer::Resign)),
        _ => return Some(Err(invalid(line, "expected an action"))),
    };
    if of.is_some_and(|of| of != request.id) {
        return None;
    }
    Some(
        match lines::read_action(request.table.state(), request.seat, &text) {
            Ok(action) => Ok(Answer::Action {
                action,
                corrected: false,
            }),
            Err(why) => Err(invalid(text.as_bytes(), &why)),
        },
    )
}

/// The fault for an invalid answer, which is quoted in short.
fn invalid(said: &[u8], why: &str) -> AgentFault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    AgentFault::Invalid(short.escape_debug().to_string(), why.to_owned())
}
