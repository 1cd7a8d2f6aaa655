//! `parlour tournament`: plays a tournament, resumes it, or shows it.

mod endpoint;
mod http_client;
mod key;
mod mcp_client;
mod model;
mod model_client;

use crate::exit::Usage;
use crate::games::{self, Task, Terminal};
use crate::style::Style;
use anyhow::{Context as _, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use model::EndpointModels;
use parlour_arena::definition::Format;
use parlour_arena::outcome::ModelUsage;
use parlour_arena::plan::{Kind, Player};
use parlour_arena::players::logs::ProgramLogs;
use parlour_arena::stages::{StageStanding, Stages};
use parlour_arena::stats::{Decision, Interval};
use parlour_arena::store::Files;
use parlour_arena::store::Tournament;
use parlour_arena::{
    Channels, DealProof, Definition, Holder, Lobby, Note, Pause, Plan, Report, RunOptions,
    RunningTotals, Store, deals, enter, find, report, run as play, totals,
};
use parlour_engine::Rules as _;
use parlour_protocol::Hosted;
use parlour_server::agents::agent_listener::{AgentListener, LineHandler};
use serde::Serialize;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// Where remote programs connect, if nothing else is said.
pub(super) const DEFAULT_AGENTS: SocketAddr =
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 10000);
/// Faults that are reported one by one; later ones are only counted.
const MAX_REPORTED_FAULTS: u64 = 20;
/// How long to wait for a database that is locked or does not answer.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long the end of a tournament waits for messages that are still being sent.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Pairs of players from which on the report says how many intervals are wrong by chance.
const MANY_COMPARISONS: usize = 10;
/// More connections than the port accepts.
const MAX_CONNECTIONS: u32 = 1 << 16;

/// Play a tournament, with every game kept in a database
///
/// The file defines the game, the players and the schedule; docs/tournaments.md documents its fields.
/// Every game is recorded as soon as it is finished, and `parlour serve` shows it live. Ctrl-C pauses.
/// --resume continues after a pause or any other interruption; the result is the same as without it.
/// The result does not depend on the number of threads, as long as budgets are in simulations and
/// programs do not depend on the time.
///
/// Example: parlour tournament docs/examples/jaipur.toml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The tournament's definition, in TOML
    #[arg(value_name = "FILE.toml")]
    pub(super) file: PathBuf,

    /// Continue a tournament, or start it if it is new
    #[arg(long)]
    pub(super) resume: bool,

    /// Play no games: report and export what is recorded
    #[arg(long, conflicts_with = "resume")]
    pub(super) show: bool,

    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// The default is SQLite in your data folder (~/.local/share/parlour/arena.sqlite).
    #[arg(long, value_name = "URL")]
    pub(super) database: Option<String>,

    /// Write the record of each game to this file, one line each, in order
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Write a CSV file with a row for each seat of each game
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,

    /// Write the same rows as a Parquet file, with typed columns
    #[arg(long, value_name = "FILE")]
    pub(super) parquet: Option<PathBuf>,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// The address that remote programs connect to; port 0 takes any free port
    ///
    /// Lines over TCP and WebSockets share the port. The default is reachable from this machine only.
    #[arg(long, value_name = "ADDR", default_value_t = DEFAULT_AGENTS)]
    pub(super) agents: SocketAddr,

    /// Write a log for each program to this folder: requests, answers, times and faults, one JSON object a line
    #[arg(long, value_name = "DIR", conflicts_with = "show")]
    pub(super) log: Option<PathBuf>,

    /// Let language models play, at endpoints or through MCP servers: requests may cost money, and the file chooses
    /// their addresses
    #[arg(long, conflicts_with = "show")]
    pub(super) allow_endpoints: bool,

    /// Print the report as one line of JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let file = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("{file}"))?;
    let definition =
        Definition::read(&text).map_err(|error| Usage::of(format!("{file}: {error}")))?;
    let done = play_definition(&args, &file.to_string(), definition)?;
    match &done {
        Done::Whole(done) if args.json => writeln!(out, "{}", serde_json::to_string(done)?)?,
        Done::Stages(done) if args.json => writeln!(out, "{}", serde_json::to_string(done)?)?,
        Done::Whole(done) => print_whole(done, out)?,
        Done::Stages(done) => {
            for stage in &done.stages {
                print_whole(stage, out)?;
                writeln!(out)?;
            }
            print_standings(done, out)?;
        }
    }
    out.flush()?;
    let paused = match &done {
        Done::Whole(done) => Some(&done.report).filter(|report| !report.finished),
        Done::Stages(done) => {
            let mut reports = done.stages.iter().map(|stage| &stage.report);
            reports.find(|report| !report.finished)
        }
    };
    match paused.filter(|_| !args.show) {
        Some(report) => Err(still_open(report, "go on with --resume")),
        None => Ok(()),
    }
}

