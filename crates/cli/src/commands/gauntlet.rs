//! `parlour gauntlet`: the public benchmark, which any policy or program can play.

use super::tournament::{self, Done, play_definition, still_open};
use crate::exit::Usage;
use crate::game_args;
use crate::games::{self, Task, Terminal};
use anyhow::bail;
use clap::ArgGroup;
use parlour_arena::Definition;
use parlour_arena::Report;
use parlour_arena::definition::PlayerSpec;
use parlour_arena::stats::Interval;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The version of opponents and deals. Results of different versions are not comparable.
const VERSION: u32 = 3;

/// Play the benchmark of a game: fixed opponents on fixed deals
///
/// The player, a policy or a program, plays against each opponent of the benchmark, in every seat of the
/// same deals for everybody. With three and more seats the opponent has all the others. The result is the
/// mean share of the win with its interval; docs/benchmark.md has the opponents, and the results so far.
///
/// A program speaks the Parlour dialect on its stdin and stdout (docs/protocol.md) and is given after `--`.
/// Every game is kept in the database: a run that was interrupted goes on where it was. A changed program
/// needs another --name.
///
/// Example: parlour gauntlet jaipur --policy ismcts:1000
/// Example: parlour gauntlet jaipur --name mine -- python3 my_agent.py
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = games::policies_help())]
#[command(group = ArgGroup::new("player").required(true).args(["policy", "command"]))]
#[command(override_usage = "parlour gauntlet [OPTIONS] --policy <POLICY> <GAME>
       parlour gauntlet [OPTIONS] <GAME> -- <COMMAND>...")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The policy that plays: NAME or NAME:BUDGET
    #[arg(long, value_name = "POLICY")]
    policy: Option<String>,

    /// The program that plays, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// The name in the results [default: that of the policy or the program]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The program's time for each answer, in milliseconds
    #[arg(long, default_value_t = 5000, conflicts_with = "policy", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    think_ms: u64,

    /// Deals against each opponent, for a trial [default: all of the benchmark]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,

    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// The default is SQLite in your data folder (~/.local/share/parlour/arena.sqlite).
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Write the record of each game to this file, one line each, in order
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write a log of the program to this folder: requests, answers, times and faults, one JSON object a line
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The name of the player in the results.
    fn player_name(&self) -> String {
        let program = |program: &String| {
            let file = Path::new(program).file_name();
            file.map_or_else(
                || program.clone(),
                |file| file.to_string_lossy().into_owned(),
            )
        };
        let name = self.name.clone().or_else(|| self.policy.clone());
        name.or_else(|| self.command.first().map(program))
            .unwrap_or_default()
    }

    fn player(&self) -> PlayerSpec {
        let is_program = self.policy.is_none();
        PlayerSpec {
            name: Some(self.player_name()),
            policy: self.policy.clone(),
            command: is_program.then(|| self.command.clone()),
            think_ms: is_program.then_some(self.think_ms),
            ..PlayerSpec::default()
        }
    }
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(mut definition) = games::with_known(&args.game, BenchmarkOf) else {
        return Err(Usage::of(format!("{} has no benchmark", args.game)));
    };
    let all_deals = definition.rounds;
    let deals = args.deals.unwrap_or(all_deals);
    if deals > all_deals {
        return Err(Usage::of(format!(
            "the benchmark of {} has {all_deals} deals, not {deals}",
            args.game
        )));
    }
    definition.rounds = deals;
    let name = args.player_name();
    let is_taken = |opponent: &PlayerSpec| opponent.policy.as_ref() == Some(&name);
    if definition.players.iter().any(is_taken) {
        return Err(Usage::of(format!(
            "'{name}' is an opponent in the benchmark of {}: give the player another name by --name",
            args.game
        )));
    }
    // A trial is a tournament of its own.
    let trial = match deals == all_deals {
        true => String::new(),
        false => format!(", {deals} deals"),
    };
    definition.name = format!("benchmark {VERSION}, {}{trial}: {name}", args.game);
    definition.players.insert(0, args.player());
    let options = tournament::Args {
        file: PathBuf::new(),
        resume: true,
        show: false,
        database: args.database.clone(),
        record: args.record.clone(),
        csv: None,
        parquet: None,
        threads: args.threads,
        agents: tournament::DEFAULT_AGENTS,
        log: args.log.clone(),
        allow_endpoints: false,
        json: args.json,
    };
    let Done::Whole(done) = play_definition(&options, "gauntlet", definition)? else {
        bail!("a benchmark has no stages");
    };
    if !done.report.finished {
        return Err(still_open(&done.report, "the same command goes on"));
    }
    let result = BenchmarkResult::of(&done.report, &args, deals == all_deals);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&result)?)?;
    } else {
        tournament::print_whole(&done, out)?;
        result.print(out)?;
    }
    Ok(())
}

