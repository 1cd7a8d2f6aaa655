//! Programs as players: the Parlour dialect with one program, and the handling of its faults.

use super::lobby::{Lobby, RemoteConnection};
use super::process::Process;
use super::{Answer, Fault};
use parlour_engine::{Game, Outcome, Rng, Seat, Table, Viewer};
use parlour_protocol::legal::Legal;
use parlour_protocol::lines::{self, FromAgent, Hello, ToAgent, VERSION};
use parlour_protocol::{Hosted, catch_up};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program that misses time limits skips at most 2 to this power questions in a row.
const MAX_PAUSE: u32 = 6;
/// The time for a program's hello, which may have much to load first.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// A constant: nobody else can use a pipe, so the dialect's token protects nothing here.
const TOKEN: &str = "00000000000000000000000000000000";

/// A question to a seat.
pub(super) struct Question<'a, G: Game> {
    pub(super) table: &'a Table<G>,
    pub(super) seat: Seat,
    /// The number of the question in the game.
    pub(super) id: u64,
    pub(super) legal: &'a [G::Action],
}

/// How a program is reached.
pub(super) enum Source {
    /// A local program: the command and its arguments.
    Command(Vec<String>),
    /// A remote program.
    Lobby {
        /// The lobby it connects to.
        lobby: Arc<Lobby>,
        /// The player it belongs to.
        player: usize,
    },
}

/// An open connection to a program.
enum Connection {
    /// With its hello.
    Process(Process, Hello),
    Remote(RemoteConnection),
}

impl Connection {
    fn hello(&self) -> &Hello {
        match self {
            Connection::Process(_, hello) => hello,
            Connection::Remote(connection) => &connection.hello,
        }
    }

    fn send(&mut self, message: Vec<u8>) -> Result<(), Fault> {
        match self {
            Connection::Process(process, _) => process.send(message),
            Connection::Remote(connection) => connection.send(message),
        }
    }

    fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        match self {
            Connection::Process(process, _) => process.line(until),
            Connection::Remote(connection) => connection.line(until),
        }
    }

    fn discard(&mut self) -> Result<bool, Fault> {
        match self {
            Connection::Process(process, _) => process.discard(),
            Connection::Remote(connection) => connection.discard(),
        }
    }
}

/// A program that plays for one seat.
pub(super) struct Program {
    source: Source,
    think: Duration,
    games: u64,
    /// `None` while it is not running or not connected.
    running: Option<Connection>,
    /// The current game: number, seat, names.
    game: Option<(u64, Seat, Vec<String>)>,
    /// Whether it was told that this game has started.
    begun: bool,
    /// The number of events of this game that it was sent.
    told: usize,
    /// Consecutive failures to answer, and the number of questions to skip.
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

    /// Takes over a connection of the remote program, if there is one.
    pub(super) fn receive(&mut self, connection: Option<RemoteConnection>) {
        (self.silent, self.pause) = (connection.as_ref())
            .map_or((0, 0), |connection| (connection.silent, connection.pause));
        self.running = connection.map(Connection::Remote);
    }

