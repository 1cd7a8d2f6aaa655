//! `parlour serve` with tables: programs in Python at the agents' port.

use crate::common::{self, Killed, addresses, failure, json, parlour, scratch};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server and its addresses.
pub(crate) struct Served {
    _process: Killed,
    pub(crate) http: String,
    agents: String,
}

/// Starts a server and returns it with the second line that it prints.
pub(crate) fn serve(args: &[&str]) -> (Served, String) {
    let mut child = parlour(&["serve", "--http", "127.0.0.1:0"])
        .args(args)
        .env_remove("PARLOUR_TOKEN")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let [http, second] = addresses(&mut child, ["Parlour is at http://", ""]);
    let served = Served {
        _process: Killed(child),
        http,
        agents: String::new(),
    };
    (served, second)
}

/// Starts a server with a port for programs.
fn serve_agents() -> Served {
    let (mut served, line) = serve(&["--agents", "127.0.0.1:0"]);
    served.agents = line.strip_prefix("Agents connect to ").unwrap().to_owned();
    served
}

impl Served {
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        self.ask_with(&[], method, path, body)
    }

    fn ask_as(&self, token: &str, method: &str, path: &str, body: &str) -> Value {
        let bearer = format!("Bearer {token}");
        self.ask_with(&[("Authorization", &bearer)], method, path, body)
    }

    fn ask_with(&self, headers: &[(&str, &str)], method: &str, path: &str, body: &str) -> Value {
        let (_, body) = common::request(&self.http, method, path, headers, body).unwrap();
        serde_json::from_str(&body).unwrap()
    }

    /// Starts an agent of `clients/python`.
    fn python(&self, script: &str, name: &str) -> Child {
        let (host, port) = self.agents.split_once(':').unwrap();
        let scripts = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/python"));
        Command::new("python3")
            .arg(scripts.join(script))
            .args([name, host, port])
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// A table that programs and built-in policies play to its end.
    fn table(&self, request: &Value, scripts: &[(&str, &str)]) -> Value {
        let made = self.ask("POST", "/api/v1/tables", &request.to_string());
        let id = made["id"].as_str().unwrap();
        let programs: Vec<Child> = (scripts.iter())
            .map(|(script, name)| self.python(script, name))
            .collect();
        loop {
            let summary = self.ask("GET", &format!("/api/v1/tables/{id}"), "");
            if summary["state"] == "over" {
                for mut program in programs {
                    assert!(program.wait().unwrap().success(), "an agent failed");
                }
                return summary;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn classic_and_parlour_agents_share_a_table() {
    let served = serve_agents();
    let about = served.ask("GET", "/api/v1/server", "");
    assert_eq!(about["agents"], served.agents);
    let agent = json!({"kind": "agent"});
    let own = json!({"kind": "policy", "policy": "simple"});
    let request = json!({"game": "modern-art", "rules": "simple", "seats": [agent, own, agent, agent], "listed": true});
    let scripts = [
        ("classic_agent.py", "old"),
        ("random_agent.py", "new"),
        ("classic_agent.py", "old"),
    ];
    let summary = served.table(&request, &scripts);
    let mut names: Vec<&str> = (summary["seats"].as_array().unwrap().iter())
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["new", "old", "old-2", "simple"]);
    assert!(
        summary["winners"]
            .as_array()
            .is_some_and(|winners| !winners.is_empty())
    );
}

#[test]
fn agents_play_the_other_games_too() {
    let served = serve_agents();
    for (game, rules) in [
        ("jaipur", "round"),
        ("primi-composti", "1"),
        ("masters-gallery", "full"),
    ] {
        let seats = json!([{"kind": "agent"}, {"kind": "policy", "policy": "random"}]);
        let request = json!({"game": game, "rules": rules, "seats": seats, "listed": true});
        let summary = served.table(&request, &[("random_agent.py", "new")]);
        assert_eq!(summary["seats"][0]["name"], "new", "{game}");
    }
}

/// The token that is printed starts a tournament, which lands in the database that was named.
#[test]
fn a_tournament_is_started_with_the_token() {
    let path = scratch("served.sqlite");
    let database = format!("sqlite:{}", path.display());
    let (served, line) = serve(&["--database", &database]);
    let token = line
        .strip_prefix("Token for starting tournaments: ")
        .unwrap();
    assert_eq!(served.ask("GET", "/api/v1/tournaments", "")["total"], 0);
    let definition = "name = 'served'\ngame = 'jaipur'\nrounds = 2\n\
        [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n";
    let refused = served.ask("POST", "/api/v1/tournaments", definition);
    assert!(refused["error"].as_str().unwrap().contains("token"));
    let begun = served.ask_as(token, "POST", "/api/v1/tournaments", definition);
    assert_eq!(begun, json!({"id": 1}));
    loop {
        let shown = served.ask("GET", "/api/v1/tournaments/1", "");
        if shown["state"] == "over" {
            assert_eq!(shown["report"]["games"], 4);
            assert!(path.is_file());
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The log names requests and tables. It holds no token, no seed, no secret of a deal and no hidden card.
#[test]
fn the_log_holds_no_secrets() {
    use std::io::BufWriter;
    let token = "0123456789abcdef-the-token";
    let log = scratch("served.log");
    let mut file = BufWriter::new(std::fs::File::create(&log).unwrap());
    let database = format!("sqlite:{}", scratch("logged.sqlite").display());
    let mut child = parlour(&["serve", "--http", "127.0.0.1:0", "--agents", "127.0.0.1:0"])
        .args(["--ladder", "jaipur", "--database", &database])
        .args([
            "--log-format",
            "json",
            "--log-level",
            "trace,mio=off,polling=off",
        ])
        .env("PARLOUR_TOKEN", token)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let copying = std::thread::spawn(move || std::io::copy(&mut stderr, &mut file).unwrap());
    let before = ["Parlour is at http://", "Agents connect to "];
    let [http, agents] = addresses(&mut child, before);
    let served = Served {
        _process: Killed(child),
        http,
        agents,
    };
    let seats = json!([{"kind": "agent"}, {"kind": "policy", "policy": "random"}]);
    let mut secrets = vec![token.to_owned()];
    let mut ids = Vec::new();
    for seed in [Some(8_123_456_789_012_u64), None] {
        let request = json!({"game": "jaipur", "rules": "round", "seats": seats, "seed": seed, "listed": true});
        let opened = served.ask("POST", "/api/v1/tables", &request.to_string());
        let id = opened["id"].as_str().unwrap().to_owned();
        let mut agent = served.python("random_agent.py", "robot");
        assert!(agent.wait().unwrap().success());
        let summary = served.ask("GET", &format!("/api/v1/tables/{id}"), "");
        assert_eq!(summary["state"], "over");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        secrets.extend(text(&opened["keeper"]));
        secrets.extend(text(&opened["seats"][0]["token"]));
        secrets.extend(text(&summary["secret"]));
        secrets.extend(seed.map(|seed| seed.to_string()));
        let record = served.ask("GET", &format!("/api/v1/tables/{id}/record"), "");
        secrets.push(record["deal"].to_string());
        secrets.push(record["deal"]["seed"].to_string());
        ids.push(id);
    }
    // An agent of the ladder, and the secret of its season.
    let contact = "ada@example.org";
    let request = json!({"board": "jaipur:round", "name": "Ada", "contact": contact});
    let registered = served.ask("POST", "/api/v1/ladder/agents", &request.to_string());
    let own = registered["token"].as_str().unwrap();
    let (playing, _output) = crate::ladder::agent(&served.agents, own);
    crate::ladder::until_games(&served.http, 3);
    drop(playing);
    let close = ["ladder", "close", "jaipur", "--games", "0"];
    json(&[&close[..], &["--json", "--database", &database]].concat());
    let season = crate::ladder::until_closed(&served.http);
    let secret = season["deals"]["secrets"][0]["secret"].as_str().unwrap();
    let replace = format!("/api/v1/ladder/agents/{}/token", registered["agent"]);
    let replaced = served.ask_as(own, "POST", &replace, "");
    let replaced = replaced["token"].as_str().unwrap();
    secrets.extend([contact, own, secret, replaced].map(str::to_owned));
    // A person over a WebSocket, whose token is replaced.
    let seats = json!([{"kind": "person"}, {"kind": "policy", "policy": "random"}]);
    let request = json!({"game": "jaipur", "rules": "round", "seats": seats});
    let opened = served.ask("POST", "/api/v1/tables", &request.to_string());
    let first = opened["seats"][0]["token"].as_str().unwrap();
    let url = format!(
        "ws://{}/api/v1/tables/{}/socket",
        served.http,
        opened["id"].as_str().unwrap()
    );
    let stream = TcpStream::connect(&served.http).unwrap();
    let (mut socket, _) = tungstenite::client(url, stream).unwrap();
    let hello = json!({"type": "hello", "version": 1, "name": "Ada", "token": first});
    socket
        .send(tungstenite::Message::text(hello.to_string()))
        .unwrap();
    let welcome = socket.read().unwrap().into_text().unwrap();
    let welcome: Value = serde_json::from_str(&welcome).unwrap();
    secrets.extend([first, welcome["token"].as_str().unwrap()].map(str::to_owned));
    drop(socket);
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str())];
    let path = format!("/api/v1/keeper?token={token}");
    let (status, _) = common::request(&served.http, "GET", &path, &headers, "").unwrap();
    assert_eq!(status, 204);
    drop(served);
    copying.join().unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    assert_eq!(secrets.len(), 17, "{secrets:?}");
    for secret in &secrets {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let lines: Vec<Value> = (text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let about = |message: &str, id: &str| {
        let of_table =
            |line: &&Value| line["message"] == message && line["spans"].to_string().contains(id);
        lines.iter().filter(of_table).count()
    };
    for id in &ids {
        assert_eq!(about("a table was made", id), 1, "{text}");
        assert_eq!(about("the game has begun", id), 1);
        assert_eq!(about("the game has ended", id), 1);
        assert!(
            about("responded", id) >= 2,
            "requests name the table in their path"
        );
    }
    assert!(
        text.contains("\"number\":"),
        "the number of a request: {text}"
    );
}

#[test]
fn a_cluster_needs_addresses_and_a_shared_database() {
    let postgres = "postgres://parlour@localhost/parlour";
    for (options, said) in [
        (
            [
                "--cluster",
                "10.0.0.2:8090",
                "--database",
                "sqlite:a.sqlite",
            ],
            "share a PostgreSQL database: name it with --database postgres://",
        ),
        (
            ["--cluster", "0.0.0.0:8090", "--database", postgres],
            "other servers cannot connect to 0.0.0.0:8090: name an address",
        ),
        (
            ["--advertise", "10.0.0.2:8090", "--database", postgres],
            "name it with --cluster ADDR",
        ),
    ] {
        let mut line = vec!["serve", "--check"];
        line.extend(options);
        let error = failure(&line, 2);
        assert!(error.contains(said), "{error}");
    }
    let path = scratch("cluster.toml");
    let text = format!(
        "database = '{postgres}'\n[cluster]\nlisten = '0.0.0.0:8090'\nadvertise = 'http://10.0.0.2:8090'\n"
    );
    std::fs::write(&path, &text).unwrap();
    let check = ["serve", "--check", "--config", path.to_str().unwrap()];
    let error = failure(&check, 2);
    assert!(
        error.contains("is no address such as 10.0.0.2:8090"),
        "{error}"
    );
    std::fs::write(&path, text.replace("http://", "")).unwrap();
    let checked = parlour(&check).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
}

/// What may be its password is not shown.
#[test]
fn a_wrong_database_is_an_error_of_the_configuration() {
    let wrong = "postgress://parlour:secret@db/parlour";
    let path = scratch("database.toml");
    std::fs::write(&path, format!("database = '{wrong}'\n")).unwrap();
    for option in [["--database", wrong], ["--config", path.to_str().unwrap()]] {
        let error = failure(&["serve", "--check", option[0], option[1]], 2);
        assert_eq!(
            error,
            "error: 'postgress://db/parlour' is not the URL of a database: it is sqlite:PATH or \
             postgres://USER:PASSWORD@HOST/NAME\n"
        );
    }
}

#[test]
fn a_configuration_is_checked_and_its_values_are_used() {
    let path = scratch("parlour.toml");
    let file = path.to_str().unwrap();
    std::fs::write(&path, "hosts = ['play.example']\n[limits]\ntables = 0\n").unwrap();
    let error = failure(&["serve", "--check", "--config", file], 2);
    assert!(
        error.contains(":3: 0 is not a number from 1 to 100000"),
        "{error}"
    );
    // A database of its own, without the tables of other tests.
    let text = format!(
        "http = '127.0.0.1:0'\nmetrics = '127.0.0.1:0'\ntoken_file = 'no such file'\ndatabase = 'sqlite:{}'\n",
        scratch("serve.sqlite").display()
    );
    std::fs::write(&path, &text).unwrap();
    let error = failure(&["serve", "--check", "--config", file], 1);
    assert!(error.contains("cannot read no such file"), "{error}");
    let token = scratch("token");
    std::fs::write(&token, "0123456789abcdef\n").unwrap();
    std::fs::write(&path, text.replace("no such file", token.to_str().unwrap())).unwrap();
    let checked = parlour(&["serve", "--check", "--config", file])
        .env_remove("PARLOUR_TOKEN")
        .output()
        .unwrap();
    assert!(checked.status.success() && checked.stdout == b"The configuration is valid.\n");
    failure(&["serve", "--check", "--config", "no such file.toml"], 1);

    let (served, second) = serve(&["--config", file]);
    let metrics = second.strip_prefix("Metrics are at http://").unwrap();
    let (address, path) = metrics.split_once('/').unwrap();
    let (_, answer) = common::request(address, "GET", &format!("/{path}"), &[], "").unwrap();
    assert!(
        answer.contains("parlour_tables{state=\"playing\"} 0"),
        "{answer}"
    );
    // The token of the file is the server's.
    let refused = served.ask_as(
        "0123456789abcdef",
        "POST",
        "/api/v1/tournaments",
        "nonsense",
    );
    assert!(
        !refused["error"].as_str().unwrap().contains("token"),
        "{refused}"
    );
}

#[test]
fn a_short_token_is_rejected() {
    let error = failure(&["serve", "--http", "127.0.0.1:0", "--token", "secret"], 2);
    assert!(
        error.contains("16 to 256") && !error.contains("secret"),
        "{error}"
    );
}

#[test]
fn a_taken_port_for_agents_is_reported() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let line = failure(&["serve", "--http", "127.0.0.1:0", "--agents", &address], 1);
    assert!(
        line.contains("--agents ADDR") && line.contains(&address),
        "{line}"
    );
    failure(&["serve", "--tables", "0"], 2);
    failure(&["serve", "--agents", "nowhere"], 2);
}

#[test]
fn a_health_check_says_whether_a_server_is_ready() {
    let database = format!("sqlite:{}", scratch("health.sqlite").display());
    let (served, _) = serve(&["--database", &database]);
    let output = parlour(&["health", &served.http]).output().unwrap();
    assert!(output.status.success() && output.stdout == b"ready\n");
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let error = failure(&["health", &gone.to_string()], 1);
    assert!(error.contains("no server answers at"), "{error}");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let answers = [
        (
            "503 Service Unavailable",
            r#"{"error":"the disk is full","code":"x"}"#,
            "not ready: the disk is full",
        ),
        ("404 Not Found", "<html>", "not ready: it answers 404"),
    ];
    let thread = std::thread::spawn(move || {
        for (status, body, _) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = BufReader::new(stream.try_clone().unwrap()).lines();
            while head.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close");
            write!(stream, "{head}\r\n\r\n{body}").unwrap();
        }
    });
    for (_, _, line) in answers {
        let error = failure(&["health", &address], 1);
        assert!(error.contains(line), "{error}");
    }
    thread.join().unwrap();
}
