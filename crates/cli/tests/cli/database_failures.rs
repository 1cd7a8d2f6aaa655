//! `parlour serve` whose database fails while two people play, or an agent of the ladder: the games go on, the failure
//! is logged and seen at `/readyz`, and once the cause is gone, everything is stored without a restart.

use crate::common::{Line, TIMEOUT, request};
use crate::postgres::Postgres;
use crate::restarts::{BOARD, RECONNECT_INTERVAL, Served, ask, ask_until, connect, two_people};
use crate::tmpfs::Tmpfs;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Two people at a table, and what one of them was told.
struct Game {
    served: Served,
    table: String,
    /// Ada, who moves first, and Bob.
    lines: [Line; 2],
    token: String,
    told: Vec<Value>,
    turns: usize,
    /// The request to the person who is to move.
    asked: Value,
}

impl Game {
    fn start(database: &str) -> Game {
        let served = Served::start(database);
        let (made, ada, bob) = two_people(&served, 600_000);
        let mut game = Game {
            served,
            table: made["id"].as_str().unwrap().to_owned(),
            lines: [ada, bob],
            token: String::new(),
            told: Vec::new(),
            turns: 0,
            asked: Value::Null,
        };
        game.hear_turn();
        game
    }

    fn hear_turn(&mut self) {
        let mover = self.turns % 2;
        self.asked = loop {
            let message = self.lines[mover].hear().unwrap();
            if mover == 0 {
                let events = message["events"].as_array().into_iter().flatten();
                self.told.extend(events.cloned());
                if let Some(token) = message["token"].as_str() {
                    self.token = token.to_owned();
                }
            }
            if message["type"] == "turn" {
                break message;
            }
        };
    }

    /// Both play once. That Ada is asked again shows that the server has both actions.
    fn play(&mut self) {
        for _ in 0..2 {
            let asked = &self.asked;
            let action = json!({"type": "action", "id": asked["id"], "action": asked["legal"][0]});
            self.lines[self.turns % 2].say(&action).unwrap();
            self.turns += 1;
            self.hear_turn();
        }
    }

    /// The server is started again, and has the whole game.
    fn check_stored(mut self) {
        self.served.resume();
        let path = format!("/api/v1/tables/{}", self.table);
        let (_, summary) = ask_until(&self.served.addresses, "GET", &path, "");
        assert_eq!(summary["state"], "playing");
        let mut ada = connect(&self.served.addresses, &self.token, "Ada").unwrap();
        let again = ada.hear_of("turn");
        assert_eq!(*again["events"].as_array().unwrap(), self.told);
    }
}

/// Waits until `/readyz` is 200.
fn wait_until_ready(served: &Served) {
    wait_for_answer(served, |status, _| status == 200);
}

/// Waits until `/readyz` is 503 with this code. While a statement waits for the database, it is that of a database
/// which does not answer.
fn wait_for_code(served: &Served, code: &str) {
    wait_for_answer(served, |status, body| status == 503 && body["code"] == code);
}

fn wait_for_answer(served: &Served, is_wanted: impl Fn(u16, &Value) -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let answer = ask(&served.addresses, "GET", "/readyz", "");
        if (answer.as_ref()).is_some_and(|(status, body)| is_wanted(*status, body)) {
            return;
        }
        assert!(Instant::now() < deadline, "the last answer: {answer:?}");
        thread::sleep(RECONNECT_INTERVAL);
    }
}

/// An agent of the ladder that plays until it is told of a restart.
struct LadderAgent {
    id: i64,
    /// Has an item for each result that it was told.
    results: Receiver<()>,
    thread: JoinHandle<()>,
}

impl LadderAgent {
    fn start(served: &Served) -> LadderAgent {
        let request = json!({"board": BOARD, "name": "agent"}).to_string();
        let path = "/api/v1/ladder/agents";
        let (status, made) = ask_until(&served.addresses, "POST", path, &request);
        assert_eq!(status, 201, "{made}");
        let token = made["token"].as_str().unwrap().to_owned();
        let (sender, results) = mpsc::channel();
        let addresses = Arc::clone(&served.addresses);
        let thread = thread::spawn(move || {
            let mut line = connect(&addresses, &token, "agent").unwrap();
            let mut turns = 0;
            while let Some(message) = line.hear() {
                match message["type"].as_str().unwrap() {
                    "turn" => {
                        turns += 7;
                        let legal = message["legal"].as_array().unwrap();
                        let action = &legal[turns % legal.len()];
                        let id = &message["id"];
                        line.say(&json!({"type": "action", "id": id, "action": action}));
                    }
                    // Fails once the test is over.
                    "result" => drop(sender.send(())),
                    "bye" => break,
                    _ => {}
                }
            }
        });
        LadderAgent {
            id: made["agent"].as_i64().unwrap(),
            results,
            thread,
        }
    }

