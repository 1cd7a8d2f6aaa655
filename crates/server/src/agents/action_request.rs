//! A request for an action: sent to a remote agent, answered, or replaced by a fallback move.

use super::remote_agent::{Dialect, RemoteAgent};
use parlour_engine::{Rng, Seat};
use parlour_protocol::classic::{self, Classic, MAX_ANSWER_BYTES};
use parlour_protocol::exchange::{answer_or_fallback, fault_line, read_answer};
use parlour_protocol::transcript::Entry;
use parlour_protocol::{ActionRequest, AgentFault, Answer, FaultCause, Hosted};
use tokio::time::Instant;

/// What a seat has answered.
pub(crate) struct SeatAnswer<A> {
    pub(crate) seat: Seat,
    pub(crate) answer: Answer<A>,
}

impl<G: Hosted> RemoteAgent<G> {
    /// Encodes a request. Simultaneous requests are all encoded before the first is sent.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub(crate) fn prepare(&mut self, request: &ActionRequest<'_, G>) -> Result<(), AgentFault> {
        let &ActionRequest { table, seat, .. } = request;
        table.state().legal_actions_into(seat, &mut self.legal);
        self.discard_unexpected()?;
        self.exchange.check_pending()?;
        match &self.dialect {
            Dialect::Classic(classic) => {
                let block = classic::block(&(classic.question)(table, seat));
                self.line.clear();
                self.line.extend_from_slice(&block);
            }
            Dialect::Lines(hello) => {
                let (legal, line) = (&self.legal, &mut self.line);
                self.exchange.write_turn(request, legal, hello.legal, line);
            }
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
        self.exchange.settle(&answered);
        let answer = answer_or_fallback(answered, request, &self.legal, rng);
        if let Answer::Fault { fault, fallback } = &answer {
            if let Some(log) = &mut self.log {
                log.add(Entry::Fault(&format!("{fault}; played: {fallback}")));
            }
            let lines = self.speaks_lines();
            self.link.take_if(|_| fault.ends_connection(lines));
            if let Some(line) = fault_line::<G>(fault, request.id, fallback).filter(|_| lines) {
                self.send(&line, deadline + request.think).await;
            }
        }
        answer
    }

    /// Discards unexpected input. If that was a late answer, none is pending any more.
    fn discard_unexpected(&mut self) -> Result<(), AgentFault> {
        let lines = self.speaks_lines();
        let link = self.link.as_mut().ok_or(AgentFault::Disconnected)?;
        self.exchange.discarded(link.discard(lines)?);
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
        if let Some(log) = &mut self.log {
            log.sent(&self.line);
        }
        link.send_apart(&self.line, deadline).await?;
        let said = link.answer(MAX_ANSWER_BYTES, deadline).await?;
        if let Some(log) = &mut self.log {
            log.received(&said);
        }
        let answer = (classic.answer)(state, seat, &said, rng);
        match answer.filter(|answer| state.check(seat, answer.action).is_ok()) {
            Some(answer) => Ok(Answer::Action {
                action: answer.action,
                corrected: answer.corrected,
            }),
            None => Err(AgentFault::invalid(
                &said,
                "expected a number",
                FaultCause::NoNumber,
            )),
        }
    }

    async fn request_lines(
        &mut self,
        request: &ActionRequest<'_, G>,
        deadline: Instant,
    ) -> Result<Answer<G::Action>, AgentFault> {
        self.discard_unexpected()?;
        let link = self.link.as_mut().ok_or(AgentFault::Disconnected)?;
        if let Some(log) = &mut self.log {
            log.sent(&self.line);
        }
        link.send(&self.line, deadline).await?;
        loop {
            let said = link.line(deadline).await?;
            if let Some(log) = &mut self.log {
                log.received(&said);
            }
            // `None` is the late answer to an earlier request.
            if let Some(answer) = read_answer(request, &said) {
                return answer;
            }
        }
    }
}
