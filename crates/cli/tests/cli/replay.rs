//! `parlour replay`

use crate::common::{failure, run, run_with_input, scratch, stdout};
use serde_json::Value;
use std::path::PathBuf;

/// A file of three recorded games.
fn recorded(name: &str) -> (PathBuf, String) {
    let path = scratch(name);
    let file = path.to_str().unwrap();
    let args = [
        "match",
        "jaipur",
        "--seats",
        "utility,weighted",
        "--games",
        "3",
        "--record",
        file,
    ];
    stdout(&run(&args));
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

fn lines_of_json(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn json_has_actions_and_scores() {
    let (path, text) = recorded("replay.jsonl");
    let file = path.to_str().unwrap();
    let replayed = lines_of_json(&stdout(&run(&["replay", file, "--json"])));
    let records = lines_of_json(&text);
    assert_eq!(replayed.len(), 3);
    for (told, record) in replayed.iter().zip(&records) {
        let fields: Vec<&String> = told.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["actions", "game", "scores"]);
        assert_eq!(told["game"], "jaipur");
        assert_eq!(told["actions"], record["actions"].as_array().unwrap().len());
        assert_eq!(told["scores"], record["result"]["scores"]);
    }
    let piped = run_with_input(&["replay", "-", "--json"], text.as_bytes());
    assert_eq!(lines_of_json(&stdout(&piped)), replayed);

    let early = lines_of_json(&stdout(&run(&["replay", file, "--json", "--ply", "0"])));
    assert!(
        early
            .iter()
            .all(|told| told["actions"] == 0 && told["scores"] == serde_json::json!([0, 0]))
    );
    assert!(failure(&["replay", file, "--ply", "100000"], 1).contains("past the end"));
}

#[test]
fn the_text_report_has_the_moves_and_the_result() {
    let (path, text) = recorded("people.jsonl");
    let told = stdout(&run(&["replay", path.to_str().unwrap()]));
    let record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    for action in record["actions"].as_array().unwrap() {
        assert!(told.contains(action[1].as_str().unwrap()), "{action}");
    }
    assert!(told.contains("market") && told.contains("wins"), "{told}");
    assert!(!told.contains('\x1b'));
}

#[test]
fn control_characters_are_not_printed() {
    let (path, text) = recorded("control.jsonl");
    let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    record["seats"] = serde_json::json!(["\u{1b}[31mred\u{7}", "a\nb\r"]);
    std::fs::write(&path, record.to_string()).unwrap();
    let file = path.to_str().unwrap();
    for command in [&["replay"][..], &["analyse", "--simulations", "1"]] {
        let told = stdout(&run(&[command, &[file]].concat()));
        assert!(told.starts_with("jaipur: [31mred – ab\n"), "{told}");
        assert!(!told.replace('\n', " ").contains(char::is_control));
    }
    record["game"] = "\u{1b}[31mred\u{7}".into();
    std::fs::write(&path, record.to_string()).unwrap();
    let line = failure(&["replay", file], 1);
    assert!(line.contains("unknown game"), "{line}");
    assert!(!line.trim_end().contains(char::is_control), "{line:?}");
}

#[test]
fn damage_is_reported_with_its_line() {
    let (_, text) = recorded("damage.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let first_action = {
        let record: Value = serde_json::from_str(lines[1]).unwrap();
        record["actions"][0].to_string()
    };
    for (name, damaged, words) in [
        (
            "cut",
            lines[1][..lines[1].len() / 2].to_owned(),
            vec!["not a Parlour record"],
        ),
        ("text", "hello".to_owned(), vec!["not a Parlour record"]),
        ("list", "[1,2]".to_owned(), vec!["not a Parlour record"]),
        (
            "version",
            lines[1].replace("\"parlour\":1", "\"parlour\":3"),
            vec!["version 3"],
        ),
        (
            "game",
            lines[1].replace("\"game\":\"jaipur\"", "\"game\":\"chess\""),
            vec!["chess"],
        ),
        (
            "illegal",
            lines[1].replacen(&first_action, "[0,\"sell 9 leather\"]", 1),
            vec!["action 1"],
        ),
        (
            "turn",
            lines[1].replacen(&first_action, &first_action.replace("[0", "[1"), 1),
            vec!["action 1"],
        ),
        (
            "seat",
            lines[1].replacen(&first_action, &first_action.replace("[0", "[200"), 1),
            vec!["action 1"],
        ),
        (
            "seats",
            lines[1].replace("\"seats\":[", "\"seats\":[\"third\","),
            vec!["3 are named"],
        ),
        (
            "winner",
            lines[1].replace("\"winners\":[", "\"winners\":[7,"),
            vec!["lead to"],
        ),
        (
            "resigned",
            lines[1].replace("\"winners\"", "\"resigned\":9,\"winners\""),
            vec!["resigned"],
        ),
    ] {
        let path = scratch(&format!("damaged-{name}.jsonl"));
        let file = path.to_str().unwrap();
        std::fs::write(&path, [lines[0], &damaged, lines[2]].join("\n")).unwrap();
        let output = run(&["replay", file, "--json"]);
        let line = crate::common::failure_of(&output, 1, &["replay", name]);
        assert!(line.contains(&format!("{file} line 2: ")), "{name}: {line}");
        for word in words {
            assert!(line.contains(word), "{name}: {line}");
        }
        // The line before was sound, and is told.
        assert_eq!(
            output.stdout.iter().filter(|&&byte| byte == b'\n').count(),
            1
        );
    }
    let path = scratch("bytes.jsonl");
    std::fs::write(&path, b"\xff\xfe\n").unwrap();
    assert!(
        failure(&["replay", path.to_str().unwrap()], 1).contains("line 1: not a Parlour record")
    );
}

#[test]
fn invalid_records_are_one_error_line() {
    assert!(failure(&["replay", "/nowhere.jsonl"], 1).contains("cannot read /nowhere.jsonl"));
    assert!(failure(&["replay", "/"], 1).contains("cannot read /"));
    let path = scratch("empty.jsonl");
    std::fs::write(&path, "\n\n").unwrap();
    assert!(failure(&["replay", path.to_str().unwrap()], 1).contains("no record"));
}

#[test]
fn a_link_is_read_in_place_of_a_file() {
    let (path, _) = recorded("linked.jsonl");
    let file = path.to_str().unwrap();
    let links = stdout(&run(&["replay", file, "--link"]));
    let links: Vec<&str> = links.lines().collect();
    assert_eq!(links.len(), 3);
    let told = stdout(&run(&["replay", file, "--json"]));
    for (link, told) in links.iter().zip(told.lines()) {
        let data = link.strip_prefix("#/replay/link/").unwrap();
        for given in [data, link, &format!("https://example.org/parlour/{link}")] {
            let replayed = stdout(&run(&["replay", given, "--json"]));
            assert_eq!(replayed.trim_end(), told);
        }
        let cut = format!("https://example.org/{}", &link[..link.len() - 9]);
        assert!(failure(&["replay", &cut], 1).contains("missing or damaged"));
        assert!(failure(&["replay", &data[..20]], 1).contains("cannot read"));
    }
    let later = "http://localhost/#/replay/link/AgAA";
    assert!(failure(&["replay", later], 1).contains("version 2"));
}
