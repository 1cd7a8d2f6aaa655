//! Several `parlour serve` on one PostgreSQL database: tables are played through any of them, and go on at another one
//! when theirs is killed or suspended.

use crate::common::{self, Killed, Line, TIMEOUT, own_host, signal};
use crate::postgres::Postgres;
use parlour_engine::{DealSource, Game as _, RecordLink, Rules as _, Seat, Table as GameTable};
use parlour_games::jaipur::{Jaipur, Rules};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// The time within which another server has to continue the tables of one that has ended.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a client waits before it connects again.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(50);
/// The address of a client behind the load balancer.
const CLIENT: &str = "192.0.2.7";

/// A server of a cluster, whose load balancer is this machine.
struct Served {
    process: Killed,
    http: String,
    agents: String,
    cluster: String,
    log: PathBuf,
}

impl Served {
    fn start(database: &Postgres, folder: &TempDir, name: &str) -> Served {
        let host = own_host();
        let log = folder.path().join(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args([
                "serve",
                "--http",
                &host,
                "--agents",
                &host,
                "--cluster",
                &host,
            ])
            .args(["--database", &database.url(), "--token", "0123456789abcdef"])
            .args(["--log-level", "debug"])
            .env("PARLOUR_PROXIES_TRUSTED", "['127.0.0.0/8']")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let [http, agents, cluster] = common::addresses(
            &mut child,
            [
                "Parlour is at http://",
                "Agents connect to ",
                "Other servers connect to ",
            ],
        );
        Served {
            process: Killed(child),
            http,
            agents,
            cluster,
            log,
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn get(&self, path: &str) -> (u16, Value) {
        ask(&self.http, "GET", path, &[], "")
    }

    fn make(&self, request: &Value) -> Table {
        let path = "/api/v1/tables";
        let (status, made) = ask(&self.http, "POST", path, &[], &request.to_string());
        assert_eq!(status, 201, "{made}");
        let seats = made["seats"].as_array().unwrap().iter();
        Table {
            path: format!("/api/v1/tables/{}", made["id"].as_str().unwrap()),
            keeper: made["keeper"].as_str().unwrap().to_owned(),
            tokens: seats
                .map(|seat| seat["token"].as_str().unwrap().to_owned())
                .collect(),
        }
    }
}

struct Table {
    path: String,
    keeper: String,
    tokens: Vec<String>,
}

/// Asks over HTTP.
fn ask(http: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
    let headers = [&[("X-Forwarded-For", CLIENT)], headers].concat();
    let (status, body) = common::request(http, method, path, &headers, body).unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

/// A seat of a table, over a WebSocket.
struct Client(WebSocket<TcpStream>);

impl Client {
    /// Connects to a table, or returns the status of the answer; 0 if there is none.
    fn connect(http: &str, table: &Table, token: &str, name: &str) -> Result<Client, u16> {
        let mut client = Client::open(http, &table.path)?;
        let hello =
            json!({"type": "hello", "version": 1, "name": name, "token": token, "watch": true});
        client.say(&hello).ok_or(0_u16)?;
        Ok(client)
    }

    /// Connects without a first message.
    fn open(http: &str, path: &str) -> Result<Client, u16> {
        let stream = TcpStream::connect(http).map_err(|_| 0_u16)?;
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let mut request = format!("ws://{http}{path}/socket")
            .into_client_request()
            .unwrap();
        let headers = request.headers_mut();
        headers.insert("X-Forwarded-For", CLIENT.parse().unwrap());
        headers.insert("Origin", format!("http://{http}").parse().unwrap());
        let socket = match tungstenite::client(request, stream) {
            Ok((socket, _)) => socket,
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                return Err(response.status().as_u16());
            }
            Err(_) => return Err(0),
        };
        Ok(Client(socket))
    }

    fn say(&mut self, message: &Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).ok()
    }

    /// The next message; `None` if the connection has ended.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) => {
                    let kind = error.kind();
                    let late = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
                    assert!(!late.contains(&kind), "the server says nothing any more");
                    return None;
                }
                Err(_) => return None,
            }
        }
    }

    fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().unwrap_or_else(|| panic!("no {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Plays the first legal action.
    fn act(&mut self, turn: &Value) {
        self.say(&json!({"type": "action", "id": turn["id"], "action": turn["legal"][0]}))
            .unwrap();
    }
}

/// Connects to a server that may have to take the table over first.
fn connect_until(http: &str, table: &Table, token: &str, since: Instant) -> Client {
    loop {
        match Client::connect(http, table, token, "back") {
            Ok(client) => return client,
            Err(status) => assert_eq!(status, 503, "the table is gone"),
        }
        assert!(since.elapsed() < TAKEOVER_TIMEOUT, "nobody takes it over");
        thread::sleep(RECONNECT_INTERVAL);
    }
}

/// Waits until a server knows the other one. Each learns of the other by itself: one may know it while the other does not.
fn until_joined(server: &Served) {
    let start = Instant::now();
    while !server.log().contains("a server has joined the cluster") {
        assert!(start.elapsed() < TIMEOUT, "{}", server.log());
        thread::sleep(RECONNECT_INTERVAL);
    }
}

fn request() -> Value {
    let person = json!({"kind": "person"});
    json!({"game": "jaipur", "rules": "round", "seats": [person, person], "clock": 60_000, "listed": true})
}

/// The game of a person, as they were told of it over all connections.
#[derive(Default)]
struct Person {
    token: String,
    events: Vec<Value>,
    result: Option<Value>,
    name: Option<Value>,
}

/// The course of some games.
#[derive(Default)]
struct Course {
    actions: AtomicUsize,
    /// When the server was killed.
    killed: Mutex<Option<Instant>>,
    progress: Condvar,
}

impl Course {
    /// One connection of a person. Nothing that they were told is taken back.
    fn sit(&self, http: &str, table: &Table, person: &mut Person, name: &str) -> Option<()> {
        let killed = self.killed.lock().unwrap().unwrap_or_else(Instant::now);
        let mut client = match person.name {
            None => Client::connect(http, table, &person.token, name).unwrap(),
            Some(_) => connect_until(http, table, &person.token, killed),
        };
        let mut events = Vec::new();
        loop {
            let message = client.hear()?;
            events.extend(message["events"].as_array().into_iter().flatten().cloned());
            let told = events.len().min(person.events.len());
            assert_eq!(events[..told], person.events[..told], "{name}");
            if events.len() > told {
                person.events.clone_from(&events);
            }
            match message["type"].as_str().unwrap() {
                "welcome" => {
                    person.token = message["token"].as_str().unwrap().to_owned();
                    let known = person.name.get_or_insert(message["name"].clone());
                    assert_eq!(*known, message["name"], "the seat is another's");
                }
                "turn" => {
                    assert!(events.len() >= person.events.len(), "{name} was told less");
                    client.act(&message);
                    self.actions.fetch_add(1, Ordering::Relaxed);
                    self.progress.notify_all();
                }
                "result" => {
                    person.result = Some(json!([message["scores"], message["winners"]]));
                    return None;
                }
                "bye" => return None,
                "refused" => panic!("{name}: {message}"),
                _ => {}
            }
        }
    }

    /// Plays a game to its end.
    fn play(&self, http: &str, table: &Table) {
        let results: Vec<Value> = thread::scope(|scope| {
            let people = table
                .tokens
                .iter()
                .zip(["Ada", "Bob"])
                .map(|(token, name)| {
                    scope.spawn(move || {
                        let mut person = Person {
                            token: token.clone(),
                            ..Person::default()
                        };
                        let start = Instant::now();
                        while person.result.is_none() {
                            assert!(start.elapsed() < TIMEOUT, "the game does not end");
                            self.sit(http, table, &mut person, name);
                        }
                        person.result.unwrap()
                    })
                });
            let people: Vec<_> = people.collect();
            people
                .into_iter()
                .map(|person| person.join().unwrap())
                .collect()
        });
        assert_eq!(results[0], results[1]);
    }
}

#[test]
fn a_table_is_played_through_another_server() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    until_joined(&first);
    until_joined(&second);
    let table = first.make(&request());
    let own = first.get(&table.path);
    assert_eq!(own.0, 200);
    assert_eq!(second.get(&table.path), own);
    for server in [&first, &second] {
        let (_, list) = server.get("/api/v1/tables");
        assert_eq!(list["tables"], json!([own.1]), "{list}");
    }
    assert_eq!(second.get(&format!("{}/record", table.path)).0, 409);
    assert_eq!(second.get("/api/v1/tables/0123456789abcdef").0, 404);

    // One over a tunnel, the other not.
    let mut bob = Client::connect(&first.http, &table, &table.tokens[1], "Bob").unwrap();
    let mut ada = Client::connect(&second.http, &table, &table.tokens[0], "Ada").unwrap();
    let welcome = ada.hear_of("welcome");
    let turn = ada.hear_of("turn");
    ada.act(&turn);
    assert_eq!(bob.hear_of("turn")["id"], 1);
    // A seat is that of its token, whichever server it is shown to.
    let replaced = table.tokens[0].as_str();
    for server in [&first, &second] {
        let mut stranger = Client::connect(&server.http, &table, replaced, "x").unwrap();
        assert_eq!(stranger.hear_of("bye")["code"], "unknown_token");
    }
    let token = welcome["token"].as_str().unwrap();
    let mut again = Client::connect(&second.http, &table, token, "x").unwrap();
    assert_eq!(again.hear_of("welcome")["name"], "Ada");
    assert_eq!(ada.hear_of("bye")["code"], "replaced");

    // Only its owner ends it.
    let end = |token: &str| {
        let bearer = format!("Bearer {token}");
        ask(
            &second.http,
            "DELETE",
            &table.path,
            &[("Authorization", &bearer)],
            "",
        )
        .0
    };
    assert_eq!(end(&table.tokens[0]), 401);
    let other = [
        ("Origin", "http://evil.example"),
        ("Authorization", &table.keeper),
    ];
    assert_eq!(ask(&second.http, "DELETE", &table.path, &other, "").0, 403);
    assert_eq!(end(&table.keeper), 204);
    assert_eq!(again.hear_of("bye")["code"], "ended_by_creator");

    // A whole game, whose record is the same everywhere.
    let table = first.make(&request());
    Course::default().play(&second.http, &table);
    let record = format!("{}/record", table.path);
    assert_eq!(first.get(&record).0, 200);
    assert_eq!(second.get(&record), first.get(&record));

    // Tables for programs only, which a single server does not store.
    let agent = json!({"kind": "agent"});
    let programs = json!({"game": "jaipur", "rules": "round", "seats": [agent, agent]});
    let table = first.make(&programs);
    assert_eq!(second.get(&table.path).1["state"], "waiting");
}

