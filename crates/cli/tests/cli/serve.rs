//! `parlour serve` with tables: programs in Python at the agents' port.

use crate::common::{failure, parlour, scratch};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
struct Served {
    child: Child,
    http: String,
    agents: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself; the test has said so then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server and returns it with the second line that it prints.
fn serve(args: &[&str]) -> (Served, String) {
    let mut child = parlour(&["serve", "--http", "127.0.0.1:0"])
        .args(args)
        .env_remove("PARLOUR_TOKEN")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    let (http, second) = (line(), line());
    let http = http.strip_prefix("Parlour is at http://").unwrap();
    let served = Served {
        child,
        http: http.strip_suffix('/').unwrap().to_owned(),
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
    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        self.ask_with("", method, path, body)
    }

    /// Asks with another line in the head.
    fn ask_with(&self, line: &str, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.http).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{line}\r\n{body}",
            self.http,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
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
        let made = self.ask("POST", "/api/tables", &request.to_string());
        let id = made["id"].as_str().unwrap();
        let programs: Vec<Child> = (scripts.iter())
            .map(|(script, name)| self.python(script, name))
            .collect();
        loop {
            let summary = self.ask("GET", &format!("/api/tables/{id}"), "");
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
    let about = served.ask("GET", "/api/server", "");
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
    assert_eq!(served.ask("GET", "/api/tournaments", "")["total"], 0);
    let definition = "name = 'served'\ngame = 'jaipur'\nrounds = 2\n\
        [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'utility'\n";
    let refused = served.ask("POST", "/api/tournaments", definition);
    assert!(refused["error"].as_str().unwrap().contains("token"));
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let begun = served.ask_with(&bearer, "POST", "/api/tournaments", definition);
    assert_eq!(begun, json!({"id": 1}));
    loop {
        let shown = served.ask("GET", "/api/tournaments/1", "");
        if shown["state"] == "over" {
            assert_eq!(shown["report"]["games"], 4);
            assert!(path.is_file());
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
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
