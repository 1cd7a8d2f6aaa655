//! The Parlour dialect with a program: what it is told, what it answers, what follows from faults.

use super::lobby::{Lobby, Visitor};
use super::process::Process;
use super::{Fault, Said};
use parlour_engine::{Game, Outcome, Rng, Seat, Table, Viewer};
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{self, FromAgent, Hello, ToAgent, VERSION};
use parlour_protocol::{Hosted, catch_up};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many questions in a row a silent program is not asked, at most: 2 to this power.
const MAX_PAUSE: u32 = 6;
/// How long a program may take to say hello: a start may have much to load.
const HELLO: Duration = Duration::from_secs(10);
/// Nobody can take over a pipe, so that the token of the dialect guards nothing here.
const TOKEN: &str = "00000000000000000000000000000000";

/// What a seat is asked.
pub(super) struct Question<'a, G: Game> {
    pub(super) table: &'a Table<G>,
    pub(super) seat: Seat,
    /// Its number in the game.
    pub(super) id: u64,
    pub(super) legal: &'a [G::Action],
}

/// Where a program comes from.
pub(super) enum Source {
    /// It is started by us: the program and its arguments.
    Command(Vec<String>),
    /// It comes by itself.
    Lobby {
        /// Where it waits.
        lobby: Arc<Lobby>,
        /// Whose it is.
        player: usize,
    },
}

/// The way to a program that is there.
enum Wire {
    /// With what it said when it was started.
    Pipe(Process, Hello),
    Visitor(Visitor),
}

impl Wire {
    fn hello(&self) -> &Hello {
        match self {
            Wire::Pipe(_, hello) => hello,
            Wire::Visitor(visitor) => &visitor.hello,
        }
    }

    fn send(&mut self, message: Vec<u8>) -> Result<(), Fault> {
        match self {
            Wire::Pipe(process, _) => process.send(message),
            Wire::Visitor(visitor) => visitor.send(message),
        }
    }

    fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        match self {
            Wire::Pipe(process, _) => process.line(until),
            Wire::Visitor(visitor) => visitor.line(until),
        }
    }

    fn discard(&mut self) -> Result<bool, Fault> {
        match self {
            Wire::Pipe(process, _) => process.discard(),
            Wire::Visitor(visitor) => visitor.discard(),
        }
    }
}

/// A program in its seat.
pub(super) struct Program {
    source: Source,
    think: Duration,
    games: u64,
    /// Missing while it is not there.
    running: Option<Wire>,
    /// The game it sits in: number, seat, names.
    game: Option<(u64, Seat, Vec<String>)>,
    /// Whether it knows that this game has begun.
    begun: bool,
    /// How many events of this game it was told.
    told: usize,
    /// Failures to answer in a row, and how many questions it will not be asked.
    silent: u32,
    pause: u32,
}

impl Program {
    pub(super) fn new(source: Source, think: Duration, games: u64) -> Program {
        Program {
            source,
            think,
            games,
            running: None,
            game: None,
            begun: false,
            told: 0,
            silent: 0,
            pause: 0,
        }
    }

    /// A visitor takes the seat, if one has come.
    pub(super) fn receive(&mut self, visitor: Option<Visitor>) {
        (self.silent, self.pause) =
            (visitor.as_ref()).map_or((0, 0), |visitor| (visitor.silent, visitor.pause));
        self.running = visitor.map(Wire::Visitor);
    }

