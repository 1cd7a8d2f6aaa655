//! `parlour serve`: the web app and its server.

mod config;

use crate::exit::Usage;
use config::Config;
use parlour_arena::ladder::Board;
use parlour_arena::store::check_url;
use parlour_server::log::{LogFilter, LogFormat};
use parlour_server::{Addresses, Database, ServeError, ServeOptions, Token};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

const DAY: Duration = Duration::from_secs(86_400);

/// The environment variable for the token, which other users do not see in the list of processes.
const TOKEN: &str = "PARLOUR_TOKEN";

/// Serve the web app, tables for people and programs, and tournaments, until Ctrl-C
///
/// Tables are created in the web app and joined by link. Programs connect to the address
/// given with --agents (docs/protocol.md). Tables with people are stored in the database and continue after a
/// restart. Tournaments of the database are shown live; starting and pausing them needs the server's token.
/// Everything can be set in a configuration file (docs/operating.md); options override it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The configuration file (docs/parlour.toml explains each key)
    ///
    /// It can also be given in the environment variable PARLOUR_CONFIG. Variables such as PARLOUR_HTTP or
    /// PARLOUR_LIMITS_TABLES override it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Check the configuration and exit
    ///
    /// The first error is reported with the number of its line.
    #[arg(long)]
    check: bool,

    /// The address to listen on; port 0 takes any free port [default: 127.0.0.1:8080]
    ///
    /// The default is reachable from this machine only.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,

    /// The address that programs connect to; port 0 takes any free port
    ///
    /// Without it, programs can connect by WebSocket only.
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:10000")]
    agents: Option<SocketAddr>,

    /// The address of /metrics for Prometheus, /healthz and /readyz; port 0 takes any free port
    ///
    /// It is not for the public: keep it on this machine or in your own network.
    #[arg(long, value_name = "ADDR")]
    metrics: Option<SocketAddr>,

    /// The maximum number of tables [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: Option<u32>,

    /// The maximum number of connections from one IP address, for each of the two ports [default: 256]
    ///
    /// Behind a proxy all connections come from its address: name it as a trusted proxy in the configuration.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: Option<u32>,

    /// The number of days for which finished games of people are kept in the database [default: 30]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(0..=36_500))]
    keep_games: Option<u32>,

    /// The database of tournaments and of tables with people: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
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

    /// Games for a ladder: GAME or GAME:RULES, separated by commas
    ///
    /// Anybody can register an agent on the web page, and run it anywhere. It is matched with others, and rated
    /// (docs/ladder.md). Programs connect to 127.0.0.1:10000 if --agents names no other address.
    #[arg(long, value_name = "BOARDS", value_delimiter = ',')]
    ladder: Option<Vec<Board>>,

    /// The address that other servers of the same PostgreSQL database connect to; port 0 takes any free port
    ///
    /// Each of them then answers for the tables of all, and takes over those of a server that has ended
    /// (docs/operating.md). It is not for the public: keep it in your own network.
    #[arg(long, value_name = "ADDR")]
    cluster: Option<SocketAddr>,

    /// The address by which other servers know this one, if it is not that of --cluster
    #[arg(long, value_name = "HOST:PORT")]
    advertise: Option<String>,

    /// How the log on standard error is written: text or json [default: text]
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<LogFormat>,

    /// The level of the log: error, warn, info, debug or trace; also by module [default: info]
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<LogFilter>,
}

/// The address for programs if there is a ladder and none is given.
const AGENTS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 10000);

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = args
        .config
        .or_else(|| std::env::var_os("PARLOUR_CONFIG").map(PathBuf::from));
    let file = match &path {
        Some(path) => Config::read(path)?,
        None => Config::default(),
    };
    let variables = Config::of_environment(|name| std::env::var(name).ok()).map_err(Usage::of)?;
    let mut config = variables.or(file);
    config.ladder.boards = args.ladder.or(config.ladder.boards);
    let ladder = config.ladder().map_err(Usage::of)?;
    config.cluster.listen = args.cluster.or(config.cluster.listen);
    config.cluster.advertise = args.advertise.or(config.cluster.advertise);
    let cluster = config.cluster().map_err(Usage::of)?;
    let database = args.database.or(config.database.clone());
    if let Some(url) = &database {
        check_url(url).map_err(Usage::of)?;
    }
    let database = database.map(|url| Database::of(&url));
    if cluster.is_some() && !database.as_ref().is_some_and(Database::is_shared) {
        return Err(Usage::of(ServeError::NoSharedDatabase));
    }
    let chosen = args.token.or_else(|| std::env::var(TOKEN).ok());
    let chosen = match chosen {
        Some(token) => Some(Token::chosen(&token).map_err(Usage::of)?),
        None => config.token()?,
    };
    if args.check {
        writeln!(out, "The configuration is valid.")?;
        return Ok(());
    }
    let format = args.log_format.or(config.log.format).unwrap_or_default();
    let level = args.log_level.or_else(|| config.log.level.clone());
    parlour_server::log::start(format, &level.unwrap_or_default());
    let mut limits = config.limits();
    let size = |chosen: Option<u32>, configured| chosen.map_or(configured, |count| count as usize);
    limits.tables = size(args.tables, limits.tables);
    limits.connections_per_address = size(args.connections, limits.connections_per_address);
    if let Some(days) = args.keep_games {
        limits.keep_games = DAY * days;
    }
    let database = match database {
        Some(database) => Some(database),
        None => match super::tournament::data_folder() {
            Ok(folder) => Some(Database::File(folder.join("arena.sqlite"))),
            Err(_) => {
                eprintln!(
                    "there is no data folder, so there are no tournaments, and tables end with the server: \
                     name a file by --database sqlite:PATH"
                );
                None
            }
        },
    };
    let (token, made) = match chosen {
        Some(token) => (token, None),
        None => {
            let token = Token::new()?;
            (token.clone(), Some(token))
        }
    };
    let agents = ladder.as_ref().map(|_| AGENTS);
    let options = ServeOptions {
        http: args.http.unwrap_or(config.http()),
        agents: args.agents.or(config.agents).or(agents),
        metrics: args.metrics.or(config.metrics),
        limits,
        proxies: config.proxies(),
        hosts: config.hosts.unwrap_or_default(),
        database,
        token: Some(token),
        ladder,
        cluster,
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
    if let Some(metrics) = addresses.metrics {
        writeln!(out, "Metrics are at http://{metrics}/metrics")?;
    }
    if let Some(cluster) = addresses.cluster {
        writeln!(out, "Other servers connect to {cluster}")?;
    }
    if let Some(token) = token {
        writeln!(out, "Token for starting tournaments: {}", token.reveal())?;
    }
    out.flush()
}
