//! `parlour tournament` with an MCP server as a player: a script that is started, or that serves HTTP.

use crate::common::{Killed, Processes, failure_of, scratch};
use crate::endpoints::{JAIPUR, KEY, PRIMI, TestTournament, VARIABLE};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn script() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/mcp_player.py");
    path.to_str().unwrap().to_owned()
}

/// The player's lines for a program with this behaviour.
fn program(behaviour: &str, rest: &str) -> String {
    format!(
        "mcp = {{ command = ['python3', '{}', '{behaviour}']{rest} }}",
        script()
    )
}

/// A server over HTTP.
struct Server {
    _process: Killed,
    url: String,
}

impl Server {
    fn start(behaviour: &str, transport: &str, seen: &Path) -> Server {
        let mut child = Command::new("python3")
            .args([&script(), behaviour, transport])
            .env("PARLOUR_TEST_SEEN", seen)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        Server {
            _process: Killed(child),
            url,
        }
    }
}

/// The calls of the tool.
fn calls(tournament: &TestTournament) -> Vec<Value> {
    let seen = fs::read_to_string(tournament.path("seen")).unwrap_or_default();
    seen.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Plays with this player, and checks that no fault happened; the report of what it used.
fn play(tournament: &TestTournament) -> Value {
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["finished"], true);
    assert_eq!(report["players"][1]["faults"], 0, "{stderr}");
    report["models"][0].clone()
}

#[test]
fn a_program_plays_whole_games_legally() {
    for (name, head) in [("jaipur", JAIPUR), ("primi", PRIMI)] {
        let rest = format!(", key_env = '{VARIABLE}', price_input = 2.0, price_output = 10");
        let tournament =
            TestTournament::new(&format!("mcp-{name}"), head, &program("first", &rest));
        let model = play(&tournament);
        let calls = calls(&tournament);
        let requests = calls.len() as u64;
        assert!(requests >= 4, "{requests}");
        assert_eq!(
            (&model["requests"], &model["metered"], &model["retries"]),
            (&json!(requests), &json!(requests), &json!(0))
        );
        assert_eq!(model["input_tokens"], 1000 * requests);
        let cost = model["cost"].as_f64().unwrap();
        assert!((cost - 0.0022 * requests as f64).abs() < 1e-9, "{cost}");
        let mut games = Vec::new();
        for call in &calls {
            assert_eq!(call["name"], "choose_action");
            let asked = &call["arguments"];
            let rules = asked["rules"].as_str().unwrap();
            assert!(rules.contains("the rules as Parlour plays them"), "{rules}");
            let position = asked["position"].as_str().unwrap();
            let turn = format!("You are seat {}, and it is your turn", asked["seat"]);
            assert!(position.contains(&turn), "{position}");
            assert!(!asked["legal_actions"].as_array().unwrap().is_empty());
            assert!(asked.get("rejected").is_none());
            if !games.contains(&asked["game"]) {
                games.push(asked["game"].clone());
            }
        }
        // Each deal is played in both seats.
        assert_eq!(games.len(), 2);
        // One program has played both, and was not killed.
        let seen = fs::read_to_string(tournament.path("seen")).unwrap();
        assert_eq!(seen.matches("the input is closed").count(), 1);
        tournament.hides_the_key();
    }
}

#[test]
fn a_server_over_http_plays_whole_games_legally() {
    for transport in ["http", "sse"] {
        let name = format!("mcp-{transport}");
        let folder = TestTournament::new(&name, PRIMI, "policy = 'asc'").folder;
        let server = Server::start("structured", transport, &folder.join("seen"));
        let player = format!("mcp = {{ url = '{}', key_env = '{VARIABLE}' }}", server.url);
        let definition = fs::read_to_string(folder.join("file.toml")).unwrap();
        let definition = definition.replace("policy = 'asc'", &player);
        fs::write(folder.join("file.toml"), definition).unwrap();
        let tournament = TestTournament { folder };
        let model = play(&tournament);
        assert_eq!(
            (&model["requests"], &model["metered"]),
            (&json!(4), &json!(0))
        );
        assert!(model.get("cost").is_none(), "{model}");
        assert_eq!(calls(&tournament).len(), 4);
        let seen = fs::read_to_string(tournament.path("seen")).unwrap();
        let posts = seen.lines().filter(|line| line.starts_with("POST"));
        let posts: Vec<&str> = posts.collect();
        assert!(posts.len() >= 6, "{seen}");
        let bearer = format!("POST Bearer {KEY}");
        assert!(posts.iter().all(|post| *post == bearer), "{seen}");
        assert!(seen.contains("DELETE session-1"), "{seen}");
    }
}

#[test]
fn legal_actions_can_be_withheld() {
    let player = program("hand", ", legal_actions = false");
    let tournament = TestTournament::new("mcp-hand", PRIMI, &player);
    assert_eq!(play(&tournament)["requests"], 4);
}

