//! `parlour gauntlet`

use crate::common::{failure, interrupted, json, parlour, run, start, stdout};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const GAMES: [&str; 4] = ["jaipur", "primi-composti", "modern-art", "masters-gallery"];

/// A database of its own.
fn database(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("a.sqlite").display())
}

#[test]
fn a_policy_plays_every_game() {
    let folder = TempDir::new().unwrap();
    let database = database(&folder);
    for game in GAMES {
        let (policy, seats) = match game {
            "jaipur" => ("random", 2.0),
            "primi-composti" => ("asc", 2.0),
            "modern-art" => ("random", 5.0),
            _ => ("random", 4.0),
        };
        let args = [
            "gauntlet",
            game,
            "--policy",
            policy,
            "--deals",
            "1",
            "--database",
            &database,
            "--json",
        ];
        let result = json(&args);
        assert_eq!(result["game"], game);
        assert_eq!(result["player"], policy);
        assert_eq!(result["benchmark"], 3);
        assert_eq!(result["complete"], false);
        assert_eq!(result["deals"], 1);
        let opponents = result["opponents"].as_array().unwrap();
        let games = opponents.len() as f64 * seats;
        assert_eq!(result["games"].as_f64(), Some(games), "{result}");
        assert_eq!(result["even"].as_f64(), Some(1.0 / seats));
        assert_eq!(result["faults"], 0);
        // What is recorded is not played again.
        assert_eq!(json(&args), result);
    }
}

/// The same bytes of records for a policy on its own and for the program `parlour agent` that plays it.
#[test]
fn a_program_plays_the_same_deals() {
    let folder = TempDir::new().unwrap();
    let database = database(&folder);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let common = [
        "gauntlet",
        "primi-composti",
        "--deals",
        "2",
        "--json",
        "--database",
        &database,
    ];
    let [own, program] = [file("own.jsonl"), file("program.jsonl")];
    let policy = json(&[&common[..], &["--policy", "desc", "--record", &own]].concat());
    let log = file("log");
    let command = [
        "--name",
        "mine",
        "--record",
        &program,
        "--log",
        &log,
        "--",
        env!("CARGO_BIN_EXE_parlour"),
        "agent",
        "primi-composti",
        "--policy",
        "desc",
    ];
    let mine = json(&[&common[..], &command].concat());
    assert_eq!(mine["player"], "mine");
    for field in ["score", "score_interval", "points", "opponents", "faults"] {
        assert_eq!(policy[field], mine[field], "{field}");
    }
    let actions = |file: &str| -> Vec<Value> {
        let lines = fs::read_to_string(file).unwrap();
        let records = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        records.map(|record| record["actions"].clone()).collect()
    };
    assert_eq!(actions(&own), actions(&program));
    assert!(fs::read_dir(log).unwrap().next().is_some());
}

#[test]
fn the_row_for_the_docs_is_printed() {
    let folder = TempDir::new().unwrap();
    let database = database(&folder);
    let args = [
        "gauntlet",
        "primi-composti",
        "--policy",
        "asc",
        "--deals",
        "2",
        "--database",
        &database,
    ];
    let text = stdout(&run(&args));
    assert!(text.contains("\n| `asc` | "), "{text}");
    assert!(
        text.ends_with("2 deals only: a trial, not a result of the benchmark\n"),
        "{text}"
    );
}

#[test]
fn an_interrupt_says_how_to_go_on() {
    let folder = TempDir::new().unwrap();
    let database = database(&folder);
    // Far more games than are played before the interrupt.
    let args = [
        "gauntlet",
        "primi-composti",
        "--policy",
        "ismcts:20000",
        "--database",
        &database,
    ];
    let (output, told) = interrupted(start(&mut parlour(&args)));
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(output.stdout.is_empty());
    assert!(
        told.contains("of 1200 games counted: the same command goes on"),
        "{told}"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    for (args, part) in [
        (&["gauntlet", "jaipur"][..], "--policy <POLICY>"),
        (&["gauntlet", "chess", "--policy", "random"], "chess"),
        (
            &["gauntlet", "jaipur", "--policy", "grandmaster"],
            "grandmaster",
        ),
        (
            &[
                "gauntlet", "jaipur", "--policy", "random", "--deals", "100000",
            ],
            "has 200 deals",
        ),
        (
            &["gauntlet", "jaipur", "--policy", "random", "--", "cat"],
            "cannot be used",
        ),
        (&["gauntlet", "jaipur", "--policy", "utility"], "by --name"),
    ] {
        let error = failure(args, 2);
        assert!(error.contains(part), "{args:?}: {error}");
    }
    // A program that is none.
    let folder = TempDir::new().unwrap();
    let output = parlour(&[
        "gauntlet",
        "jaipur",
        "--database",
        &database(&folder),
        "--",
        "no-such-program",
    ])
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("no-such-program"), "{error}");
}

/// The name of a tournament of which no game was played is free for another.
#[test]
fn a_program_that_cannot_be_started_does_not_use_up_a_name() {
    let folder = TempDir::new().unwrap();
    let database = database(&folder);
    let play = |program: &[&str]| {
        let before = ["gauntlet", "jaipur", "--deals", "1", "--name", "mine"];
        let args = [&before[..], &["--database", &database, "--"], program].concat();
        parlour(&args).output().unwrap()
    };
    let fails = |reason: &str| {
        let error = String::from_utf8(play(&["/nonexistent"]).stderr).unwrap();
        assert!(error.contains(reason), "{error}");
    };
    fails("'mine' cannot be started");
    let program = env!("CARGO_BIN_EXE_parlour");
    let played = play(&[program, "agent", "jaipur", "--policy", "random"]);
    assert!(played.status.success(), "{played:?}");
    fails("has another 'players'");
}
