//! `parlour agent`: a policy as a program.

use crate::common::{failure, failure_of, json, run_with_input, scratch, stdout};
use serde_json::Value;
use std::fs;

/// The records of a tournament against `random` of a player of this definition.
fn records(name: &str, game: &str, player: &str) -> String {
    let path = |end: &str| {
        let path = scratch(&format!("agent-{name}-{end}"));
        path.to_str().unwrap().to_owned()
    };
    let (file, record) = (path("file.toml"), path("games.jsonl"));
    let database = format!("sqlite:{}", path("store.sqlite"));
    let seats = if game == "modern-art" { 3 } else { 2 };
    let definition = format!(
        "name = 'programs'\nseed = 1\ngame = '{game}'\nformat = 'gauntlet'\nrounds = 3\nseats = {seats}\n\
         [[player]]\nname = 'it'\n{player}\n[[player]]\npolicy = 'random'\n"
    );
    fs::write(&file, definition).unwrap();
    let line = ["tournament", &file, "--database", &database, "--json"];
    let report = json(&[&line[..], &["--threads", "2", "--record", &record]].concat());
    let faults = |player: &Value| player["faults"] == 0;
    assert!(
        report["players"].as_array().unwrap().iter().all(faults),
        "{report}"
    );
    assert_eq!(report["games"], 3 * seats);
    fs::read_to_string(record).unwrap()
}

/// A policy that leaves nothing to chance plays the same games in process and as a program.
#[test]
fn a_program_plays_as_its_policy_does() {
    for (game, policy) in [("jaipur", "utility"), ("primi-composti", "minimax_2")] {
        let program = format!(
            "command = ['{}', 'agent', '{game}', '--policy', '{policy}']",
            env!("CARGO_BIN_EXE_parlour")
        );
        let inside = records(
            &format!("{game}-inside"),
            game,
            &format!("policy = '{policy}'"),
        );
        let outside = records(&format!("{game}-outside"), game, &program);
        assert_eq!(inside, outside, "{game}");
    }
}

/// The others draw lots: the same lots for the same seed, in any number of processes.
#[test]
fn a_seed_gives_the_same_games() {
    for (game, policy) in [
        ("modern-art", "appraiser"),
        ("masters-gallery", "ismcts:20"),
    ] {
        let games = |seed: u32, run: &str| {
            let program = format!(
                "command = ['{}', 'agent', '{game}', '--policy', '{policy}', '--seed', '{seed}']",
                env!("CARGO_BIN_EXE_parlour")
            );
            records(&format!("{game}-{run}"), game, &program)
        };
        let first = games(1, "first");
        assert_eq!(first, games(1, "again"), "{game}");
        assert_ne!(first, games(2, "other"), "{game}");
    }
}

#[test]
fn it_ends_when_its_input_ends() {
    let args = ["agent", "jaipur", "--policy", "utility"];
    for input in [
        "",
        "{\"type\":\"welcome\"}\n{\"type\":\"ga",
        "{\"type\":\"bye\",\"reason\":\"over\"}\nnot read any more\n",
    ] {
        let said = stdout(&run_with_input(&args, input.as_bytes()));
        let hello: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(hello["type"], "hello");
        assert_eq!(
            (&hello["name"], &hello["game"]),
            (&"utility".into(), &"jaipur".into())
        );
    }
}

#[test]
fn invalid_messages_are_one_error_line() {
    let args = ["agent", "jaipur", "--policy", "utility"];
    for (line, part) in [
        ("what?\n", "does not speak the Parlour dialect"),
        (
            "{\"type\":\"turn\",\"legal\":[\"bid 7\"]}\n",
            "does not speak the Parlour dialect of this game",
        ),
        ("\n", "does not speak"),
    ] {
        let output = run_with_input(&args, line.as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
        let told = failure_of(&output, 1, &args);
        assert!(told.contains(part), "{told}");
        // The cause once.
        let (_, cause) = told.trim_end().rsplit_once(": ").unwrap();
        assert_eq!(told.matches(cause).count(), 1, "{told}");
    }
    assert!(failure(&["agent", "jaipur", "--policy", "wise"], 2).contains("no policy 'wise'"));
    assert!(failure(&["agent", "jaipur"], 2).contains("--policy"));
}
