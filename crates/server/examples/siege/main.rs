//! A siege: 1,500 programs play at 300 tables over loopback, each from an address of its own, while 500 hostile
//! connections from 25 other addresses do what they can. The server is a process of its own with its default limits.
//!
//! ```text
//! cargo run --release -p parlour-server --example siege -- [SECONDS] [TABLES] [HOSTILE]
//! ```

#[path = "../load/players.rs"]
mod players;

use parlour_server::rooms::Limits;
use parlour_server::{Addresses, ServeOptions};
use players::{Failure, Load, connect_from};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

/// Number of addresses of hostile connections.
const HOSTILE_ADDRESSES: usize = 25;
/// The time between two attempts of a hostile connection.
const HOSTILE_PAUSE: Duration = Duration::from_millis(50);

/// What a hostile connection does.
#[derive(Clone, Copy, Debug)]
enum Attack {
    /// Says nothing, at the port for programs.
    SilentProgram,
    /// Says nothing, at the port of the web app.
    SilentRequest,
    /// Sends the head of a request a byte at a time.
    SlowHead,
    /// Sends requests as fast as it can.
    Flood,
    /// Sends a line and a head that are too long.
    Oversized,
    /// Sends what is neither HTTP nor JSON.
    Malformed,
    /// Makes tables at which policies think for long.
    Tables,
    /// Requests the largest file again and again and reads nothing.
    Hoard,
    /// Connects and disconnects.
    Connect,
    /// Says hello to the lobby, and then what nobody has asked for.
    Lobby,
}

