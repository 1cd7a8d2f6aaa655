//! The exchange of a table with one program: requests, answers, faults. No I/O, so that every connection has the same
//! rules, whether the program is a local process or connects over TCP or WebSocket.

use crate::legal::Legal;
use crate::lines::{self, FromAgent, Hello, Listing, ToAgent, VERSION};
use crate::{AgentFault, FaultCause, Hosted, catch_up};
use parlour_engine::{Rng, Seat, Table, Viewer};
use std::time::Duration;

/// A program that misses its time limits is skipped for at most 2 to this power requests.
const MAX_SKIPPED_LOG2: u32 = 6;

/// A request for an action.
pub struct ActionRequest<'a, G: Hosted> {
    /// The game.
    pub table: &'a Table<G>,
    /// The seat that is asked.
    pub seat: Seat,
    /// The number of the request in the game.
    pub id: u64,
    /// The time limit, from when the request is sent.
    pub think: Duration,
}

/// The answer to a request; actions in it are legal.
pub enum Answer<A> {
    /// An action to play.
    Action {
        /// The action.
        action: A,
        /// Whether the classic dialect replaced what the agent sent by this action.
        corrected: bool,
    },
    /// The seat resigns.
    Resign,
    /// No usable answer.
    Fault {
        /// Why.
        fault: AgentFault,
        /// The fallback move that is played instead.
        fallback: A,
    },
}

/// Checks a hello.
///
/// # Errors
/// Why the program is rejected, as one line. `place` is what it wants to join, e.g. `this table`.
pub fn check_hello(hello: &Hello, game: &str, place: &str) -> Result<(), String> {
    if hello.version != VERSION {
        return Err(format!("{place} speaks version {VERSION}"));
    }
    match &hello.game {
        Some(other) if other != game => Err(format!("{place} plays {game}")),
        _ => Ok(()),
    }
}

/// The state of an exchange.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// Whether this game has been announced.
    begun: bool,
    /// The number of events of this game that were told.
    told: usize,
    /// Time limits missed in a row.
    missed: u32,
    /// Requests for which the program will be skipped.
    skip: u32,
}

impl Exchange {
    /// An exchange with a new connection. In the classic dialect, the game has been announced by the request for the name.
    pub fn new(begun: bool) -> Exchange {
        Exchange {
            begun,
            ..Exchange::default()
        }
    }

    /// A new game begins, or the connection is a new one: nothing was told yet.
    pub fn restart(&mut self) {
        (self.begun, self.told) = (false, 0);
    }

    /// The game is announced. Returns whether that has to be done.
    pub fn announce(&mut self) -> bool {
        let announced = std::mem::replace(&mut self.begun, true);
        if !announced {
            self.told = 0;
        }
        !announced
    }

    /// The game is over. Returns whether it was announced.
    pub fn end_game(&mut self) -> bool {
        std::mem::replace(&mut self.begun, false)
    }

    /// Input that was not requested has been discarded: if that was a late answer, none is pending any more.
    pub fn discarded(&mut self, any: bool) {
        if any {
            (self.skip, self.missed) = (0, 0);
        }
    }

    /// Skips a program with a late answer pending for some requests, or until that answer has come: its next answer could
    /// be mistaken for it.
    ///
    /// # Errors
    /// [`AgentFault::AnswerPending`].
    pub fn check_pending(&mut self) -> Result<(), AgentFault> {
        if self.skip > 0 {
            self.skip -= 1;
            return Err(AgentFault::AnswerPending);
        }
        Ok(())
    }

    /// A request was answered, or not. Programs that do not answer, or end again and again, are skipped for a while.
    pub fn settle<A>(&mut self, answered: &Result<Answer<A>, AgentFault>) {
        match answered {
            Ok(_) => self.missed = 0,
            Err(AgentFault::Timeout) => self.miss(0),
            // The first end may be an accident: the program is started again at once.
            Err(AgentFault::Ended { .. }) => self.miss(1),
            Err(_) => {}
        }
    }

    fn miss(&mut self, tolerated: u32) {
        self.skip = match self.missed >= tolerated {
            true => 1 << self.missed.min(MAX_SKIPPED_LOG2),
            false => 0,
        };
        self.missed += 1;
    }