/// Shared replays are not stored: a server asks the others for one, and the creator makes it again at another.
#[test]
fn a_shared_replay_is_followed_through_another_server() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let mut first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    until_joined(&first);
    until_joined(&second);
    let rules = Rules::named("round").unwrap();
    let names = vec!["Ada".to_owned(), "Bo".to_owned()];
    let mut table = GameTable::<Jaipur>::new(rules, DealSource::Seed(1), names).unwrap();
    let legal = table.state().legal_actions(Seat(0));
    table.play(Seat(0), legal[0]).unwrap();
    let token = "0123456789abcdef0123456789abcdef";
    let bearer = format!("Bearer {token}");
    let body = json!({"record": RecordLink::write(&table)}).to_string();
    let make = |server: &Served| {
        let headers = [("Authorization", bearer.as_str())];
        ask(
            &server.http,
            "POST",
            "/api/v1/shared-replays",
            &headers,
            &body,
        )
    };
    let (status, made) = make(&first);
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/v1/shared-replays/{}", made["id"].as_str().unwrap());
    assert_eq!(make(&second), (200, made.clone()), "it is there");
    assert_eq!(second.get(&path), (200, made.clone()));
    let unknown = "/api/v1/shared-replays/00000000000000000000000000000000";
    assert_eq!(second.get(unknown).0, 404);
    let join = |server: &Served, token: Option<&str>| {
        let mut client = Client::open(&server.http, &path).unwrap();
        client
            .say(&json!({"type": "join", "token": token}))
            .unwrap();
        client
    };
    // The leader over a tunnel, the follower not.
    let mut leader = join(&second, Some(token));
    assert_eq!(leader.hear_of("state")["leads"], true);
    let mut follower = join(&first, None);
    assert_eq!(follower.hear_of("state")["watching"], 2);
    leader.say(&json!({"type": "seek", "ply": 1})).unwrap();
    assert_eq!(follower.hear_of("state")["ply"], 1);
    let wrong = [("Authorization", "Bearer 00000000000000000000000000000000")];
    assert_eq!(ask(&second.http, "DELETE", &path, &wrong, "").0, 401);

    first.process.kill();
    let killed = Instant::now();
    while leader.hear().is_some() {}
    let again = loop {
        match make(&second) {
            (503, _) => assert!(
                killed.elapsed() < TAKEOVER_TIMEOUT,
                "the first one is missed"
            ),
            answer => break answer,
        }
        thread::sleep(RECONNECT_INTERVAL);
    };
    assert_eq!(again, (201, made));
    assert_eq!(join(&second, Some(token)).hear_of("state")["leads"], true);
}