const ATTACKS: [Attack; 10] = [
    Attack::SilentProgram,
    Attack::SilentRequest,
    Attack::SlowHead,
    Attack::Flood,
    Attack::Oversized,
    Attack::Malformed,
    Attack::Tables,
    Attack::Hoard,
    Attack::Connect,
    Attack::Lobby,
];

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "serve") {
        return serve();
    }
    let mut numbers = arguments.iter();
    let mut number = |default: usize| numbers.next().map_or(Ok(default), |text| text.parse());
    let (seconds, tables, hostile) = (number(60)?, number(300)?, number(500)?);
    let (mut server, addresses, metrics) = start()?;
    let load = Load {
        tables,
        time: Duration::from_secs(seconds as u64),
        seats: 5,
        pause: [Duration::from_millis(50), Duration::from_millis(200)],
        spread: true,
    };
    let attempts = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&attempts);
    // Attackers have a thread of their own, so that the players are not delayed by them but by the server.
    std::thread::spawn(move || -> Result<(), Failure> {
        players::runtime()?.block_on(async {
            for number in 0..hostile {
                tokio::spawn(attack(number, addresses, Arc::clone(&counted)));
            }
            std::future::pending().await
        })
    });
    let report = players::runtime()?.block_on(async {
        let report = players::carry(&load, addresses).await?;
        let metrics = read(metrics, "/metrics").await?;
        Ok::<_, Failure>((report, metrics))
    });
    let peak = peak_memory(server.id());
    // It may have ended by itself; then the report has failed.
    let _ = server.kill();
    server.wait()?;
    let (report, metrics) = report?;
    println!("{report}");
    println!(
        "{} hostile connections made {} attempts; peak memory of the server {} MiB",
        hostile,
        attempts.load(Ordering::Relaxed),
        peak / 1024
    );
    for line in metrics.lines().filter(|line| {
        line.starts_with("parlour_refused") || line.starts_with("parlour_connections")
    }) {
        println!("{line}");
    }
    let held = report.begun == report.ended && report.faults == 0;
    let quick = report.quantile(0.99) <= Duration::from_millis(20) && peak <= 400 << 10;
    Ok(match held && quick {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// The server: prints its addresses, and serves until it is killed.
fn serve() -> Result<ExitCode, Failure> {
    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let options = ServeOptions {
        http: any_port,
        agents: Some(any_port),
        metrics: Some(any_port),
        limits: Limits {
            tables: 5000,
            ..Limits::default()
        },
        ..ServeOptions::default()
    };
    parlour_server::serve(&options, |addresses| {
        let ports = [Some(addresses.http), addresses.agents, addresses.metrics];
        for address in ports.into_iter().flatten() {
            println!("{address}");
        }
        // Nobody reads them if that fails.
        let _ = std::io::stdout().flush();
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Starts the server in a process of its own.
fn start() -> Result<(Child, Addresses, SocketAddr), Failure> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("serve")
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().ok_or("no output")?;
    let mut lines = BufReader::new(output).lines();
    let mut address = || -> Result<SocketAddr, Failure> {
        Ok(lines.next().ok_or("the server has ended")??.parse()?)
    };
    let (http, agents, metrics) = (address()?, address()?, address()?);
    let addresses = Addresses {
        http,
        agents: Some(agents),
        metrics: None,
        cluster: None,
    };
    Ok((child, addresses, metrics))
}

/// The peak memory of a process in KiB; 0 if the system does not tell.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

async fn read(address: SocketAddr, path: &str) -> Result<String, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    stream
        .write_all(request("GET", path, "").as_bytes())
        .await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

fn request(method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Attacks until the process ends.
async fn attack(number: usize, addresses: Addresses, attempts: Arc<AtomicU64>) {
    let source = [127, 66, 0, (number % HOSTILE_ADDRESSES) as u8 + 1];
    let attack = ATTACKS[number / HOSTILE_ADDRESSES % ATTACKS.len()];
    let agents = addresses.agents.unwrap_or(addresses.http);
    let address = match attack {
        Attack::SilentProgram | Attack::Lobby => agents,
        _ => addresses.http,
    };
    loop {
        attempts.fetch_add(1, Ordering::Relaxed);
        if let Ok(stream) = connect_from(source, address).await {
            // Every attempt ends with an error, since the server defends itself.
            let _ = attempt(attack, stream).await;
        }
        sleep(HOSTILE_PAUSE).await;
    }
}

async fn attempt(attack: Attack, mut stream: TcpStream) -> Result<(), Failure> {
    let mut buffer = [0; 4096];
    match attack {
        Attack::SilentProgram | Attack::SilentRequest => {
            stream.read_exact(&mut buffer).await?;
        }
        Attack::SlowHead => {
            for byte in request("GET", "/api/v1/server", "").bytes() {
                stream.write_all(&[byte]).await?;
                sleep(Duration::from_secs(1)).await;
            }
        }
        Attack::Flood => {
            let line = "GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n\r\n";
            let (mut reader, mut writer) = stream.split();
            let reading = async { while matches!(reader.read(&mut buffer).await, Ok(1..)) {} };
            let writing = async { while writer.write_all(line.as_bytes()).await.is_ok() {} };
            // For a minute, unless the server closes the connection.
            let _ = timeout(Duration::from_secs(60), async {
                tokio::select! { () = reading => {}, () = writing => {} }
            })
            .await;
        }
        Attack::Oversized => {
            let long = vec![b'x'; 1 << 20];
            stream.write_all(b"GET /").await?;
            stream.write_all(&long).await?;
            stream.read_exact(&mut buffer).await?;
        }
        Attack::Malformed => {
            stream
                .write_all(b"\x16\x03\x01\0\xa5{[[[[[\r\n\r\n\0\0\0")
                .await?;
            stream.read_exact(&mut buffer).await?;
        }
        Attack::Tables => {
            let body = r#"{"game":"jaipur","rules":"round","listed":true,"seats":[{"kind":"policy","policy":"ismcts:2s"},{"kind":"agent"}]}"#;
            stream
                .write_all(request("POST", "/api/v1/tables", body).as_bytes())
                .await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
        }
        Attack::Hoard => {
            let line = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
            let end = Instant::now() + Duration::from_secs(120);
            while Instant::now() < end {
                stream.write_all(line.as_bytes()).await?;
                sleep(Duration::from_millis(10)).await;
            }
        }
        Attack::Connect => {}
        Attack::Lobby => {
            stream
                .write_all(b"{\"type\":\"hello\",\"version\":1,\"name\":\"x\"}\n")
                .await?;
            loop {
                stream
                    .write_all(b"{\"type\":\"action\",\"action\":\"x\"}\n")
                    .await?;
                sleep(Duration::from_millis(1)).await;
            }
        }
    }
    Ok(())
}