    /// Writes a request in the Parlour dialect.
    pub fn write_turn<G: Hosted>(
        &mut self,
        request: &ActionRequest<'_, G>,
        legal: &[G::Action],
        listing: Listing,
        line: &mut Vec<u8>,
    ) {
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
                actions: legal,
                listing,
            },
            events,
            view: &view,
        };
        turn.write(line);
    }

    /// Writes the news of a turn in the Parlour dialect.
    pub fn write_news<G: Hosted>(&mut self, table: &Table<G>, seat: Seat, line: &mut Vec<u8>) {
        let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
        let news: ToAgent<'_, G> = ToAgent::News {
            events,
            view: &view,
        };
        news.write(line);
    }

    /// Writes the result of a game in the Parlour dialect, if it is over.
    pub fn write_result<G: Hosted>(&mut self, table: &Table<G>, seat: Seat, line: &mut Vec<u8>) {
        let Some(outcome) = table.outcome() else {
            return line.clear();
        };
        let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
        let result: ToAgent<'_, G> = ToAgent::Result {
            events,
            scores: &outcome.scores,
            winners: outcome.winners,
            resigned: table.resigned(),
            view: &view,
        };
        result.write(line);
    }
}

/// Reads a line; `None` if it answers an earlier request.
pub fn read_answer<G: Hosted>(
    request: &ActionRequest<'_, G>,
    line: &[u8],
) -> Option<Result<Answer<G::Action>, AgentFault>> {
    let (of, text) = match FromAgent::read(line) {
        Ok(FromAgent::Action { id, action }) => (id, action),
        Ok(FromAgent::Resign) => return Some(Ok(Answer::Resign)),
        _ => {
            return Some(Err(AgentFault::invalid(
                line,
                "expected an action",
                FaultCause::NoAction,
            )));
        }
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
            Err(wrong) => Err(AgentFault::invalid(
                text.as_bytes(),
                &wrong.reason,
                wrong.cause,
            )),
        },
    )
}

/// The answer that is used: that of the program, or the fallback move.
pub fn answer_or_fallback<G: Hosted>(
    answered: Result<Answer<G::Action>, AgentFault>,
    request: &ActionRequest<'_, G>,
    legal: &[G::Action],
    rng: &mut Rng,
) -> Answer<G::Action> {
    answered.unwrap_or_else(|fault| Answer::Fault {
        fault,
        fallback: (request.table.state()).fallback_action(request.seat, legal, rng),
    })
}

/// The message about a fault in the Parlour dialect; `None` for a fault that the program knows of.
pub fn fault_line<G: Hosted>(fault: &AgentFault, id: u64, played: &G::Action) -> Option<Vec<u8>> {
    let message: ToAgent<'_, G> = ToAgent::Fault {
        id,
        message: &fault.to_string(),
        played: &played.to_string(),
        code: fault,
    };
    (*fault != AgentFault::AnswerPending).then(|| message.line())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(fault: AgentFault) -> Result<Answer<()>, AgentFault> {
        Err(fault)
    }

    /// The number of requests that are skipped until the next one is sent.
    fn skipped(exchange: &mut Exchange) -> u32 {
        let mut count = 0;
        while exchange.check_pending().is_err() {
            count += 1;
        }
        count
    }

    #[test]
    fn silence_is_skipped_for_ever_longer_until_an_answer() {
        let mut exchange = Exchange::default();
        for expected in [1, 2, 4, 8, 16, 32, 64, 64] {
            exchange.settle(&answered(AgentFault::Timeout));
            assert_eq!(skipped(&mut exchange), expected);
        }
        exchange.settle(&Ok(Answer::<()>::Resign));
        exchange.settle(&answered(AgentFault::Timeout));
        assert_eq!(skipped(&mut exchange), 1);
        exchange.settle(&answered(AgentFault::Timeout));
        exchange.discarded(true);
        assert_eq!(skipped(&mut exchange), 0, "the late answer has come");
    }

    #[test]
    fn the_first_end_of_a_program_is_no_reason_to_skip_it() {
        let mut exchange = Exchange::default();
        for expected in [0, 2, 4] {
            exchange.settle(&answered(AgentFault::Ended {
                reason: String::new(),
                cause: None,
            }));
            assert_eq!(skipped(&mut exchange), expected);
        }
        let mut other = Exchange::default();
        other.settle(&answered(AgentFault::invalid(
            b"",
            "",
            FaultCause::NoAction,
        )));
        other.settle(&answered(AgentFault::Disconnected));
        assert_eq!(skipped(&mut other), 0);
    }

    #[test]
    fn an_announcement_is_made_once_for_each_game() {
        let mut exchange = Exchange::new(false);
        assert!(exchange.announce() && !exchange.announce());
        assert!(exchange.end_game() && !exchange.end_game());
        assert!(exchange.announce());
        exchange.restart();
        assert!(exchange.announce(), "of a new connection");
        assert!(!Exchange::new(true).announce(), "of the classic dialect");
    }
}