/// The error of a run that has ended before the tournament did, with what continues it.
pub(super) fn still_open(report: &Report, advice: &str) -> anyhow::Error {
    anyhow!(
        "paused with {} of {} games counted: {advice}",
        report.games,
        report.planned
    )
}

/// Plays or shows the tournament of a definition, which comes from `source`.
pub(super) fn play_definition(
    args: &Args,
    source: &str,
    definition: Definition,
) -> anyhow::Result<Done> {
    let game = definition.game.clone();
    games::with(&game, TournamentTask(args, source, definition)).ok_or_else(|| {
        let known = games::NAMES.join(", ");
        Usage::of(format!(
            "{source}: unknown game '{game}'; the games are {known}"
        ))
    })?
}

pub(super) fn print_whole(done: &DoneTournament, out: &mut dyn Write) -> anyhow::Result<()> {
    print(&done.report, out, Style::of_stdout())?;
    print_models(&done.models, out, Style::of_stdout())?;
    print_deals(&done.deals, out)
}

/// The result of the command.
pub(super) enum Done {
    Whole(Box<DoneTournament>),
    Stages(DoneStages),
}

/// A tournament in stages, each of which is a tournament of its own.
#[derive(Serialize)]
pub(super) struct DoneStages {
    tournament: String,
    stages: Vec<DoneTournament>,
    /// Number of stages by the format.
    planned_stages: u64,
    standings: Vec<StageStanding>,
}

fn print_standings(done: &DoneStages, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}: standings after {} of {} stages",
        done.tournament,
        done.stages.len(),
        done.planned_stages
    )?;
    for (row, place) in done.standings.iter().zip(1..) {
        writeln!(
            out,
            "{place:>4}  {:<40}  {:>5} points  {:>6.2} wins  last stage {}",
            row.name, row.points, row.share, row.stage
        )?;
    }
    Ok(())
}

/// The report, with what is public about the deals.
#[derive(Serialize)]
pub(super) struct DoneTournament {
    #[serde(flatten)]
    pub(super) report: Report,
    deals: DealProof,
    /// What the language models have used, if any have played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<ModelReport>,
}

/// What a language model has used in all games in the database.
#[derive(Serialize)]
struct ModelReport {
    player: String,
    #[serde(flatten)]
    usage: ModelUsage,
    /// By the prices in the file; missing without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
}

/// The table of what the language models have used.
fn print_models(models: &[ModelReport], out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
    if models.is_empty() {
        return Ok(());
    }
    let names = models.iter().map(|model| model.player.chars().count());
    let width = names.max().unwrap_or(0).max("model".len()) + 2;
    let head = format!(
        "{:width$}{:>10}{:>10}{:>14}{:>14}{:>12}",
        "model", "requests", "retries", "input tokens", "output tokens", "cost"
    );
    writeln!(out, "\n{}", style.strong(head))?;
    for ModelReport {
        player,
        usage,
        cost,
    } in models
    {
        let cost = cost.map_or_else(|| "–".to_owned(), |cost| format!("{cost:.4}"));
        writeln!(
            out,
            "{player:width$}{:>10}{:>10}{:>14}{:>14}{cost:>12}",
            usage.requests, usage.retries, usage.input_tokens, usage.output_tokens
        )?;
        let unmetered = usage.requests.saturating_sub(usage.metered);
        if unmetered > 0 {
            writeln!(
                out,
                "{player}: the endpoint has counted no tokens for {unmetered} of {} requests",
                usage.requests
            )?;
        }
    }
    Ok(())
}

