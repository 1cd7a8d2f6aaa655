//! `parlour serve` that is killed at random moments while people play at tables and agents on the ladder: no table, seat
//! or finished game is lost, no stranger gets a seat, and nothing that a client was shown is taken back.
//!
//! `PARLOUR_KILLS` is the number of kills (`cargo xtask bench restarts` sets 200), `PARLOUR_SEED` that of the random
//! moments and moves.

use crate::common::{self, Killed, Line, TIMEOUT, own_host};
use crate::postgres::Postgres;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The board of the ladder, and the number of its agents.
pub(crate) const BOARD: &str = "jaipur:round";
const AGENTS: usize = 3;
/// How long a client waits before it connects again.
pub(crate) const RECONNECT_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % end
    }
}

#[derive(Clone, Default)]
pub(crate) struct Addresses {
    pub(crate) http: String,
    agents: String,
}

/// A server that is started again and again on one database.
pub(crate) struct Served {
    database: String,
    host: String,
    /// Other options.
    options: &'static [&'static str],
    process: Option<Killed>,
    pub(crate) addresses: Arc<Mutex<Addresses>>,
    /// What all processes have written to stderr.
    log: tempfile::NamedTempFile,
}

impl Served {
    pub(crate) fn start(database: &str) -> Served {
        Served::start_with(database, &[])
    }

    pub(crate) fn start_with(database: &str, options: &'static [&'static str]) -> Served {
        let mut served = Served {
            database: database.to_owned(),
            host: own_host(),
            options,
            process: None,
            addresses: Arc::default(),
            log: tempfile::NamedTempFile::new().unwrap(),
        };
        served.resume();
        served
    }

    pub(crate) fn resume(&mut self) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--http", &self.host, "--agents", &self.host])
            .args(["--database", &self.database, "--token", "0123456789abcdef"])
            .args(self.options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(self.log.as_file().try_clone().unwrap())
            .spawn()
            .unwrap();
        let before = ["Parlour is at http://", "Agents connect to "];
        let [http, agents] = common::addresses(&mut child, before);
        *self.addresses.lock().unwrap() = Addresses { http, agents };
        self.process = Some(Killed(child));
    }

    /// What all processes have logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.log.path()).unwrap()
    }

    /// Ends the process at once.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }

    /// Asks the process to stop, and waits for it.
    pub(crate) fn terminate(&mut self) {
        self.process.take().unwrap().terminate();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
        if thread::panicking() {
            eprintln!("{}", self.log());
        }
    }
}

