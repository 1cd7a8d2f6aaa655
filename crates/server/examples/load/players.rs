//! Programs that play at many tables and measure how long the server takes.

use parlour_server::Addresses;
use serde::Deserialize;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// The parameters of a load test.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    /// Tables at once.
    pub(crate) tables: usize,
    /// For how long new games begin.
    pub(crate) time: Duration,
    /// Number of agents at each table.
    pub(crate) seats: usize,
    /// The minimum and maximum time an agent takes for an answer.
    pub(crate) pause: [Duration; 2],
    /// Whether each table and each agent has an address of its own.
    pub(crate) spread: bool,
}

/// Connects from an address of 127.0.0.0/8, all of which are this machine.
///
/// # Errors
/// Those of the system.
pub(crate) async fn connect_from(
    source: [u8; 4],
    address: SocketAddr,
) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((source, 0)))?;
    socket.connect(address).await
}

/// The results.
pub(crate) struct Report {
    /// Number of games that began.
    pub(crate) begun: usize,
    /// Number of games that ended with a result.
    pub(crate) ended: usize,
    /// Number of faults reported to agents; should be 0.
    pub(crate) faults: usize,
    /// Number of answers, and bytes that were sent and received for all.
    pub(crate) answers: u64,
    pub(crate) bytes: u64,
    /// Times from the last answer of a turn to the receipt of the next request, sorted.
    pub(crate) waits: Vec<Duration>,
    /// From the first table to the last result.
    pub(crate) time: Duration,
}

impl Report {
    /// The quantile of the waits, for `part` from 0 to 1.
    pub(crate) fn quantile(&self, part: f64) -> Duration {
        let last = self.waits.len().saturating_sub(1);
        let at = (part * last as f64).round() as usize;
        self.waits.get(at).copied().unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |part| self.quantile(part).as_secs_f64() * 1000.0;
        write!(
            f,
            "{} games begun, {} ended, {} faults, {} turns with {} answers in {:.0} s, {} bytes sent and received \
             for each; answer to next question: p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms, longest {:.2} ms; peak memory {}",
            self.begun,
            self.ended,
            self.faults,
            self.waits.len(),
            self.answers,
            self.time.as_secs_f64(),
            self.bytes / self.answers.max(1),
            ms(0.5),
            ms(0.99),
            ms(0.999),
            ms(1.0),
            peak_memory().map_or("unknown".to_owned(), |kib| format!("{} MiB", kib / 1024)),
        )
    }
}

/// The peak memory of this process in KiB, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

pub(crate) fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

pub(crate) async fn carry(load: &Load, addresses: Addresses) -> Result<Report, Failure> {
    let start = Instant::now();
    let end = start + load.time;
    let mut tables = JoinSet::new();
    for number in 0..load.tables {
        let load = *load;
        tables.spawn(async move { keep_table(addresses, load, number as u64, end).await });
    }
    let mut report = Report {
        begun: 0,
        ended: 0,
        faults: 0,
        answers: 0,
        bytes: 0,
        waits: Vec::new(),
        time: Duration::ZERO,
    };
    while let Some(done) = tables.join_next().await {
        let table = done??;
        report.begun += table.begun;
        report.ended += table.ended;
        report.faults += table.faults;
        report.answers += table.turns.answers;
        report.bytes += table.turns.bytes;
        report.waits.extend(table.turns.waits);
    }
    report.waits.sort_unstable();
    report.time = start.elapsed();
    Ok(report)
}

/// What was measured at one table.
#[derive(Default)]
struct Measured {
    begun: usize,
    ended: usize,
    faults: usize,
    turns: Turns,
}

/// Plays games one after the other until the time is over.
async fn keep_table(
    addresses: Addresses,
    load: Load,
    number: u64,
    end: Instant,
) -> Result<Measured, Failure> {
    let mut measured = Measured::default();
    let source = |seat: usize| match load.spread {
        true => [127, seat as u8 + 1, (number >> 8) as u8, number as u8],
        false => [127, 0, 0, 1],
    };
    while Instant::now() < end {
        let tokens = make(addresses.http, load.seats, source(0)).await?;
        measured.begun += 1;
        let turns = Arc::new(Mutex::new(Turns::default()));
        let mut programs = JoinSet::new();
        for (seat, token) in tokens.into_iter().enumerate() {
            let agents = addresses.agents.ok_or("there is no port for programs")?;
            let program = Program {
                turns: Arc::clone(&turns),
                pause: load.pause,
                source: source(seat),
                random: (number << 8) + (measured.begun << 4) as u64 + seat as u64 + 1,
            };
            programs.spawn(async move { program.play(agents, &token).await });
        }
        let mut all = true;
        while let Some(done) = programs.join_next().await {
            let (result, missed) = done??;
            all &= result;
            measured.faults += missed;
        }
        measured.ended += usize::from(all);
        let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
        measured.turns.answers += turns.answers;
        measured.turns.bytes += turns.bytes;
        measured.turns.waits.append(&mut turns.waits);
    }
    Ok(measured)
}