/// The definition of a game's benchmark, without the player.
struct BenchmarkOf;

impl Task for BenchmarkOf {
    type Output = Option<Definition>;

    fn run<G: Terminal>(self) -> Option<Definition> {
        G::BENCHMARK
            .map(|text| Definition::read(text).expect("the definition is part of the program"))
    }
}

/// What is to be reported.
#[derive(Serialize)]
struct BenchmarkResult {
    /// The version of the benchmark.
    benchmark: u32,
    /// The version of Parlour, whose policies are the opponents.
    version: &'static str,
    game: String,
    player: String,
    /// Whether all deals of the benchmark were played.
    complete: bool,
    deals: u64,
    games: u64,
    /// The mean share of the win over all opponents.
    score: f64,
    score_interval: Interval,
    /// What a player no better than its opponents would score.
    even: f64,
    /// The mean of the game's own score.
    points: f64,
    points_interval: Interval,
    /// Fallback moves played for the player.
    faults: u64,
    opponents: Vec<OpponentResult>,
}

/// The player against one opponent.
#[derive(Serialize)]
struct OpponentResult {
    opponent: String,
    /// The share of games in which the player had the better place than the opponent, equal places divided.
    better: f64,
    better_interval: Interval,
}

impl BenchmarkResult {
    fn of(report: &Report, args: &Args, complete: bool) -> BenchmarkResult {
        let player = &report.players[0];
        let opponents = report.players[1..].iter().filter_map(|opponent| {
            let met = report.meeting(&player.name, &opponent.name)?;
            Some(OpponentResult {
                opponent: opponent.name.clone(),
                better: met.score,
                better_interval: met.score_interval,
            })
        });
        BenchmarkResult {
            benchmark: VERSION,
            version: env!("CARGO_PKG_VERSION"),
            game: args.game.clone(),
            player: player.name.clone(),
            complete,
            deals: report.rounds,
            games: report.games,
            score: player.score,
            score_interval: player.score_interval,
            even: 1.0 / report.seats as f64,
            points: player.points,
            points_interval: player.points_interval,
            faults: player.faults,
            opponents: opponents.collect(),
        }
    }

    /// The row of docs/benchmark.md.
    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let share = |share: f64, interval: Interval| {
            let Interval { low, high } = interval;
            format!(
                "{:.1} ({:.1}–{:.1})",
                100.0 * share,
                100.0 * low,
                100.0 * high
            )
        };
        write!(
            out,
            "\n| `{}` | {}",
            self.player,
            share(self.score, self.score_interval)
        )?;
        for opponent in &self.opponents {
            write!(
                out,
                " | {}",
                share(opponent.better, opponent.better_interval)
            )?;
        }
        writeln!(out, " | {} |", self.faults)?;
        if !self.complete {
            writeln!(
                out,
                "{} deals only: a trial, not a result of the benchmark",
                self.deals
            )?;
        }
        Ok(())
    }
}
