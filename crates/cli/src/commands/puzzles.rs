//! `parlour puzzles`: positions of strong play in which exactly one action is best.

use super::primi_composti_args::threads;
use crate::game_args::{RuleSetArgs, game_names};
use crate::games::{self, Task, Terminal};
use crate::output_file;
use anyhow::{Context as _, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_agents::analysis::Settings;
use parlour_agents::puzzles::{
    BestMove, GRADES, GameWithPuzzles, Puzzle, PuzzleFile, StoredPuzzle, TENFOLD, candidates,
    confirm,
};
use parlour_engine::{RecordLink, Seat, Streams, Table, json};
use rayon::prelude::*;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Games that are played side by side. The puzzles do not depend on the number of threads.
const BATCH: u64 = 16;

/// Simulations for each decision, unless others are asked for.
const SIMULATIONS: u32 = 500;

/// Each grade has at least one puzzle in this number.
const MIN_SHARE: u32 = 10;

/// The share of puzzles that a search of ten times the simulations has to confirm.
const MIN_CONFIRMED: f64 = 0.95;

/// Find positions of strong play in which exactly one action is best, clearly and stably
///
/// A search plays games against itself. A decision becomes a puzzle if the best action is ahead of every other one by at
/// least a mistake on the scale of `parlour analyse`, and two searches of ten times the simulations with other random
/// numbers confirm it; in Primi Composti, exact values prove it. The grade, 1 to 4, is by the number of simulations with which
/// three of four searches find the action: 8, 32, 128 or more. The same seed gives the same puzzles with any number of
/// threads.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: String,

    #[command(flatten)]
    rules: RuleSetArgs,

    /// The number of puzzles; at least a tenth of them are of each grade
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(4..=100_000))]
    count: u32,

    /// The seed of the games and searches
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Simulations for each decision; ten times as many confirm a puzzle [default: 500, or those of the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    simulations: Option<u32>,

    /// Play at most this number of games, also if puzzles are missing
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,

    /// Write the puzzles to this file, in the compact form that the web app loads
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Find none, but confirm all puzzles of this file again with other random numbers
    ///
    /// The status is 1 if less than 95 % are
    /// confirmed, in Primi Composti if not all are.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "count", "games"])]
    verify: Option<PathBuf>,

    /// Print one line of JSON for each puzzle
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(args.threads))
        .build()?;
    let task = Puzzles {
        args: &args,
        pool: &pool,
        out,
    };
    games::with_known(&args.game, task)
}

struct Puzzles<'a> {
    args: &'a Args,
    pool: &'a rayon::ThreadPool,
    out: &'a mut dyn Write,
}

impl Task for Puzzles<'_> {
    type Output = anyhow::Result<()>;

    fn run<G: Terminal>(self) -> anyhow::Result<()> {
        match &self.args.verify {
            Some(file) => self.verify::<G>(file),
            None => self.find::<G>(),
        }
    }
}

/// A puzzle that was found.
#[derive(Serialize)]
struct FoundPuzzle<'a, A> {
    game: &'static str,
    /// The game up to the decision, as a link.
    link: String,
    #[serde(flatten)]
    puzzle: &'a Puzzle<A>,
}

/// What a search of ten times the simulations says of a stored puzzle.
#[derive(Serialize)]
struct Verified<A> {
    /// The number of the puzzle in the file, from 1.
    puzzle: usize,
    grade: u8,
    stored: String,
    /// Missing if it does not find the same.
    #[serde(flatten)]
    found: Option<BestMove<A>>,
}

