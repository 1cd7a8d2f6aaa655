//! One question to an agent from outside: asked, answered or excused.

use super::link::Fault;
use super::remote_agent::{Dialect, RemoteAgent};
use parlour_engine::{Rng, Seat, Table, Viewer};
use parlour_protocol::classic::{self, Classic, MAX_ANSWER_BYTES};
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{self, FromAgent, Listing, ToAgent};
use parlour_protocol::{Hosted, catch_up};
use std::time::Duration;
use tokio::time::Instant;

/// How many questions in a row a silent agent is not asked, at most: 2 to this power.
const MAX_PAUSE: u32 = 6;

/// What a seat is asked.
pub(crate) struct ActionRequest<'a, G: Hosted> {
    pub(crate) table: &'a Table<G>,
    pub(crate) seat: Seat,
    /// Its number in the game.
    pub(crate) id: u64,
    /// The time for the answer, counted from when it is asked.
    pub(crate) think: Duration,
}

/// What a seat does at its turn.
pub(crate) struct SeatAnswer<A> {
    pub(crate) seat: Seat,
    pub(crate) said: Answer<A>,
}

/// The answer to a question; actions in it are legal.
pub(crate) enum Answer<A> {
    /// It plays.
    Action {
        action: A,
        /// It said something else, which the classic dialect allows.
        corrected: bool,
    },
    /// It gives up.
    Resign,
    /// It gave no answer that could be used.
    Fault {
        fault: Fault,
        /// The default that is played instead.
        played: A,
    },
}

impl<G: Hosted> RemoteAgent<G> {
    /// Gets a question ready to be sent: where several are asked at the same time, none is to wait in
    /// one socket until the next is written.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(crate) fn pose(&mut self, question: &ActionRequest<'_, G>) -> Result<(), Fault> {
        let &ActionRequest { table, seat, .. } = question;
        table.state().legal_actions_into(seat, &mut self.legal);
        self.ready()?;
        match &self.dialect {
            Dialect::Classic(classic) => {
                let block = classic::block(&(classic.question)(table, seat));
                self.line.clear();
                self.line.extend_from_slice(&block);
            }
            Dialect::Lines(hello) => self.write_turn(question, hello.legal),
        }
        Ok(())
    }

    /// Asks what was [`posed`](Self::pose), and makes do with whatever comes.
    pub(crate) async fn answer(
        &mut self,
        question: &ActionRequest<'_, G>,
        posed: Result<(), Fault>,
        rng: &mut Rng,
    ) -> Answer<G::Action> {
        let until = Instant::now() + question.think;
        let asked = match (posed, &self.dialect) {
            (Err(fault), _) => Err(fault),
            (Ok(()), Dialect::Classic(classic)) => {
                self.ask_classic(question, classic, until, rng).await
            }
            (Ok(()), Dialect::Lines(_)) => self.ask_lines(question, until).await,
        };
        match asked {
            Ok(said) => {
                self.silent = 0;
                said
            }
            Err(fault) => {
                let played =
                    (question.table.state()).default_action(question.seat, &self.legal, rng);
                let until = until + question.think;
                self.excuse(&fault, question.id, &played.to_string(), until)
                    .await;
                Answer::Fault { fault, played }
            }
        }
    }

    /// Throws away what came unasked. If that was an answer which was owed, none is owed any more.
    fn clear(&mut self) -> Result<(), Fault> {
        let lines = self.speaks_lines();
        let link = self.link.as_mut().ok_or(Fault::Disconnected)?;
        if link.discard(lines)? {
            (self.pause, self.silent) = (0, 0);
        }
        Ok(())
    }

    /// An agent that owes an answer is not asked for some turns, or until that answer has come: its next
    /// could not be told from it.
    fn ready(&mut self) -> Result<(), Fault> {
        self.clear()?;
        if self.pause > 0 {
            self.pause -= 1;
            return Err(Fault::AnswerPending);
        }
        Ok(())
    }

    async fn ask_classic(
        &mut self,
        question: &ActionRequest<'_, G>,
        classic: &Classic<G>,
        until: Instant,
        rng: &mut Rng,
    ) -> Result<Answer<G::Action>, Fault> {
        let (state, seat) = (question.table.state(), question.seat);
        // Something may have come since the question was posed.
        self.clear()?;
        let link = self.link.as_mut().ok_or(Fault::Disconnected)?;
        link.send_apart(&self.line, until).await?;
        let said = link.answer(MAX_ANSWER_BYTES, until).await?;
        let answer = (classic.answer)(state, seat, &said, rng);
        match answer.filter(|answer| state.check(seat, answer.action).is_ok()) {
            Some(answer) => Ok(Answer::Action {
                action: answer.action,
                corrected: answer.corrected,
            }),
            None => Err(wrong(&said, "a number is asked for")),
        }
    }

    async fn ask_lines(
        &mut self,
        question: &ActionRequest<'_, G>,
        until: Instant,
    ) -> Result<Answer<G::Action>, Fault> {
        self.clear()?;
        let link = self.link.as_mut().ok_or(Fault::Disconnected)?;
        link.send(&self.line, until).await?;
        loop {
            let said = link.line(until).await?;
            // Nothing: the answer to an earlier turn, come late.
            if let Some(answer) = read_answer(question, &said) {
                return answer;
            }
        }
    }

    /// Writes down what a seat is asked in the Parlour dialect.
    fn write_turn(&mut self, question: &ActionRequest<'_, G>, listing: Listing) {
        let &ActionRequest {
            table,
            seat,
            id,
            think,
        } = question;
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

    /// What follows from a fault: a connection of no more use is closed, a silent agent is
    /// not asked for a while, and who speaks the Parlour dialect is told.
    async fn excuse(&mut self, fault: &Fault, id: u64, played: &str, until: Instant) {
        match fault {
            Fault::Disconnected | Fault::NotReading => self.link = None,
            Fault::TooLong if self.speaks_lines() => self.link = None,
            Fault::Timeout => {
                self.pause = 1 << self.silent.min(MAX_PAUSE);
                self.silent += 1;
            }
            Fault::AnswerPending | Fault::TooLong | Fault::Invalid(..) => {}
        }
        if self.speaks_lines() && *fault != Fault::AnswerPending {
            let message = &fault.to_string();
            self.say(
                &ToAgent::Fault {
                    id,
                    message,
                    played,
                },
                until,
            )
            .await;
        }
    }
}

/// What a line answers; nothing when it answers an earlier question.
fn read_answer<G: Hosted>(
    question: &ActionRequest<'_, G>,
    line: &[u8],
) -> Option<Result<Answer<G::Action>, Fault>> {
    let (of, text) = match FromAgent::read(line) {
        Ok(FromAgent::Action { id, action }) => (id, action),
        Ok(FromAgent::Resign) => return Some(Ok(Answer::Resign)),
        _ => return Some(Err(wrong(line, "an action is asked for"))),
    };
    if of.is_some_and(|of| of != question.id) {
        return None;
    }
    Some(
        match lines::read_action(question.table.state(), question.seat, &text) {
            Ok(action) => Ok(Answer::Action {
                action,
                corrected: false,
            }),
            Err(why) => Err(wrong(text.as_bytes(), &why)),
        },
    )
}

/// A wrong answer, as much of it as is worth reading.
fn wrong(said: &[u8], why: &str) -> Fault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    Fault::Invalid(short.escape_debug().to_string(), why.to_owned())
}
