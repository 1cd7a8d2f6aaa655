//! Answer times of the lists of tournaments and of the ladder, and the memory that an export takes, with a generated
//! store.
//!
//! `cargo xtask bench lists [GAMES [TOURNAMENTS [FILE]]]` (1,000,000 games in 100 tournaments, and as many of a board of
//! the ladder in two seasons). The store is kept in FILE if that is given, and used again. The export is that of the
//! first tournament: `5000000 1` makes one of ten million rows.

use parlour_arena::ladder::season::freeze;
use parlour_arena::ladder::storage::token_hash;
use parlour_arena::ladder::{Board, LadderGame};
use parlour_arena::outcome::{Played, SeatResult, Stop, ThinkingTime};
use parlour_arena::{Definition, Holder, Plan, Store, enter};
use parlour_games::jaipur::Jaipur;
use parlour_protocol::ladder::{AgentState, GameKind};
use parlour_server::{Database, LadderOptions, ServeOptions, Server};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Requests of each list.
const REQUESTS: usize = 200;
/// Games that are made, for each tournament; a multiple of the 12 after which the pairs repeat.
const BATCH: u64 = 120;
/// The games from $2 to $1 as copies of those before.
const COPY_GAMES: &str = "
    WITH RECURSIVE first (number) AS (SELECT $2 UNION ALL SELECT number + $2 FROM first WHERE number + $2 < $1)
    INSERT INTO games (tournament, number, deal, played, record, plies, duration, stop)
    SELECT tournament, games.number + first.number, deal + first.number, played, record, plies, duration, stop
    FROM first CROSS JOIN games WHERE games.number < $2 AND games.number + first.number < $1";
const COPY_SEATS: &str = "
    WITH RECURSIVE first (number) AS (SELECT $2 UNION ALL SELECT number + $2 FROM first WHERE number + $2 < $1)
    INSERT INTO seats (tournament, number, seat, player, score, place, share, faults, thinking, longest)
    SELECT tournament, seats.number + first.number, seat, player, score, place, share, faults, thinking, longest
    FROM first CROSS JOIN seats WHERE seats.number < $2 AND seats.number + first.number < $1";

/// The board of the ladder.
const BOARD: &str = "jaipur:round";
/// Its agents. Nine of ten games are between two of the first ten.
const AGENTS: usize = 100;
const COPY_LADDER_GAMES: &str = "
    WITH RECURSIVE first (number) AS (SELECT $2 UNION ALL SELECT number + $2 FROM first WHERE number + $2 < $1)
    INSERT INTO ladder_games (season, number, kind, slot, played, record, plies, duration, stop)
    SELECT season, g.number + first.number, kind, slot, played, record, plies, duration, stop
    FROM first CROSS JOIN ladder_games g WHERE g.season = $3 AND g.number < $2";
const COPY_LADDER_SEATS: &str = "
    WITH RECURSIVE first (number) AS (SELECT $2 UNION ALL SELECT number + $2 FROM first WHERE number + $2 < $1)
    INSERT INTO ladder_seats (season, number, seat, agent, score, place, share, faults, thinking, longest)
    SELECT season, s.number + first.number, seat, agent, score, place, share, faults, thinking, longest
    FROM first CROSS JOIN ladder_seats s WHERE s.season = $3 AND s.number < $2";
