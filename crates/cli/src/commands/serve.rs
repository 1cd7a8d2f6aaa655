//! `parlour serve`

use crate::failure::Usage;
use parlour_server::rooms::Limits;
use parlour_server::{Addresses, Database, ServeOptions, Token};
use std::io::{self, Write};
use std::net::SocketAddr;

/// Where the token may be given, unseen by those who list processes.
const TOKEN: &str = "PARLOUR_TOKEN";

/// Serve the web app, tables where people and programs meet, and tournaments, until Ctrl-C
///
/// In the web app tables are made and joined by link. Programs take their seats at the
/// address given with --agents: docs/protocol.md tells how. Tournaments of the database are shown
/// as they are played; whoever has the server's token starts and pauses them.
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
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_per_address as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,

    /// The database of tournaments: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// When not given, it is the one of `parlour tournament`: SQLite in your data folder
    /// (~/.local/share/parlour/arena.sqlite).
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// What whoever may start tournaments shows: 16 to 256 characters that nobody guesses
    ///
    /// The environment variable PARLOUR_TOKEN gives it too, and other users of the machine do not see
    /// it there. When neither is given, a new token is made and printed at every start.
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
        // Without a data folder there are no tournaments, and all else works.
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
    // A server whose greeting nobody read has served all the same.
    printed.map_err(Into::into)
}

/// Tells where it is; and the token, if nobody has chosen it.
fn greet(addresses: Addresses, token: Option<&Token>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Parlour is at http://{}/", addresses.http)?;
    if let Some(agents) = addresses.agents {
        writeln!(out, "Agents connect to {agents}")?;
    }
    if let Some(token) = token {
        writeln!(
            out,
            "Whoever has this token may start tournaments: {}",
            token.reveal()
        )?;
    }
    out.flush()
}
