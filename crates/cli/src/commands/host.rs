//! `parlour host`: a series of games between remote agents.

use crate::exit::Usage;
use crate::game_args::{self, Recorder, SetupArgs};
use crate::games::{self, Task, Terminal};
use anyhow::anyhow;
use parlour_server::agents::{Host, HostOptions, SeriesNote, SeriesReport};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Play a series between programs that connect over TCP
///
/// Waits until all seats are taken, or fills the rest with a built-in policy, plays the
/// games and prints the result. One port accepts two dialects: that of agents for the
/// original Modern Art server, and lines of JSON for every game (docs/protocol.md).
/// Seats are shuffled before every game.
///
/// For a program that is late, sends an invalid answer or disconnects, a fallback move
/// is played and a fault is counted; the other players are not affected.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The address to listen on; port 0 takes any free port
    ///
    /// The default can be reached from this machine only.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:10000")]
    listen: SocketAddr,

    /// The number of seats, in games where it varies [default: as the rules say]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// The number of games
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

    /// The built-in policy that takes the seats that are left
    #[arg(long, value_name = "POLICY")]
    fill: Option<String>,

    /// How long to wait for the next program before the seats that are left are filled, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    wait: u64,

    /// Use this seed for deals, seats and fallback moves, to repeat a series
    ///
    /// Anybody who knows it can compute every deal. By default the deals follow from a secret of the operating
    /// system: its commitment is printed at the start, the secret with the result.
    #[arg(long)]
    seed: Option<u64>,

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
    let report = games::with_known(&game, HostTask(&args))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(())
}

struct HostTask<'a>(&'a Args);

impl Task for HostTask<'_> {
    type Output = anyhow::Result<SeriesReport>;

    fn run<G: Terminal>(self) -> anyhow::Result<SeriesReport> {
        let args = self.0;
        let mut rules = args.setup.rules::<G>()?;
        if let Some(seats) = args.seats {
            rules = G::with_seats(rules, seats)
                .ok_or_else(|| Usage::of(format!("{} has no rules for {seats} seats", G::NAME)))?;
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
            for proof in host.proof().into_iter().flat_map(|proof| proof.secrets) {
                eprintln!(
                    "deals are secret until the end; commitment (SHA-256): {}",
                    proof.commitment
                );
            }
            let mut tell = |note: SeriesNote| {
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

fn print(report: &SeriesReport, out: &mut dyn Write) -> anyhow::Result<()> {
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
            "{:width$}{:>8.1}{:>12.1}{:>8}",
            standing.name, standing.wins, standing.mean, standing.faults
        )?;
    }
    match &report.deals {
        Some(deals) => super::tournament::print_deals(deals, out),
        None => Ok(()),
    }
}
