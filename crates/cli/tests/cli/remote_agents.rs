//! `parlour tournament` with remote programs, over TCP and WebSockets.

use crate::common::parlour;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

const TOKENS: [&str; 2] = ["first-0123456789", "other-0123456789"];

/// A tournament that waits for its programs.
struct Running {
    child: Child,
    port: String,
    /// What it says on stderr, so that it never waits for us.
    told: JoinHandle<String>,
}

/// Three players at tables for two: `random`, and two that come.
fn start(name: &str, rounds: u32, think: u32, rest: &[&str]) -> Running {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("visitors-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("file.toml");
    let players: String = (TOKENS.iter())
        .map(|token| {
            let name = &token[..5];
            format!("[[player]]\nname = '{name}'\ntoken = '{token}'\nthink_ms = {think}\n")
        })
        .collect();
    let text = format!(
        "name = 'visitors'\ngame = 'jaipur'\nseed = 1\nrounds = {rounds}\n[[player]]\npolicy = 'random'\n{players}"
    );
    std::fs::write(&file, text).unwrap();
    let database = format!("sqlite:{}", folder.join("a.sqlite").display());
    let mut child = parlour(&[
        "tournament",
        file.to_str().unwrap(),
        "--database",
        &database,
    ])
    .args(["--agents", "127.0.0.1:0", "--json"])
    .args(rest)
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let address = line
        .split("ws://")
        .nth(1)
        .unwrap_or_else(|| panic!("{line}"));
    let port = address.trim().trim_end_matches('/').rsplit(':').next();
    let port = port.unwrap().to_owned();
    let told = std::thread::spawn(move || {
        let mut told = String::new();
        stderr.read_to_string(&mut told).unwrap();
        told
    });
    Running { child, port, told }
}

impl Running {
    fn report(self) -> (Value, String) {
        let output = self.child.wait_with_output().unwrap();
        let told = self.told.join().unwrap();
        assert!(output.status.success(), "{told}");
        (serde_json::from_slice(&output.stdout).unwrap(), told)
    }

    fn tcp(&self) -> Wire {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        bound(&stream);
        Wire::Tcp(BufReader::new(stream))
    }

    fn web(&self) -> Wire {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        bound(&stream);
        let url = format!("ws://127.0.0.1:{}/", self.port);
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        Wire::Web(Box::new(socket))
    }
}

/// Longer than anything here takes.
fn bound(stream: &TcpStream) {
    let patience = Some(Duration::from_secs(60));
    stream.set_read_timeout(patience).unwrap();
    stream.set_nodelay(true).unwrap();
}

enum Wire {
    Tcp(BufReader<TcpStream>),
    Web(Box<WebSocket<TcpStream>>),
}

impl Wire {
    fn say(&mut self, message: &Value) {
        // The other side may be gone: the test looks at what it hears.
        let _ = match self {
            Wire::Tcp(stream) => stream
                .get_mut()
                .write_all(format!("{message}\n").as_bytes()),
            Wire::Web(socket) => {
                let sent = socket.send(Message::text(message.to_string()));
                sent.map_err(std::io::Error::other)
            }
        };
    }

    fn hear(&mut self) -> Option<Value> {
        let text = match self {
            Wire::Tcp(stream) => {
                let mut line = String::new();
                match stream.read_line(&mut line) {
                    Ok(1..) => line,
                    _ => return None,
                }
            }
            Wire::Web(socket) => loop {
                match socket.read() {
                    Ok(Message::Text(text)) => break text.to_string(),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            },
        };
        Some(serde_json::from_str(&text).unwrap())
    }

    fn greet(&mut self, token: &str) {
        self.say(&json!({"type": "hello", "version": 1, "name": "me", "token": token}));
    }
}

/// Plays the first legal action for a limited number of turns. Returns all messages received.
fn play(mut wire: Wire, token: &str, turns: usize) -> Vec<Value> {
    wire.greet(token);
    let mut heard = Vec::new();
    let mut answered = 0;
    while let Some(message) = wire.hear() {
        if message["type"] == "turn" {
            if answered == turns {
                break;
            }
            answered += 1;
            let action = &message["legal"][0];
            wire.say(&json!({"type": "action", "id": message["id"], "action": action}));
        }
        heard.push(message);
    }
    heard
}

fn kinds<'a>(heard: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let mut kinds: Vec<&Value> = heard.iter().collect();
    kinds.retain(|message| message["type"] == kind);
    kinds
}

#[test]
fn programs_come_over_tcp_and_websockets() {
    let [one, many] = [["--threads", "1"], ["--threads", "3"]].map(|threads| {
        let running = start(threads[1], 2, 30_000, &threads);
        let (tcp, web) = (running.tcp(), running.web());
        let first = std::thread::spawn(move || play(tcp, TOKENS[0], usize::MAX));
        let other = std::thread::spawn(move || play(web, TOKENS[1], usize::MAX));
        let (report, _) = running.report();
        for heard in [first.join().unwrap(), other.join().unwrap()] {
            assert_eq!(heard[0]["type"], "welcome");
            assert_eq!(heard[0]["games"], 12);
            // Two pairings of two deals in two rotations: one game at a time, told whole.
            assert_eq!(kinds(&heard, "game").len(), 8);
            assert_eq!(kinds(&heard, "result").len(), 8);
            assert_eq!(heard.last().unwrap()["reason"], "the tournament is over");
        }
        report
    });
    assert_eq!(one["games"], 12);
    let faults = |player: &Value| player["faults"] == 0;
    assert!(
        one["players"].as_array().unwrap().iter().all(faults),
        "{one}"
    );
    assert_eq!(one, many);
}

/// Gone in the middle of a game, and back: it costs what it was asked meanwhile, and nobody else anything.
#[test]
fn a_program_that_reconnects_plays_on() {
    let running = start("back", 3, 30_000, &["--threads", "1"]);
    let web = running.web();
    let first = std::thread::spawn(move || play(web, TOKENS[0], usize::MAX));
    let mut results = 0;
    for (number, turns) in [5, 12, 7, usize::MAX].into_iter().enumerate() {
        let wire = match number % 2 {
            0 => running.tcp(),
            _ => running.web(),
        };
        let heard = play(wire, TOKENS[1], turns);
        assert_eq!(kinds(&heard, "welcome").len(), 1);
        // The first turn tells everything that has happened in the game.
        assert!(kinds(&heard, "turn")[0]["events"][0]["deal"].is_object());
        results += kinds(&heard, "result").len();
    }
    let (report, told) = running.report();
    first.join().unwrap();
    assert_eq!(report["games"], 18);
    assert_eq!(report["players"][1]["faults"], 0, "{report}");
    let faults = report["players"][2]["faults"].as_u64().unwrap();
    assert!((1..200).contains(&faults), "{report}");
    assert!(
        told.contains("other, game") && told.contains("the connection is lost"),
        "{told}"
    );
    assert!(results >= 6, "{results}");
}

#[test]
fn programs_without_a_valid_hello_are_rejected() {
    let running = start("strangers", 1, 30_000, &[]);
    for (hello, reason) in [
        (
            json!({"type": "hello", "version": 1, "name": "x"}),
            "no player",
        ),
        (
            json!({"type": "hello", "version": 1, "token": "guess"}),
            "no player",
        ),
        (
            json!({"type": "hello", "version": 2, "token": TOKENS[0]}),
            "version 1",
        ),
        (
            json!({"type": "hello", "version": 1, "token": TOKENS[0], "game": "modern-art"}),
            "plays jaipur",
        ),
        (json!({"type": "resign"}), "the first message"),
    ] {
        for mut wire in [running.tcp(), running.web()] {
            wire.say(&hello);
            let bye = wire.hear().unwrap();
            assert_eq!(bye["type"], "bye", "{hello}");
            assert!(bye["reason"].as_str().unwrap().contains(reason), "{bye}");
            assert!(wire.hear().is_none());
        }
    }
    // A page in a browser says where it is from.
    let mut page = TcpStream::connect(format!("127.0.0.1:{}", running.port)).unwrap();
    bound(&page);
    let request = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        running.port
    );
    page.write_all(request.as_bytes()).unwrap();
    let mut status = [0; 12];
    page.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 403");
    // Silent connections do not keep others from playing. (One address may have 64 of them, and here all is one.)
    let silent: Vec<TcpStream> = (0..50)
        .filter_map(|_| TcpStream::connect(format!("127.0.0.1:{}", running.port)).ok())
        .collect();
    let wires = [running.tcp(), running.web()];
    let playing: Vec<_> = (wires.into_iter().zip(TOKENS))
        .map(|(wire, token)| std::thread::spawn(move || play(wire, token, usize::MAX)))
        .collect();
    let (report, _) = running.report();
    assert_eq!(report["games"], 6);
    playing.into_iter().for_each(|player| {
        player.join().unwrap();
    });
    drop(silent);
}