#[test]
fn the_port_for_servers_is_not_for_others() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    until_joined(&first);
    let table = first.make(&request());
    let spoofed = [
        ("X-Parlour-Client", "198.51.100.6"),
        ("X-Parlour-Server", "x"),
    ];
    for headers in [&[][..], &spoofed] {
        assert_eq!(ask(&first.cluster, "GET", &table.path, headers, "").0, 404);
    }
    // The client is the one that the load balancer names, whatever it says itself.
    assert_eq!(ask(&second.http, "GET", &table.path, &spoofed, "").0, 200);
    let log = first.log();
    let line = format!("path={:?} client={CLIENT}", table.path);
    let is_request = |text: &str| text.contains(&line);
    assert!(log.lines().any(is_request), "{log}");
    assert!(!log.contains("198.51.100.6"), "{log}");
}

/// Three games in play through the second server when the first one is killed.
#[test]
fn games_continue_at_another_server_after_a_kill() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let mut first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    until_joined(&second);
    let tables = [
        first.make(&request()),
        first.make(&request()),
        first.make(&request()),
    ];
    let course = Course::default();
    thread::scope(|scope| {
        for table in &tables {
            scope.spawn(|| course.play(&second.http, table));
        }
        let killed = course.killed.lock().unwrap();
        let waiting = course.progress.wait_timeout_while(killed, TIMEOUT, |_| {
            course.actions.load(Ordering::Relaxed) < 20
        });
        let (mut killed, _) = waiting.unwrap();
        *killed = Some(Instant::now());
        first.process.kill();
    });
    for table in &tables {
        let (status, summary) = second.get(&table.path);
        assert_eq!(
            (status, &summary["state"]),
            (200, &json!("over")),
            "{summary}"
        );
        let names = summary["seats"].as_array().unwrap().iter();
        let names: Vec<&Value> = names.map(|seat| &seat["name"]).collect();
        assert_eq!(names, ["Ada", "Bob"]);
    }
    assert!(second.log().contains("a server has left the cluster"));
    let log = second.log();
    assert!(
        tables.iter().all(|table| !log.contains(&table.tokens[0])),
        "{log}"
    );
}