/// Asks over HTTP; `None` if the server is not there.
pub(crate) fn ask(
    addresses: &Mutex<Addresses>,
    method: &str,
    path: &str,
    body: &str,
) -> Option<(u16, Value)> {
    let http = addresses.lock().unwrap().http.clone();
    let (status, body) = common::request(&http, method, path, &[], body)?;
    Some((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
}

/// The same, until there is an answer of a server that knows its tables and does not limit the requests of this address.
pub(crate) fn ask_until(
    addresses: &Mutex<Addresses>,
    method: &str,
    path: &str,
    body: &str,
) -> (u16, Value) {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match ask(addresses, method, path, body) {
            Some((status, answer)) if ![429, 503].contains(&status) => return (status, answer),
            _ => assert!(Instant::now() < deadline, "no answer to {method} {path}"),
        }
        thread::sleep(RECONNECT_INTERVAL);
    }
}

/// Connects with the token of a seat or an agent; `None` if the server is not there.
pub(crate) fn connect(addresses: &Mutex<Addresses>, token: &str, name: &str) -> Option<Line> {
    let agents = addresses.lock().unwrap().agents.clone();
    let hello = json!({"type": "hello", "version": 1, "name": name, "token": token, "watch": true, "again": true});
    Line::connect(&agents, &hello)
}

/// A person, as the test sees them.
#[derive(Default)]
struct Person {
    /// The token that their client knows.
    token: String,
    /// A token that was replaced, once it is certain that nobody may use it.
    replaced: Option<String>,
    /// Everything that happened in the game, as they were told.
    events: Vec<Value>,
    result: Option<Value>,
    /// Number of times the client had to connect.
    connections: u64,
}

struct Table {
    id: String,
    people: Vec<Arc<Mutex<Person>>>,
}

/// An agent of the ladder.
struct Agent {
    id: i64,
    token: String,
    /// The scores of its games, as it was told.
    told: Mutex<Vec<Value>>,
}

/// What the threads share.
struct Course {
    addresses: Arc<Mutex<Addresses>>,
    /// Whether no new game begins.
    ending: AtomicBool,
    tables: Mutex<Vec<Table>>,
    seed: AtomicU64,
}

impl Course {
    fn random(&self) -> Random {
        Random(self.seed.fetch_add(1_000_003, Ordering::Relaxed))
    }

    /// Makes a table and plays it to its end, with a thread for each person.
    fn play(&self, request: &Value) {
        let (status, opened) = ask_until(
            &self.addresses,
            "POST",
            "/api/v1/tables",
            &request.to_string(),
        );
        assert_eq!(status, 201, "{opened}");
        let id = opened["id"].as_str().unwrap().to_owned();
        let people: Vec<Arc<Mutex<Person>>> = (opened["seats"].as_array().unwrap().iter())
            .filter_map(|seat| seat["token"].as_str())
            .map(|token| {
                Arc::new(Mutex::new(Person {
                    token: token.to_owned(),
                    ..Person::default()
                }))
            })
            .collect();
        self.tables.lock().unwrap().push(Table {
            id: id.clone(),
            people: people.clone(),
        });
        thread::scope(|scope| {
            for (number, person) in people.iter().enumerate() {
                let mut random = self.random();
                scope.spawn(move || {
                    let name = format!("p{number}");
                    let deadline = Instant::now() + TIMEOUT * 10;
                    while person.lock().unwrap().result.is_none() {
                        assert!(Instant::now() < deadline, "the game does not end");
                        self.sit(person, &name, &mut random);
                        thread::sleep(RECONNECT_INTERVAL);
                    }
                });
            }
        });
        let told: Vec<Value> = people
            .iter()
            .map(|person| person.lock().unwrap().result.clone().unwrap())
            .collect();
        assert!(
            told.iter().all(|result| *result == told[0]),
            "{id}: {told:?}"
        );
    }

    /// One connection of a person.
    fn sit(&self, person: &Mutex<Person>, name: &str, random: &mut Random) -> Option<()> {
        let shown = person.lock().unwrap().token.clone();
        let mut line = connect(&self.addresses, &shown, name)?;
        let mut events = Vec::new();
        // Whether everything from before was told again.
        let mut caught_up = false;
        let mut turns = 0;
        loop {
            let message = line.hear()?;
            let mut person = person.lock().unwrap();
            match message["type"].as_str().unwrap() {
                "welcome" => {
                    let token = message["token"].as_str().unwrap();
                    if token != shown {
                        person.token = token.to_owned();
                    }
                    person.connections += 1;
                }
                "bye" => {
                    let known = message["code"] == "restart" || person.result.is_some();
                    assert!(
                        known || message["reason"] == "the game is over",
                        "{name}: {message}"
                    );
                    return None;
                }
                "refused" => panic!("{name}: {message}"),
                kind => {
                    events.extend(message["events"].as_array().into_iter().flatten().cloned());
                    if !caught_up && !events.is_empty() {
                        let before = &person.events;
                        assert!(
                            events.len() >= before.len() && events[..before.len()] == before[..],
                            "{name} was told {} events, and now other {}",
                            before.len(),
                            events.len()
                        );
                        caught_up = true;
                    }
                    if caught_up {
                        person.events.clone_from(&events);
                    }
                    if kind == "result" {
                        person.result = Some(json!([message["scores"], message["winners"]]));
                        return None;
                    }
                    if kind == "turn" {
                        turns += 1;
                        if turns > 1 && person.token != shown {
                            // The server has stored more since it knew that the new token has arrived.
                            person.replaced = Some(shown.clone());
                        }
                        drop(person);
                        let legal = message["legal"].as_array().unwrap();
                        let action = &legal[random.below(legal.len() as u64) as usize];
                        thread::sleep(Duration::from_millis(random.below(12)));
                        line.say(
                            &json!({"type": "action", "id": message["id"], "action": action}),
                        )?;
                    }
                }
            }
        }
    }

    /// Registers an agent of the ladder.
    fn register(&self, number: usize) -> Agent {
        let request = json!({"board": BOARD, "name": format!("agent {number}")}).to_string();
        let (status, made) = ask_until(&self.addresses, "POST", "/api/v1/ladder/agents", &request);
        assert_eq!(status, 201, "{made}");
        Agent {
            id: made["agent"].as_i64().unwrap(),
            token: made["token"].as_str().unwrap().to_owned(),
            told: Mutex::default(),
        }
    }

    /// Plays games of the ladder until no new game begins.
    fn play_ladder(&self, agent: &Agent) {
        let mut random = self.random();
        while !self.ending.load(Ordering::Relaxed) {
            if let Some(mut line) = connect(&self.addresses, &agent.token, "x") {
                self.play_ladder_games(agent, &mut line, &mut random);
            }
            thread::sleep(RECONNECT_INTERVAL);
        }
    }

    /// The games of one connection.
    fn play_ladder_games(&self, agent: &Agent, line: &mut Line, random: &mut Random) -> Option<()> {
        while !self.ending.load(Ordering::Relaxed) {
            let message = line.hear()?;
            match message["type"].as_str().unwrap() {
                "turn" => {
                    let legal = message["legal"].as_array().unwrap();
                    let action = &legal[random.below(legal.len() as u64) as usize];
                    line.say(&json!({"type": "action", "id": message["id"], "action": action}))?;
                }
                "result" => {
                    let scores = message["scores"].clone();
                    agent.told.lock().unwrap().push(scores);
                }
                "bye" => panic!("{}: {message}", agent.id),
                _ => {}
            }
        }
        None
    }

    /// Every game whose result an agent was told is there, in order. Returns their number.
    fn check_ladder(&self, agents: &[Agent]) -> usize {
        let mut games = 0;
        for agent in agents {
            let told = agent.told.lock().unwrap().clone();
            let mut stored = Vec::new();
            for page in 1.. {
                let path = format!(
                    "/api/v1/ladder/boards/{BOARD}/games?agent={}&page={page}",
                    agent.id
                );
                let (status, list) = ask_until(&self.addresses, "GET", &path, "");
                assert_eq!(status, 200, "{list}");
                let items = list["items"].as_array().unwrap();
                let scores = |game: &Value| -> Value {
                    let seats = game["seats"].as_array().unwrap();
                    seats.iter().map(|seat| seat["score"].clone()).collect()
                };
                stored.extend(items.iter().map(scores));
                if items.is_empty() {
                    break;
                }
            }
            let mut oldest_first = stored.iter().rev();
            for scores in &told {
                assert!(
                    oldest_first.any(|stored| stored == scores),
                    "agent {} was told {told:?}, and the store has {stored:?}",
                    agent.id
                );
            }
            games += told.len();
        }
        games
    }

    /// What strangers try: tokens that they guess, and tokens that were replaced.
    fn strangers(&self) {
        let mut tokens = vec!["0".repeat(32)];
        for table in self.tables.lock().unwrap().iter() {
            let people = table.people.iter();
            tokens.extend(people.filter_map(|person| person.lock().unwrap().replaced.clone()));
        }
        for token in tokens.iter().rev().take(8) {
            let Some(mut line) = connect(&self.addresses, token, "a stranger") else {
                return;
            };
            if let Some(answer) = line.hear() {
                assert_eq!(answer["type"], "bye", "a stranger has a seat: {answer}");
            }
        }
    }

    /// Every finished game is there, and is what people were told.
    fn check_finished(&self) -> usize {
        let tables = self.tables.lock().unwrap();
        let mut finished = 0;
        for table in tables.iter() {
            let people: Vec<_> = table
                .people
                .iter()
                .map(|person| person.lock().unwrap())
                .collect();
            let Some(result) = people.iter().find_map(|person| person.result.as_ref()) else {
                continue;
            };
            let path = format!("/api/v1/tables/{}", table.id);
            let (status, summary) = ask_until(&self.addresses, "GET", &path, "");
            assert_eq!(status, 200, "{}: {summary}", table.id);
            assert_eq!(summary["state"], "over");
            assert_eq!(json!([summary["scores"], summary["winners"]]), *result);
            let (status, record) = ask_until(&self.addresses, "GET", &format!("{path}/record"), "");
            assert_eq!(status, 200, "{}: {record}", table.id);
            assert_eq!(record["result"]["scores"], result[0]);
            finished += 1;
        }
        finished
    }
}

fn requests() -> Vec<Value> {
    let person = json!({"kind": "person"});
    let policy = |name: &str| json!({"kind": "policy", "policy": name});
    let table = |game: &str, rules: &str, seats: &[&Value], clock: Option<u64>| json!({"game": game, "rules": rules, "seats": seats, "clock": clock});
    vec![
        table("jaipur", "round", &[&person, &person], None),
        table(
            "modern-art",
            "simple",
            &[&person, &person, &policy("simple"), &person],
            Some(60_000),
        ),
        table(
            "masters-gallery",
            "full",
            &[&person, &policy("random"), &person],
            None,
        ),
        table(
            "primi-composti",
            "1",
            &[&person, &policy("random")],
            Some(60_000),
        ),
    ]
}

/// Kills the server `kills` times while games are played.
fn killed_at_random(database: &str, kills: u64) {
    let seed = number("PARLOUR_SEED", 1);
    let mut served = Served::start_with(database, &["--ladder", BOARD]);
    let course = Course {
        addresses: Arc::clone(&served.addresses),
        ending: AtomicBool::new(false),
        tables: Mutex::default(),
        seed: AtomicU64::new(seed),
    };
    let mut random = Random(seed ^ 0x5eed);
    let agents: Vec<Agent> = (0..AGENTS).map(|number| course.register(number)).collect();
    thread::scope(|scope| {
        for agent in &agents {
            let course = &course;
            scope.spawn(move || course.play_ladder(agent));
        }
        for request in requests() {
            let course = &course;
            scope.spawn(move || {
                while !course.ending.load(Ordering::Relaxed) {
                    course.play(&request);
                }
            });
        }
        for kill in 0..kills {
            thread::sleep(Duration::from_millis(random.below(700)));
            served.kill();
            served.resume();
            course.strangers();
            if kill % 10 == 9 {
                course.check_finished();
                course.check_ladder(&agents);
            }
        }
        // On a busy machine the kills may all come before the first game of the ladder is over.
        let deadline = Instant::now() + TIMEOUT;
        while course.check_ladder(&agents) == 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(50));
        }
        course.ending.store(true, Ordering::Relaxed);
    });
    served.kill();
    served.resume();
    let finished = course.check_finished();
    let results = course.check_ladder(&agents);
    assert!(results > 0, "no game of the ladder was finished");
    let tables = course.tables.into_inner().unwrap();
    assert_eq!(finished, tables.len(), "every game was played to its end");
    let people = tables.iter().flat_map(|table| &table.people);
    let connections: u64 = people
        .map(|person| person.lock().unwrap().connections)
        .sum();
    println!(
        "{kills} kills, {finished} games, {connections} connections, {results} results of the ladder: nothing lost"
    );
}

