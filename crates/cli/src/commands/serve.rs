//! `parlour serve`: the web app and its server.

use crate::exit::Usage;
use parlour_server::rooms::Limits;
use parlour_server::{Addresses, Database, ServeOptions, Token};
use std::io::{self, Write};
use std::net::SocketAddr;

/// The environment variable for the token, which other users do not see in the list of processes.
const TOKEN: &str = "PARLOUR_TOKEN";

/// Serve the web app, tables for people and programs, and tournaments, until Ctrl-C
///
/// Tables are created in the web app and joined by link. Programs connect to the address
/// given with --agents (docs/protocol.md). Tournaments of the database are shown live; starting
/// and pausing them needs the server's token.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any free port
    ///
    /// The default is reachable from this machine only.
    #[arg(long, value_name = "ADDR", default_value_t = ServeOptions::default().http)]
    http: SocketAddr,

    /// The address that programs connect to; port 0 takes any free port
    ///
    /// Without it, programs can connect by WebSocket only.
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:10000")]
    agents: Option<SocketAddr>,

    /// The maximum number of tables
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: u32,

    /// The maximum number of connections from one IP address, for each of the two ports
    ///
    /// Behind a proxy all connections come from its address: set a higher limit.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_per_address as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,

    /// The database of tournaments: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// The default is that of `parlour tournament`: SQLite in your data folder
    /// (~/.local/share/parlour/arena.sqlite).
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The token for starting tournaments: 16 to 256 characters that nobody can guess
    ///
    /// It can also be given in the environment variable PARLOUR_TOKEN, where other users of the machine
    /// do not see it. The default is a new random token, printed at every start.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let limits = Limits {
        tables: args.tables as usize,
        connections_per_address: args.connections as usize,
        ..Limits::default()
    };
    let database = match &args.database {
        Some(url) => Some(Database::of(url)),
        // Without a data folder there are no tournaments; everything else works.
        None => (super::tournament::data_folder().ok())
            .map(|folder| Database::File(folder.join("arena.sqlite"))),
    };
    let chosen = args.token.or_else(|| std::env::var(TOKEN).ok());
    let (token, made) = match chosen {
        Some(token) => (Token::chosen(&token).map_err(Usage::of)?, None),
        None => {
            let token = Token::new()?;
            (token.clone(), Some(token))
        }
    };
    let options = ServeOptions {
        http: args.http,
        agents: args.agents,
        limits,
        database,
        token: Some(token),
    };
    let mut printed = Ok(());
    parlour_server::serve(&options, |addresses| {
        printed = greet(addresses, made.as_ref(), out);
    })?;
    // It does not matter whether anybody reads the addresses.
    printed.map_err(Into::into)
}

/// Prints the addresses, and the token if it is random.
fn greet(addresses: Addresses, token: Option<&Token>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Parlour is at http://{}/", addresses.http)?;
    if let Some(agents) = addresses.agents {
        writeln!(out, "Agents connect to {agents}")?;
    }
    if let Some(token) = token {
        writeln!(out, "Token for starting tournaments: {}", token.reveal())?;
    }
    out.flush()
}