/// Connects a program at the port for programs.
fn connect_program(agents: &str, token: &str) -> Line {
    let hello = json!({"type": "hello", "version": 1, "name": "program", "token": token});
    Line::connect(agents, &hello).unwrap()
}

/// A program at the port of one server is led to its seat at another, and back to it after a takeover.
#[test]
fn a_program_finds_its_seat() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let mut first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    let seats = json!([{"kind": "agent"}, {"kind": "person"}]);
    let table = first.make(&json!({"game": "jaipur", "rules": "round", "seats": seats}));
    let mut stranger = connect_program(&second.agents, &"0".repeat(32));
    let bye = stranger.hear_of("bye");
    assert_eq!(
        bye["reason"],
        "no seat has that token; its table may have ended"
    );
    let mut program = connect_program(&second.agents, &table.tokens[0]);
    let welcome = program.hear_of("welcome");
    let token = welcome["token"].as_str().unwrap();
    let mut ada = Client::connect(&second.http, &table, &table.tokens[1], "Ada").unwrap();
    ada.hear_of("welcome");
    let turn = program.hear_of("turn");
    program
        .say(&json!({"type": "action", "id": turn["id"], "action": turn["legal"][0]}))
        .unwrap();
    let asked = ada.hear_of("turn");
    ada.act(&asked);
    let turn = program.hear_of("turn");
    first.process.kill();
    assert_eq!(program.hear(), None);
    // It may connect at once: it waits until the table was taken over.
    let mut program = connect_program(&second.agents, token);
    let again = program.hear_of("welcome");
    assert_eq!(
        (&again["name"], &again["seat"]),
        (&welcome["name"], &json!(0))
    );
    let again = program.hear_of("turn");
    for field in ["id", "legal", "view"] {
        assert_eq!(again[field], turn[field], "{field}");
    }
}

