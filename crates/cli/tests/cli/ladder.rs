//! `parlour serve --ladder` with agents in Python, a server that is killed, and `parlour ladder close`.

use crate::common::{
    Killed, addresses, failure, json, own_host, parlour, request, run, scratch, stdout,
};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a server. Returns it with its addresses.
fn serve(http: &str, agents: &str, database: &str) -> (Killed, String, String) {
    let args = [
        "serve",
        "--http",
        http,
        "--agents",
        agents,
        "--ladder",
        "jaipur",
        "--database",
        database,
    ];
    let mut child = parlour(&args).stdout(Stdio::piped()).spawn().unwrap();
    let [http, agents] = addresses(&mut child, ["Parlour is at http://", "Agents connect to "]);
    (Killed(child), http, agents)
}

/// The response of the ladder API.
fn ladder(http: &str, method: &str, path: &str, body: &str) -> Value {
    let path = format!("/api/v1/ladder{path}");
    let (_, body) = request(http, method, &path, &[], body).unwrap();
    serde_json::from_str(&body).unwrap()
}

/// Waits until a board has a number of rated games.
pub(crate) fn until_games(http: &str, games: u64) -> u64 {
    let start = Instant::now();
    loop {
        let board = ladder(http, "GET", "/boards/jaipur:round", "");
        let count = board["games"].as_u64().unwrap();
        if count >= games {
            return count;
        }
        assert!(start.elapsed() < PATIENCE, "{board}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until the first season is closed.
pub(crate) fn until_closed(http: &str) -> Value {
    let start = Instant::now();
    loop {
        let season = ladder(http, "GET", "/seasons/1", "");
        if season["state"] == "closed" {
            return season;
        }
        assert!(start.elapsed() < PATIENCE, "{season}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An agent of `clients/python`, and what it prints.
pub(crate) fn agent(address: &str, token: &str) -> (Killed, ChildStdout) {
    let (host, port) = address.split_once(':').unwrap();
    let scripts = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/python"));
    let mut child = Command::new("python3")
        .arg(scripts.join("ladder_agent.py"))
        .args([host, port])
        .env("PARLOUR_TOKEN", token)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let stdout = child.stdout.take().unwrap();
    (Killed(child), stdout)
}

/// Counts the results that an agent prints, until it ends.
fn count(stdout: ChildStdout) -> JoinHandle<u64> {
    std::thread::spawn(move || {
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        lines.filter(|line| line.starts_with("scores")).count() as u64
    })
}

#[test]
fn a_server_that_is_killed_or_stopped_loses_no_finished_game() {
    let path = scratch("ladder.sqlite");
    let database = format!("sqlite:{}", path.display());
    let own = own_host();
    let (mut server, http, agents) = serve(&own, &own, &database);
    let (mut running, mut counting) = (Vec::new(), Vec::new());
    for name in ["one", "two"] {
        let request = json!({"board": "jaipur:round", "name": name}).to_string();
        let registered = ladder(&http, "POST", "/agents", &request);
        let token = registered["token"].as_str().unwrap();
        let (agent, stdout) = agent(&agents, token);
        running.push((agent, registered["agent"].as_i64().unwrap()));
        counting.push(count(stdout));
    }
    let mut games = 0;
    for stops in [false, true, false] {
        games = until_games(&http, games + 10);
        match stops {
            true => server.terminate(),
            false => server.kill(),
        }
        // The agents connect again by themselves.
        (server, _, _) = serve(&http, &agents, &database);
    }
    games = until_games(&http, games + 10);
    assert!(games >= 40);
    let agents: Vec<i64> = running.iter().map(|(_, id)| *id).collect();
    drop(running);
    let told: Vec<u64> = (counting.into_iter())
        .map(|counting| counting.join().unwrap())
        .collect();
    for (agent, told) in agents.iter().zip(told) {
        let path = format!("/boards/jaipur:round/games?agent={agent}");
        let stored = ladder(&http, "GET", &path, "")["total"].as_u64().unwrap();
        assert!(told >= 10 && stored >= told, "{told} of {stored}");
    }

    // The season is closed, and its deals are verified with the command line.
    let closed = json(&[
        "ladder",
        "close",
        "jaipur",
        "--games",
        "0",
        "--json",
        "--database",
        &database,
    ]);
    assert_eq!(
        (&closed["season"], &closed["board"]),
        (&json!(1), &json!("jaipur:round"))
    );
    let season = until_closed(&http);
    let (deals, records) = (scratch("season.json"), scratch("season.jsonl"));
    std::fs::write(&deals, season.to_string()).unwrap();
    let path = "/api/v1/ladder/seasons/1/records";
    let (_, text) = request(&http, "GET", path, &[], "").unwrap();
    std::fs::write(&records, &text).unwrap();
    let verify = |records: &Path| {
        let (deals, records) = (deals.to_str().unwrap(), records.to_str().unwrap());
        run(&["replay", records, "--json", "--verify-deals", deals])
    };
    let verified = verify(&records);
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(
        verified.status.success() && said.contains("deals verified"),
        "{said}"
    );
    // The records in another order have other numbers.
    let lines: Vec<&str> = text.lines().rev().collect();
    std::fs::write(&records, lines.join("\n")).unwrap();
    assert!(!verify(&records).status.success());
    let ended = stdout(&run(&[
        "ladder",
        "close",
        "jaipur",
        "--now",
        "--database",
        &database,
    ]));
    assert_eq!(ended, "No final of jaipur:round is in progress\n");
}

#[test]
fn mistakes_are_one_line() {
    let path = scratch("no-ladder.sqlite");
    let database = format!("sqlite:{}", path.display());
    let line = failure(&["ladder", "close", "jaipur", "--database", &database], 1);
    assert!(
        line.contains("parlour serve --ladder jaipur:round"),
        "{line}"
    );
    let line = failure(
        &[
            "ladder",
            "close",
            "jaipur",
            "--now",
            "--database",
            &database,
        ],
        1,
    );
    assert!(line.contains("no season"), "{line}");
    for boards in ["chess", "jaipur:long", "jaipur,jaipur:round", ""] {
        let line = failure(&["serve", "--http", "127.0.0.1:0", "--ladder", boards], 2);
        assert!(!line.contains("panicked"), "{line}");
    }
}
