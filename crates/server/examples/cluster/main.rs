//! A cluster under load: two servers share a PostgreSQL database, and programs play at tables of the first, once
//! connected to it, and once through the second, which forwards everything. Prints answer times, and what servers and
//! database have used for each action.
//!
//! ```text
//! cargo run --release -p parlour-server --example cluster -- [TABLES] [SECONDS]
//! ```

#[path = "../load/players.rs"]
mod players;
#[allow(
    clippy::unwrap_used,
    dead_code,
    reason = "it is shared with tests, which use more of it"
)]
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;

use parlour_server::rooms::Limits;
use parlour_server::{Addresses, ClusterOptions, Database, ServeOptions};
use players::{Failure, Load, Report};
use postgres::Postgres;
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection as _};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

/// The unit of processor time in `/proc`, in milliseconds; the same on all Linux systems.
const TICK_MS: f64 = 10.0;
/// Seats of a table.
const SEATS: usize = 3;
/// What a program takes for an answer: many times less than a person, so that few tables make many actions.
const PAUSE: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, database] = &arguments[..]
        && command == "serve"
    {
        return serve(database);
    }
    let number = |at: usize, default: usize| match arguments.get(at) {
        None => Ok(default),
        Some(text) => text.parse(),
    };
    let (tables, seconds) = (number(0, 100)?, number(1, 60)?);
    install_default_drivers();
    // With writes that are on the disk when the database says so.
    let database = Postgres::start();
    database.stop();
    database.resume_with("-c listen_addresses='' -c fsync=on");
    let servers = [Server::start(&database)?, Server::start(&database)?];
    let load = Load {
        tables,
        time: Duration::from_secs(seconds as u64),
        seats: SEATS,
        pause: PAUSE,
        spread: true,
    };
    let mut all_ended = true;
    for (name, port) in [("direct", 0), ("forwarded", 1)] {
        let addresses = Addresses {
            http: servers[0].http,
            agents: Some(servers[port].agents),
            metrics: None,
            cluster: None,
        };
        let before = Usage::now(&servers, &database)?;
        let report = players::runtime()?.block_on(players::carry(&load, addresses))?;
        let used = Usage::now(&servers, &database)?.since(&before);
        all_ended &= report.begun == report.ended && report.faults == 0;
        println!("{name}: {report}");
        print(&report, &used);
    }
    for (server, name) in servers.iter().zip(["first", "second"]) {
        let peak = memory(server.child.id(), "VmHWM:") >> 10;
        println!("{name} server: at most {peak} MiB");
    }
    Ok(match all_ended {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// What was used for each action.
fn print(report: &Report, used: &Usage) {
    let actions = report.answers.max(1) as f64;
    println!(
        "  {} actions, {:.0} a second; of each: first server {:.3} ms, second {:.3} ms, database {:.3} ms of processor time, \
         {:.2} transactions, {:.0} bytes of its log",
        report.answers,
        actions / report.time.as_secs_f64(),
        used.servers[0] / actions,
        used.servers[1] / actions,
        used.database / actions,
        used.transactions / actions,
        used.log / actions,
    );
}

/// A server of the cluster, in a process of its own.
struct Server {
    child: Child,
    http: SocketAddr,
    agents: SocketAddr,
}

impl Server {
    fn start(database: &Postgres) -> Result<Server, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", &database.url()])
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(output).lines();
        let mut address = || -> Result<SocketAddr, Failure> {
            Ok(lines.next().ok_or("the server has ended")??.parse()?)
        };
        Ok(Server {
            http: address()?,
            agents: address()?,
            child,
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then programs have not reached it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server: prints its addresses, and serves until it is killed.
fn serve(database: &str) -> Result<ExitCode, Failure> {
    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let options = ServeOptions {
        http: any_port,
        agents: Some(any_port),
        database: Some(Database::of(database)),
        cluster: Some(ClusterOptions::new(any_port, None)?),
        limits: Limits {
            tables: 20_000,
            tables_per_address: 20_000,
            connections: 50_000,
            connections_per_address: 50_000,
            new_connections: 0,
            requests: 0,
            new_tables: 0,
            ..Limits::default()
        },
        ..ServeOptions::default()
    };
    parlour_server::serve(&options, |addresses| {
        for address in [Some(addresses.http), addresses.agents]
            .into_iter()
            .flatten()
        {
            println!("{address}");
        }
        // Nobody reads them if that fails.
        let _ = std::io::stdout().flush();
    })?;
    Ok(ExitCode::SUCCESS)
}

/// What servers and database have used so far.
struct Usage {
    /// Processor time in milliseconds.
    servers: [f64; 2],
    database: f64,
    /// Committed transactions.
    transactions: f64,
    /// Bytes of the write-ahead log.
    log: f64,
}

impl Usage {
    fn now(servers: &[Server; 2], database: &Postgres) -> Result<Usage, Failure> {
        let (transactions, log) = players::runtime()?.block_on(async {
            let mut connection = AnyConnection::connect(&database.url()).await?;
            let query = "SELECT CAST((SELECT SUM(xact_commit) FROM pg_stat_database) AS DOUBLE PRECISION), \
                 CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS DOUBLE PRECISION)";
            let found: (f64, f64) = sqlx::query_as(query).fetch_one(&mut connection).await?;
            connection.close().await?;
            Ok::<_, sqlx::Error>(found)
        })?;
        let processes = processes();
        let used = |wanted: &dyn Fn(&Process) -> bool| {
            let ticks = processes.iter().filter(|process| wanted(process));
            ticks.map(|process| process.ticks).sum::<f64>() * TICK_MS
        };
        let of = |server: &Server| used(&|process| process.id == server.child.id());
        Ok(Usage {
            servers: servers.each_ref().map(of),
            database: used(&|process| process.name.starts_with("postgres")),
            transactions,
            log,
        })
    }

    fn since(&self, before: &Usage) -> Usage {
        Usage {
            servers: [0, 1].map(|at| self.servers[at] - before.servers[at]),
            database: self.database - before.database,
            transactions: self.transactions - before.transactions,
            log: self.log - before.log,
        }
    }
}

/// A process, and the processor time that it has used, with that of children that have ended.
struct Process {
    id: u32,
    name: String,
    ticks: f64,
}

/// All processes. Those of other PostgreSQL servers count as well: none should be busy.
fn processes() -> Vec<Process> {
    let read = |entry: fs::DirEntry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let (head, rest) = stat.rsplit_once(") ")?;
        // User and system time, of the process and of its children, are the 12th to 15th field after the name.
        let used = rest.split(' ').skip(11).take(4);
        Some(Process {
            id,
            name: head.split_once('(')?.1.to_owned(),
            ticks: used.filter_map(|field| field.parse::<f64>().ok()).sum(),
        })
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(read).collect()
}

/// A line of a process's status in KiB; 0 if the system does not tell.
fn memory(process: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}
