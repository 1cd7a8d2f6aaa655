//! Who sits at the table: policies of the house, programs that are started and restarted, and programs that come
//! by themselves.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lobby`] | where programs wait that have come by themselves |
//! | `process` | a program with a line in and a line out, which can neither hang nor fill the memory |
//! | `program` | the Parlour dialect with such a program |

pub mod lobby;
mod process;
mod program;

use crate::plan::{Kind, Plan, Player};
use crate::schedule::Fixture;
use lobby::Lobby;
use parlour_engine::{Game, Outcome, Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::Hosted;
use program::{Program, Question, Source};
use std::collections::HashMap;
use std::sync::Arc;

/// Why an answer was not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No answer within the time limit.
    #[error("no answer in time")]
    Late,
    /// It still owes an earlier answer, so that it was not asked.
    #[error("not asked, as it owes an earlier answer")]
    Owing,
    /// The program ended, or cannot be started; what it said last on its stderr.
    #[error("the program has ended{0}")]
    Lost(String),
    /// It comes by itself, and is not there.
    #[error("it is not connected")]
    Gone,
    /// It does not read what it is sent.
    #[error("it does not read what it is sent")]
    Deaf,
    /// A line longer than any answer.
    #[error("the answer is too long")]
    TooLong,
    /// An answer that means nothing, or is against the rules.
    #[error("'{0}' is no answer: {1}")]
    Wrong(String, String),
}

/// What a seat does at its turn; actions are legal.
pub(crate) enum Said<A> {
    /// It plays.
    Plays(A),
    /// It gives up.
    Resigns,
    /// The default move is made.
    Fault(Fault, A),
}

/// The programs of one thread: each plays in many games, one at a time. A player that holds several
/// seats has a program for each. Programs that come by themselves are back in the lobby between games.
pub(crate) struct Bench {
    programs: HashMap<(usize, usize), Program>,
    lobby: Arc<Lobby>,
    games: u64,
}

/// Who sits in a seat.
enum Sitter<G: Game> {
    Policy(Box<dyn Policy<G>>),
    /// The key of its program on the bench.
    Program((usize, usize)),
}

/// The table of one game.
pub(crate) struct Company<'a, G: Hosted> {
    bench: &'a mut Bench,
    sitters: Vec<Sitter<G>>,
    /// How many questions were asked.
    asked: u64,
}

impl Bench {
    /// Nobody, for a tournament of so many games.
    pub(crate) fn new(games: u64, lobby: Arc<Lobby>) -> Bench {
        Bench {
            programs: HashMap::new(),
            lobby,
            games,
        }
    }

    /// Seats everybody and tells the programs that a game begins.
    pub(crate) fn seat<G: Hosted>(
        &mut self,
        plan: &Plan<G>,
        fixture: &Fixture,
        names: &[String],
    ) -> Result<Company<'_, G>, String> {
        let comes = |&player: &usize| matches!(plan.players[player].kind, Kind::Visitor { .. });
        let awaited: Vec<usize> = fixture.sitters.iter().copied().filter(comes).collect();
        let mut visitors = self.lobby.gather(&awaited).into_iter();
        let mut sitters = Vec::new();
        for (at, &player) in fixture.sitters.iter().enumerate() {
            let (think, source) = match &plan.players[player].kind {
                Kind::Policy(policy) => {
                    let policy = G::policy(policy).map_err(|error| error.to_string())?;
                    sitters.push(Sitter::Policy(policy));
                    continue;
                }
                Kind::Program { command, think } => (*think, Source::Command(command.clone())),
                Kind::Visitor { think, .. } => {
                    let lobby = Arc::clone(&self.lobby);
                    (*think, Source::Lobby { lobby, player })
                }
            };
            let copy = (fixture.sitters[..at].iter()).filter(|&&other| other == player);
            let key = (player, copy.count());
            let games = self.games;
            let program =
                (self.programs.entry(key)).or_insert_with(|| Program::new(source, think, games));
            if comes(&player) {
                program.receive(visitors.next().flatten());
            }
            program.begin(fixture.number + 1, Seat(at as u8), names);
            sitters.push(Sitter::Program(key));
        }
        Ok(Company {
            bench: self,
            sitters,
            asked: 0,
        })
    }

    /// Says goodbye to the programs and ends them.
    pub(crate) fn close<G: Hosted>(&mut self, reason: &str) {
        for (_, program) in self.programs.drain() {
            program.bye::<G>(reason);
        }
    }
}

impl<G: Hosted> Company<'_, G> {
    /// Asks the seat that is to move.
    pub(crate) fn ask(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Said<G::Action> {
        self.asked += 1;
        match &mut self.sitters[seat.index()] {
            Sitter::Policy(policy) => {
                let known = table.information_state(Viewer::Seat(seat));
                Said::Plays(policy.choose(&known, legal, rng))
            }
            Sitter::Program(key) => match self.bench.programs.get_mut(key) {
                Some(program) => {
                    let id = self.asked;
                    program.answer(
                        &Question {
                            table,
                            seat,
                            id,
                            legal,
                        },
                        rng,
                    )
                }
                None => Said::Resigns,
            },
        }
    }

    /// Tells the programs how the game ended.
    pub(crate) fn finish(&mut self, table: &Table<G>, outcome: &Outcome) {
        for sitter in &self.sitters {
            if let Sitter::Program(key) = sitter
                && let Some(program) = self.bench.programs.get_mut(key)
            {
                program.finish(table, outcome);
            }
        }
    }
}

/// Starts each program once and hears its first line, so that a wrong command is told before
/// anything is played.
///
/// # Errors
/// Which player cannot be started, and why.
pub fn try_programs<G: Hosted>(plan: &Plan<G>) -> Result<(), String> {
    for Player { name, kind } in &plan.players {
        if let Kind::Program { command, think } = kind {
            let source = Source::Command(command.clone());
            let mut program = Program::new(source, *think, plan.schedule.games());
            program.start::<G>(&plan.rules).map_err(|fault| {
                format!(
                    "player '{name}' cannot be started ({}): {fault}",
                    command.join(" ")
                )
            })?;
            program.bye::<G>("that was only to see whether it starts");
        }
    }
    Ok(())
}
