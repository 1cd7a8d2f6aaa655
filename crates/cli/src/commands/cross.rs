//! `parlour cross`: cross tables of Primi Composti policies.

use super::primi_composti_args::{RulesArgs, threads};
use crate::exit::Usage;
use crate::{output_file, svg};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::primi_composti::cross_table::Cell;
use parlour_arena::primi_composti::{CrossTable, StudyError};
use parlour_arena::stats::{Interval, wilson};
use parlour_solvers::primi_composti::simulate::Tally;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Play every policy against every other: the tables of the published study
///
/// Player 1 holds the 2 and moves first. The simple policies (asc, desc, rand, greedy_asc, greedy_desc,
/// greedy_rand) play about a million games a second on each core. The same seed gives the same
/// table with any number of threads.
///
/// Example: parlour cross primi-composti --policies rand,greedy_rand --games 200000
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = ["primi-composti"])]
    game: String,

    #[command(flatten)]
    rules: RulesArgs,

    /// The policies, separated by commas
    #[arg(
        long,
        value_name = "POLICIES",
        value_delimiter = ',',
        default_value = "asc,desc,rand,greedy_asc,greedy_desc,greedy_rand"
    )]
    policies: Vec<String>,

    /// The number of games of each pair
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// The seed of all deals and random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Draw the table to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Table {
    cells: Vec<Cell>,
    seconds: f64,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let cross = CrossTable::new(args.rules.rules(), &args.policies, args.games, args.seed)
        .map_err(|error| match error {
            StudyError::Policy(error) => Usage::of(error),
            other => other.into(),
        })?;
    if let Some(path) = &args.plot {
        output_file::check(path)?;
    }
    let pairs = args.policies.len() * args.policies.len();
    let bar = ProgressBar::new(args.games * pairs as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} games, {per_sec}, {eta} left",
    )?);
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(args.threads))
        .build()?;
    let pieces: Vec<(usize, Tally)> = pool.install(|| {
        let work = cross.pieces().par_iter().map(|piece| {
            let tally = cross.play(piece)?;
            bar.inc(piece.games.end - piece.games.start);
            Ok((piece.pair, tally))
        });
        work.collect::<Result<_, StudyError>>()
    })?;
    bar.finish_and_clear();
    let table = Table {
        cells: cross.cells(pieces),
        seconds: start.elapsed().as_secs_f64(),
    };
    let mut written = Ok(());
    if let Some(path) = &args.plot {
        let shares: Vec<[f64; 3]> = table
            .cells
            .iter()
            .map(|cell| [cell.p1_win, cell.tie, cell.p2_win])
            .collect();
        let title = format!("Primi Composti, {}: wins of player 1", args.rules.about());
        written = output_file::write(path, svg::heat_map(&title, &args.policies, &shares));
    }
    // Also if the file was not written.
    written.and(print(&args, &table, out))
}

fn print(args: &Args, table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(table)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{}, {} games a pair; shares in percent with 95 % Wilson intervals",
        args.rules.about(),
        args.games
    )?;
    writeln!(
        out,
        "{:12} {:12} {:>22} {:>22} {:>22} {:>7} {:>7} {:>7}",
        "player 1",
        "player 2",
        "player 1 wins",
        "tie",
        "player 2 wins",
        "mean 1",
        "mean 2",
        "apart"
    )?;
    for cell in &table.cells {
        let shares = cell.tally.results.map(|count| {
            let Interval { low, high } = wilson(count as f64, cell.games);
            let share = 100.0 * cell.tally.share(count);
            format!("{share:.2} ({:.2}–{:.2})", 100.0 * low, 100.0 * high)
        });
        let [win, tie, loss] = shares;
        writeln!(
            out,
            "{:12} {:12} {win:>22} {tie:>22} {loss:>22} {:>7.2} {:>7.2} {:>7.2}",
            cell.p1, cell.p2, cell.mean1, cell.mean2, cell.abs_diff
        )?;
    }
    writeln!(out, "{:.1} s", table.seconds)?;
    Ok(())
}
