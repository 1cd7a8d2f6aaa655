//! Games of the search against itself.

use crate::matches::{progress, table};
use anyhow::{Context, Result, bail};
use parlour_agents::Search;
use parlour_agents::log_linear::{Learned, LogLinear};
use parlour_engine::{Rng, Seat, Streams, Table, Viewer};
use rand::RngExt as _;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::sync::Arc;

/// How often an action is drawn by its visits, instead of the most visited one, so that games differ and positions
/// occur that good play avoids.
const DRAWN: f64 = 0.35;
/// Games that are played before they are written.
const BATCH: u64 = 32;

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlay {
    /// How many.
    pub(crate) games: u64,
    /// Simulations of each move.
    pub(crate) simulations: u32,
    /// The seed of deals and searches.
    pub(crate) seed: u64,
    /// Whether the search has no policy.
    pub(crate) from_scratch: bool,
}

/// A move: how often each legal action was visited, in their order, and which was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) played: usize,
    pub(crate) visits: Vec<u32>,
}

/// A game: its number, and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) number: u64,
    /// The seed of its deal.
    pub(crate) seed: u64,
    pub(crate) moves: Vec<Move>,
}

impl SelfPlay {
    /// Plays the games that the file does not have yet, by a search with this policy, adds them to it, and returns
    /// all.
    ///
    /// # Errors
    /// If the file holds games of other settings or something else, or cannot be read or written.
    pub(crate) fn play<G: Learned>(
        &self,
        policy: &Arc<LogLinear>,
        file: &Path,
    ) -> Result<Vec<Played>> {
        let mut played = self.read::<G>(policy, file)?;
        let bar = progress(self.games, "self-play");
        while (played.len() as u64) < self.games {
            let first = played.len() as u64;
            bar.set_position(first);
            let numbers = first..self.games.min(first + BATCH);
            let batch: Result<Vec<Played>> = (numbers.into_par_iter())
                .map(|number| self.play_one::<G>(policy, number))
                .collect();
            let batch = batch?;
            let lines: String = batch.iter().map(|game| game.line() + "\n").collect();
            let append = || {
                let mut file = OpenOptions::new().append(true).open(file)?;
                file.write_all(lines.as_bytes())
            };
            append().with_context(|| format!("cannot write {}", file.display()))?;
            played.extend(batch);
        }
        bar.finish_and_clear();
        played.truncate(self.games as usize);
        Ok(played)
    }

    /// The games of the file, which is made if there is none. An incomplete line at its end, of a training that was
    /// killed, is removed.
    fn read<G: Learned>(&self, policy: &LogLinear, path: &Path) -> Result<Vec<Played>> {
        // Games of another policy, of an earlier version of the program, do not belong to these.
        let policy = Sha256::digest(policy.to_bytes());
        let policy: String = policy[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let head = format!("# {}: policy {policy}\n", self.command(G::NAME));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => bail!("cannot read {}: {error}", path.display()),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        let games = match whole.strip_prefix(&head) {
            Some(games) => games,
            None if whole.is_empty() => "",
            None => bail!(
                "{} holds games of other settings, or of another policy: remove it, or name another file with --data",
                path.display()
            ),
        };
        let played: Option<Vec<Played>> = (0..)
            .zip(games.lines())
            .map(|(number, line)| {
                Played::read(line, number, Streams::new(self.seed).game_seed(number))
            })
            .collect();
        let played = played
            .with_context(|| format!("{} has an invalid line: remove the file", path.display()))?;
        if whole.is_empty() || whole.len() < text.len() {
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(path, format!("{head}{games}")))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(played)
    }

    /// The command that plays such games.
    pub(crate) fn command(&self, game: &str) -> String {
        let (simulations, seed) = (self.simulations, self.seed);
        let scratch = if self.from_scratch {
            " --from-scratch"
        } else {
            ""
        };
        format!("cargo xtask train {game} --simulations {simulations} --seed {seed}{scratch}")
    }

    fn play_one<G: Learned>(&self, policy: &Arc<LogLinear>, number: u64) -> Result<Played> {
        let seed = Streams::new(self.seed).game_seed(number);
        let mut table = table::<G>(seed)?;
        let mut rng = Streams::new(seed).task(0);
        let mut moves = Vec::new();
        while let Some(seat) = table.to_move().first() {
            let visits = self.visits(policy, &table, seat, &mut rng);
            let legal = table.state().legal_actions(seat);
            let played = choose(&visits, &mut rng);
            table.play(seat, legal[played])?;
            moves.push(Move { played, visits });
        }
        Ok(Played {
            number,
            seed,
            moves,
        })
    }

    /// How often a search visits each legal action.
    fn visits<G: Learned>(
        &self,
        policy: &Arc<LogLinear>,
        table: &Table<G>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Vec<u32> {
        let known = table.information_state(Viewer::Seat(seat));
        let mut search = Search::guided(&known, G::guided_by(policy.clone()));
        search.run(self.simulations, rng);
        let found = search.analysis().actions;
        let visits = |action: &G::Action| {
            let of = found.iter().find(|stats| stats.action == *action);
            of.map_or(0, |stats| stats.visits)
        };
        (table.state().legal_actions(seat).iter())
            .map(visits)
            .collect()
    }
}

/// The most visited action, or one in proportion to its visits.
fn choose(visits: &[u32], rng: &mut Rng) -> usize {
    let sum: u32 = visits.iter().sum();
    if sum > 0 && rng.random_bool(DRAWN) {
        let mut left = rng.random_range(0..sum);
        for (at, &count) in visits.iter().enumerate() {
            if left < count {
                return at;
            }
            left -= count;
        }
    }
    // The first of those that are equal.
    let best = (visits.iter().enumerate()).max_by_key(|&(at, &count)| (count, usize::MAX - at));
    best.map_or(0, |(at, _)| at)
}

impl Played {
    /// As a line of the file: for each move the index of the action played, and `index:visits` of all visited.
    fn line(&self) -> String {
        let mut line = String::new();
        for (at, one) in self.moves.iter().enumerate() {
            let separator = if at == 0 { "" } else { ";" };
            let _ = write!(line, "{separator}{} {}", one.visits.len(), one.played);
            for (action, &visits) in one.visits.iter().enumerate() {
                if visits > 0 {
                    let _ = write!(line, " {action}:{visits}");
                }
            }
        }
        line
    }

    fn read(line: &str, number: u64, seed: u64) -> Option<Played> {
        let moves = line.split(';').map(|text| {
            let mut words = text.split(' ');
            let legal: u16 = words.next()?.parse().ok()?;
            let played = words.next()?.parse().ok()?;
            let mut visits = vec![0; legal.into()];
            for word in words {
                let (action, count) = word.split_once(':')?;
                *visits.get_mut(action.parse::<usize>().ok()?)? = count.parse().ok()?;
            }
            (played < visits.len()).then_some(Move { played, visits })
        });
        Some(Played {
            number,
            seed,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}
