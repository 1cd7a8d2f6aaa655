//! `parlour solve`: exact values of positions.

use super::primi_composti_args::{PositionArgs, peak_memory, threads};
use crate::exit::Usage;
use crate::style::Style;
use crate::{interrupt, output_file};
use anyhow::anyhow;
use indicatif::ProgressBar;
use parlour_games::primi_composti::Version;
use parlour_solvers::primi_composti::{
    Layered, Limit, Position, SearchOptions, Solution, SolveError, alphabeta, certificate,
};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Compute the exact value of a position under perfect play by both players
///
/// The value is the final difference: points of player 1 minus those of player 2. The player
/// who holds the 2 is player 1 and moves first. Version 1 takes about a tenth of a second for a full
/// deal, version 2 up to minutes.
///
/// Example: parlour solve primi-composti --p1 2,4,5,10,11,15 --p2 3,6,7,9,12,13
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = ["primi-composti"])]
    game: String,

    #[command(flatten)]
    position: PositionArgs,

    /// Only the winner, which is faster in version 2
    #[arg(long, conflicts_with = "certificate")]
    win_only: bool,

    /// The method: layers (version 1 only) or search
    #[arg(long, value_parser = ["layers", "search"])]
    method: Option<String>,

    /// Version 1: write a proof of the value to this file, for `parlour verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// The number of search threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<u8>>,
    /// The exact value after each card of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<i32>>,
    states: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_mib: Option<f64>,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (position, exchanged) = args.position.position()?;
    if exchanged {
        eprintln!("the second hand holds the 2: it is player 1");
    }
    let layers = match args.method.as_deref() {
        Some("layers") if position.version != Version::One => {
            return Err(Usage::of("layers solve version 1 only"));
        }
        Some(method) => method == "layers",
        None => position.version == Version::One,
    };
    if args.certificate.is_some() && position.version != Version::One {
        return Err(Usage::of("certificates are for version 1"));
    }
    let cards = position.hands[0].len() + position.hands[1].len();
    let stop = Arc::new(AtomicBool::new(false));
    if !layers {
        interrupt::sets(&stop, "stopping; Ctrl-C again to stop now");
    }
    let options =
        SearchOptions::for_cards(cards, threads(args.threads)).with_limit(Limit::until(&stop));
    let start = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.set_message(format!("solving {cards} cards"));
    if args.win_only && !layers {
        let (winner, states) = alphabeta::winner(&position, options)?;
        bar.finish_and_clear();
        let report = Report {
            value: None,
            winner: Some(["player 2", "tie", "player 1"][(winner + 1) as usize]),
            line: None,
            values: None,
            states,
            seconds: start.elapsed().as_secs_f64(),
            peak_mib: peak_memory(),
        };
        return print(&args, &position, None, &report, out);
    }
    let mut bounds = None;
    let solved = if layers {
        Layered::new().solve(&position).map_err(SolveError::from)
    } else {
        let mut progress = |low: i32, high: i32| {
            bounds = Some((low, high));
            bar.set_message(format!("the value is {low} to {high}"));
        };
        alphabeta::solve(&position, options, &mut progress)
    };
    let solution = match (solved, bounds) {
        (Err(SolveError::Stopped), Some((low, high))) => {
            return Err(anyhow!("stopped: the value is {low} to {high}"));
        }
        (solved, _) => solved?,
    };
    bar.finish_and_clear();
    let report = Report {
        value: Some(solution.value),
        winner: None,
        line: Some(solution.line.iter().map(|step| step.card).collect()),
        values: Some(solution.line.iter().map(|step| step.value).collect()),
        states: solution.states,
        seconds: start.elapsed().as_secs_f64(),
        peak_mib: peak_memory(),
    };
    print(&args, &position, Some(&solution), &report, out)?;
    if let Some(path) = &args.certificate {
        let start = Instant::now();
        let bytes = certificate::write(&position)?;
        output_file::write(path, &bytes)?;
        eprintln!(
            "certificate: {:.1} MiB in {:.1} s, {}",
            bytes.len() as f64 / f64::from(1 << 20),
            start.elapsed().as_secs_f64(),
            path.display()
        );
    }
    Ok(())
}

fn print(
    args: &Args,
    position: &Position,
    solution: Option<&Solution>,
    report: &Report,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(report)?)?;
        return Ok(());
    }
    let style = Style::of_stdout();
    for (player, hand) in position.hands.iter().enumerate() {
        let hand: Vec<String> = hand.iter().map(u8::to_string).collect();
        writeln!(out, "player {}  {}", player + 1, hand.join(" "))?;
    }
    match (solution, report.winner) {
        (Some(solution), _) => {
            let value = match solution.value {
                0 => "a tie".to_owned(),
                v if v > 0 => format!("player 1 wins by {v}"),
                v => format!("player 2 wins by {}", -v),
            };
            writeln!(
                out,
                "value     {} ({value})",
                style.strong(format!("{:+}", solution.value))
            )?;
            let line: Vec<String> = solution
                .line
                .iter()
                .map(
                    |step| match step.steal.and_then(|pair| pair.written(step.card)) {
                        None => step.card.to_string(),
                        Some(operation) => format!("{}={operation}", step.card),
                    },
                )
                .collect();
            writeln!(out, "line      {}", line.join(" "))?;
            let values: Vec<String> = solution
                .line
                .iter()
                .map(|step| format!("{:+}", step.value))
                .collect();
            writeln!(out, "after it  {}", values.join(" "))?;
        }
        (None, Some(winner)) => writeln!(out, "winner    {}", style.strong(winner))?,
        (None, None) => (),
    }
    let memory = report
        .peak_mib
        .map_or(String::new(), |mib| format!(", {mib:.0} MiB at most"));
    writeln!(
        out,
        "{} states in {:.2} s{memory} ({})",
        report.states,
        report.seconds,
        args.position.rules.about()
    )?;
    Ok(())
}
