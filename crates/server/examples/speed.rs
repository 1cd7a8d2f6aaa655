//! Measures the games per second of a hosted series with agents in Rust, over loopback.
//!
//! ```text
//! cargo run --release -p parlour-server --example speed -- 1000
//! ```
//!
//! plays 1,000 games of Modern Art by the simple rules, as `parlour host` does, with five agents of the example `agents`
//! in one thread. With `awake` after the number, that thread never blocks. It also prints the processor time per game,
//! which depends little on other load of the machine.

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
        seed: Some(1),
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

/// The unit of processor time in `/proc`, the same on all Linux systems.
const TICKS_A_SECOND: f64 = 100.0;

/// User and system time so far of the process or thread of a `stat` file; 0 if there is no `/proc`.
fn ticks(stat: &str) -> u64 {
    let stat = std::fs::read_to_string(stat).unwrap_or_default();
    // User and system time are the 12th and 13th field after the name in parentheses.
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let used = fields.split(' ').skip(11).take(2);
    used.filter_map(|field| field.parse::<u64>().ok()).sum()
}