/// Runs the command for the game of the definition.
struct TournamentTask<'a>(&'a Args, &'a str, Definition);

impl Task for TournamentTask<'_> {
    type Output = anyhow::Result<Done>;

    fn run<G: Terminal>(self) -> anyhow::Result<Done> {
        let TournamentTask(args, source, definition) = self;
        let invalid = |error: String| Usage::of(format!("{source}: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let logs = match &args.log {
            None => None,
            Some(folder) => {
                let logs = ProgramLogs::new(folder);
                let logs = logs.with_context(|| format!("cannot write to {}", folder.display()))?;
                Some(Arc::new(logs))
            }
        };
        let plan = |definition: Definition| {
            let mut plan =
                Plan::<G>::new(definition).map_err(|error| invalid(error.to_string()))?;
            plan.logs.clone_from(&logs);
            if !args.show {
                allow_models(&mut plan, args.allow_endpoints).map_err(invalid)?;
            }
            Ok::<_, anyhow::Error>(Arc::new(plan))
        };
        let Some(mut stages) = stages::<G>(&definition).map_err(invalid)? else {
            let done = runtime.block_on(play_or_show(args, plan(definition)?, None))?;
            return Ok(Done::Whole(Box::new(done)));
        };
        let mut done = Vec::new();
        while let (Some(number), Some(stage)) = (stages.next(), stages.definition()) {
            let plan = plan(stage)?;
            if args.show && done_before(&runtime, args, &plan)?.is_none() && number > 1 {
                break;
            }
            let played = runtime.block_on(play_or_show(args, plan, Some(number)))?;
            let is_over = played.report.finished && stages.add(&played.report);
            done.push(played);
            if !is_over {
                break;
            }
        }
        Ok(Done::Stages(DoneStages {
            tournament: definition.name,
            stages: done,
            planned_stages: stages.count(),
            standings: stages.standings(),
        }))
    }
}

/// Lets the language models of a plan be asked.
///
/// # Errors
/// If there are any and requests are not allowed, or a key is missing.
fn allow_models<G: Terminal>(plan: &mut Plan<G>, allowed: bool) -> Result<(), String> {
    let is_model = |player: &&Player| matches!(player.kind, Kind::Model { .. });
    let Some(first) = plan.players.iter().find(is_model) else {
        return Ok(());
    };
    if !allowed {
        return Err(format!(
            "player '{}' is a language model: requests are made only with --allow-endpoints",
            first.name
        ));
    }
    plan.models = Some(Arc::new(EndpointModels::new(plan)?));
    Ok(())
}

/// The stages of a definition; `None` if its format has none.
fn stages<G: Hosted>(definition: &Definition) -> Result<Option<Stages>, String> {
    if !matches!(definition.format, Format::Swiss | Format::Knockout) && definition.stages.is_none()
    {
        return Ok(None);
    }
    // Any two players may meet.
    let all = Definition {
        format: Format::Gauntlet,
        sprt: None,
        ..definition.clone()
    };
    let all = Plan::<G>::new(all).map_err(|error| error.to_string())?;
    Stages::new(definition, all.names(), all.rules.seats())
}

/// The stage in the store, if it was begun.
fn done_before<G: Hosted>(
    runtime: &tokio::runtime::Runtime,
    args: &Args,
    plan: &Plan<G>,
) -> anyhow::Result<Option<Tournament>> {
    runtime.block_on(async {
        let store = open(args).await?;
        let found = find(plan, &store).await?;
        store.close().await;
        Ok(found)
    })
}

async fn open(args: &Args) -> anyhow::Result<Store> {
    Ok(match &args.database {
        Some(url) => Store::open(url).await?,
        None => Store::open_file(&data_folder()?.join("arena.sqlite")).await?,
    })
}

