//! `parlour analyse`

use crate::common::{failure, json, run, run_with_input, scratch, stdout};
use serde_json::Value;
use std::path::PathBuf;

/// Six cards each, so that a game of Primi Composti is solved at once.
const HANDS: [&str; 4] = ["--p1", "2,4,5,10,11,15", "--p2", "3,6,7,9,12,13"];

/// A file with one recorded game.
fn recorded(game: &str, seats: &str, name: &str) -> (PathBuf, Value) {
    let path = scratch(&format!("analyse-{name}.jsonl"));
    let file = path.to_str().unwrap();
    let hands = &HANDS[..if game == "primi-composti" { 4 } else { 0 }];
    let args = ["match", game, "--seats", seats, "--games", "1", "--record"];
    stdout(&run(&[&args[..], &[file], hands].concat()));
    let text = std::fs::read_to_string(&path).unwrap();
    (path, serde_json::from_str(&text).unwrap())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn every_game_is_analysed() {
    for (game, seats) in [
        ("jaipur", "random,utility"),
        ("primi-composti", "random,perfect"),
        ("modern-art", "random,simple,simple,simple,simple"),
        ("masters-gallery", "random,greedy"),
    ] {
        let (path, record) = recorded(game, seats, game);
        let file = path.to_str().unwrap();
        let command = [
            "analyse",
            file,
            "--simulations",
            "100",
            "--seed",
            "3",
            "--json",
        ];
        let report = json(&command);
        assert_eq!(report["game"], game);
        assert_eq!(report["simulations"], 100);
        let actions = record["actions"].as_array().unwrap();
        assert_eq!(report["actions"], actions.len());
        let moves = report["moves"].as_array().unwrap();
        assert!(moves.len() > 5, "{game}");
        for judged in moves {
            let played = &actions[judged["ply"].as_u64().unwrap() as usize];
            assert_eq!(
                (&judged["seat"], &judged["played"]),
                (&played[0], &played[1])
            );
            assert!(number(&judged["cost"]["mean"]) >= 0.0);
        }
        let result = &record["result"];
        let seats = report["seats"].as_array().unwrap();
        let mut lost = Vec::new();
        for (index, seat) in seats.iter().enumerate() {
            let own: Vec<&Value> = (moves.iter())
                .filter(|judged| judged["seat"] == index && judged["options"] != 1)
                .collect();
            assert_eq!(seat["moves"], own.len());
            let count =
                |judgement: &str| own.iter().filter(|it| it["judgement"] == judgement).count();
            assert_eq!(seat["blunders"], count("blunder"));
            assert_eq!(seat["mistakes"], count("mistake"));
            assert_eq!(seat["inaccuracies"], count("inaccuracy"));
            let sum: f64 = own.iter().map(|it| number(&it["cost"]["mean"])).sum();
            let average = number(&seat["average_loss"]);
            assert!((average - sum / own.len() as f64).abs() < 1e-9);
            if report["scale"] != "points" {
                let won = result["winners"]
                    .as_array()
                    .unwrap()
                    .contains(&index.into());
                assert_eq!(number(&seat["result"]) > 0.0, won);
            }
            lost.push(average);
        }
        // Whoever plays at random loses more than those who do not; of five, nothing is left to lose.
        assert!(
            game == "modern-art" || lost[1] < lost[0],
            "{game}: {lost:?}"
        );
        // The same with any number of threads, and from standard input.
        assert_eq!(json(&[&command[..], &["--threads", "1"]].concat()), report);
        let text = std::fs::read(&path).unwrap();
        let piped = run_with_input(
            &[
                "analyse",
                "-",
                "--simulations",
                "100",
                "--seed",
                "3",
                "--json",
            ],
            &text,
        );
        assert_eq!(
            serde_json::from_str::<Value>(&stdout(&piped)).unwrap(),
            report
        );
    }
}

/// The values of Primi Composti are those of `parlour solve`.
#[test]
fn exact_values_are_those_of_the_solver() {
    let (path, record) = recorded("primi-composti", "random,random", "exact");
    let report = json(&["analyse", path.to_str().unwrap(), "--json"]);
    assert!(!record["deal"]["cards"].is_null());
    let deal = json(&[&["solve", "primi-composti", "--json"][..], &HANDS].concat());
    let first = &report["moves"][0];
    assert_eq!(first["simulations"], 0);
    assert_eq!(number(&first["value"]["mean"]), number(&deal["value"]));
    assert_eq!(first["value"]["error"], 0.0);
    let cards = first["line"].as_array().unwrap().len();
    assert_eq!(cards, deal["line"].as_array().unwrap().len());
}

#[test]
fn the_text_names_every_mistake() {
    let (path, _) = recorded("masters-gallery", "random,random", "text");
    let file = path.to_str().unwrap();
    let report = json(&["analyse", file, "--simulations", "40", "--json"]);
    let told = stdout(&run(&["analyse", file, "--simulations", "40"]));
    let moves = report["moves"].as_array().unwrap();
    let marked = moves.iter().filter(|judged| !judged["judgement"].is_null());
    assert!(marked.clone().count() > 0);
    assert_eq!(told.matches("; better: ").count(), marked.count());
    assert!(told.contains("average loss"), "{told}");
}

#[test]
fn invalid_records_are_one_error_line() {
    assert!(failure(&["analyse", "/nowhere.jsonl"], 1).contains("cannot read /nowhere.jsonl"));
    let path = scratch("analyse-damaged.jsonl");
    std::fs::write(&path, "hello\n").unwrap();
    let file = path.to_str().unwrap();
    assert!(failure(&["analyse", file], 1).contains("line 1: not a Parlour record"));
    assert!(failure(&["analyse", file, "--simulations", "0"], 2).contains("--simulations"));
}