    /// Starts a local program and reads its hello, or looks for a new connection of a remote one.
    pub(super) fn start<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        match &self.source {
            Source::Command(command) => {
                let (process, hello) = self.launch::<G>(command)?;
                self.running = Some(Connection::Process(process, hello));
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

    /// Starts a process and reads its hello.
    fn launch<G: Hosted>(&self, command: &[String]) -> Result<(Process, Hello), Fault> {
        let mut process = Process::start(command)?;
        let said = process.line(Instant::now() + self.think.max(HELLO_TIMEOUT))?;
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

    /// Sends the welcome.
    fn welcome<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        (self.begun, self.told) = (false, 0);
        let Some(connection) = &mut self.running else {
            return Ok(());
        };
        let hello = connection.hello();
        let name = lines::tidy_name(hello.name.as_deref().unwrap_or_default());
        let token = hello.token.clone().unwrap_or_else(|| TOKEN.to_owned());
        let welcome: ToAgent<'_, G> = ToAgent::Welcome {
            version: VERSION,
            game: G::NAME,
            rules,
            name: Some(&name),
            token: Some(&token),
            // Seats differ from game to game.
            seat: None,
            games: self.games,
            think: Some(self.think.as_millis() as u64),
        };
        let sent = connection.send(welcome.line());
        match connection {
            Connection::Remote(connection) if sent.is_ok() => connection.welcomed = true,
            _ => {}
        }
        sent
    }

    /// Starts a game; the program is told with its first question.
    pub(super) fn begin(&mut self, number: u64, seat: Seat, names: &[String]) {
        self.game = Some((number, seat, names.to_vec()));
        self.begun = false;
        self.told = 0;
    }

    /// Asks the program; a fault becomes a fallback move.
    pub(super) fn answer<G: Hosted>(
        &mut self,
        question: &Question<'_, G>,
        rng: &mut Rng,
    ) -> Answer<G::Action> {
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
                let played = table.state().fallback_action(seat, legal, rng);
                self.handle_fault::<G>(&fault, id, &played.to_string());
                Answer::Fault(fault, played)
            }
        }
    }

    /// Makes sure that it runs, owes no answer, and was told of the game.
    fn ready<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        if let Some(connection) = &mut self.running
            && connection.discard()?
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
        if matches!(&self.running, Some(Connection::Remote(connection)) if !connection.welcomed) {
            self.welcome::<G>(rules)?;
        }
        if !std::mem::replace(&mut self.begun, true)
            && let (Some((number, seat, names)), Some(connection)) = (&self.game, &mut self.running)
        {
            let game: ToAgent<'_, G> = ToAgent::Game {
                number: *number,
                seat: Some(*seat),
                names,
            };
            connection.send(game.line())?;
        }
        Ok(())
    }

    fn ask<G: Hosted>(&mut self, question: &Question<'_, G>) -> Result<Answer<G::Action>, Fault> {
        let &Question {
            table,
            seat,
            id,
            legal,
        } = question;
        self.ready::<G>(table.state().rules())?;
        let Some(connection) = &mut self.running else {
            return Err(Fault::Lost(String::new()));
        };
        let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: Some(self.think.as_millis() as u64),
            legal: Legal {
                actions: legal,
                listing: connection.hello().legal,
            },
            events,
            view: &view,
        };
        // Serialising the question does not count as thinking time.
        let line = turn.line();
        let until = Instant::now() + self.think;
        connection.send(line)?;
        loop {
            let said = connection.line(until)?;
            let (of, text) = match serde_json::from_slice(&said) {
                Ok(FromAgent::Action { id, action }) => (id, action),
                Ok(FromAgent::Resign) => return Ok(Answer::Resigns),
                _ => return Err(wrong(&said, "an action is asked for")),
            };
            // A late answer to an earlier question.
            if of.is_some_and(|of| of != id) {
                continue;
            }
            return match lines::read_action(table.state(), seat, &text) {
                Ok(action) => Ok(Answer::Plays(action)),
                Err(why) => Err(wrong(text.as_bytes(), &why)),
            };
        }
    }

    /// Handles a fault: an unusable program is ended, to be restarted; one that does not answer skips some questions;
    /// one that still reads is notified.
    fn handle_fault<G: Hosted>(&mut self, fault: &Fault, id: u64, played: &str) {
        match fault {
            Fault::Lost(_) | Fault::Gone | Fault::Deaf | Fault::TooLong => self.running = None,
            Fault::Late | Fault::Owing | Fault::Wrong(..) => {}
        }
        match fault {
            // A program that ends immediately each time is not restarted for every question.
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
            && let Some(connection) = &mut self.running
        {
            let message = fault.to_string();
            let note: ToAgent<'_, G> = ToAgent::Fault {
                id,
                message: &message,
                played,
            };
            if connection.send(note.line()).is_err() {
                self.running = None;
            }
        }
    }

    /// Sends the result of the game.
    pub(super) fn finish<G: Hosted>(&mut self, table: &Table<G>, outcome: &Outcome) {
        let Some((_, seat, _)) = self.game.take() else {
            return;
        };
        let begun = std::mem::replace(&mut self.begun, false);
        if let Some(connection) = self.running.as_mut().filter(|_| begun) {
            let (view, events) = catch_up(table, Viewer::Seat(seat), &mut self.told);
            let result: ToAgent<'_, G> = ToAgent::Result {
                events,
                scores: &outcome.scores,
                winners: outcome.winners,
                resigned: table.resigned(),
                view: &view,
            };
            if connection.send(result.line()).is_err() {
                self.running = None;
            }
        }
        // Another thread may need it for a game.
        if let Source::Lobby { lobby, player } = &self.source
            && let Some(Connection::Remote(mut connection)) = self.running.take()
        {
            (connection.silent, connection.pause) = (self.silent, self.pause);
            lobby.wait(*player, connection);
        }
    }

    /// Says goodbye and ends the connection.
    pub(super) fn bye<G: Hosted>(mut self, reason: &str) {
        if let Some(connection) = &mut self.running {
            // It ends whether this arrives or not.
            let bye: ToAgent<'_, G> = ToAgent::Bye { reason, code: None };
            let _ = connection.send(bye.line());
        }
    }
}

/// The fault of a wrong answer, shortened.
fn wrong(said: &[u8], why: &str) -> Fault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    Fault::Wrong(short.escape_debug().to_string(), why.to_owned())
}
