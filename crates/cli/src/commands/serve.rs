//! `parlour serve`

use parlour_server::rooms::Limits;
use parlour_server::{Addresses, ServeOptions};
use std::io::{self, Write};
use std::net::SocketAddr;

/// Serve the web app, and tables where people and programs meet, until Ctrl-C
///
/// In the web app tables are made and joined by link. Programs take their seats at the
/// address given with --agents: docs/protocol.md tells how.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any free port
    ///
    /// The default can be reached from this machine only.
    #[arg(long, value_name = "ADDR", default_value_t = ServeOptions::default().http)]
    http: SocketAddr,

    /// The address at which programs take seats at tables; port 0 takes any free port
    ///
    /// Without it, tables have people, own agents, and programs that come by WebSocket.
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:10000")]
    agents: Option<SocketAddr>,

    /// The most tables at a time
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: u32,

    /// The most connections of one address at a time, on each of the two ports
    ///
    /// Behind a proxy everybody has the address of the proxy: give more.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_of_one as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let limits = Limits {
        tables: args.tables as usize,
        connections_of_one: args.connections as usize,
        ..Limits::default()
    };
    let options = ServeOptions {
        http: args.http,
        agents: args.agents,
        limits,
    };
    let mut printed = Ok(());
    parlour_server::serve(&options, |addresses| {
        printed = greet(addresses, out);
    })?;
    // A server whose greeting nobody read has served all the same.
    printed.map_err(Into::into)
}

fn greet(addresses: Addresses, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Parlour is at http://{}/", addresses.http)?;
    if let Some(agents) = addresses.agents {
        writeln!(out, "Agents connect to {agents}")?;
    }
    out.flush()
}
