//! `parlour cross`

use super::primi_args::{RulesArgs, threads};
use crate::failure::Usage;
use crate::svg;
use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_agents::Policies as _;
use parlour_agents::primi_composti::staged;
use parlour_arena::stats::{Interval, wilson};
use parlour_engine::{DealSource, Game as _, Policy, Streams, Viewer};
use parlour_games::primi_composti::{PrimiComposti, Rules};
use parlour_solvers::primi_composti::simulate::{Simple, Simulator, Tally};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Games of a piece of work, of simple policies and of others.
const PIECE: [u64; 2] = [20_000, 10];

/// Every policy against every other: the tables of the published study
///
/// Player 1 is whoever holds the 2 and moves first. The simple policies (asc, desc, rand, greedy_asc, greedy_desc,
/// greedy_rand) play about a million games a second and core. The same seed gives the same table
/// whatever the number of threads.
///
/// Example: parlour cross primi-composti --policies rand,greedy_rand --games 200000
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = ["primi-composti"])]
    game: String,

    #[command(flatten)]
    rules: RulesArgs,

    /// The policies, with commas between
    #[arg(
        long,
        value_name = "POLICIES",
        value_delimiter = ',',
        default_value = "asc,desc,rand,greedy_asc,greedy_desc,greedy_rand"
    )]
    policies: Vec<String>,

    /// Games of each pair
    #[arg(long, default_value_t = 200_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// The seed that all deals and all random choices follow from
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Draw the table to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// How many threads; as many as the machine has cores when not given
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
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

/// A pair; rates are fractions of the games.
#[derive(Serialize)]
struct Cell {
    p1: String,
    p2: String,
    games: u64,
    p1_win: f64,
    tie: f64,
    p2_win: f64,
    mean1: f64,
    mean2: f64,
    abs_diff: f64,
    #[serde(skip)]
    tally: Tally,
}

/// The policy of that name.
pub(crate) fn policy(name: &str) -> anyhow::Result<Box<dyn Policy<PrimiComposti>>> {
    // Stages of any length, which no list can hold.
    if let Ok(policy) = staged(name) {
        return Ok(Box::new(policy));
    }
    PrimiComposti::policy(name).map_err(Usage::of)
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = args.rules.rules();
    PrimiComposti::new(rules.clone(), PrimiComposti::deal(&rules, 0))?;
    for name in &args.policies {
        policy(name)?;
    }
    let simulator = Simulator::new(&rules);
    let pairs: Vec<[&str; 2]> = args
        .policies
        .iter()
        .flat_map(|p1| {
            args.policies
                .iter()
                .map(move |p2| [p1.as_str(), p2.as_str()])
        })
        .collect();
    let mut work = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let simple = simulator.as_ref().zip(simple(*pair));
        let piece = PIECE[usize::from(simple.is_none())];
        for first in (0..args.games).step_by(piece as usize) {
            work.push((at, first, piece.min(args.games - first), simple));
        }
    }
    let bar = ProgressBar::new(args.games * pairs.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} games, {per_sec}, {eta} left",
    )?);
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(args.threads))
        .build()?;
    let seed = Streams::new(args.seed);
    let pieces: Vec<(usize, Tally)> = pool.install(|| {
        work.into_par_iter()
            .map(|(at, first, games, simple)| {
                let series = seed.game_seed(at as u64);
                let tally = match simple {
                    Some((simulator, players)) => {
                        let mut rng = Streams::new(series).task(first);
                        simulator.play(players, games, &mut rng)
                    }
                    None => play(&rules, pairs[at], series, first..first + games)?,
                };
                bar.inc(games);
                Ok((at, tally))
            })
            .collect::<anyhow::Result<_>>()
    })?;
    bar.finish_and_clear();
    let mut tallies = vec![Tally::default(); pairs.len()];
    for (at, tally) in &pieces {
        tallies[*at].add(tally);
    }
    let cells = pairs
        .iter()
        .zip(tallies)
        .map(|(pair, tally)| cell(*pair, tally));
    let table = Table {
        cells: cells.collect(),
        seconds: start.elapsed().as_secs_f64(),
    };
    if let Some(path) = &args.plot {
        let shares: Vec<[f64; 3]> = table
            .cells
            .iter()
            .map(|cell| [cell.p1_win, cell.tie, cell.p2_win])
            .collect();
        let title = format!("Primi Composti, {}: wins of player 1", args.rules.about());
        std::fs::write(path, svg::heat_map(&title, &args.policies, &shares))
            .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&table)?)?;
        return Ok(());
    }
    print(&args, &table, out)
}

fn simple([p1, p2]: [&str; 2]) -> Option<[Simple; 2]> {
    Some([p1.parse().ok()?, p2.parse().ok()?])
}

/// Games by the rulebook, of policies that think.
fn play(
    rules: &Rules,
    names: [&str; 2],
    series: u64,
    games: std::ops::Range<u64>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    for game in games {
        let seed = Streams::new(series).game_seed(game);
        let mut state: PrimiComposti = DealSource::Seed(seed).start(rules.clone())?;
        let mut policies = [policy(names[0])?, policy(names[1])?];
        let streams = Streams::new(seed);
        let mut rngs = [0, 1].map(|seat| streams.seat(parlour_engine::Seat(seat)));
        while let Some(seat) = state.to_move().first() {
            state.legal_actions_into(seat, &mut legal);
            let view = state.view(Viewer::Seat(seat));
            let at = seat.index();
            let action = policies[at].choose(&view, &legal, &mut rngs[at]);
            state.play(seat, action)?;
        }
        let scores = state.scores();
        tally.count([scores[0], scores[1]]);
    }
    Ok(tally)
}

fn cell([p1, p2]: [&str; 2], tally: Tally) -> Cell {
    let [win, tie, loss] = tally.results.map(|count| tally.share(count));
    let games = tally.games as f64;
    Cell {
        p1: p1.to_owned(),
        p2: p2.to_owned(),
        games: tally.games,
        p1_win: win,
        tie,
        p2_win: loss,
        mean1: tally.points[0] as f64 / games,
        mean2: tally.points[1] as f64 / games,
        abs_diff: tally.apart as f64 / games,
        tally,
    }
}

fn print(args: &Args, table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
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
