//! Programs as players: starting them, and the Parlour dialect with one program.

use super::lobby::{Lobby, RemoteConnection};
use super::logs::GameLog;
use super::process::Process;
use crate::definition::Restart;
use parlour_engine::{Rng, Seat, Table};
use parlour_protocol::exchange::{answer_or_fallback, check_hello, fault_line, read_answer};
use parlour_protocol::lines::{self, FromAgent, Hello, ToAgent, VERSION};
use parlour_protocol::{
    ActionRequest, AgentFault, Answer, Clock, Exchange, FaultCause, Hosted, TimeControl,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time for a program's hello, which may have much to load first.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// A constant: nobody else can use a pipe, so the dialect's token protects nothing here.
const TOKEN: &str = "00000000000000000000000000000000";

/// How a program is reached.
pub(super) enum Source {
    /// A local program.
    Command {
        /// The program and its arguments.
        command: Vec<String>,
        /// When it is started anew.
        restart: Restart,
    },
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

    fn send(&mut self, message: Vec<u8>) -> Result<(), AgentFault> {
        match self {
            Connection::Process(process, _) => process.send(message),
            Connection::Remote(connection) => connection.send(message),
        }
    }

    fn line(&mut self, until: Instant) -> Result<Vec<u8>, AgentFault> {
        match self {
            Connection::Process(process, _) => process.line(until),
            Connection::Remote(connection) => connection.line(until),
        }
    }

    fn discard(&mut self) -> Result<bool, AgentFault> {
        match self {
            Connection::Process(process, _) => process.discard(),
            Connection::Remote(connection) => connection.discard(),
        }
    }
}

/// A program that plays for one seat.
pub(super) struct Program {
    source: Source,
    control: TimeControl,
    /// Its clock in the current game.
    clock: Clock,
    games: u64,
    /// `None` while it is not running or not connected.
    running: Option<Connection>,
    /// The current game: number, seat, names.
    game: Option<(u64, Seat, Vec<String>)>,
    /// What it was told and owes.
    exchange: Exchange,
    /// A buffer for messages.
    line: Vec<u8>,
    /// The log of the current game, if there is one.
    log: Option<GameLog>,
}

impl Program {
    pub(super) fn new(source: Source, control: TimeControl, games: u64) -> Program {
        Program {
            source,
            control,
            clock: Clock::new(control),
            games,
            running: None,
            game: None,
            exchange: Exchange::default(),
            line: Vec::new(),
            log: None,
        }
    }

    /// Takes over a connection of the remote program, if there is one.
    pub(super) fn receive(&mut self, connection: Option<RemoteConnection>) {
        self.exchange = (connection.as_ref())
            .map_or_else(Exchange::default, |connection| connection.exchange.clone());
        self.running = connection.map(Connection::Remote);
    }

    /// Starts a local program and reads its hello, or looks for a new connection of a remote one.
    pub(super) fn start<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), AgentFault> {
        match &self.source {
            Source::Command { command, .. } => {
                let (process, hello) = self.launch::<G>(command)?;
                self.running = Some(Connection::Process(process, hello));
                self.welcome::<G>(rules)
            }
            Source::Lobby { lobby, player } => {
                let back = lobby.take(*player);
                self.receive(back);
                self.exchange.restart();
                match self.running {
                    Some(_) => Ok(()),
                    None => Err(AgentFault::Disconnected),
                }
            }
        }
    }

    /// Starts a process and reads its hello.
    fn launch<G: Hosted>(&self, command: &[String]) -> Result<(Process, Hello), AgentFault> {
        let mut process = Process::start(command)?;
        let said = process.line(Instant::now() + self.control.per_answer.max(HELLO_TIMEOUT))?;
        let hello = match serde_json::from_slice(&said) {
            Ok(FromAgent::Hello(hello)) => hello,
            _ => {
                let why = "hello is the first line of a program";
                return Err(AgentFault::invalid(&said, why, FaultCause::NoHello));
            }
        };
        check_hello(&hello, G::NAME, "this tournament")
            .map_err(|why| AgentFault::invalid(&said, &why, FaultCause::NoHello))?;
        Ok((process, hello))
    }

    /// Sends the welcome.
    fn welcome<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), AgentFault> {
        self.exchange.restart();
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
            think: Some(self.control.per_answer.as_millis() as u64),
        };
        let sent = connection.send(welcome.line());
        match connection {
            Connection::Remote(connection) if sent.is_ok() => connection.welcomed = true,
            _ => {}
        }
        sent
    }

    /// Starts a game; the program is told with its first question.
    pub(super) fn begin(&mut self, number: u64, seat: Seat, names: &[String], logged: bool) {
        self.clock = Clock::new(self.control);
        self.log = logged.then(GameLog::new);
        self.game = Some((number, seat, names.to_vec()));
        self.exchange.restart();
        if let Source::Command {
            restart: Restart::Game,
            ..
        } = self.source
        {
            // A new process owes nothing.
            self.exchange = Exchange::default();
        }
    }

    /// The time limit of the next answer.
    pub(super) fn time_limit(&self) -> Duration {
        self.clock.limit()
    }

    /// The log of the game that is over.
    pub(super) fn take_log(&mut self) -> Option<GameLog> {
        self.log.take()
    }

    /// Asks the program; a fault becomes a fallback move. A program that cannot be used any more is ended, to be
    /// restarted; one that still reads is told of its fault.
    pub(super) fn answer<G: Hosted>(
        &mut self,
        request: &ActionRequest<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Answer<G::Action> {
        let start = Instant::now();
        let answered = self.ask(request, legal);
        self.clock.spend(start.elapsed());
        self.exchange.settle(&answered);
        let answer = answer_or_fallback(answered, request, legal, rng);
        if let Answer::Fault { fault, fallback } = &answer {
            if let Some(log) = &mut self.log {
                log.fault(&format!("{fault}; played: {fallback}"));
            }
            self.running.take_if(|_| fault.ends_connection(true));
            if let Some(line) = fault_line::<G>(fault, request.id, fallback) {
                self.running
                    .take_if(|connection| connection.send(line).is_err());
            }
        }
        answer
    }

    /// Makes sure that it runs, owes no answer, and was told of the game.
    fn ready<G: Hosted>(&mut self, rules: &G::Rules) -> Result<(), AgentFault> {
        if let Some(connection) = &mut self.running {
            self.exchange.discarded(connection.discard()?);
        }
        self.exchange.check_pending()?;
        if self.running.is_none() {
            self.start::<G>(rules)?;
        }
        if matches!(&self.running, Some(Connection::Remote(connection)) if !connection.welcomed) {
            self.welcome::<G>(rules)?;
        }
        if self.exchange.announce()
            && let (Some((number, seat, names)), Some(connection)) = (&self.game, &mut self.running)
        {
            let game: ToAgent<'_, G> = ToAgent::Game {
                number: *number,
                seat: Some(*seat),
                names,
            };
            let line = game.line();
            if let Some(log) = &mut self.log {
                log.sent(&line);
            }
            connection.send(line)?;
        }
        Ok(())
    }

    fn ask<G: Hosted>(
        &mut self,
        request: &ActionRequest<'_, G>,
        legal: &[G::Action],
    ) -> Result<Answer<G::Action>, AgentFault> {
        self.ready::<G>(request.table.state().rules())?;
        let Some(connection) = &mut self.running else {
            return Err(AgentFault::not_started("it is not running".to_owned()));
        };
        // Serialising the question does not count as thinking time.
        let listing = connection.hello().legal;
        self.exchange
            .write_turn(request, legal, listing, &mut self.line);
        let until = Instant::now() + request.think;
        if let Some(log) = &mut self.log {
            log.sent(&self.line);
        }
        connection.send(self.line.clone())?;
        loop {
            let said = connection.line(until)?;
            if let Some(log) = &mut self.log {
                log.received(&said);
            }
            // `None` is the late answer to an earlier request.
            if let Some(answer) = read_answer(request, &said) {
                return answer;
            }
        }
    }

    /// Sends the result of the game.
    pub(super) fn finish<G: Hosted>(&mut self, table: &Table<G>) {
        let Some((_, seat, _)) = self.game.take() else {
            return;
        };
        if self.exchange.end_game() {
            self.exchange.write_result(table, seat, &mut self.line);
            if let Some(log) = &mut self.log {
                log.sent(&self.line);
            }
            self.running
                .take_if(|connection| connection.send(self.line.clone()).is_err());
        }
        match &self.source {
            // Another thread may need it for a game.
            Source::Lobby { lobby, player } => {
                if let Some(Connection::Remote(mut connection)) = self.running.take() {
                    connection.exchange = self.exchange.clone();
                    lobby.wait(*player, connection);
                }
            }
            Source::Command {
                restart: Restart::Game,
                ..
            } => self.leave::<G>("the next game has a new process"),
            Source::Command { .. } => {}
        }
    }

    /// Says goodbye and ends the connection.
    pub(super) fn bye<G: Hosted>(mut self, reason: &str) {
        self.leave::<G>(reason);
    }

    fn leave<G: Hosted>(&mut self, reason: &str) {
        if let Some(mut connection) = self.running.take() {
            // It ends whether this arrives or not.
            let bye: ToAgent<'_, G> = ToAgent::Bye { reason, code: None };
            let _ = connection.send(bye.line());
        }
    }
}