    /// Starts it and hears who it is, or looks whether it is back.
    pub(super) fn start<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        match &self.source {
            Source::Command(command) => {
                let (process, hello) = self.launch::<G>(command)?;
                self.running = Some(Wire::Pipe(process, hello));
                self.welcome::<G>(rules)
            }
            Source::Lobby { lobby, player } => {
                let back = lobby.take(*player);
                self.receive(back);
                (self.begun, self.told) = (false, 0);
                match self.running {
                    Some(_) => Ok(()),
                    None => Err(Fault::Gone),
                }
            }
        }
    }

    /// Starts a process and hears who it is.
    fn launch<G: Hosted>(&self, command: &[String]) -> Result<(Process, Hello), Fault> {
        let mut process = Process::start(command)?;
        let said = process.line(Instant::now() + self.think.max(HELLO))?;
        let hello = match serde_json::from_slice(&said) {
            Ok(FromAgent::Hello(hello)) => hello,
            _ => return Err(wrong(&said, "hello is the first line of a program")),
        };
        if hello.version != VERSION {
            let why = format!("version {VERSION} of the dialect is spoken here");
            return Err(wrong(&said, &why));
        }
        if let Some(game) = hello.game.as_ref().filter(|&game| game != G::NAME) {
            return Err(wrong(
                &said,
                &format!("it plays {game}, and this is {}", G::NAME),
            ));
        }
        Ok((process, hello))
    }

    /// Tells a program that is new here what it has come to.
    fn welcome<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        (self.begun, self.told) = (false, 0);
        let Some(wire) = &mut self.running else {
            return Ok(());
        };
        let hello = wire.hello();
        let name = lines::tidy_name(hello.name.as_deref().unwrap_or_default());
        let token = hello.token.clone().unwrap_or_else(|| TOKEN.to_owned());
        let welcome: ToAgent<'_, G> = ToAgent::Welcome {
            version: VERSION,
            game: G::NAME,
            rules,
            name: Some(&name),
            token: Some(&token),
            // Seats are given anew for each game.
            seat: None,
            games: self.games,
            think: Some(self.think.as_millis() as u64),
        };
        let sent = wire.send(welcome.line());
        match wire {
            Wire::Visitor(visitor) if sent.is_ok() => visitor.welcomed = true,
            _ => {}
        }
        sent
    }

    /// A game begins; the program is told at its first question.
    pub(super) fn begin(&mut self, number: u64, seat: Seat, names: &[String]) {
        self.game = Some((number, seat, names.to_vec()));
        self.begun = false;
        self.told = 0;
    }

    /// Asks, and makes do with whatever comes.
    pub(super) fn answer<G: Hosted>(
        &mut self,
        question: &Question<'_, G>,
        rng: &mut Rng,
    ) -> Said<G::Action> {
        match self.ask(question) {
            Ok(said) => {
                self.silent = 0;
                said
            }
            Err(fault) => {
                let Question {
                    table,
                    seat,
                    id,
                    legal,
                } = *question;
                let played = table.state().default_action(seat, legal, rng);
                self.excuse::<G>(&fault, id, &played.to_string());
                Said::Fault(fault, played)
            }
        }
    }

    /// Makes sure that it runs, owes nothing, and knows of the game.
    fn ready<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        if let Some(wire) = &mut self.running
            && wire.discard()?
        {
            (self.pause, self.silent) = (0, 0);
        }
        if self.pause > 0 {
            self.pause -= 1;
            return Err(Fault::Owing);
        }
        if self.running.is_none() {
            self.start::<G>(rules)?;
        }
        if matches!(&self.running, Some(Wire::Visitor(visitor)) if !visitor.welcomed) {
            self.welcome::<G>(rules)?;
        }
        if !std::mem::replace(&mut self.begun, true)
            && let (Some((number, seat, names)), Some(wire)) = (&self.game, &mut self.running)
        {
            let game: ToAgent<'_, G> = ToAgent::Game {
                number: *number,
                seat: Some(*seat),
                names,
            };
            wire.send(game.line())?;
        }
        Ok(())
    }

    fn ask<G: Hosted>(&mut self, question: &Question<'_, G>) -> Result<Said<G::Action>, Fault> {
        let &Question {
            table,
            seat,
            id,
            legal,
        } = question;
        self.ready::<G>(table.state().rules())?;
        let Some(wire) = &mut self.running else {
            return Err(Fault::Lost(String::new()));
        };
        let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: Some(self.think.as_millis() as u64),
            legal: Legal {
                actions: legal,
                listing: wire.hello().legal,
            },
            events,
            view: &view,
        };
        // The clock starts when the question is out, not while it is written down.
        let line = turn.line();
        let until = Instant::now() + self.think;
        wire.send(line)?;
        loop {
            let said = wire.line(until)?;
            let (of, text) = match serde_json::from_slice(&said) {
                Ok(FromAgent::Action { id, action }) => (id, action),
                Ok(FromAgent::Resign) => return Ok(Said::Resigns),
                _ => return Err(wrong(&said, "an action is asked for")),
            };
            // The answer to an earlier question, come late.
            if of.is_some_and(|of| of != id) {
                continue;
            }
            return match lines::read_action(table.state(), seat, &text) {
                Ok(action) => Ok(Said::Plays(action)),
                Err(why) => Err(wrong(text.as_bytes(), &why)),
            };
        }
    }

    /// What follows from a fault: a program of no more use is ended, to be started again; a silent
    /// one is not asked for a while; one that listens is told.
    fn excuse<G: Hosted>(&mut self, fault: &Fault, id: u64, played: &str) {
        match fault {
            Fault::Lost(_) | Fault::Gone | Fault::Deaf | Fault::TooLong => self.running = None,
            Fault::Late | Fault::Owing | Fault::Wrong(..) => {}
        }
        match fault {
            // A program that ends at once each time is not started for every question.
            Fault::Lost(_) | Fault::Late => {
                let paused = matches!(fault, Fault::Late) || self.silent > 0;
                self.pause = if paused {
                    1 << self.silent.min(MAX_PAUSE)
                } else {
                    0
                };
                self.silent += 1;
            }
            _ => {}
        }
        if *fault != Fault::Owing
            && let Some(wire) = &mut self.running
        {
            let message = fault.to_string();
            let note: ToAgent<'_, G> = ToAgent::Fault {
                id,
                message: &message,
                played,
            };
            if wire.send(note.line()).is_err() {
                self.running = None;
            }
        }
    }

    /// Tells how the game ended.
    pub(super) fn finish<G: Hosted>(&mut self, table: &Table<G>, outcome: &Outcome) {
        let Some((_, seat, _)) = self.game.take() else {
            return;
        };
        let begun = std::mem::replace(&mut self.begun, false);
        if let Some(wire) = self.running.as_mut().filter(|_| begun) {
            let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
            let result: ToAgent<'_, G> = ToAgent::Result {
                events,
                scores: &outcome.scores,
                winners: outcome.winners,
                resigned: table.resigned(),
                view: &view,
            };
            if wire.send(result.line()).is_err() {
                self.running = None;
            }
        }
        // Another thread may have a game for it.
        if let Source::Lobby { lobby, player } = &self.source
            && let Some(Wire::Visitor(mut visitor)) = self.running.take()
        {
            (visitor.silent, visitor.pause) = (self.silent, self.pause);
            lobby.wait(*player, visitor);
        }
    }

    /// Says goodbye, and ends it.
    pub(super) fn bye<G: Hosted>(mut self, reason: &str) {
        if let Some(wire) = &mut self.running {
            // Whether it hears it or not, it ends.
            let bye: ToAgent<'_, G> = ToAgent::Bye { reason, code: None };
            let _ = wire.send(bye.line());
        }
    }
}

/// A wrong answer, as much of it as is worth reading.
fn wrong(said: &[u8], why: &str) -> Fault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    Fault::Wrong(short.escape_debug().to_string(), why.to_owned())
}
