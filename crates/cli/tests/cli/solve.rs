//! `parlour solve`: known values, positions, and what cannot be solved.

use crate::common::{failure, interrupted, json, parlour, run, start};
use serde_json::Value;

const SIX: [&str; 4] = ["--p1", "2,4,5,10,11,15", "--p2", "3,6,7,9,12,13"];
const SIX_STEAL: [&str; 4] = ["--p1", "2,3,4,5,10,13", "--p2", "6,7,9,11,12,15"];

fn solve(more: &[&str]) -> Value {
    json(&[&["solve", "primi-composti", "--json"], more].concat())
}

fn cards(value: &Value) -> Vec<u64> {
    let cards = value.as_array().unwrap().iter();
    cards.map(|card| card.as_u64().unwrap()).collect()
}

#[test]
fn the_values_of_the_study_come_out() {
    let one = solve(&SIX);
    assert_eq!(one["value"], -1);
    let two = solve(&[&SIX_STEAL[..], &["--version", "2"]].concat());
    assert_eq!(two["value"], -2);
    for (report, hands) in [(one, SIX), (two, SIX_STEAL)] {
        assert!(report["states"].as_u64().unwrap() > 0);
        assert!(report["seconds"].as_f64().unwrap() > 0.0);
        // Every card once, in turn from either hand, and the value stays what it is under best play.
        let line = cards(&report["line"]);
        for (player, hand) in [hands[1], hands[3]].into_iter().enumerate() {
            let mut played: Vec<u64> = line.iter().copied().skip(player).step_by(2).collect();
            played.sort_unstable();
            let held: Vec<u64> = hand.split(',').map(|card| card.parse().unwrap()).collect();
            assert_eq!(played, held);
        }
        let values = report["values"].as_array().unwrap();
        assert!(values.iter().all(|value| *value == report["value"]));
        assert_eq!(values.len(), line.len());
    }
}

#[test]
fn an_interrupt_ends_the_search_with_an_error() {
    let position = ["--version", "2", "--steal", "free", "--cards", "12"];
    let args = [&["solve", "primi-composti", "--seed", "1"], &position[..]].concat();
    let (output, told) = interrupted(start(&mut parlour(&args)));
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(output.stdout.is_empty());
    assert!(
        told.contains("stopping; Ctrl-C again to stop now"),
        "{told}"
    );
    // With bounds of the value, if there were any.
    let error = told.lines().last().unwrap();
    assert!(error.starts_with("error: stopped"), "{told}");
}

#[test]
fn both_methods_agree_and_the_line_reaches_the_value() {
    for seed in ["1", "2", "3"] {
        let deal = ["--cards", "7", "--seed", seed];
        let value = |method| solve(&[&deal[..], &["--method", method]].concat())["value"].clone();
        assert_eq!(value("layers"), value("search"));
        for steal in ["greedy", "free"] {
            let rules = [
                "--version",
                "2",
                "--steal",
                steal,
                "--cards",
                "5",
                "--seed",
                seed,
            ];
            let value = solve(&rules)["value"].as_i64().unwrap();
            let winner = solve(&[&rules[..], &["--win-only"]].concat());
            let expected = ["player 2", "tie", "player 1"][(value.signum() + 1) as usize];
            assert_eq!(winner["winner"], expected);
            assert!(winner.get("value").is_none(), "{winner}");
        }
    }
}

#[test]
fn a_position_is_solved_from_where_it_stands() {
    // 5 = 2 + 3 earns 2 + 2 + 2; then the 4 earns 1.
    let board = ["--p1", "5", "--p2", "4", "--board", "[2 _ 3 _]"];
    let from = |to_move| solve(&[&board[..], &["--to-move", to_move]].concat());
    assert_eq!(from("1")["value"], 5);
    assert_eq!(from("1")["line"], serde_json::json!([5, 4]));
    // The 4 covers nothing that the 5 needs.
    assert_eq!(from("2")["line"], serde_json::json!([4, 5]));
    assert_eq!(solve(&board)["value"], 5);
    // The last card of a game: the other's hand is empty.
    let last = ["--p1", "5", "--p2", "_", "--board", "2,_,3,_"];
    assert_eq!(solve(&last)["value"], 6);
    // In version 2 the cards below count: 5 on 3, both of player 1, and the 2 to be stolen.
    let steal = [
        "--version",
        "2",
        "--p1",
        "7",
        "--p2",
        "_",
        "--board",
        "[3:5 _ 2 _]",
    ];
    assert_eq!(solve(&steal)["value"], 8);
}