    fn wait_for_result(&self) {
        self.results.recv_timeout(TIMEOUT).unwrap();
    }
}

/// The game goes on while the database fails with this code, and is stored without a restart once it works again.
fn goes_on(database: &str, code: &str, fail: impl FnOnce(&Served), recover: impl FnOnce()) {
    let mut game = Game::start(database);
    game.play();
    wait_until_ready(&game.served);
    fail(&game.served);
    game.play();
    game.play();
    wait_for_code(&game.served, code);
    assert!(game.served.log().contains("tables go on"));
    game.play();
    recover();
    wait_until_ready(&game.served);
    assert!(game.served.log().contains("tables are stored again"));
    game.served.kill();
    game.check_stored();
}

/// The code of the error for somebody who starts a tournament.
fn refused(served: &Served) -> Value {
    let http = served.addresses.lock().unwrap().http.clone();
    let definition = "name = 'a'\ngame = 'jaipur'\nrounds = 1\n[[player]]\npolicy = 'random'\n\
                      [[player]]\npolicy = 'utility'\n";
    let bearer = [("Authorization", "Bearer 0123456789abcdef")];
    let (status, body) =
        request(&http, "POST", "/api/v1/tournaments", &bearer, definition).unwrap();
    assert_eq!(status, 503, "{body}");
    serde_json::from_str::<Value>(&body).unwrap()["code"].clone()
}

/// The URL of a file.
fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// A copy of the database of a server that runs.
fn backup(path: &Path, copy: &Path) {
    let made = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["store", "backup"])
        .arg(copy)
        .args(["--database", &url(path)])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
}

#[test]
fn a_locked_file_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    // It unlocks the file when its input ends.
    let lock = "import sqlite3, sys\nsys.stdin.readline()\n\
                store = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=600)\n\
                store.execute('BEGIN EXCLUSIVE')\nprint('locked', flush=True)\nsys.stdin.read()";
    let mut other = Command::new("python3")
        .args(["-c", lock])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = other.stdin.take().unwrap();
    let mut lines = BufReader::new(other.stdout.take().unwrap()).lines();
    let fail = |served: &Served| {
        input.write_all(b"\n").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), "locked");
        assert_eq!(refused(served), "database_locked");
    };
    goes_on(&url(&path), "database_locked", fail, || {
        other.kill().unwrap();
        other.wait().unwrap();
    });
}

/// Leaves no room on the disk of a folder.
fn fill(folder: &Path) {
    let mut rest = std::fs::File::create(folder.join("rest")).unwrap();
    while rest.write_all(&[0; 512]).is_ok() {}
}

#[test]
fn a_full_disk_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_mounted) = Tmpfs::mount(folder.path(), "20m") else {
        eprintln!("no tmpfs can be mounted here: not tested");
        return;
    };
    let path = folder.path().join("a.sqlite");
    let fail = |served: &Served| {
        fill(folder.path());
        assert_eq!(refused(served), "database_full");
    };
    goes_on(&url(&path), "database_full", fail, || {
        Tmpfs::remount(folder.path(), "40m");
    });
}

#[test]
fn a_full_disk_does_not_stop_the_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_mounted) = Tmpfs::mount(folder.path(), "20m") else {
        eprintln!("no tmpfs can be mounted here: not tested");
        return;
    };
    let path = folder.path().join("a.sqlite");
    let mut served = Served::start_with(&url(&path), &["--ladder", BOARD]);
    let agent = LadderAgent::start(&served);
    agent.wait_for_result();
    fill(folder.path());
    let deadline = Instant::now() + TIMEOUT;
    while !served.log().contains("games of the ladder wait") {
        assert!(Instant::now() < deadline, "the disk is not full");
        thread::sleep(RECONNECT_INTERVAL);
    }
    wait_for_code(&served, "database_full");
    Tmpfs::remount(folder.path(), "40m");
    wait_until_ready(&served);
    let mut told = 1 + agent.results.try_iter().count();
    for _ in 0..3 {
        agent.wait_for_result();
        told += 1;
    }
    served.terminate();
    agent.thread.join().unwrap();
    told += agent.results.iter().count();
    served.resume();
    let path = format!("/api/v1/ladder/boards/{BOARD}/games?agent={}", agent.id);
    let (_, games) = ask_until(&served.addresses, "GET", &path, "");
    assert!(games["total"].as_u64().unwrap() >= told as u64, "{games}");
}