#[test]
fn kills_on_sqlite_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    killed_at_random(
        &format!("sqlite:{}", path.display()),
        number("PARLOUR_KILLS", 6),
    );
}

#[test]
fn kills_on_postgres_lose_nothing() {
    let server = Postgres::start();
    killed_at_random(&server.url(), number("PARLOUR_KILLS", 3));
}

/// A table of two people, and the first messages to the first of them.
pub(crate) fn two_people(served: &Served, clock: u64) -> (Value, Line, Line) {
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seats": seats, "clock": clock});
    let made = ask_until(
        &served.addresses,
        "POST",
        "/api/v1/tables",
        &request.to_string(),
    )
    .1;
    let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap();
    let first = connect(&served.addresses, token(0), "Ada").unwrap();
    let second = connect(&served.addresses, token(1), "Bob").unwrap();
    (made, first, second)
}

/// A server that stops ends the games of the ladder, and their agents know that they should connect again.
#[test]
fn agents_of_the_ladder_are_told_of_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    let mut served = Served::start_with(&database, &["--ladder", BOARD]);
    let course = Course {
        addresses: Arc::clone(&served.addresses),
        ending: AtomicBool::new(false),
        tables: Mutex::default(),
        seed: AtomicU64::new(1),
    };
    let agents = [course.register(0), course.register(1)];
    // One has been sent a request, the other may wait for its game.
    let mut playing = connect(&served.addresses, &agents[0].token, "x").unwrap();
    playing.hear_of("turn");
    let mut other = connect(&served.addresses, &agents[1].token, "x").unwrap();
    other.hear_of("welcome");
    served.terminate();
    for line in [&mut playing, &mut other] {
        assert_eq!(line.hear_of("bye")["code"], "restart");
    }
    served.resume();
    let mut playing = connect(&served.addresses, &agents[0].token, "x").unwrap();
    playing.hear_of("turn");
}