/// The totals of a season of $1 times as many games.
const MULTIPLY_TOTALS: [&str; 3] = [
    "UPDATE ladder_seasons SET games = games * $1, reserved = games * $1 WHERE id = $2",
    "UPDATE ladder_agent_games SET games = games * $1 WHERE season = $2",
    "UPDATE ladder_opponents SET games = games * $1, halves = halves * $1 WHERE season = $2",
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |default: u64| args.next().map_or(Ok(default), |text| text.parse());
    let (games, tournaments) = (number(1_000_000)?, number(100)?);
    let folder = tempfile::tempdir()?;
    let kept = std::env::args().nth(3).map(PathBuf::from);
    let path = kept.unwrap_or_else(|| folder.path().join("arena.sqlite"));
    let start = Instant::now();
    if !path.exists() {
        generate(&path, games, tournaments).await?;
        generate_ladder(&path, games).await?;
    }
    println!(
        "{games} games in {tournaments} tournaments, stored in {:?}",
        start.elapsed()
    );
    let mut options = ServeOptions {
        http: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        database: Some(Database::File(path)),
        ladder: Some(LadderOptions::new(vec![BOARD.parse()?])),
        ..ServeOptions::default()
    };
    (options.limits.requests, options.limits.new_connections) = (0, 0);
    let start = Instant::now();
    let server = Server::bind(&options).await?;
    println!("the server listens after {:.1?}", start.elapsed());
    let address = server.addresses().http;
    tokio::spawn(server.run(std::future::pending()));
    // First, while the memory of nothing else counts.
    export(address).await?;
    let last = games / tournaments / 50;
    let paths = [
        "/api/v1/tournaments".to_owned(),
        "/api/v1/tournaments?state=over&game=jaipur&agent=player%203".to_owned(),
        "/api/v1/agents".to_owned(),
        "/api/v1/agents/player%203".to_owned(),
        "/api/v1/tournaments/1/games".to_owned(),
        format!("/api/v1/tournaments/1/games?page={last}"),
        "/api/v1/tournaments/1/games?agent=player%203".to_owned(),
        format!(
            "/api/v1/tournaments/1/games?agent=player%203&opponent=player%201&page={}",
            last / 6
        ),
        "/api/v1/tournaments/1/games?winner=player%202&seat=1&agent=player%202".to_owned(),
        "/api/v1/tournaments/1".to_owned(),
        "/api/v1/ladder".to_owned(),
        format!("/api/v1/ladder/boards/{BOARD}"),
        format!("/api/v1/ladder/boards/{BOARD}?season=1"),
        format!("/api/v1/ladder/boards/{BOARD}/games"),
        format!("/api/v1/ladder/boards/{BOARD}/games?page={}", games / 100),
        format!("/api/v1/ladder/boards/{BOARD}/games?page={}", games / 50),
        format!("/api/v1/ladder/boards/{BOARD}/games?agent=3&page=2"),
        format!(
            "/api/v1/ladder/boards/{BOARD}/games?agent=3&page={}",
            games / 1000
        ),
        format!("/api/v1/ladder/boards/{BOARD}/games?agent=99&season=1"),
        "/api/v1/ladder/agents/3".to_owned(),
        "/api/v1/ladder/agents/99".to_owned(),
    ];
    for path in paths {
        let first = ask(address, &path).await?;
        let mut times = Vec::new();
        for _ in 0..REQUESTS {
            times.push(ask(address, &path).await?);
        }
        times.sort_unstable();
        let at = |share: f64| times[(times.len() as f64 * share) as usize];
        println!(
            "first {first:9.1?}  p50 {:9.1?}  p99 {:9.1?}  {path}",
            at(0.5),
            at(0.99)
        );
    }
    Ok(())
}

/// Downloads the games of the first tournament as CSV, while another client asks for a short list.
async fn export(address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let before = peak_memory()?;
    let start = Instant::now();
    let done = tokio::spawn(async move {
        let path = "/api/v1/tournaments/1/games.csv";
        download(address, path)
            .await
            .map_err(|error| error.to_string())
    });
    let mut times = Vec::new();
    while !done.is_finished() {
        times.push(ask(address, "/api/v1/tournaments").await?);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (rows, bytes) = done.await??;
    times.sort_unstable();
    println!(
        "{rows} rows, {} MiB in {:.1?}; meanwhile a list took p50 {:.1?}, p99 {:.1?}; peak of memory {} MiB, {before} MiB \
         before",
        bytes >> 20,
        start.elapsed(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        peak_memory()?,
    );
    Ok(())
}

/// The numbers of lines below the header, and of bytes.
async fn download(address: SocketAddr, path: &str) -> Result<(u64, u64), Box<dyn Error>> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let (mut lines, mut bytes, mut buffer) = (0, 0, vec![0; 1 << 16]);
    let mut end = [0; 32];
    loop {
        match stream.read(&mut buffer).await? {
            0 => break,
            read => {
                let part = &buffer[..read];
                bytes += read as u64;
                // Rows end with a line feed alone; those of the header and of chunks with both characters.
                let feeds = part.iter().filter(|&&byte| byte == b'\n').count();
                let returns = part.iter().filter(|&&byte| byte == b'\r').count();
                lines += feeds as u64;
                lines -= returns as u64;
                let kept = read.min(end.len());
                end.rotate_left(kept);
                let at = end.len() - kept;
                end[at..].copy_from_slice(&part[read - kept..]);
            }
        }
    }
    match end.ends_with(b"0\r\n\r\n") {
        true => Ok((lines - 1, bytes)),
        false => Err("the export was cut off".into()),
    }
}

/// The most memory that this process has had, in MiB.
fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kilobytes.ok_or("no VmHWM")?.parse::<u64>()? >> 10)
}