/// Tables are stored in the new file, and games of the ladder are not.
#[test]
fn a_server_whose_ladder_cannot_be_stored_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    let served = Served::start_with(&url(&path), &["--ladder", BOARD]);
    let agent = LadderAgent::start(&served);
    agent.wait_for_result();
    wait_until_ready(&served);
    std::fs::remove_file(&path).unwrap();
    wait_for_code(&served, "database_failed");
}

#[test]
fn a_postgres_that_is_away_does_not_stop_a_game() {
    let server = Postgres::start();
    let code = "database_unreachable";
    goes_on(&server.url(), code, |_| server.stop(), || server.resume());
}

/// A damaged file takes the place of the database, and later a copy.
#[test]
fn a_damaged_file_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["a.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    let fail = |_: &Served| {
        backup(&path, &copy);
        let damaged = folder.path().join("damaged");
        std::fs::write(&damaged, [0xa5; 1 << 16]).unwrap();
        std::fs::rename(&damaged, &path).unwrap();
    };
    goes_on(&url(&path), "database_damaged", fail, || {
        std::fs::rename(&copy, &path).unwrap();
    });
}

/// A file that cannot be made holds nothing back.
#[test]
fn a_file_that_cannot_be_made_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("place");
    std::fs::write(&place, "no folder").unwrap();
    let mut game = Game::start(&url(&place.join("a.sqlite")));
    game.play();
    wait_for_code(&game.served, "database_unreachable");
    std::fs::remove_file(&place).unwrap();
    wait_until_ready(&game.served);
    game.served.kill();
    game.check_stored();
}

/// A server that stops tries for some seconds to write what it could not store before.
#[test]
fn a_file_that_can_be_made_late_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("place");
    std::fs::write(&place, "no folder").unwrap();
    let mut game = Game::start(&url(&place.join("a.sqlite")));
    game.play();
    let recovered = thread::spawn(move || {
        thread::sleep(Duration::from_millis(2_500));
        std::fs::remove_file(&place).unwrap();
    });
    game.served.terminate();
    recovered.join().unwrap();
    game.check_stored();
}

/// A file that is deleted is made again, also if nobody plays meanwhile.
#[test]
fn a_deleted_file_is_made_again() {
    for plays in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let mut game = Game::start(&url(&path));
        game.play();
        wait_until_ready(&game.served);
        std::fs::remove_file(&path).unwrap();
        if plays {
            game.play();
        }
        let count = "import sqlite3, sys\nstore = sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True)\n\
                     print(store.execute('SELECT COUNT(*) FROM server_tables').fetchone()[0])";
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let tables = Command::new("python3")
                .args(["-c", count])
                .arg(&path)
                .output();
            if tables.unwrap().stdout == b"1\n" {
                break;
            }
            assert!(Instant::now() < deadline, "the table is not stored");
            thread::sleep(RECONNECT_INTERVAL);
        }
        wait_until_ready(&game.served);
        assert!(game.served.log().contains("was deleted or replaced"));
        game.served.kill();
        game.check_stored();
    }
}

/// A copy takes the place of the file, beside which the log of the former file still lies.
#[test]
fn a_restored_file_has_the_games_in_progress() {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["a.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    let mut game = Game::start(&url(&path));
    game.play();
    wait_until_ready(&game.served);
    backup(&path, &copy);
    game.play();
    assert!(folder.path().join("a.sqlite-wal").exists());
    std::fs::rename(&copy, &path).unwrap();
    game.play();
    wait_until_ready(&game.served);
    assert!(
        game.served
            .log()
            .contains("the log of the former one is removed")
    );
    game.served.kill();
    let checked = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["store", "check", "--database", &url(&path)])
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");
    game.check_stored();
}
