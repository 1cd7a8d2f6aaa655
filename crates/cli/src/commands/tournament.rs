//! `parlour tournament`

use crate::failure::Usage;
use crate::style::Style;
use anyhow::{Context as _, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::games::{self, Task};
use parlour_arena::players::Fault;
use parlour_arena::stats::{Decision, Interval};
use parlour_arena::store::Files;
use parlour_arena::{
    Definition, Holder, Ledger, Lobby, Note, Pause, Plan, Report, RunOptions, Store, Wires, books,
    enter, find, report, run as play,
};
use parlour_protocol::Hosted;
use parlour_server::agents::agent_listener::{AgentListener, LineHandler};
use parlour_server::agents::link;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// Faults that are told one by one; the others are only counted.
const TOLD: u64 = 20;
/// How long a database that is locked or does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the end waits for programs to read their goodbye.
const FAREWELL: Duration = Duration::from_millis(200);

/// Play a tournament, with every game kept in a database
///
/// The file says who plays what, how often and how; docs/tournaments.md tells its fields. Every game is
/// recorded as soon as it is over, and `parlour serve` shows it live. Ctrl-C pauses; after that, or
/// after any other end, --resume goes on, and the result is the same as without the break. It does not
/// depend on the number of threads, as long as budgets are in simulations and programs do not look at
/// the clock.
///
/// Example: parlour tournament examples/jaipur.toml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The tournament, in TOML
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,

    /// Go on with a tournament that has begun, or begin it
    #[arg(long)]
    resume: bool,

    /// Play nothing: report and export what is recorded
    #[arg(long, conflicts_with = "resume")]
    show: bool,

    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// When not given, it is SQLite in your data folder (~/.local/share/parlour/arena.sqlite).
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Write a record of each game to this file, a line each, in order
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write a CSV with a row for each seat of each game to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the same rows to this file as Parquet, with typed columns
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    /// How many threads; as many as the machine has cores when not given
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Where programs connect that come by themselves; port 0 takes any free port
    ///
    /// Lines over TCP and WebSockets share the port. The default can be reached from this machine only.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:10000")]
    agents: SocketAddr,

    /// Print the report as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let file = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("{file}"))?;
    let definition =
        Definition::read(&text).map_err(|error| Usage::of(format!("{file}: {error}")))?;
    let game = definition.game.clone();
    let done = games::with(&game, Hold(&args, definition)).ok_or_else(|| {
        let known = games::NAMES.join(", ");
        Usage::of(format!(
            "{file}: there is no game '{game}': there are {known}"
        ))
    })??;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&done)?)?;
    } else {
        print(&done, out, Style::of_stdout())?;
    }
    out.flush()?;
    if !done.finished && !args.show {
        bail!(
            "paused with {} of {} games counted: go on with --resume",
            done.games,
            done.planned
        );
    }
    Ok(())
}

/// The tournament as it was asked for.
struct Hold<'a>(&'a Args, Definition);

impl Task for Hold<'_> {
    type Output = anyhow::Result<Report>;

    fn run<G: Hosted>(self) -> anyhow::Result<Report> {
        let Hold(args, definition) = self;
        let plan = Plan::<G>::new(definition)
            .map_err(|error| Usage::of(format!("{}: {error}", args.file.display())))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(hold(args, Arc::new(plan)))
    }
}

async fn hold<G: Hosted>(args: &Args, plan: Arc<Plan<G>>) -> anyhow::Result<Report> {
    let store = match &args.database {
        Some(url) => Store::open(url).await?,
        None => Store::open_file(&data_folder()?.join("arena.sqlite")).await?,
    };
    let name = &plan.definition.name;
    let (id, ledger) = if args.show {
        let found = find(&plan, &store).await?.ok_or_else(|| {
            anyhow!(
                "there is no tournament '{name}' in the database {}",
                store.place()
            )
        })?;
        (found.id, books(&plan, &store, found.id).await?)
    } else {
        let id = enter(&plan, &store, args.resume, &holder()).await?.id;
        (id, watch(args, &plan, &store, id).await?)
    };
    let files = Files {
        records: args.record.clone(),
        csv: args.csv.clone(),
        parquet: args.parquet.clone(),
    };
    store.export(id, &files).await?;
    store.close().await;
    Ok(report(&plan, &ledger))
}

/// Who plays here.
fn holder() -> Holder {
    Holder::here("parlour tournament")
}

/// Plays, with progress on stderr.
async fn watch<G: Hosted>(
    args: &Args,
    plan: &Arc<Plan<G>>,
    store: &Store,
    id: i64,
) -> anyhow::Result<Ledger> {
    let pause = Pause::default();
    let asked = pause.clone();
    let interrupts = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            asked.ask();
            eprintln!(
                "pausing: games in progress are played to their end; Ctrl-C again to stop now"
            );
        }
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left {msg}")?;
    let bar = ProgressBar::new(plan.schedule.games()).with_style(style);
    let names = plan.names();
    let lobby = Arc::new(Lobby::new(plan));
    let reception = match lobby.is_needless() {
        true => None,
        false => Some(receive(args.agents, Arc::clone(&lobby)).await?),
    };
    let mut faults = 0;
    let mut note = |note: Note| match note {
        Note::Recorded { games, llr } => {
            bar.set_position(games);
            if let Some(llr) = llr {
                bar.set_message(format!("LLR {llr:.2}"));
            }
        }
        Note::Fault { player, game, what } => {
            faults += 1;
            if faults <= TOLD {
                bar.suspend(|| eprintln!("{}, game {game}: {what}", names[player]));
            }
            if faults == TOLD {
                bar.suspend(|| eprintln!("further faults are counted only"));
            }
        }
        Note::Missing(players) => {
            let missing: Vec<&str> = players
                .iter()
                .map(|&player| names[player].as_str())
                .collect();
            bar.suspend(|| eprintln!("waiting for {}", missing.join(", ")));
        }
        Note::Waiting(error) => bar.suspend(|| eprintln!("{error}; trying again")),
    };
    let threads = match args.threads {
        Some(threads) => threads.into(),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let options = RunOptions {
        threads,
        patience: PATIENCE,
        lobby: Some(lobby),
        holder: holder(),
    };
    let played = play(plan, store, id, options, &pause, &mut note).await;
    bar.finish_and_clear();
    interrupts.abort();
    if let Some(reception) = reception {
        // What was said last is still being sent.
        tokio::time::sleep(FAREWELL).await;
        reception.abort();
    }
    Ok(played?)
}

