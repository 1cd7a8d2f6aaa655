//! An agent from outside in its seat: what it is told. How it is asked is in [`action_request`](super::action_request).

pub(super) use super::action_request::{ActionRequest, Answer, SeatAnswer};
use super::link::{Fault, Link};
use parlour_engine::{Seat, Table, Viewer};
use parlour_protocol::classic::{self, Classic, MAX_ANSWER_BYTES};
use parlour_protocol::lines::{Hello, ToAgent};
use parlour_protocol::{Hosted, catch_up};
use tokio::time::Instant;

/// What an agent speaks.
pub(crate) enum Dialect<G: Hosted> {
    /// That of the seed's server.
    Classic(&'static Classic<G>),
    /// Lines of JSON; how it wants to be told.
    Lines(Hello),
}

/// An agent from outside.
pub(crate) struct RemoteAgent<G: Hosted> {
    /// Missing while it is gone.
    pub(super) link: Option<Link>,
    pub(super) dialect: Dialect<G>,
    /// Whether it knows that this game has begun.
    begun: bool,
    /// How many events of this game it was told.
    pub(super) told: usize,
    /// What is legal, and the message that is being sent: kept for the next, to spare the memory's manager.
    pub(super) legal: Vec<G::Action>,
    pub(super) line: Vec<u8>,
    /// Time limits it has missed in a row, and how many questions it will not be asked.
    pub(super) silent: u32,
    pub(super) pause: u32,
    /// Whether its loss has been noticed.
    mourned: bool,
}

/// Opens the game for a classic agent; its answer is its name.
///
/// # Errors
/// [`Fault`]; what was said is of no importance once the name is known.
pub(crate) async fn ask_name(
    link: &mut Link,
    opening: &str,
    until: Instant,
) -> Result<Vec<u8>, Fault> {
    link.discard(false)?;
    link.send_apart(&classic::block(opening), until).await?;
    link.answer(MAX_ANSWER_BYTES, until).await
}

impl<G: Hosted> RemoteAgent<G> {
    /// An agent that has just come. One of the classic dialect has been told of the game
    /// already: that is how its name was asked.
    pub(crate) fn new(link: Link, dialect: Dialect<G>) -> RemoteAgent<G> {
        RemoteAgent {
            begun: matches!(dialect, Dialect::Classic(_)),
            link: Some(link),
            dialect,
            told: 0,
            legal: Vec::new(),
            line: Vec::new(),
            silent: 0,
            pause: 0,
            mourned: false,
        }
    }

    pub(crate) fn is_here(&self) -> bool {
        self.link.is_some()
    }

    pub(crate) fn speaks_lines(&self) -> bool {
        matches!(self.dialect, Dialect::Lines(_))
    }

    /// Whether it is gone and nobody has noticed so far.
    pub(crate) fn has_just_left(&mut self) -> bool {
        self.link.is_none() && !std::mem::replace(&mut self.mourned, true)
    }

    /// Sends a message to an agent that is there. One that cannot be told is gone.
    pub(crate) async fn send(&mut self, message: &[u8], until: Instant) {
        let Some(link) = &mut self.link else { return };
        let sent = match self.dialect {
            Dialect::Classic(_) => link.send_apart(message, until).await,
            Dialect::Lines(_) => link.send(message, until).await,
        };
        if sent.is_err() {
            self.link = None;
        }
    }

    /// Sends a message of the Parlour dialect.
    pub(crate) async fn say(&mut self, message: &ToAgent<'_, G>, until: Instant) {
        let mut line = std::mem::take(&mut self.line);
        message.write(&mut line);
        self.send(&line, until).await;
        self.line = line;
    }

    /// Tells that a game begins, unless it knows.
    pub(crate) async fn begin(
        &mut self,
        number: u64,
        table: &Table<G>,
        seat: Seat,
        until: Instant,
    ) {
        self.told = 0;
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        match self.dialect {
            Dialect::Lines(_) => {
                let (seat, names) = (Some(seat), table.seats());
                self.say(
                    &ToAgent::Game {
                        number,
                        seat,
                        names,
                    },
                    until,
                )
                .await;
            }
            Dialect::Classic(classic) => {
                let Some(link) = &mut self.link else { return };
                let opening = (classic.initialize)(table.state().rules(), seat);
                match ask_name(link, &opening, until).await {
                    // It has told its name before; what it says now changes nothing.
                    Ok(_) | Err(Fault::TooLong | Fault::Timeout) => {}
                    Err(_) => self.link = None,
                }
            }
        }
    }

    /// Whether it is told of every turn: in the classic dialect always, else if it watches.
    pub(crate) fn hears_turns(&self) -> bool {
        match &self.dialect {
            Dialect::Classic(_) => true,
            Dialect::Lines(hello) => hello.watch,
        }
    }

    /// Tells what a turn has led to, if that is what it wants to hear.
    pub(crate) async fn tell(
        &mut self,
        before: &Table<G>,
        after: &Table<G>,
        seat: Seat,
        until: Instant,
    ) {
        match &self.dialect {
            Dialect::Classic(classic) => {
                for message in (classic.news)(before, after, seat) {
                    self.send(&classic::block(&message), until).await;
                }
            }
            Dialect::Lines(hello) if hello.watch => {
                let (view, events) = catch_up(after, Viewer::Seat(seat), &mut self.told);
                let view = &view;
                self.say(&ToAgent::News { events, view }, until).await;
            }
            Dialect::Lines(_) => {}
        }
    }

    /// Tells how the game ended.
    pub(crate) async fn finish(&mut self, table: &Table<G>, seat: Seat, until: Instant) {
        self.begun = false;
        let Some(outcome) = table.outcome() else {
            return;
        };
        match &self.dialect {
            Dialect::Classic(classic) => {
                let message = (classic.finish)(table, &outcome);
                self.send(&classic::block(&message), until).await;
            }
            Dialect::Lines(_) => {
                let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
                let result = ToAgent::Result {
                    events,
                    scores: &outcome.scores,
                    winners: outcome.winners,
                    resigned: table.resigned(),
                    view: &view,
                };
                self.say(&result, until).await;
            }
        }
    }

    /// Completes when the connection has ended; at once when there is none.
    pub(crate) async fn lost(&mut self) {
        if let Some(link) = &mut self.link {
            link.lost().await;
        }
        self.link = None;
    }

    /// Ends the connection.
    pub(crate) async fn bye(&mut self, reason: &str, until: Instant) {
        match self.dialect {
            Dialect::Classic(_) => self.send(&classic::block(classic::DISCONNECT), until).await,
            Dialect::Lines(_) => self.say(&ToAgent::Bye { reason, code: None }, until).await,
        }
        if let Some(link) = self.link.take() {
            link.close(until).await;
        }
    }
}