/// The file of a stage: `games.stage-1.jsonl` for `games.jsonl`.
fn stage_file(file: Option<&PathBuf>, stage: Option<u64>) -> Option<PathBuf> {
    let (file, Some(stage)) = (file?, stage) else {
        return file.cloned();
    };
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!(".stage-{stage}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    Some(file.with_file_name(name))
}

/// Plays or shows a tournament, or a stage of one.
async fn play_or_show<G: Hosted>(
    args: &Args,
    plan: Arc<Plan<G>>,
    stage: Option<u64>,
) -> anyhow::Result<DoneTournament> {
    let store = open(args).await?;
    let name = &plan.definition.name;
    let (id, totals, finished) = if args.show {
        let found = find(&plan, &store).await?.ok_or_else(|| {
            anyhow!(
                "unknown tournament '{name}' in the database {}",
                store.place()
            )
        })?;
        let totals = totals(&plan, &store, found.id).await?;
        (found.id, totals, found.finished)
    } else {
        let id = enter(&plan, &store, args.resume, &holder()).await?.id;
        let totals = play_with_progress(args, &plan, &store, id).await?;
        let finished = totals.end();
        (id, totals, finished)
    };
    let deals = deals(&plan, &store, id).await?;
    // Games whose deals may still be played are nobody's business yet.
    let counted = totals.counted().len() as u64;
    let end = match (deals.are_secret(), finished) {
        (true, None) => Some(plan.schedule.games_with_past_deals(counted)),
        _ => None,
    };
    let files = Files {
        records: stage_file(args.record.as_ref(), stage),
        csv: stage_file(args.csv.as_ref(), stage),
        parquet: stage_file(args.parquet.as_ref(), stage),
    };
    store.export(id, end, &files).await?;
    let used = store.model_usage(id).await?.into_iter();
    let models = used.filter_map(|(player, usage)| {
        let player = plan.players.get(player)?;
        let cost = match &player.kind {
            Kind::Model { model, .. } => model.cost(&usage),
            _ => None,
        };
        let player = player.name.clone();
        Some(ModelReport {
            player,
            usage,
            cost,
        })
    });
    let models = models.collect();
    store.close().await;
    Ok(DoneTournament {
        models,
        report: report(&plan, &totals),
        deals: plan.proof(&deals, finished),
    })
}

/// This process, as the holder of leases.
fn holder() -> Holder {
    Holder::here("parlour tournament")
}

/// Plays, with progress on stderr.
async fn play_with_progress<G: Hosted>(
    args: &Args,
    plan: &Arc<Plan<G>>,
    store: &Store,
    id: i64,
) -> anyhow::Result<RunningTotals> {
    let pause = Pause::default();
    let asked = pause.clone();
    let interrupts = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            asked.request();
            eprintln!(
                "pausing: games in progress are played to their end; Ctrl-C again to stop now"
            );
        }
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
    for proof in plan.proof(&deals(plan, store, id).await?, None).secrets {
        eprintln!(
            "deals are secret until the end; commitment (SHA-256): {}",
            proof.commitment
        );
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left {msg}")?;
    let bar = ProgressBar::new(plan.schedule.games()).with_style(style);
    let names = plan.names();
    let lobby = Arc::new(Lobby::new(plan));
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
    let reception = match lobby.is_empty() {
        true => None,
        false => Some(receive(args.agents, Arc::clone(&lobby), Arc::clone(&connections)).await?),
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
            if faults <= MAX_REPORTED_FAULTS {
                bar.suspend(|| eprintln!("{}, game {game}: {what}", names[player]));
            }
            if faults == MAX_REPORTED_FAULTS {
                bar.suspend(|| eprintln!("further faults are only counted"));
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
        patience: DATABASE_TIMEOUT,
        lobby: Some(lobby),
        holder: holder(),
        stop: None,
    };
    let played = play(plan, store, id, options, &pause, &mut note).await;
    bar.finish_and_clear();
    interrupts.abort();
    if let Some(reception) = reception {
        // Each connection gives its permit back when everything has been sent.
        let closed = connections.acquire_many(MAX_CONNECTIONS);
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, closed).await;
        reception.abort();
    }
    Ok(played?)
}

/// Lets programs into the lobby. Each holds a permit as long as it is connected.
async fn receive(
    address: SocketAddr,
    lobby: Arc<Lobby>,
    connections: Arc<Semaphore>,
) -> anyhow::Result<JoinHandle<()>> {
    let reception = AgentListener::bind(address).await;
    let reception = reception.with_context(|| format!("cannot listen on {address} (--agents)"))?;
    let address = reception.address();
    eprintln!("programs connect to {address}, or to ws://{address}/");
    let admit = move |hello| {
        let Channels { input, output } = lobby.admit(hello)?;
        let permit = Arc::clone(&connections).try_acquire_owned();
        let hear: LineHandler = Box::new(move |line| {
            let _connected = &permit;
            output.try_send(line).is_ok()
        });
        Ok((input, hear))
    };
    Ok(tokio::spawn(reception.run(Arc::new(admit))))
}

/// The URL of a database; by default that of the file in the data folder.
pub(crate) fn database_url(chosen: Option<&str>) -> anyhow::Result<String> {
    match chosen {
        Some(url) => Ok(url.to_owned()),
        None => Ok(format!(
            "sqlite:{}",
            data_folder()?.join("arena.sqlite").display()
        )),
    }
}

/// The user's folder for Parlour's data.
pub(crate) fn data_folder() -> anyhow::Result<PathBuf> {
    let folder = dirs::data_dir()
        .ok_or_else(|| anyhow!("there is no data folder: name a file by --database sqlite:PATH"))?;
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
    let model = match report.seats {
        2 => "Bradley–Terry",
        _ => "Plackett–Luce",
    };
    writeln!(
        out,
        "Elo: {model} over all games, mean 0, intervals by bootstrap over deals"
    )?;
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
        if test.decision != Decision::Open {
            writeln!(
                out,
                "A test stops when the results are extreme: the scores and Elo above are biased away from even"
            )?;
        }
    }
    Ok(())
}

