//! The Parlour dialect with a program: what it is told, what it answers, what follows from faults.

use super::process::Process;
use super::{Fault, Said};
use crate::plan::Contest;
use parlour_engine::{Game, Outcome, Rng, Seat, Viewer};
use parlour_protocol::lines::{self, FromAgent, Hello, ToAgent, VERSION};
use std::time::{Duration, Instant};

/// How many questions in a row a silent program is not asked, at most: 2 to this power.
const LONGEST_PAUSE: u32 = 6;
/// How long a program may take to say hello: a start may have much to load.
const HELLO: Duration = Duration::from_secs(10);
/// Nobody can take over a pipe, so that the token of the dialect guards nothing here.
const TOKEN: &str = "00000000000000000000000000000000";

/// What a seat is asked.
pub(super) struct Question<'a, G: Game> {
    pub(super) state: &'a G,
    pub(super) seat: Seat,
    /// Its number in the game.
    pub(super) id: u64,
    pub(super) legal: &'a [G::Action],
}

/// A program in its seat.
pub(super) struct Program {
    command: Vec<String>,
    think: Duration,
    games: u64,
    /// Missing while it does not run; how it wants to be told.
    running: Option<(Process, Hello)>,
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
    pub(super) fn new(command: Vec<String>, think: Duration, games: u64) -> Program {
        Program {
            command,
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

    /// Starts it and hears who it is.
    pub(super) fn start<G: Contest>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        let mut process = Process::start(&self.command)?;
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
        let name = lines::tidy_name(&hello.name);
        let welcome: ToAgent<'_, G> = ToAgent::Welcome {
            version: VERSION,
            game: G::NAME,
            rules,
            name: &name,
            token: TOKEN,
            games: self.games,
            think: self.think.as_millis() as u64,
        };
        process.send(welcome.line())?;
        self.running = Some((process, hello));
        self.begun = false;
        self.told = 0;
        Ok(())
    }

    /// A game begins; the program is told at its first question.
    pub(super) fn begin(&mut self, number: u64, seat: Seat, names: &[String]) {
        self.game = Some((number, seat, names.to_vec()));
        self.begun = false;
        self.told = 0;
    }

    /// Asks, and makes do with whatever comes.
    pub(super) fn answer<G: Contest>(
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
                    state,
                    seat,
                    id,
                    legal,
                } = *question;
                let played = state.default_action(seat, legal, rng);
                self.excuse::<G>(&fault, id, &played.to_string());
                Said::Fault(fault, played)
            }
        }
    }

    /// Makes sure that it runs, owes nothing, and knows of the game.
    fn ready<G: Contest>(&mut self, rules: &G::Rules) -> Result<(), Fault> {
        if let Some((process, _)) = &mut self.running
            && process.discard()?
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
        if !std::mem::replace(&mut self.begun, true)
            && let (Some((number, seat, names)), Some((process, _))) =
                (&self.game, &mut self.running)
        {
            let game: ToAgent<'_, G> = ToAgent::Game {
                number: *number,
                seat: *seat,
                names,
            };
            process.send(game.line())?;
        }
        Ok(())
    }

    fn ask<G: Contest>(&mut self, question: &Question<'_, G>) -> Result<Said<G::Action>, Fault> {
        let &Question {
            state,
            seat,
            id,
            legal,
        } = question;
        self.ready::<G>(state.rules())?;
        let mut view = state.view(Viewer::Seat(seat));
        let mut events = G::take_events(&mut view);
        let news = events.split_off(self.told.min(events.len()));
        let Some((process, hello)) = &mut self.running else {
            return Err(Fault::Lost(String::new()));
        };
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: self.think.as_millis() as u64,
            legal: &lines::list(legal, hello.legal),
            events: &news,
            view: &view,
        };
        // The clock starts when the question is out, not while it is written down.
        let line = turn.line();
        let until = Instant::now() + self.think;
        process.send(line)?;
        self.told += news.len();
        loop {
            let said = process.line(until)?;
            let (of, text) = match serde_json::from_slice(&said) {
                Ok(FromAgent::Action { id, action }) => (id, action),
                Ok(FromAgent::Resign) => return Ok(Said::Resigns),
                _ => return Err(wrong(&said, "an action is asked for")),
            };
            // The answer to an earlier question, come late.
            if of.is_some_and(|of| of != id) {
                continue;
            }
            return match lines::read_action(state, seat, &text) {
                Ok(action) => Ok(Said::Plays(action)),
                Err(why) => Err(wrong(text.as_bytes(), &why)),
            };
        }
    }

    /// What follows from a fault: a program of no more use is ended, to be started again; a silent
    /// one is not asked for a while; one that listens is told.
    fn excuse<G: Contest>(&mut self, fault: &Fault, id: u64, played: &str) {
        match fault {
            Fault::Lost(_) | Fault::Deaf | Fault::TooLong => self.running = None,
            Fault::Late | Fault::Owing | Fault::Wrong(..) => {}
        }
        match fault {
            // A program that ends at once each time is not started for every question.
            Fault::Lost(_) | Fault::Late => {
                let paused = matches!(fault, Fault::Late) || self.silent > 0;
                self.pause = if paused {
                    1 << self.silent.min(LONGEST_PAUSE)
                } else {
                    0
                };
                self.silent += 1;
            }
            _ => {}
        }
        if *fault != Fault::Owing
            && let Some((process, _)) = &mut self.running
        {
            let message = fault.to_string();
            let note: ToAgent<'_, G> = ToAgent::Fault {
                id,
                message: &message,
                played,
            };
            if process.send(note.line()).is_err() {
                self.running = None;
            }
        }
    }

    /// Tells how the game ended.
    pub(super) fn finish<G: Contest>(&mut self, state: &G, outcome: &Outcome) {
        let Some((_, seat, _)) = self.game.take() else {
            return;
        };
        let begun = std::mem::replace(&mut self.begun, false);
        if let Some((process, _)) = self.running.as_mut().filter(|_| begun) {
            let mut view = state.view(Viewer::Seat(seat));
            let mut events = G::take_events(&mut view);
            let news = events.split_off(self.told.min(events.len()));
            if process
                .send(ToAgent::<'_, G>::result(outcome, &news).line())
                .is_err()
            {
                self.running = None;
            }
        }
    }

    /// Says goodbye, and ends it.
    pub(super) fn bye<G: Contest>(mut self, reason: &str) {
        if let Some((process, _)) = &mut self.running {
            // Whether it hears it or not, it ends.
            let bye: ToAgent<'_, G> = ToAgent::Bye { reason };
            let _ = process.send(bye.line());
        }
    }
}

/// A wrong answer, as much of it as is worth reading.
fn wrong(said: &[u8], why: &str) -> Fault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    Fault::Wrong(short.escape_debug().to_string(), why.to_owned())
}