/// Lets programs into the lobby.
async fn receive(address: SocketAddr, lobby: Arc<Lobby>) -> anyhow::Result<JoinHandle<()>> {
    let reception = AgentListener::bind(address).await;
    let reception = reception.with_context(|| format!("cannot listen on {address} (--agents)"))?;
    let address = reception.address();
    eprintln!("programs connect to {address}, or to ws://{address}/");
    let admit = move |hello| {
        let Wires { input, output } = lobby.admit(hello)?;
        let hear: LineHandler =
            Box::new(move |line| output.try_send(line.map_err(translate)).is_ok());
        Ok((input, hear))
    };
    Ok(tokio::spawn(reception.run(Arc::new(admit))))
}

/// What is wrong with a line, in the words of the arena.
fn translate(fault: link::AgentFault) -> Fault {
    match fault {
        link::AgentFault::TooLong => Fault::TooLong,
        link::AgentFault::Invalid(said, why) => Fault::Wrong(said, why),
        link::AgentFault::Timeout
        | link::AgentFault::AnswerPending
        | link::AgentFault::Disconnected
        | link::AgentFault::NotReading => Fault::Gone,
    }
}

/// The user's folder for Parlour's data.
pub(crate) fn data_folder() -> anyhow::Result<PathBuf> {
    let folder = dirs::data_dir().ok_or_else(|| {
        anyhow!("there is no data folder here: name a file by --database sqlite:PATH")
    })?;
    Ok(folder.join("parlour"))
}

fn print(report: &Report, out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
    let state = match (report.finished, report.games == report.planned) {
        (true, true) => String::new(),
        (true, false) => format!(" of {}: the test has decided", report.planned),
        (false, _) => format!(" of {} so far", report.planned),
    };
    writeln!(
        out,
        "{}: {} with {} seats, {} deals, {} games{state}; intervals at 95 %",
        report.tournament, report.game, report.seats, report.rounds, report.games
    )?;
    players(report, out, style)?;
    cross(report, out, style)?;
    if let Some(test) = &report.sprt {
        let decision = match test.decision {
            Decision::Open => "open",
            Decision::Null => "elo0 is accepted",
            Decision::Alternative => "elo1 is accepted",
        };
        writeln!(
            out,
            "\nSPRT elo0 {} elo1 {}: LLR {:.2} ({:.2}, {:.2}), {decision}",
            test.sprt.elo0, test.sprt.elo1, test.llr, test.lower, test.upper
        )?;
    }
    Ok(())
}

fn players(report: &Report, out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
    let width = width(report);
    let head = format!(
        "{:width$}{:>8}{:>9}{:>9}{:>16}{:>10}{:>18}{:>10}{:>18}{:>8}",
        "player",
        "games",
        "wins",
        "score %",
        "",
        "points",
        "",
        report.system.name(),
        "",
        "faults"
    );
    writeln!(out, "\n{}", style.strong(head))?;
    for player in &report.players {
        let (rating, interval) = match (&player.rating, player.rating_interval) {
            (Some(rating), Some(interval)) => (format!("{:.1}", rating.rating), span(interval)),
            _ => ("–".to_owned(), String::new()),
        };
        writeln!(
            out,
            "{:width$}{:>8}{:>9.1}{:>9.1}{:>16}{:>10.2}{:>18}{rating:>10}{interval:>18}{:>8}",
            player.name,
            player.games,
            player.wins,
            100.0 * player.score,
            span(player.score_interval.map(|share| 100.0 * share)),
            player.points,
            span(player.points_interval),
            player.faults
        )?;
    }
    Ok(())
}

/// Each player in a row, each opponent in a column: the share of games with the better place.
fn cross(report: &Report, out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
    let width = width(report);
    let columns: Vec<(String, usize)> = (report.players.iter())
        .map(|player| {
            let short: String = player.name.chars().take(20).collect();
            let width = short.chars().count().max(18) + 2;
            (short, width)
        })
        .collect();
    let mut head = format!("{:width$}", "better, in %");
    for (name, width) in &columns {
        head += &format!("{name:>width$}");
    }
    writeln!(out, "\n{}", style.strong(head))?;
    for player in &report.players {
        write!(out, "{:width$}", player.name)?;
        for (opponent, (_, width)) in report.players.iter().zip(&columns) {
            let cell = match report.meeting(&player.name, &opponent.name) {
                None => "–".to_owned(),
                Some(met) => format!(
                    "{:.1} {}",
                    100.0 * met.score,
                    span(met.score_interval.map(|share| 100.0 * share))
                ),
            };
            write!(out, "{cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn width(report: &Report) -> usize {
    let names = report
        .players
        .iter()
        .map(|player| player.name.chars().count());
    names.max().unwrap_or(0).max("better, in %".len()) + 2
}

fn span(interval: Interval) -> String {
    match interval.half().is_finite() {
        true => format!("({:.1}–{:.1})", interval.low, interval.high),
        false => String::new(),
    }
}