/// One that never answers, and one that floods: the tournament ends all the same.
#[test]
fn faults_of_remote_programs_are_counted() {
    let running = start("wrong", 1, 100, &["--threads", "1"]);
    let mut silent = running.web();
    silent.greet(TOKENS[0]);
    let silent = std::thread::spawn(move || while silent.hear().is_some() {});
    let port = running.port.clone();
    let flood = std::thread::spawn(move || {
        // It comes back each time it is thrown out, until nobody lets it in.
        while let Ok(mut stream) = TcpStream::connect(format!("127.0.0.1:{port}")) {
            bound(&stream);
            let hello = json!({"type": "hello", "version": 1, "token": TOKENS[1]});
            let _ = stream.write_all(format!("{hello}\n").as_bytes());
            // Quiet until it is welcomed: the tournament begins when all are there.
            let _ = stream.read(&mut [0]);
            while stream.write_all(b"{\"type\":\"dance\"}\n").is_ok() {}
        }
    });
    let (report, _) = running.report();
    silent.join().unwrap();
    flood.join().unwrap();
    assert_eq!(report["games"], 6);
    assert_eq!(report["players"][0]["faults"], 0);
    for player in [1, 2] {
        assert!(
            report["players"][player]["faults"].as_u64() > Some(0),
            "{report}"
        );
    }
}
