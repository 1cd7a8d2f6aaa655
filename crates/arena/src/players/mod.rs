//! Players of tournament games: built-in policies, local programs (started and restarted by the tournament), remote
//! programs (that connect to it) and language models.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lobby`] | connections of remote programs that wait for a game |
//! | [`logs`] | logs of programs |
//! | [`model`] | language models, through an interface that the caller implements |
//! | `process` | child processes that speak in lines |
//! | `program` | the Parlour dialect with a program, local or remote |

pub mod lobby;
pub mod logs;
pub mod model;
mod process;
mod program;

use crate::outcome::ModelUsage;
use crate::plan::{Kind, Plan, Player};
use crate::schedule::Fixture;
use lobby::Lobby;
use model::ModelSeat;
use parlour_engine::{Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::{ActionRequest, Answer, Hosted};
use program::{Program, Source};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The programs of one thread. Each plays many games, one at a time. A player with several seats in a game has a
/// program for each. Remote programs are back in the lobby between games.
pub(crate) struct ProgramPool {
    programs: HashMap<(usize, usize), Program>,
    lobby: Arc<Lobby>,
    games: u64,
}

/// The player of a seat.
enum SeatPlayer<G: Hosted> {
    Policy(Box<dyn Policy<G>>),
    /// The key of its program in the pool.
    Program((usize, usize)),
    /// With the number of the player.
    Model(usize, ModelSeat<G>),
}

/// The players of one game, by seat.
pub(crate) struct SeatedPlayers<'a, G: Hosted> {
    pool: &'a mut ProgramPool,
    players: Vec<SeatPlayer<G>>,
    /// The number of questions asked.
    asked: u64,
}

impl ProgramPool {
    /// An empty pool for a tournament of `games` games.
    pub(crate) fn new(games: u64, lobby: Arc<Lobby>) -> ProgramPool {
        ProgramPool {
            programs: HashMap::new(),
            lobby,
            games,
        }
    }

    /// Seats the players of a game and prepares their programs for it.
    pub(crate) fn seat<G: Hosted>(
        &mut self,
        plan: &Plan<G>,
        fixture: &Fixture,
        names: &[String],
    ) -> Result<SeatedPlayers<'_, G>, String> {
        let comes = |&player: &usize| matches!(plan.players[player].kind, Kind::Remote { .. });
        let awaited: Vec<usize> = fixture.players.iter().copied().filter(comes).collect();
        let mut connections = self.lobby.gather(&awaited).into_iter();
        let mut players = Vec::new();
        for (at, &player) in fixture.players.iter().enumerate() {
            let (control, source) = match &plan.players[player].kind {
                Kind::Policy(policy) => {
                    let policy = G::policy(policy).map_err(|error| error.to_string())?;
                    players.push(SeatPlayer::Policy(policy));
                    continue;
                }
                Kind::Program {
                    command,
                    control,
                    restart,
                } => {
                    let command = command.clone();
                    (
                        *control,
                        Source::Command {
                            command,
                            restart: *restart,
                        },
                    )
                }
                Kind::Remote { control, .. } => {
                    let lobby = Arc::clone(&self.lobby);
                    (*control, Source::Lobby { lobby, player })
                }
                Kind::Model {
                    model: spec,
                    control,
                } => {
                    let models = plan.models.as_ref().ok_or(NO_REQUESTS)?;
                    let model = ModelSeat::new(models.player(spec), *control, plan.logs.is_some());
                    players.push(SeatPlayer::Model(player, model));
                    continue;
                }
            };
            let copy = (fixture.players[..at].iter()).filter(|&&other| other == player);
            let key = (player, copy.count());
            let games = self.games;
            let program =
                (self.programs.entry(key)).or_insert_with(|| Program::new(source, control, games));
            if comes(&player) {
                program.receive(connections.next().flatten());
            }
            program.begin(fixture.told, Seat(at as u8), names, plan.logs.is_some());
            players.push(SeatPlayer::Program(key));
        }
        Ok(SeatedPlayers {
            pool: self,
            players,
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

impl<G: Hosted> SeatedPlayers<'_, G> {
    /// Asks the seat that is to move.
    ///
    /// # Errors
    /// If the endpoint of a language model rejects all requests.
    pub(crate) fn ask(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Result<Answer<G::Action>, String> {
        self.asked += 1;
        Ok(match &mut self.players[seat.index()] {
            SeatPlayer::Policy(policy) => {
                let known = table.information_state(Viewer::Seat(seat));
                Answer::Action {
                    action: policy.choose(&known, legal, rng),
                    corrected: false,
                }
            }
            SeatPlayer::Program(key) => match self.pool.programs.get_mut(key) {
                Some(program) => {
                    let request = ActionRequest {
                        table,
                        seat,
                        id: self.asked,
                        think: program.time_limit(),
                    };
                    program.answer(&request, legal, rng)
                }
                None => Answer::Resign,
            },
            SeatPlayer::Model(_, model) => {
                let request = ActionRequest {
                    table,
                    seat,
                    id: self.asked,
                    think: model.time_limit(),
                };
                model.answer(&request, legal, rng)?
            }
        })
    }

    /// Tells the programs how the game ended, and writes the logs. Returns what the language models used, by seat.
    ///
    /// # Errors
    /// If a log cannot be written.
    pub(crate) fn finish(
        &mut self,
        plan: &Plan<G>,
        number: u64,
        table: &Table<G>,
    ) -> io::Result<Vec<Option<ModelUsage>>> {
        let mut usage = vec![None; self.players.len()];
        for (player, usage) in self.players.iter_mut().zip(&mut usage) {
            let (player, log) = match player {
                SeatPlayer::Policy(_) => continue,
                SeatPlayer::Program(key) => {
                    let Some(program) = self.pool.programs.get_mut(key) else {
                        continue;
                    };
                    program.finish(table);
                    (key.0, program.take_log())
                }
                SeatPlayer::Model(player, model) => {
                    let (used, log) = model.finish();
                    *usage = Some(used);
                    (*player, log)
                }
            };
            if let (Some(log), Some(logs)) = (log, &plan.logs) {
                log.write(logs, &plan.players[player].name, number)?;
            }
        }
        Ok(usage)
    }
}

/// Why a language model cannot play.
const NO_REQUESTS: &str = "language models can play in `parlour tournament --allow-endpoints` only";

/// Starts each local program once and reads its hello, and checks that language models can be asked, so that a wrong
/// command, address or key is reported before the first game.
///
/// # Errors
/// Which player cannot be started, and why.
pub fn try_programs<G: Hosted>(plan: &Plan<G>) -> Result<(), String> {
    for Player { name, kind } in &plan.players {
        if let Kind::Model { model, .. } = kind {
            let models = plan.models.as_ref().ok_or(NO_REQUESTS)?;
            (models.check(model)).map_err(|error| format!("player '{name}': {error}"))?;
        }
        if let Kind::Program {
            command,
            control,
            restart,
        } = kind
        {
            let source = Source::Command {
                command: command.clone(),
                restart: *restart,
            };
            let mut program = Program::new(source, *control, plan.schedule.games());
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
