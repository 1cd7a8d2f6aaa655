//! A load test of the ladder: a server elsewhere, all agents in one thread.

use parlour_protocol::{TimeBank, TimeControl};
use parlour_server::rooms::Limits;
use parlour_server::{Database, LadderOptions, ServeOptions, Server};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

type Failure = Box<dyn Error + Send + Sync>;

const BOARD: &str = "jaipur:round";
/// The longest wait for the server and for the agents after the end.
const PATIENCE: Duration = Duration::from_secs(60);

/// The parameters.
pub(crate) struct Ladder {
    /// Number of agents.
    pub(crate) agents: usize,
    /// For how long they play at the least.
    pub(crate) time: Duration,
    /// The results that quick agents are told before the restart, and after it, at the least.
    pub(crate) results: u64,
    /// One in this many agents is slow.
    pub(crate) slow_every: usize,
    /// The time of a slow agent for an answer.
    pub(crate) pause: Duration,
}

/// The addresses of a server.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) http: SocketAddr,
    pub(crate) agents: SocketAddr,
}

impl Place {
    pub(crate) fn at(http: SocketAddr, agents: SocketAddr) -> Place {
        Place { http, agents }
    }

    /// Two ports that were free a moment ago.
    fn free() -> io::Result<Place> {
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0"));
        let [http, agents] = listeners;
        Ok(Place::at(http?.local_addr()?, agents?.local_addr()?))
    }
}

/// The results.
pub(crate) struct Report {
    /// Rated games in the store.
    pub(crate) games: u64,
    /// The fewest and the most games of an agent that is not slow.
    pub(crate) quick: (u64, u64),
    /// Results that quick agents were told, summed over all agents, and seats of these agents in the store.
    pub(crate) told: u64,
    pub(crate) stored: u64,
    /// Fallback moves of quick agents in rated games, before all agents leave.
    pub(crate) faults: u64,
    /// The waits of quick agents between two games, sorted.
    pub(crate) waits: Vec<Duration>,
    /// Agents whose interval contains the mean rating of these identical agents, and their number.
    pub(crate) covered: (usize, usize),
    pub(crate) time: Duration,
}

impl Report {
    fn quantile(&self, part: f64) -> Duration {
        let last = self.waits.len().saturating_sub(1);
        let at = (part * last as f64).round() as usize;
        self.waits.get(at).copied().unwrap_or_default()
    }

    /// Whether no finished game was lost, and identical agents have ratings that agree.
    pub(crate) fn is_good(&self) -> bool {
        let (covered, all) = self.covered;
        self.stored >= self.told && covered * 100 >= all * 85
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |part| self.quantile(part).as_secs_f64() * 1000.0;
        write!(
            f,
            "{} rated games in {:.0} s, {} to {} for each quick agent, {} faults; results told {}, stored {}; \
             wait between games: p50 {:.0} ms, p99 {:.0} ms, longest {:.0} ms; the interval of {} of {} identical \
             agents contains their mean",
            self.games,
            self.time.as_secs_f64(),
            self.quick.0,
            self.quick.1,
            self.faults,
            self.told,
            self.stored,
            ms(0.5),
            ms(0.99),
            ms(1.0),
            self.covered.0,
            self.covered.1,
        )
    }
}

/// Serves until the process ends.
pub(crate) fn serve(database: PathBuf, place: &Place) -> Result<(), Failure> {
    runtime()?.block_on(serve_until(database, *place, std::future::pending()))
}