#[test]
fn illegal_answers_are_sent_back_with_the_rule_and_asked_again() {
    let player = program("illegal", ", max_retries = 2");
    let tournament = TestTournament::new("mcp-illegal", PRIMI, &player);
    let model = play(&tournament);
    assert_eq!(
        (&model["requests"], &model["retries"]),
        (&json!(12), &json!(8))
    );
    let calls = calls(&tournament);
    let rejected = calls[2]["arguments"]["rejected"].as_array().unwrap();
    for (rejected, answer, reason) in [
        (&rejected[0], "play 73", "illegal action 'play 73'"),
        (&rejected[1], "I resign", "invalid action 'I resign'"),
    ] {
        assert_eq!(rejected["answer"], answer);
        let found = rejected["reason"].as_str().unwrap();
        assert!(
            found.contains(reason) && found.contains("Nothing was played"),
            "{found}"
        );
    }
    // With one retry less no legal answer comes, and the fallback move is played.
    let player = program("illegal", ", max_retries = 1");
    let tournament = TestTournament::new("mcp-faulty", PRIMI, &player);
    let (report, stderr) = tournament.play(&["--allow-endpoints"]);
    assert_eq!(report["players"][1]["faults"], 4, "{stderr}");
    assert_eq!(report["models"][0]["retries"], 4);
    assert!(stderr.contains("'I resign' is no answer"), "{stderr}");
}

#[test]
fn a_failing_server_is_a_fault_with_one_line() {
    for (behaviour, line) in [
        (
            "failing",
            "the endpoint answers: the key [key] has no money left",
        ),
        ("refusing", "the endpoint answers: I do not play"),
        ("silent", "no answer in time"),
    ] {
        let rest = format!(", max_retries = 0, key_env = '{VARIABLE}'");
        let player = format!("think_ms = 2000\n{}", program(behaviour, &rest));
        let tournament = TestTournament::new(&format!("mcp-{behaviour}"), PRIMI, &player);
        let (report, stderr) = tournament.play(&["--allow-endpoints"]);
        assert_eq!(report["players"][1]["faults"], 4, "{stderr}");
        assert_eq!(report["models"][0]["retries"], 0);
        assert_eq!(stderr.matches(line).count(), 4, "{stderr}");
        assert!(!stderr.contains(KEY), "{stderr}");
        tournament.hides_the_key();
    }
}

#[test]
fn a_program_that_ends_is_started_again() {
    let tournament = TestTournament::new("mcp-quits", PRIMI, &program("quits", ""));
    let model = play(&tournament);
    // Every second request of each program is lost.
    assert_eq!(model["retries"], 0);
    assert!(model["requests"].as_u64().unwrap() > 4, "{model}");
    let player = program("quits", ", max_retries = 0");
    let tournament = TestTournament::new("mcp-quits-once", PRIMI, &player);
    let (_, stderr) = tournament.play(&["--allow-endpoints"]);
    let line = "the endpoint cannot be reached: the program has ended: memory";
    assert!(stderr.contains(line), "{stderr}");
}

#[test]
fn a_program_ends_with_its_wrapper() {
    let processes = Processes::new();
    let path = scratch("mcp-wrapped.py");
    fs::copy(script(), &path).unwrap();
    processes.keep_alive(&path);
    let command = format!("python3 {} first; true", path.display());
    let player = format!("mcp = {{ command = ['sh', '-c', '{command}'] }}");
    play(&TestTournament::new("mcp-wrapper", PRIMI, &player));
    processes.have_ended(1);
}

#[test]
fn what_cannot_be_used_is_said_before_the_first_game() {
    for (name, player, line) in [
        (
            "tool",
            program("first", ", tool = 'move'"),
            "has no tool 'move', but choose_action, other",
        ),
        (
            "gone",
            "mcp = { command = ['/no/such/program'] }".to_owned(),
            "/no/such/program cannot be reached",
        ),
        (
            "ends",
            "mcp = { command = ['python3', '-c', 'exit(\"no model\")'] }".to_owned(),
            "cannot be reached: the program has ended: no model",
        ),
        (
            "nobody",
            "mcp = { url = 'http://127.0.0.1:9/mcp' }".to_owned(),
            "http://127.0.0.1:9/mcp cannot be reached",
        ),
    ] {
        let tournament = TestTournament::new(&format!("mcp-{name}"), PRIMI, &player);
        let line_found = failure_of(&tournament.run(&["--allow-endpoints"]), 1, &[]);
        assert!(line_found.contains(line), "{line_found}");
        assert!(line_found.contains("player 'model'"), "{line_found}");
    }
    let folder = TestTournament::new("mcp-locked", PRIMI, "policy = 'asc'").folder;
    let server = Server::start("locked", "http", &folder.join("seen"));
    let player = format!("mcp = {{ url = '{}' }}", server.url);
    let tournament = TestTournament::new("mcp-locked", PRIMI, &player);
    let line = failure_of(&tournament.run(&["--allow-endpoints"]), 1, &[]);
    assert!(line.contains("/mcp answers 401"), "{line}");
}

#[test]
fn nothing_is_started_without_permission() {
    let tournament = TestTournament::new("mcp-off", PRIMI, &program("first", ""));
    let line = failure_of(&tournament.run(&[]), 2, &[]);
    assert!(line.contains("only with --allow-endpoints"), "{line}");
    assert!(!Path::new(&tournament.path("seen")).exists());
}