/// A program that connects to a server which has not seen the others yet waits until it has.
#[test]
fn a_program_waits_until_the_servers_are_known() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let first = Served::start(&database, &folder, "first");
    let seats = json!([{"kind": "agent"}, {"kind": "person"}]);
    let table = first.make(&json!({"game": "jaipur", "rules": "round", "seats": seats}));
    database.stop();
    let second = Served::start(&database, &folder, "second");
    let mut program = connect_program(&second.agents, &table.tokens[0]);
    let mut stranger = connect_program(&second.agents, &"0".repeat(32));
    database.resume();
    assert_eq!(program.hear_of("welcome")["seat"], json!(0));
    let bye = stranger.hear_of("bye");
    assert_eq!(
        bye["reason"],
        "no seat has that token; its table may have ended"
    );
}

/// A server that is asked to stop says that the game continues, also through the tunnel.
#[test]
fn a_server_that_stops_leaves_its_tables_to_another() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let mut first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    let table = first.make(&request());
    let mut ada = Client::connect(&second.http, &table, &table.tokens[0], "Ada").unwrap();
    let token = ada.hear_of("welcome")["token"].as_str().unwrap().to_owned();
    signal(&first.process.0, "-TERM");
    let stopped = Instant::now();
    assert_eq!(ada.hear_of("bye")["code"], "restart");
    let mut ada = connect_until(&second.http, &table, &token, stopped);
    assert_eq!(ada.hear_of("welcome")["name"], "Ada");
    assert!(first.process.0.wait().unwrap().success());
}

