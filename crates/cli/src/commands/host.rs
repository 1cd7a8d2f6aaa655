//! `parlour host`

use crate::exit::Usage;
use crate::game_args::{self, Recorder, SetupArgs};
use crate::games::{self, Task, Terminal};
use anyhow::anyhow;
use parlour_server::agents::{Host, HostOptions, Note, Report};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Hold a table for playing programs that connect over TCP
///
/// Waits until the seats are taken, or fills the rest with own agents, plays the games
/// and prints the result. Two dialects on one port: the one in which agents for the seed's
/// Modern Art server were written, and lines of JSON for every game; docs/protocol.md
/// tells both. Seats are shuffled before every game.
///
/// A program that is late, talks nonsense or goes away harms nobody but itself: a
/// default move is made, the table plays on, and its faults are counted.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The address to listen on; port 0 takes any free port
    ///
    /// The default can be reached from this machine only.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:10000")]
    listen: SocketAddr,

    /// How many seats, in games that leave it open; as many as the rules say when not given
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// How many games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    #[command(flatten)]
    setup: SetupArgs,

    /// The painting of one artist that ends a round, in Modern Art
    #[arg(long, value_name = "N")]
    limit: Option<u8>,

    /// The time limit for each answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    think: u64,

    /// The policy that takes the seats that are left once no more programs come
    #[arg(long, value_name = "POLICY")]
    fill: Option<String>,

    /// How long nobody may have come before the rest is filled, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    wait: u64,

    /// The seed of the series: deals, seats and default moves follow from it
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Give seats in the order in which the programs come, in every game
    #[arg(long)]
    no_shuffle: bool,

    /// End the table at the first fault
    #[arg(long)]
    strict: bool,

    /// Write a record of each game to this file, a line each
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,

    /// Tell on stderr who comes, who goes, and how each game ends; faults are always told
    #[arg(short, long)]
    verbose: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.clone();
    let report = games::with_known(&game, Hold(&args))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(())
}

struct Hold<'a>(&'a Args);

impl Task for Hold<'_> {
    type Output = anyhow::Result<Report>;

    fn run<G: Terminal>(self) -> anyhow::Result<Report> {
        let args = self.0;
        let mut rules = args.setup.rules::<G>()?;
        if let Some(seats) = args.seats {
            rules = G::with_seats(rules, seats)
                .ok_or_else(|| Usage::of(format!("{} has no table for {seats}", G::NAME)))?;
        }
        if let Some(limit) = args.limit {
            rules = G::with_limit(rules, limit)
                .ok_or_else(|| Usage::of(format!("{} has no --limit", G::NAME)))?;
        }
        if let Some(fill) = &args.fill {
            G::policy(fill).map_err(Usage::of)?;
        }
        let deal = args.setup.deal::<G>(&rules)?;
        let mut recorder = args.record.as_deref().map(Recorder::create).transpose()?;
        let options = HostOptions {
            listen: args.listen,
            games: args.games,
            think: Duration::from_millis(args.think),
            fill: args.fill.clone(),
            wait: Duration::from_millis(args.wait),
            seed: args.seed,
            shuffle: !args.no_shuffle,
            strict: args.strict,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let report = runtime.block_on(async {
            let host = Host::<G>::bind(rules, deal, options).await?;
            if args.verbose {
                eprintln!("listening on {}", host.address());
            }
            let mut tell = |note: Note| {
                if args.verbose || note.is_fault() {
                    eprintln!("{note}");
                }
            };
            let mut record = |line: &str| match &mut recorder {
                None => Ok(()),
                Some(recorder) => {
                    let written = recorder.write_line(line);
                    written.map_err(|error| io::Error::other(format!("{error:#}")))
                }
            };
            host.run(&mut tell, &mut record).await
        });
        let report = report.map_err(|error| anyhow!(error))?;
        if let Some(recorder) = recorder {
            recorder.finish()?;
        }
        Ok(report)
    }
}

fn print(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} games in {:.1} s", report.games, report.seconds)?;
    let names = report
        .seats
        .iter()
        .map(|standing| standing.name.chars().count());
    let width = names.max().unwrap_or(0).max("agent".len()) + 2;
    writeln!(
        out,
        "{:width$}{:>8}{:>12}{:>8}",
        "agent", "wins", "mean score", "faults"
    )?;
    for standing in &report.seats {
        writeln!(
            out,
            "{:width$}{:>8}{:>12.1}{:>8}",
            standing.name, standing.wins, standing.mean, standing.faults
        )?;
    }
    Ok(())
}
