//! Hands of Primi Composti on the command line, wherever they are taken.

use crate::common::{failure, json, run, scratch, stdout};
use serde_json::Value;

/// The commands that take hands; what else they need comes first.
const COMMANDS: [&[&str]; 3] = [
    &["solve", "primi-composti"],
    &["play", "primi-composti", "--against", "asc"],
    &["match", "primi-composti", "--seats", "asc,desc"],
];

#[test]
fn impossible_hands_are_one_error_line() {
    for (p1, p2, word) in [
        ("2,5,2", "3,4,6", "2 is there twice"),
        ("2,5,9", "3,5,6", "5"),
        ("2,5,9", "3,4", "cards"),
        ("1,5,9", "3,4,6", "'1' is no card: they are 2 to 73"),
        ("2,5,74", "3,4,6", "'74' is no card: they are 2 to 73"),
        ("2,5,-9", "3,4,6", "'-9' is no card"),
        ("2,5,300", "3,4,6", "'300' is no card"),
        ("2,five,9", "3,4,6", "'five' is no card"),
        ("2,,9", "3,4,6", "'' is no card"),
        ("", "3,4,6", "'' is no card"),
        ("2,5,\u{feff}9", "3,4,6", "is no card"),
    ] {
        for command in COMMANDS {
            let args = [command, &["--p1", p1, "--p2", p2]].concat();
            let output = run(&args);
            let status = output.status.code();
            assert!(status == Some(1) || status == Some(2), "{args:?}");
            let line = crate::common::failure_of(&output, status.unwrap(), &args);
            assert!(line.contains(word), "{args:?}: {line}");
        }
    }
    for command in COMMANDS {
        let one = [command, &["--p1", "2,5"]].concat();
        assert!(failure(&one, 2).contains("--p2"));
    }
    let deal = [
        "play",
        "primi-composti",
        "--deal",
        "x",
        "--p1",
        "2",
        "--p2",
        "3",
    ];
    assert!(failure(&deal, 2).contains("--p1"));
    let jaipur = [
        "match",
        "jaipur",
        "--seats",
        "random,random",
        "--p1",
        "2",
        "--p2",
        "3",
    ];
    assert!(failure(&jaipur, 2).contains("jaipur takes no --p1 and --p2"));
}

#[test]
fn a_match_of_given_hands_is_played_with_them() {
    let path = scratch("hands.jsonl");
    let file = path.to_str().unwrap();
    let value = json(&[
        "match",
        "primi-composti",
        "--seats",
        "asc,desc",
        "--p1",
        "2,5,9",
        "--p2",
        "6,3,4",
        "--games",
        "1",
        "--record",
        file,
        "--json",
    ]);
    assert_eq!(value["games"], 1);
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let hands = serde_json::json!({"cards": {"hands": [[2, 5, 9], [3, 4, 6]]}});
    assert_eq!(record["deal"], hands);
    // 2, 6, 5, 4, 9 = 5 + 4 over the 5 and the 4, 3.
    let played: Vec<&str> = (record["actions"].as_array().unwrap().iter())
        .map(|action| action[1].as_str().unwrap())
        .collect();
    assert_eq!(
        played,
        ["play 2", "play 6", "play 5", "play 4", "play 9", "play 3"]
    );
    stdout(&run(&["replay", file]));
}