/// A solved line is a way from position to position, and each has the same value.
#[test]
fn positions_along_a_line_keep_its_value() {
    let report = solve(&SIX);
    let first = cards(&report["line"])[0].to_string();
    let rest: Vec<&str> = SIX[1].split(',').filter(|card| *card != first).collect();
    let prime = [2, 3, 5, 7, 11, 13].contains(&first.parse::<u64>().unwrap());
    let board = match prime {
        true => format!("[{first} _ _ _]"),
        false => format!("[_ {first} _ _]"),
    };
    let then = solve(&[
        "--p1",
        &rest.join(","),
        "--p2",
        SIX[3],
        "--board",
        &board,
        "--to-move",
        "2",
    ]);
    // The first card earned its own value.
    let earned = if prime { 2 } else { 1 };
    assert_eq!(then["value"].as_i64().unwrap() + earned, -1);
}

#[test]
fn the_holder_of_the_2_is_player_1() {
    let swapped = [
        "solve",
        "primi-composti",
        "--json",
        "--p1",
        SIX[3],
        "--p2",
        SIX[1],
    ];
    let output = run(&swapped);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the second hand holds the 2"), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["value"], -1);
}

#[test]
fn the_text_report_has_hands_value_and_line() {
    let output = run(&[&["solve", "primi-composti"][..], &SIX].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    for word in [
        "2 4 5 10 11 15",
        "-1 (player 2 wins by 1)",
        "line",
        "states in",
        "version 1",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn invalid_positions_are_one_error_line() {
    let bad = |more: &[&str], status: i32, word: &str| {
        let line = failure(&[&["solve", "primi-composti"], more].concat(), status);
        assert!(line.contains(word), "{more:?}: {line}");
    };
    bad(&[&SIX[..], &["--cards", "7"]].concat(), 2, "--cards 7");
    bad(&["--cards", "0"], 2, "--cards");
    bad(&["--cards", "36"], 1, "72 cards are too many");
    bad(&["--prime", "0"], 2, "--prime");
    bad(&["--version", "3"], 2, "--version");
    bad(&["--board", "[_ _ _ _]"], 2, "--p1");
    bad(
        &["--version", "2", "--method", "layers"],
        2,
        "version 1 only",
    );
    bad(&["--version", "2", "--certificate", "x"], 2, "version 1");
    bad(&["--seed", "-1"], 2, "--seed");
    let on = |board: &str, status: i32, word: &str| {
        bad(&["--p1", "5", "--p2", "4", "--board", board], status, word);
    };
    on("[2 _ 3]", 2, "four stacks");
    on("", 2, "four stacks");
    on("[2 _ x _]", 2, "'x' is no card");
    on("[2 _ 1 _]", 2, "'1' is no card");
    on("[2 _ 5 _]", 1, "5 is there twice");
    on("[4 _ 3 _]", 1, "twice");
    on("[6 _ 3 _]", 1, "wrong stack");
    let uneven = [
        "--p1",
        "5,7",
        "--p2",
        "4",
        "--board",
        "[2 _ 3 _]",
        "--to-move",
        "2",
    ];
    bad(&uneven, 1, "hands of 2 and 1 cards");
    let nowhere = [&SIX[..], &["--certificate", "/nowhere/x"]].concat();
    let output = run(&[&["solve", "primi-composti"][..], &nowhere].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(failure(&["solve", "jaipur"], 2).contains("primi-composti"));
}
