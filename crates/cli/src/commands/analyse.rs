//! `parlour analyse`: what each move of a recorded game cost.

use super::primi_composti_args::threads;
use super::replay::printable_names;
use crate::games::{self, Task, Terminal};
use crate::record_file::print_each;
use crate::style::Style;
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_agents::analysis::{
    AnalysedMove, Estimate, Judgement, Scale, ScoreChange, Settings, Summary, analyse_ply,
};
use parlour_engine::{Record, RecordHeader, Seat, Table};
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Analyse recorded games: the expected result at every move, and what each mistake cost
///
/// Every move is judged by what its seat could know, never by hidden cards or by what others chose in the same turn.
/// Values are shares of the win in percent, in Jaipur of the round, with an interval at 95 %; in Primi Composti points
/// ahead of the best other, exact for two players once the position can be solved in time. A cost within the noise, less
/// than two standard errors, counts as none. The same seed gives the same analysis with any number of threads.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of records, one line each, or a link of a game; - reads standard input
    file: PathBuf,

    /// Simulations for each move; as many again compare it with the best one, if that is another
    #[arg(long, value_name = "N", default_value_t = Settings::default().simulations, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    simulations: u32,

    /// The seed of the simulations
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,

    /// Print one line of JSON for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(args.threads))
        .build()?;
    print_each(&args.file, !args.json, out, |line, _| {
        let header = RecordHeader::read(line)?;
        let analyse = Analyse {
            line,
            args: &args,
            pool: &pool,
        };
        games::with(&header.game, analyse)
            .unwrap_or_else(|| bail!("unknown game '{}'", header.game))
    })?;
    Ok(())
}

struct Analyse<'a> {
    line: &'a str,
    args: &'a Args,
    pool: &'a rayon::ThreadPool,
}

/// The analysis of a game, as JSON.
#[derive(Serialize)]
struct Report<A> {
    game: &'static str,
    scale: Scale,
    simulations: u32,
    seed: u64,
    actions: usize,
    moves: Vec<NumberedMove<A>>,
    seats: Vec<SeatReport>,
}

#[derive(Serialize)]
struct NumberedMove<A> {
    /// The number of actions before it.
    ply: usize,
    #[serde(flatten)]
    judged: AnalysedMove<A>,
}

#[derive(Serialize)]
struct SeatReport {
    name: String,
    /// The result on the scale; missing while the game is unfinished, or if a seat has resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<f64>,
    #[serde(flatten)]
    summary: Summary,
}

impl Task for Analyse<'_> {
    type Output = anyhow::Result<String>;

    fn run<G: Terminal>(self) -> anyhow::Result<String> {
        let table = Record::<G>::read(self.line)?.replay()?;
        let settings = Settings {
            simulations: self.args.simulations,
            seed: self.args.seed,
        };
        let bar = ProgressBar::new(table.actions().len() as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos}/{len} moves, {eta} left",
        )?);
        let report = self.pool.install(|| report(&table, settings, &bar));
        bar.finish_and_clear();
        match self.args.json {
            true => Ok(serde_json::to_string(&report)?),
            false => Ok(tell(&table, &report, Style::of_stdout())),
        }
    }
}

/// The analysis of a game as text, without colours.
pub(crate) fn text<G: Terminal>(table: &Table<G>, settings: Settings) -> String {
    let report = report(table, settings, &ProgressBar::hidden());
    tell(table, &report, Style::PLAIN)
}

fn report<G: Terminal>(
    table: &Table<G>,
    settings: Settings,
    bar: &ProgressBar,
) -> Report<G::Action> {
    let plies = table.actions().len();
    let analysed = (0..plies).into_par_iter().map(|ply| {
        let judged = analyse_ply(table, ply, settings);
        bar.inc(1);
        judged.map(|judged| NumberedMove { ply, judged })
    });
    let analysed: Vec<_> = analysed.collect();
    let moves: Vec<_> = analysed.into_iter().flatten().collect();
    let outcome = table.state().outcome();
    let seats = Seat::all(table.seats().len()).map(|seat| SeatReport {
        name: table.seats()[seat.index()].clone(),
        result: (outcome.as_ref()).map(|outcome| G::SCALE.result(outcome, seat)),
        summary: Summary::of(seat, moves.iter().map(|numbered| &numbered.judged)),
    });
    Report {
        game: G::NAME,
        scale: G::SCALE,
        simulations: settings.simulations,
        seed: settings.seed,
        actions: plies,
        seats: seats.collect(),
        moves,
    }
}

/// The analysis as text: every move with its value and cost, then the sums of each seat.
fn tell<G: Terminal>(table: &Table<G>, report: &Report<G::Action>, style: Style) -> String {
    let names = printable_names(table);
    let mut lines = vec![style.strong(format!("{}: {}", G::NAME, names.join(" – ")))];
    let mut judged = report.moves.iter().peekable();
    for (ply, &(seat, action)) in table.actions().iter().enumerate() {
        let who = style.faint(format!("{} {}", seat.0, names[seat.index()]));
        let mut line = format!("{:>4}  {who}  {action}", ply + 1);
        if let Some(NumberedMove { judged, .. }) = judged.next_if(|next| next.ply == ply) {
            line += &format!("  {}", style.faint(value(G::SCALE, judged.value)));
            if let Some(judgement) = judged.judgement {
                let name = match judgement {
                    Judgement::Inaccuracy => "inaccuracy",
                    Judgement::Mistake => "mistake",
                    Judgement::Blunder => "blunder",
                };
                let cost = amount(G::SCALE, judged.cost);
                let better = format!("{name}: costs {cost}; better: {}", judged.best);
                line += &format!("\n      {}", style.strong(better));
                if let Some(ScoreChange { pairs, own, others }) = judged.scores {
                    let [own, others] = [own, others].map(|it| value(Scale::Points, it));
                    line += &format!(
                        "\n      in {pairs} pairs of simulations it changes the own score by {own}, the best of the others' by {others}"
                    );
                }
            }
        }
        lines.push(line);
    }
    lines.push(String::new());
    for (index, seat) in report.seats.iter().enumerate() {
        let Summary {
            moves,
            average_loss,
            inaccuracies,
            mistakes,
            blunders,
        } = seat.summary;
        lines.push(format!(
            "{index} {}: {moves} moves with a choice, average loss {}, inaccuracies {inaccuracies}, mistakes {mistakes}, \
             blunders {blunders}",
            names[index],
            amount(G::SCALE, Estimate::exact(average_loss)),
        ));
    }
    lines.join("\n")
}

/// A loss as it is written: `12 % ± 3`, `4`.
fn amount(scale: Scale, loss: Estimate) -> String {
    value(scale, loss).trim_start_matches('+').to_owned()
}

/// A value as it is written: `62 % ± 3`, `+4`.
fn value(scale: Scale, value: Estimate) -> String {
    let (mean, margin) = (value.mean, value.margin());
    let exact = margin == 0.0;
    match scale {
        Scale::WinShare | Scale::RoundWinShare if exact => format!("{:.1} %", 100.0 * mean),
        Scale::WinShare | Scale::RoundWinShare => {
            format!("{:.0} % ± {:.0}", 100.0 * mean, 100.0 * margin)
        }
        Scale::Points if exact && mean.fract() == 0.0 => format!("{mean:+.0}"),
        Scale::Points if exact => format!("{mean:+.1}"),
        Scale::Points => format!("{mean:+.1} ± {margin:.1}"),
    }
}