/// A server that was suspended finds that another one plays its table: it sends nothing of its own, and overwrites
/// nothing.
#[test]
fn a_suspended_server_overwrites_nothing() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let first = Served::start(&database, &folder, "first");
    let second = Served::start(&database, &folder, "second");
    let table = first.make(&request());
    let sit = |seat: usize, name| {
        Client::connect(&first.http, &table, &table.tokens[seat], name).unwrap()
    };
    let mut stale = [sit(0, "Ada"), sit(1, "Bob")];
    let tokens = [0, 1].map(|seat: usize| {
        let welcome = stale[seat].hear_of("welcome");
        welcome["token"].as_str().unwrap().to_owned()
    });
    let turn = stale[0].hear_of("turn");
    stale[1].hear_of("news");
    signal(&first.process.0, "-STOP");
    let stopped = Instant::now();
    // It reads this when it goes on.
    stale[0].act(&turn);

    let mut ada = connect_until(&second.http, &table, &tokens[0], stopped);
    let again = ada.hear_of("turn");
    for field in ["id", "legal", "view"] {
        assert_eq!(again[field], turn[field], "{field}");
    }
    let mut bob = Client::connect(&second.http, &table, &tokens[1], "Bob").unwrap();
    assert_eq!(bob.hear_of("welcome")["name"], "Bob");
    let other = again["legal"].as_array().unwrap().last().unwrap();
    assert_ne!(*other, turn["legal"][0]);
    ada.say(&json!({"type": "action", "id": again["id"], "action": other}))
        .unwrap();
    let played = bob.hear_of("turn");
    assert_eq!(played["id"], 1);

    signal(&first.process.0, "-CONT");
    // It has not seen the action at the second server, and says nothing of the table by itself any more.
    let (status, summary) = first.get(&table.path);
    let is_current = status == 200 && summary["to_move"] == json!([1]);
    assert!(status == 503 || is_current, "{status} {summary}");
    for client in &mut stale {
        match client.hear() {
            None => {}
            Some(message) => {
                assert_eq!(message["code"], "restart", "{message}");
                assert_eq!(client.hear(), None);
            }
        }
    }
    bob.act(&played);
    let mut told = Vec::new();
    loop {
        let message = ada.hear().unwrap();
        told.extend(message["events"].as_array().into_iter().flatten().cloned());
        if message["type"] == "turn" {
            assert_eq!(message["id"], 2);
            break;
        }
    }
    // Once it knows the holder, it leads there.
    let start = Instant::now();
    while first.get(&table.path).0 == 503 {
        assert!(start.elapsed() < TIMEOUT);
        thread::sleep(RECONNECT_INTERVAL);
    }
    assert_eq!(first.get(&table.path), second.get(&table.path));
    let mut ada = Client::connect(&first.http, &table, &tokens[0], "Ada").unwrap();
    let events = ada.hear_of("turn")["events"].as_array().unwrap().clone();
    assert_eq!(events[1..], told);
}

/// Without its database a server of a cluster cannot know whether it still holds its tables: it sends nothing more of
/// them, and leaves them after some seconds.
#[test]
fn tables_wait_for_the_database() {
    let (database, folder) = (Postgres::start(), TempDir::new().unwrap());
    let first = Served::start(&database, &folder, "first");
    let table = first.make(&request());
    let sit = |seat: usize, name| {
        Client::connect(&first.http, &table, &table.tokens[seat], name).unwrap()
    };
    let (mut ada, mut bob) = (sit(0, "Ada"), sit(1, "Bob"));
    let tokens = [&mut ada, &mut bob].map(|client| {
        let welcome = client.hear_of("welcome");
        welcome["token"].as_str().unwrap().to_owned()
    });
    let turn = ada.hear_of("turn");
    bob.hear_of("news");
    // A short failure is a wait.
    database.stop();
    ada.act(&turn);
    database.resume();
    let played = bob.hear_of("turn");
    assert_eq!(played["id"], 1);
    // After a longer one, clients connect again.
    database.stop();
    bob.act(&played);
    for client in [&mut ada, &mut bob] {
        let bye = loop {
            let message = client.hear().unwrap();
            assert_ne!(
                message["type"], "turn",
                "an action is told that is not stored"
            );
            if message["type"] == "bye" {
                break message;
            }
        };
        assert_eq!(bye["code"], "restart", "{bye}");
    }
    assert_eq!(first.get(&table.path).0, 503);
    database.resume();
    let mut bob = connect_until(&first.http, &table, &tokens[1], Instant::now());
    let again = bob.hear_of("turn");
    for field in ["id", "legal", "view"] {
        assert_eq!(again[field], played[field], "{field}");
    }
}