/// Serves until `stop` completes.
pub(crate) async fn serve_until(
    database: PathBuf,
    place: Place,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Failure> {
    let ladder = LadderOptions {
        registrations_per_hour: 10_000,
        control: TimeControl {
            per_answer: Duration::from_secs(10),
            bank: Some(TimeBank {
                base_ms: 300_000,
                increment_ms: 1000,
            }),
        },
        ..LadderOptions::new(vec![BOARD.parse()?])
    };
    let options = ServeOptions {
        http: place.http,
        agents: Some(place.agents),
        limits: Limits {
            connections: 10_000,
            connections_per_address: 10_000,
            ..Limits::default()
        },
        database: Some(Database::File(database)),
        ladder: Some(ladder),
        ..ServeOptions::default()
    };
    Server::bind(&options).await?.run(stop).await;
    Ok(())
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

/// Starts a server with a database at a place. It ends when the result is dropped.
pub(crate) type Start<'a> = &'a mut dyn FnMut(&Path, &Place) -> io::Result<Box<dyn Send>>;

/// Runs the load test. Half-way the server is ended and started again.
///
/// # Errors
/// If the server cannot be started, or says something unexpected.
pub(crate) fn run(ladder: &Ladder, start: Start<'_>) -> Result<Report, Failure> {
    let folder = tempfile::TempDir::new()?;
    let database = folder.path().join("ladder.sqlite");
    let place = Place::free()?;
    let mut server = start(&database, &place)?;
    runtime()?.block_on(async {
        let mut agents = JoinSet::new();
        let told = Arc::new(Mutex::new(Told::default()));
        let mut quick = Vec::new();
        for number in 0..ladder.agents {
            let (id, token) = register(place, number).await?;
            let slow = number % ladder.slow_every == ladder.slow_every - 1;
            if !slow {
                quick.push(id);
            }
            let agent = Agent {
                place,
                token,
                pause: if slow { ladder.pause } else { Duration::ZERO },
                told: Arc::clone(&told),
                random: number as u64 + 1,
                slow,
            };
            agents.spawn(agent.play());
        }
        let begun = Instant::now();
        play(ladder, &told).await?;
        drop(server);
        server = start(&database, &place)?;
        play(ladder, &told).await?;
        let time = begun.elapsed();
        // Before the agents leave their last games.
        let board = ask(place, "GET", &format!("/boards/{BOARD}"), "").await?;
        let faults = sum_faults(&board, &quick);
        agents.shutdown().await;
        let report = report(place, &quick, &told, (faults, time)).await;
        drop(server);
        report
    })
}

/// Lets the agents play for half of the time.
///
/// # Errors
/// If too few games end.
async fn play(ladder: &Ladder, told: &Mutex<Told>) -> Result<(), Failure> {
    let results = || told.lock().unwrap_or_else(PoisonError::into_inner).results;
    let wanted = results() + ladder.results;
    sleep(ladder.time / 2).await;
    let late = Instant::now() + PATIENCE;
    while results() < wanted {
        if Instant::now() > late {
            return Err(format!("{} results of {wanted}", results()).into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// What the agents were told.
#[derive(Default)]
struct Told {
    results: u64,
    waits: Vec<Duration>,
}

struct Agent {
    place: Place,
    token: String,
    pause: Duration,
    told: Arc<Mutex<Told>>,
    random: u64,
    slow: bool,
}

impl Agent {
    /// Plays random actions, and connects again when the connection is lost.
    async fn play(mut self) {
        loop {
            // An error is a lost connection, or a server that is being started.
            let _ = self.play_once().await;
            sleep(Duration::from_millis(200)).await;
        }
    }

    async fn play_once(&mut self) -> Result<(), Failure> {
        let stream = TcpStream::connect(self.place.agents).await?;
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        let hello = json!({"type": "hello", "version": 1, "token": self.token});
        let hello = format!("{hello}\n");
        stream.get_mut().write_all(hello.as_bytes()).await?;
        let mut line = String::new();
        let mut over: Option<Instant> = None;
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let message: Value = serde_json::from_str(&line)?;
            match message["type"].as_str() {
                Some("turn") => {
                    if !self.pause.is_zero() {
                        sleep(self.pause).await;
                    }
                    let legal = message["legal"].as_array().ok_or("no legal actions")?;
                    let action = &legal[self.next() as usize % legal.len()];
                    let answer = json!({"type": "action", "id": message["id"], "action": action});
                    let answer = format!("{answer}\n");
                    stream.get_mut().write_all(answer.as_bytes()).await?;
                }
                Some("game") => {
                    if let Some(over) = over.take().filter(|_| !self.slow) {
                        self.told().waits.push(over.elapsed());
                    }
                }
                Some("result") => {
                    over = Some(Instant::now());
                    self.told().results += u64::from(!self.slow);
                }
                _ => {}
            }
        }
    }

    fn told(&self) -> std::sync::MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Xorshift: nothing depends on its quality.
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 8
    }
}

/// Registers an agent as soon as the server answers.
async fn register(place: Place, number: usize) -> Result<(i64, String), Failure> {
    let request = json!({"board": BOARD, "name": format!("agent {number}")}).to_string();
    let start = Instant::now();
    loop {
        match ask(place, "POST", "/agents", &request).await {
            Ok(registered) => {
                let id = registered["agent"].as_i64();
                let token = registered["token"].as_str();
                let (id, token) = id.zip(token).ok_or_else(|| registered.to_string())?;
                return Ok((id, token.to_owned()));
            }
            Err(error) if start.elapsed() > PATIENCE => return Err(error),
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn ask(place: Place, method: &str, path: &str, body: &str) -> Result<Value, Failure> {
    let http = place.http;
    let mut stream = TcpStream::connect(http).await?;
    let request = format!(
        "{method} /api/v1/ladder{path} HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await??;
    let (_, json) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(json)?)
}

/// The fallback moves of quick agents.
fn sum_faults(board: &Value, quick: &[i64]) -> u64 {
    let rows = board["table"].as_array().into_iter().flatten();
    let of_quick = rows.filter(|row| row["agent"].as_i64().is_some_and(|id| quick.contains(&id)));
    of_quick.filter_map(|row| row["faults"].as_u64()).sum()
}

/// Waits until the ratings contain all games, and reads them.
async fn report(
    place: Place,
    quick: &[i64],
    told: &Mutex<Told>,
    (faults, time): (u64, Duration),
) -> Result<Report, Failure> {
    let path = format!("/boards/{BOARD}");
    let start = Instant::now();
    let board = loop {
        let board = ask(place, "GET", &path, "").await?;
        let rows = board["table"].as_array().ok_or_else(|| board.to_string())?;
        let seats: u64 = rows.iter().filter_map(|row| row["games"].as_u64()).sum();
        let games = board["games"].as_u64().unwrap_or_default();
        let idle = board["connected"] == 0;
        if idle && seats == 2 * games || start.elapsed() > PATIENCE {
            break board;
        }
        sleep(Duration::from_millis(100)).await;
    };
    let rows = board["table"].as_array().cloned().unwrap_or_default();
    let is_quick = |row: &&Value| row["agent"].as_i64().is_some_and(|id| quick.contains(&id));
    let of_quick: Vec<&Value> = rows.iter().filter(is_quick).collect();
    let games_of = |row: &Value| row["games"].as_u64().unwrap_or_default();
    let counts: Vec<u64> = of_quick.iter().map(|row| games_of(row)).collect();
    let ratings: Vec<f64> = (of_quick.iter())
        .filter_map(|row| row["rating"]["rating"].as_f64())
        .collect();
    let mean = ratings.iter().sum::<f64>() / ratings.len().max(1) as f64;
    let contains_mean = |row: &&&Value| {
        let interval = &row["rating"]["interval"];
        let ends = interval["low"].as_f64().zip(interval["high"].as_f64());
        ends.is_some_and(|(low, high)| low <= mean && mean <= high)
    };
    let mut stored = 0;
    for id in quick {
        let games = ask(place, "GET", &format!("{path}/games?agent={id}"), "").await?;
        stored += games["total"].as_u64().unwrap_or_default();
    }
    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
    let mut waits = std::mem::take(&mut told.waits);
    waits.sort_unstable();
    Ok(Report {
        games: board["games"].as_u64().unwrap_or_default(),
        quick: (
            counts.iter().min().copied().unwrap_or(0),
            counts.iter().max().copied().unwrap_or(0),
        ),
        told: told.results,
        stored,
        faults,
        waits,
        covered: (of_quick.iter().filter(contains_mean).count(), quick.len()),
        time,
    })
}
