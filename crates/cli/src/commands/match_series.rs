//! `parlour match`: a series of games between built-in policies.

use crate::exit::Usage;
use crate::game_args::{self, Recorder, SetupArgs};
use crate::games::{self, Task, Terminal};
use crate::style::Style;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::Series;
use parlour_arena::series::{SeriesError, SeriesGame, SeriesTotals, Standing};
use parlour_arena::stats::Interval;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

/// Play policies against each other
///
/// Plays a series of games and counts wins. Seats rotate: in game 0 the first
/// policy has seat 0, in game 1 the last, and so on. With --duplicate every deal
/// is played once in each of these rotations, so that all policies get the same
/// cards: use it for comparisons.
///
/// A game with several winners is a tie and counts as a win for none of them.
/// The same seed gives the same games with any number of threads, as long as
/// budgets are in simulations.
///
/// Example: parlour match jaipur --seats ismcts:2000,utility --games 500 --duplicate
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = games::policies_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The policies, one for each seat, separated by commas: NAME or NAME:BUDGET
    ///
    /// A budget is simulations a move (ismcts:2000) or time a move (ismcts:100ms), shared by several
    /// threads with @ (ismcts:2000@2, ismcts:100ms@2).
    /// An unknown name lists the known ones.
    #[arg(long, value_name = "POLICIES", value_delimiter = ',', required = true)]
    seats: Vec<String>,

    /// The number of games
    ///
    /// With --duplicate a multiple of the number of seats.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// The seed of all deals and random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Play each deal once in each rotation of the seats
    #[arg(long)]
    duplicate: bool,

    #[command(flatten)]
    setup: SetupArgs,

    /// Write the record of each game to this file, one line each, in order
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.clone();
    let json = args.json;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()?;
    let result = threads.install(|| games::with_known(&game, MatchTask(args)))?;
    if json {
        writeln!(out, "{}", serde_json::to_string(&result)?)?;
    } else {
        result.print(out, Style::of_stdout())?;
    }
    Ok(())
}

/// Games played before the first of them is written, which bounds memory.
const CHUNK_GAMES: u64 = 4096;

/// Runs the command for the game given.
struct MatchTask(Args);

impl Task for MatchTask {
    type Output = anyhow::Result<MatchResult>;

    fn run<G: Terminal>(self) -> anyhow::Result<MatchResult> {
        let args = &self.0;
        let seats = args.seats.len();
        let rules = args.setup.rules_for::<G>(seats)?;
        for policy in &args.seats {
            G::policy(policy).map_err(Usage::of)?;
        }
        if args.duplicate && !args.games.is_multiple_of(seats as u64) {
            return Err(Usage::of(format!(
                "with --duplicate every deal is played {seats} times: --games {} is no multiple of it",
                args.games
            )));
        }
        let deal = args.setup.deal::<G>(&rules)?;
        let recorder = args.record.as_deref().map(Recorder::create).transpose()?;
        let series = Series::<G> {
            rules,
            deal,
            policies: args.seats.clone(),
            seed: args.seed,
            duplicate: args.duplicate,
        };
        play(args, &series, recorder)
    }
}

fn play<G: Terminal>(
    args: &Args,
    series: &Series<G>,
    mut recorder: Option<Recorder>,
) -> anyhow::Result<MatchResult> {
    let progress = progress_bar(args.games);
    let start = Instant::now();
    let mut totals = SeriesTotals::new(series);
    let mut first = 0;
    while first < args.games {
        let chunk = first..args.games.min(first + CHUNK_GAMES);
        first = chunk.end;
        for played in play_chunk(series, chunk, recorder.is_some(), &progress)? {
            totals.add(&played);
            if let (Some(recorder), Some(line)) = (&mut recorder, &played.record) {
                recorder.write_line(line)?;
            }
        }
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    progress.finish_and_clear();
    Ok(MatchResult {
        seconds: start.elapsed().as_secs_f64(),
        ..MatchResult::new(&totals, args, G::NAME, G::unit(&series.rules))
    })
}

fn play_chunk<G: Terminal>(
    series: &Series<G>,
    games: Range<u64>,
    record: bool,
    progress: &ProgressBar,
) -> Result<Vec<SeriesGame>, SeriesError> {
    games
        .into_par_iter()
        .map(|number| {
            let played = series.play(number, record);
            progress.inc(1);
            played
        })
        .collect()
}

/// A progress bar on stderr, if that is a terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")
        .expect("the template is well formed");
    ProgressBar::new(games).with_style(style)
}

/// The result of a match.
#[derive(Serialize)]
struct MatchResult {
    game: &'static str,
    games: u64,
    seats: Vec<PolicyResult>,
    ties: u64,
    seconds: f64,
    #[serde(skip)]
    unit: &'static str,
    #[serde(skip)]
    duplicate: bool,
    #[serde(skip)]
    seed: u64,
}

/// The results of one policy. The names are those of tournaments; all games of a deal are one observation.
#[derive(Serialize)]
struct PolicyResult {
    policy: String,
    /// Games won alone.
    wins: u64,
    mean_score: f64,
    /// The mean share of the win: a shared win is divided.
    score: f64,
    score_interval: Interval,
    points_interval: Interval,
}

impl MatchResult {
    fn new(
        totals: &SeriesTotals,
        args: &Args,
        game: &'static str,
        unit: &'static str,
    ) -> MatchResult {
        let result = |standing: Standing| PolicyResult {
            policy: standing.policy,
            wins: standing.wins,
            mean_score: standing.points,
            score: standing.share,
            score_interval: standing.share_interval,
            points_interval: standing.points_interval,
        };
        let seats: Vec<PolicyResult> = totals.standings().into_iter().map(result).collect();
        MatchResult {
            game,
            games: args.games,
            ties: args.games - seats.iter().map(|seat| seat.wins).sum::<u64>(),
            seats,
            seconds: 0.0,
            unit,
            duplicate: args.duplicate,
            seed: args.seed,
        }
    }

    fn print(&self, out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
        writeln!(
            out,
            "{}: {} games{}, seed {}, {:.1} s; intervals at 95 %, {} as observations",
            self.game,
            self.games,
            if self.duplicate { " (duplicate)" } else { "" },
            self.seed,
            self.seconds,
            if self.duplicate { "deals" } else { "games" },
        )?;
        let names = self.seats.iter().map(|seat| seat.policy.len());
        let width = names.max().unwrap_or(0).max("policy".len()) + 2;
        let head = format!(
            "{:width$}{:>9}{:>8}{:>9}{:>17}{:>18}",
            "policy",
            "wins",
            "win %",
            "score %",
            "95 % interval",
            format!("mean {}", self.unit)
        );
        writeln!(out, "{}", style.strong(head))?;
        let share = |count: u64| 100.0 * count as f64 / self.games as f64;
        for seat in &self.seats {
            let Interval { low, high } = seat.score_interval;
            let points = match seat.points_interval.half() {
                half if half.is_finite() => format!(" ± {half:.2}"),
                _ => String::new(),
            };
            writeln!(
                out,
                "{:width$}{:>9}{:>8.1}{:>9.1}{:>10.1} – {:<4.1}{:>18.2}{points}",
                seat.policy,
                seat.wins,
                share(seat.wins),
                100.0 * seat.score,
                100.0 * low,
                100.0 * high,
                seat.mean_score,
            )?;
        }
        let ties = format!("{:width$}{:>9}{:>8.1}", "ties", self.ties, share(self.ties));
        writeln!(out, "{}", style.faint(ties))?;
        Ok(())
    }
}
