//! How many games a second a table plays with agents in Rust, over loopback.
//!
//! ```text
//! cargo run --release -p parlour-server --example speed -- 1000
//! ```
//!
//! holds a table of Modern Art by the simple rules, as `parlour host` does, with five of the agents of the example
//! `agents`, each with a connection of its own, together in one thread, and plays 1,000 games. With `awake` behind the number that
//! thread never sleeps, like that of a program that thinks while others are asked. Beside the games a second by the
//! clock it tells the processor time of a game, which other work on the machine hardly changes.

#[path = "agents/agent.rs"]
mod agent;

use parlour_games::modern_art::{Auctions, ModernArt, Rules};
use parlour_server::agents::{Host, HostOptions, SeriesReport};
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let awake = arguments.next().is_some_and(|text| text == "awake");
    let options = HostOptions {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        games,
        think: Duration::from_secs(5),
        fill: None,
        wait: Duration::ZERO,
        seed: 1,
        shuffle: true,
        strict: true,
    };
    let rules = Rules::of(Auctions::Simple, 5);
    let (ready, address) = mpsc::channel();
    let table = thread::spawn(move || -> Result<(SeriesReport, u64), String> {
        let told = |error: &dyn Error| error.to_string();
        let runtime = runtime().map_err(|error| told(&error))?;
        runtime.block_on(async {
            let bound = Host::<ModernArt>::bind(rules, None, options).await;
            let host = bound.map_err(|error| told(&error))?;
            ready.send(host.address()).map_err(|error| told(&error))?;
            let report = host.run(&mut |_| {}, &mut |_| Ok(())).await;
            Ok((
                report.map_err(|error| told(&error))?,
                ticks("/proc/thread-self/stat"),
            ))
        })
    });
    let address = address.recv()?.to_string();
    let agents: Result<(), Box<dyn Error + Send + Sync>> = runtime()?.block_on(async {
        let agents = (0..5).map(|number| agent::play(address.clone(), number));
        let mut agents: JoinSet<_> = agents.collect();
        let playing = async {
            while let Some(played) = agents.join_next().await {
                played??;
            }
            Ok(())
        };
        tokio::select! {
            done = playing => done,
            never = agent::stay_awake(), if awake => match never {},
        }
    });
    let (report, of_table) = table.join().map_err(|_| "the table panicked")??;
    agents?;
    let of_all = ticks("/proc/self/stat");
    let each = |ticks: u64| 1000.0 * ticks as f64 / TICKS_A_SECOND / games as f64;
    println!(
        "{games} games in {:.2} s: {:.0} a second; processor time of a game {:.2} ms, of that the table {:.2} ms",
        report.seconds,
        games as f64 / report.seconds,
        each(of_all),
        each(of_table)
    );
    Ok(())
}

fn runtime() -> std::io::Result<Runtime> {
    (tokio::runtime::Builder::new_current_thread().enable_all()).build()
}

/// How the kernel counts processor time; the same on all machines with Linux.
const TICKS_A_SECOND: f64 = 100.0;

/// Processor time so far, user and system, of the process or the thread that the file tells of; 0 where
/// there is no `/proc`.
fn ticks(stat: &str) -> u64 {
    let stat = std::fs::read_to_string(stat).unwrap_or_default();
    // The name is in parentheses; user and system time are the 12th and 13th field behind it.
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let used = fields.split(' ').skip(11).take(2);
    used.filter_map(|field| field.parse::<u64>().ok()).sum()
}