/// Fills a store with games of four players in pairs.
async fn generate(
    path: &std::path::Path,
    games: u64,
    tournaments: u64,
) -> Result<(), Box<dyn Error>> {
    let store = Store::open_file(path).await?;
    for tournament in 0..tournaments {
        let games = games / tournaments;
        let mut text = format!(
            "name = 'tournament {tournament}'\ngame = 'jaipur'\nseed = 1\nrounds = {}\n",
            games / 12 + 1
        );
        for player in 0..4 {
            text += &format!("[[player]]\nname = 'player {player}'\npolicy = 'random'\n");
        }
        let plan = Plan::<Jaipur>::new(Definition::read(&text)?)?;
        let holder = Holder::here("generator");
        let id = enter(&plan, &store, false, &holder).await?.id;
        let batch: Vec<Played> = (0..games.min(BATCH)).map(played).collect();
        store.add_games(id, &batch).await?;
        store.finish(id, games).await?;
        store.release_lease(id, &holder).await?;
    }
    store.close().await;
    // Copies of the batch by SQL: to add millions of games one by one takes hours.
    let options = SqliteConnectOptions::new().filename(path);
    let mut database = options.foreign_keys(false).connect().await?;
    for statement in [COPY_GAMES, COPY_SEATS] {
        sqlx::query(statement)
            .bind((games / tournaments) as i64)
            .bind(BATCH as i64)
            .execute(&mut database)
            .await?;
    }
    sqlx::query("UPDATE tournaments SET games = $1")
        .bind((games / tournaments) as i64)
        .execute(&mut database)
        .await?;
    database.close().await?;
    Ok(())
}

/// Fills a board of the ladder with games, half of them in a season that was frozen.
async fn generate_ladder(path: &std::path::Path, games: u64) -> Result<(), Box<dyn Error>> {
    let store = Store::open_file(path).await?;
    let board: Board = BOARD.parse()?;
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        let (name, token) = (format!("agent {number}"), token_hash(&number.to_string()));
        let agent = store
            .register_ladder_agent(&board, &name, "", &token)
            .await?;
        store
            .set_ladder_state(agent.id, AgentState::Active, true, None)
            .await?;
        agents.push(agent.id);
    }
    let mut seasons = Vec::new();
    for _ in 0..2 {
        let season = store.open_ladder_season(&board).await?.id;
        let batch: Vec<LadderGame> = (0..games.min(BATCH))
            .map(|number| ladder_game(season, number, &agents))
            .collect();
        let batch: Vec<&LadderGame> = batch.iter().collect();
        store.add_ladder_games(&batch).await?;
        if seasons.is_empty() {
            freeze(&store, &board, 0).await?;
        }
        seasons.push(season);
    }
    store.close().await;
    let options = SqliteConnectOptions::new().filename(path);
    let mut database = options.foreign_keys(false).connect().await?;
    let factor = games.div_ceil(2 * BATCH);
    for season in seasons {
        for statement in [COPY_LADDER_GAMES, COPY_LADDER_SEATS] {
            sqlx::query(statement)
                .bind((factor * BATCH) as i64)
                .bind(BATCH as i64)
                .bind(season)
                .execute(&mut database)
                .await?;
        }
        for statement in MULTIPLY_TOTALS {
            sqlx::query(statement)
                .bind(factor as i64)
                .bind(season)
                .execute(&mut database)
                .await?;
        }
    }
    database.close().await?;
    Ok(())
}

/// A rated game of two agents.
fn ladder_game(season: i64, number: u64, agents: &[i64]) -> LadderGame {
    let among = if number.is_multiple_of(10) {
        AGENTS
    } else {
        10
    };
    let first = number as usize % among;
    let players = [
        first,
        (first + 1 + number as usize / among % (among - 1)) % among,
    ];
    let seat = |seat: usize| {
        let result = SeatResult {
            player: agents[players[seat]] as usize,
            score: 60 + seat as i32,
            place: 2 - seat,
            share: seat as f64,
            faults: 0,
        };
        (result, ThinkingTime::default())
    };
    LadderGame {
        season,
        number,
        kind: GameKind::Rated,
        slot: None,
        record: "x".repeat(1000),
        plies: 60,
        duration: 900,
        stop: Stop::Finished,
        seats: vec![seat(0), seat(1)],
        logs: Vec::new(),
    }
}

/// A game of two of the four players, with a record as long as one of Jaipur.
fn played(number: u64) -> Played {
    const PAIRS: [[usize; 2]; 6] = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]];
    let players = PAIRS[(number / 2 % 6) as usize];
    let seat = |seat: usize| SeatResult {
        player: players[(seat + number as usize) % 2],
        score: 60 + seat as i32,
        place: 2 - seat,
        share: seat as f64,
        faults: u64::from(number.is_multiple_of(1000)),
    };
    Played {
        number,
        deal: number,
        plies: 60,
        stop: Stop::Finished,
        duration: 900,
        thinking: vec![ThinkingTime::default(); 2],
        seats: vec![seat(0), seat(1)],
        faults: Vec::new(),
        usage: Vec::new(),
        record: "x".repeat(1000),
    }
}

/// The time of one request.
async fn ask(address: SocketAddr, path: &str) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    match answer.starts_with(b"HTTP/1.1 200") {
        true => Ok(start.elapsed()),
        false => Err(String::from_utf8_lossy(&answer).into_owned().into()),
    }
}
