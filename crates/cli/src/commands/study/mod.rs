//! `parlour study`: statistics over solved deals of Primi Composti.

mod summary;

use super::primi_composti_args::{RulesArgs, threads};
use crate::{interrupt, output_file, svg};
use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::primi_composti::{
    Deals, Row, SolvedDeals, Study, StudyError, StudyFile, Summary,
};
use parlour_solvers::primi_composti::Layered;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

/// Solve random deals: who wins under perfect play, and what other policies lose
///
/// Every solved deal is written to a CSV file at once. After an interruption, the same command continues
/// the study. Deals follow from --seed, and a larger study starts with the deals of a smaller one.
///
/// Example: parlour study primi-composti --deals 10000 --seed 1
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = ["primi-composti"])]
    game: String,

    #[command(flatten)]
    rules: RulesArgs,

    /// The number of deals
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    deals: u64,

    /// The seed of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Instead of random deals, the first of all possible deals in a fixed order
    #[arg(long, conflicts_with = "seed")]
    every: bool,

    /// Version 1: compute the best reply to greedy play for this number of deals
    #[arg(long, default_value_t = 200)]
    replies: u64,

    /// Version 1: measure what greedy play, minimax and staged search lose against perfect play, for this number of deals
    #[arg(long, default_value_t = 20)]
    losses: u64,

    /// The CSV file of results; an existing one is continued
    #[arg(long, value_name = "FILE", default_value = "primi-composti-study.csv")]
    csv: PathBuf,

    /// A compact file of exact values: deals that it holds are not solved again, and all others are added at the end
    ///
    /// `parlour verify FILE` checks it.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,

    /// Draw the distribution of values to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,

    /// Print the summary as one line of JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    fn study(&self) -> Study {
        Study {
            rules: self.rules.rules(),
            deals: match self.every {
                true => Deals::Every,
                false => Deals::Random(self.seed),
            },
            replies: self.replies,
            losses: self.losses,
        }
    }

    /// The source of the deals, for headings.
    fn dealt(&self) -> String {
        match self.every {
            true => "every deal once".to_owned(),
            false => format!("seed {}", self.seed),
        }
    }
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let study = args.study();
    study.check()?;
    let deals = study.count().map_or(args.deals, |all| all.min(args.deals));
    let mut solved = match &args.values {
        Some(path) => SolvedDeals::open(path, &study.rules)?,
        None => SolvedDeals::new(study.rules.clone()),
    };
    let (mut file, done) = StudyFile::open(&args.csv, &study)?;
    let todo: Vec<u64> = (0..deals).filter(|deal| !done.contains_key(deal)).collect();
    let mut rows: Vec<Row> = done.into_values().filter(|row| row.deal < deals).collect();
    if !todo.is_empty() {
        let bar = ProgressBar::new(deals);
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos}/{len} deals, {per_sec}, {eta} left",
        )?);
        bar.set_position(rows.len() as u64);
        bar.reset_eta();
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::sets(&stop, "stopping; Ctrl-C again to stop now");
        let next = AtomicU64::new(0);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| -> anyhow::Result<()> {
            for _ in 0..threads(args.threads) {
                let (send, next, todo, study) = (send.clone(), &next, &todo, &study);
                let (solved, stop) = (&solved, &*stop);
                scope.spawn(move || {
                    let mut layered = Layered::new();
                    while let Some(&deal) = todo.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    {
                        let row = (study.number(deal)).and_then(|number| {
                            study.measure(deal, solved.get(number), &mut layered, stop)
                        });
                        let is_stopped = matches!(row, Err(StudyError::Stopped));
                        // The receiver is gone if the file cannot be written.
                        if send.send(row).is_err() || is_stopped {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for row in receive {
                let row = match row {
                    Err(StudyError::Stopped) => continue,
                    row => row?,
                };
                file.add(&row)?;
                bar.inc(1);
                rows.push(row);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
    }
    rows.sort_unstable_by_key(|row| row.deal);
    if let Some(path) = &args.values {
        solved.add(&study, &rows)?;
        solved.write(path)?;
    }
    if rows.len() < deals as usize {
        return Err(anyhow!(
            "stopped after {} of {deals} deals: the same command continues",
            rows.len()
        ));
    }
    if let Some(path) = &args.plot {
        let values: Vec<i32> = rows.iter().map(|row| row.value).collect();
        let greedy: Vec<i32> = rows.iter().map(|row| row.greedy).collect();
        let title = format!(
            "Primi Composti, {}: {} deals",
            args.rules.about(),
            rows.len()
        );
        let drawing = svg::distribution(
            &title,
            ["perfect play", "greedy_asc by both"],
            [&values, &greedy],
        );
        output_file::write(path, drawing)?;
    }
    let summary = Summary::of(&rows);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        return Ok(());
    }
    summary::print(&summary, &args, out)
}