#[test]
fn a_server_that_is_asked_to_stop_says_that_the_game_continues() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    let mut served = Served::start(&database);
    let (_, mut ada, mut bob) = two_people(&served, 60_000);
    let token = ada.hear_of("welcome")["token"].as_str().unwrap().to_owned();
    let turn = ada.hear_of("turn");
    ada.say(&json!({"type": "action", "id": turn["id"], "action": turn["legal"][0]}))
        .unwrap();
    let other = bob.hear_of("turn");
    served.terminate();
    for line in [&mut ada, &mut bob] {
        let bye = line.hear_of("bye");
        assert_eq!(bye["code"], "restart", "{bye}");
        assert_eq!(bye["reason"], "the server restarts, your game continues");
    }
    // The clock stands still meanwhile.
    thread::sleep(Duration::from_millis(1500));
    served.resume();
    let mut ada = connect(&served.addresses, &token, "Ada").unwrap();
    assert_eq!(ada.hear_of("welcome")["name"], "Ada");
    let table = ada.hear_of("table");
    let left = table["time"][1].as_u64().unwrap();
    assert!(left <= other["time"].as_u64().unwrap(), "{table}");
    assert_eq!(table["seats"][1]["name"], "Bob");
    assert_eq!(table["to_move"], json!([1]));
}