/// Where the deals come from, and how to check them.
pub(super) fn print_deals(deals: &DealProof, out: &mut dyn Write) -> anyhow::Result<()> {
    match &deals.seed {
        Some(seed) if deals.public_seed => writeln!(
            out,
            "\npublic seed {seed}: programs that know it can compute every deal"
        )?,
        Some(seed) => writeln!(out, "\nseed {seed}")?,
        None => {
            for proof in &deals.secrets {
                let secret = proof.secret.as_deref();
                let secret = secret.unwrap_or("is published when the tournament is over");
                writeln!(
                    out,
                    "\ncommitment {}\nsecret     {secret}",
                    proof.commitment
                )?;
            }
        }
    }
    Ok(())
}

fn players(report: &Report, out: &mut dyn Write, style: Style) -> anyhow::Result<()> {
    let width = width(report);
    let head = format!(
        "{:width$}{:>8}{:>9}{:>9}{:>16}{:>10}{:>18}{:>9}{:>19}{:>10}{:>18}{:>8}",
        "player",
        "games",
        "wins",
        "score %",
        "",
        "points",
        "",
        "Elo",
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
        let (elo, elo_interval) = match &player.strength {
            Some(strength) => (
                format!("{:.0}", strength.elo),
                strength.interval.map_or_else(String::new, span_of_elo),
            ),
            None => ("–".to_owned(), String::new()),
        };
        writeln!(
            out,
            "{:width$}{:>8}{:>9.1}{:>9.1}{:>16}{:>10.2}{:>18}{elo:>9}{elo_interval:>19}{rating:>10}{interval:>18}{:>8}",
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

/// An interval in Elo, whose ends may be negative.
fn span_of_elo(interval: Interval) -> String {
    format!("({:.0} to {:.0})", interval.low, interval.high)
}

/// The cross table: the share of games in which the row's player had a better place than the column's.
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
    if report.comparisons >= MANY_COMPARISONS {
        writeln!(
            out,
            "{} pairs are compared: about {} of their intervals miss the true value by chance",
            report.comparisons,
            (report.comparisons + 10) / 20
        )?;
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