impl Puzzles<'_> {
    fn find<G: Terminal>(self) -> anyhow::Result<()> {
        let args = self.args;
        let rules = args.rules.rules::<G>()?;
        if let Some(path) = &args.output {
            output_file::check(path)?;
        }
        let bar = ProgressBar::new(args.count.into());
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos}/{len} puzzles, {elapsed}, {msg}",
        )?);
        let mut found = Vec::new();
        let mut counts = [0; GRADES as usize];
        let is_enough = |counts: [u32; GRADES as usize]| {
            let least = args.count.div_ceil(MIN_SHARE);
            counts.iter().sum::<u32>() >= args.count && counts.iter().all(|&count| count >= least)
        };
        let simulations = args.simulations.unwrap_or(SIMULATIONS);
        let seeds = Streams::new(args.seed);
        let mut played = 0;
        while !is_enough(counts) && played < args.games {
            let batch = played..(played + BATCH).min(args.games);
            played = batch.end;
            let games = self.pool.install(|| {
                let games = batch.into_par_iter().map(|game| {
                    let seed = seeds.game_seed(game);
                    candidates::<G>(&rules, Settings { simulations, seed })
                });
                games.collect::<Result<Vec<_>, _>>()
            })?;
            for (table, puzzles) in games {
                for puzzle in &puzzles {
                    counts[usize::from(puzzle.grade) - 1] += 1;
                }
                found.push((table, puzzles));
            }
            bar.set_position(counts.iter().sum::<u32>().into());
            bar.set_message(format!("{played} games, by grade {counts:?}"));
        }
        bar.finish_and_clear();
        drop_surplus(&mut found, counts, args.count);
        let mut file = PuzzleFile::new(G::NAME, simulations);
        for (table, puzzles) in &found {
            for puzzle in puzzles {
                let line = match args.json {
                    true => serde_json::to_string(&FoundPuzzle {
                        game: G::NAME,
                        link: link(table, puzzle.ply)?,
                        puzzle,
                    })?,
                    false => tell::<G>(puzzle),
                };
                writeln!(self.out, "{line}")?;
            }
            file.add(table, puzzles);
        }
        file.sort();
        if let Some(path) = &args.output {
            let text = serde_json::to_string(&file)?;
            output_file::write(path, text + "\n")?;
        }
        if !is_enough(counts) {
            bail!(
                "{played} games have only {counts:?} puzzles of the grades: --games N plays more"
            );
        }
        Ok(())
    }

    fn verify<G: Terminal>(self, path: &Path) -> anyhow::Result<()> {
        let unreadable = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(path).with_context(unreadable)?;
        let file: PuzzleFile = json::from_str(&text).with_context(unreadable)?;
        if let Some(fault) = file.fault() {
            bail!("{}: {fault}", path.display());
        }
        if file.game != G::NAME {
            bail!("{} has puzzles of {}", path.display(), file.game);
        }
        let tables: Vec<Table<G>> = (file.games.iter())
            .map(|text| RecordLink::read(text)?.table::<G>())
            .collect::<Result<_, _>>()
            .with_context(unreadable)?;
        let settings = Settings {
            simulations: self.args.simulations.unwrap_or(file.simulations),
            seed: self.args.seed,
        };
        let bar = ProgressBar::new(file.puzzles.len() as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos}/{len} puzzles, {eta} left",
        )?);
        let verified: Vec<Verified<G::Action>> = self.pool.install(|| {
            let puzzles = file.puzzles.par_iter().enumerate();
            let verified = puzzles.map(|(index, puzzle)| {
                let StoredPuzzle(game, ply, seat, grade, stored, ..) = puzzle;
                let (puzzle, seat) = (index + 1, Seat(*seat));
                let name = format!("{}: puzzle {puzzle}", path.display());
                let best = stored
                    .parse()
                    .map_err(|error| anyhow!("{name}: '{stored}': {error}"))?;
                let table = &tables[*game];
                if *ply > table.actions().len() || !table.at(*ply).to_move().contains(seat) {
                    bail!(
                        "{name}: seat {} is not to move after {ply} actions of its game",
                        seat.0
                    );
                }
                let found = confirm(table, *ply, seat, best, settings);
                bar.inc(1);
                Ok(Verified {
                    puzzle,
                    grade: *grade,
                    stored: stored.clone(),
                    found,
                })
            });
            verified.collect::<anyhow::Result<_>>()
        })?;
        bar.finish_and_clear();
        let confirmed = verified.iter().filter(|row| row.found.is_some()).count();
        let is_exact = |row: &Verified<G::Action>| {
            let exact = |found: &BestMove<G::Action>| found.simulations == 0;
            row.found.as_ref().is_some_and(exact)
        };
        let exact = verified.iter().filter(|row| is_exact(row)).count();
        let all = verified.len();
        for row in &verified {
            match (&row.found, self.args.json) {
                (_, true) => writeln!(self.out, "{}", serde_json::to_string(row)?)?,
                (None, false) => writeln!(
                    self.out,
                    "puzzle {} of grade {} is not confirmed: {}",
                    row.puzzle, row.grade, row.stored
                )?,
                (Some(_), false) => {}
            }
        }
        if !self.args.json {
            writeln!(
                self.out,
                "{confirmed} of {all} puzzles are confirmed, {exact} of them by exact values and the others by {} \
                 simulations",
                settings.simulations.saturating_mul(TENFOLD)
            )?;
        }
        let least = if exact > 0 { 1.0 } else { MIN_CONFIRMED };
        if (confirmed as f64) < least * all as f64 {
            bail!("only {confirmed} of {all} puzzles are confirmed");
        }
        Ok(())
    }
}

/// Drops puzzles of the grades that have most until this number is left, those that were found last first.
fn drop_surplus<G: Terminal>(
    found: &mut [GameWithPuzzles<G>],
    mut counts: [u32; GRADES as usize],
    wanted: u32,
) {
    while counts.iter().sum::<u32>() > wanted {
        let most = (1..=GRADES).max_by_key(|&grade| counts[usize::from(grade) - 1]);
        let grade = most.expect("there are grades");
        let games = found.iter_mut().rev();
        let mut places = games.filter_map(|(_, puzzles)| {
            let last = puzzles.iter().rposition(|puzzle| puzzle.grade == grade)?;
            Some((puzzles, last))
        });
        let Some((puzzles, last)) = places.next() else {
            return;
        };
        puzzles.remove(last);
        counts[usize::from(grade) - 1] -= 1;
    }
}

/// The first actions of a game as a link.
fn link<G: Terminal>(table: &Table<G>, ply: usize) -> anyhow::Result<String> {
    let mut record = table.record();
    record.actions.truncate(ply);
    record.result = None;
    Ok(RecordLink::write(&record.replay()?))
}

/// A puzzle in one line.
fn tell<G: Terminal>(puzzle: &Puzzle<G::Action>) -> String {
    let BestMove {
        best,
        value,
        rival,
        lead,
        ..
    } = puzzle.confirmed;
    let number = |value: f64| match G::SCALE {
        parlour_agents::analysis::Scale::Points => format!("{value:+.0}"),
        _ => format!("{:.0} %", 100.0 * value),
    };
    format!(
        "grade {}, move {}, seat {}: {best} ({}), ahead of {rival} by {}",
        puzzle.grade,
        puzzle.ply + 1,
        puzzle.seat.0,
        number(value.mean),
        number(lead.mean).trim_start_matches('+'),
    )
}