/// The tables of a server that was killed continue at another one on the same database.
#[test]
fn another_server_takes_over() {
    let database = Postgres::start();
    let mut first = Served::start(&database.url());
    let second = Served::start(&database.url());
    let (made, mut ada, mut bob) = two_people(&first, 60_000);
    let tokens = [&mut ada, &mut bob].map(|line| {
        let welcome = line.hear_of("welcome");
        welcome["token"].as_str().unwrap().to_owned()
    });
    let turn = ada.hear_of("turn");
    let action = json!({"type": "action", "id": turn["id"], "action": turn["legal"][0]});
    ada.say(&action).unwrap();
    let told = bob.hear_of("turn");
    first.kill();
    // Until the second server has noticed, it does not know the table.
    let path = format!("/api/v1/tables/{}", made["id"].as_str().unwrap());
    let deadline = Instant::now() + TIMEOUT;
    while ask_until(&second.addresses, "GET", &path, "").0 != 200 {
        assert!(Instant::now() < deadline, "nobody takes the table over");
        thread::sleep(RECONNECT_INTERVAL);
    }
    let mut bob = connect(&second.addresses, &tokens[1], "Bob").unwrap();
    let again = bob.hear_of("turn");
    for field in ["id", "legal", "view"] {
        assert_eq!(again[field], told[field], "{field}");
    }
    let mut ada = connect(&second.addresses, &tokens[0], "Ada").unwrap();
    assert_eq!(ada.hear_of("welcome")["seat"], 0);
    // The first server comes back, and leaves the table where it is.
    first.resume();
    let action = json!({"type": "action", "id": again["id"], "action": again["legal"][0]});
    bob.say(&action).unwrap();
    ada.hear_of("turn");
    assert_eq!(ask_until(&first.addresses, "GET", &path, "").0, 404);
}

/// A table that cannot be read is skipped, and the others are restored.
#[test]
fn a_damaged_table_does_not_stop_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    let database = format!("sqlite:{}", path.display());
    let mut served = Served::start(&database);
    let (damaged, ..) = two_people(&served, 60_000);
    let (whole, ..) = two_people(&served, 60_000);
    served.kill();
    let id = damaged["id"].as_str().unwrap();
    let damage = format!(
        "import sqlite3, sys\nstore = sqlite3.connect(sys.argv[1])\n\
        store.execute(\"UPDATE server_tables SET data = substr(data, 1, 300) WHERE id = '{id}'\")\nstore.commit()"
    );
    let python = Command::new("python3")
        .args(["-c", &damage])
        .arg(&path)
        .status()
        .unwrap();
    assert!(python.success());
    served.resume();
    let state = |table: &Value| {
        let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
        ask_until(&served.addresses, "GET", &path, "").0
    };
    assert_eq!((state(&whole), state(&damaged)), (200, 404));
}

/// The file of the database has no token that a client was given, and the server does not print any.
#[test]
fn tokens_are_stored_as_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    let mut served = Served::start(&format!("sqlite:{}", path.display()));
    let (made, mut ada, _bob) = two_people(&served, 60_000);
    let welcome = ada.hear_of("welcome");
    ada.hear_of("turn");
    served.kill();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend(std::fs::read(folder.path().join("a.sqlite-wal")).unwrap_or_default());
    let has = |text: &Value| {
        let text = text.as_str().unwrap().as_bytes();
        bytes.windows(text.len()).any(|window| window == text)
    };
    assert!(has(&made["id"]));
    for token in [
        &made["keeper"],
        &made["seats"][0]["token"],
        &made["seats"][1]["token"],
        &welcome["token"],
    ] {
        assert!(!has(token), "{token}");
    }
}