/// Opens a table for agents, and returns their tokens.
async fn make(http: SocketAddr, seats: usize, source: [u8; 4]) -> Result<Vec<String>, Failure> {
    let seats = vec![json!({"kind": "agent"}); seats];
    let body = json!({"game": "modern-art", "rules": "simple", "seats": seats, "clock": 600_000});
    let body = body.to_string();
    let mut stream = connect_from(source, http).await?;
    let request = format!(
        "POST /api/v1/tables HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, made) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let made: Value = serde_json::from_str(made)?;
    let seats = made["seats"].as_array().ok_or_else(|| made.to_string())?;
    let token = |seat: &Value| seat["token"].as_str().unwrap_or_default().to_owned();
    Ok(seats.iter().map(token).collect())
}

/// Measurements shared by the agents of one table.
#[derive(Default)]
struct Turns {
    /// When the last answer was sent.
    answered: Option<Instant>,
    /// The turn of the last request.
    id: Option<u64>,
    answers: u64,
    bytes: u64,
    waits: Vec<Duration>,
}

struct Program {
    turns: Arc<Mutex<Turns>>,
    pause: [Duration; 2],
    source: [u8; 4],
    random: u64,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    Turn {
        id: u64,
        legal: Vec<String>,
    },
    Fault {},
    Result {},
    Bye {},
    #[serde(other)]
    Other,
}

impl Program {
    /// Plays a game. Returns whether it received the result, and the number of faults.
    async fn play(mut self, agents: SocketAddr, token: &str) -> Result<(bool, usize), Failure> {
        let stream = connect_from(self.source, agents).await?;
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        let hello = json!({"type": "hello", "version": 1, "name": "load", "token": token, "legal": "ranges"});
        stream
            .get_mut()
            .write_all(format!("{hello}\n").as_bytes())
            .await?;
        let (mut result, mut faults) = (false, 0);
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok((result, faults));
            }
            let heard = Instant::now();
            self.turns().bytes += line.len() as u64;
            match serde_json::from_str(&line)? {
                Message::Turn { id, legal } => {
                    self.note_question(id, heard);
                    tokio::time::sleep(self.next_pause()).await;
                    let action = pick(&legal[self.next() as usize % legal.len()], self.next());
                    let answer = json!({"type": "action", "id": id, "action": action});
                    let answer = format!("{answer}\n");
                    {
                        let mut turns = self.turns();
                        turns.answered = Some(Instant::now());
                        turns.answers += 1;
                        turns.bytes += answer.len() as u64;
                    }
                    stream.get_mut().write_all(answer.as_bytes()).await?;
                }
                Message::Fault {} => faults += 1,
                Message::Result {} => result = true,
                Message::Bye {} => return Ok((result, faults)),
                Message::Other => {}
            }
        }
    }

    fn turns(&self) -> std::sync::MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the wait at the first request of a turn.
    fn note_question(&self, id: u64, heard: Instant) {
        let mut turns = self.turns();
        if turns.id.replace(id) != Some(id)
            && let Some(answered) = turns.answered
        {
            turns.waits.push(heard.saturating_duration_since(answered));
        }
    }

    /// Xorshift: nothing depends on its quality.
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 8
    }

    fn next_pause(&mut self) -> Duration {
        let [shortest, longest] = self.pause;
        let spread = (longest - shortest).as_micros().max(1) as u64;
        shortest + Duration::from_micros(self.next() % spread)
    }
}

/// An action of a range `bid 0..113`, or the action itself.
fn pick(listed: &str, random: u64) -> String {
    let run = || {
        let (first, last) = listed.split_once("..")?;
        let (stem, first) = first.split_at(first.rfind(' ')? + 1);
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some(format!("{stem}{}", first + random % (last - first + 1)))
    };
    run().unwrap_or_else(|| listed.to_owned())
}
