//! `parlour store`: maintenance of the database of tournaments.

use crate::common::{failure, json, run, scratch, stdout};
use serde_json::Value;
use std::fs;

#[test]
fn a_store_is_listed_checked_backed_up_and_pruned() {
    let file = scratch("store.toml");
    let definition = "name = 'small'\ngame = 'jaipur'\nrounds = 2\nseed = 1\n\
         [[player]]\npolicy = 'random'\n[[player]]\nname = 'other'\npolicy = 'random'\n";
    fs::write(&file, definition).unwrap();
    let path = scratch("store.sqlite");
    let copy = scratch("store-copy.sqlite");
    for old in [&path, &copy] {
        let _ = fs::remove_file(old);
    }
    let url = format!("sqlite:{}", path.display());
    let store = |words: &[&'static str]| -> Vec<&str> {
        let all = ["store"].iter().chain(words).copied();
        all.chain(["--database", &url]).collect()
    };

    // There is none yet, and asking does not create one.
    assert!(failure(&store(&["list"]), 1).contains("cannot open the database"));
    assert!(!path.exists());
    stdout(&run(&[
        "tournament",
        file.to_str().unwrap(),
        "--database",
        &url,
    ]));

    let text = stdout(&run(&store(&["list"])));
    assert_eq!(text, "small  jaipur  finished after 4 games\n");
    let line: Value = json(&store(&["list", "--json"]));
    assert_eq!((&line["played"], &line["finished"]), (&4.into(), &4.into()));
    let text = stdout(&run(&store(&["check"])));
    assert!(
        text.ends_with("store.sqlite: 4 games, no errors\n"),
        "{text}"
    );

    let mut backup = store(&["backup", "--json"]);
    backup.push(copy.to_str().unwrap());
    let written = json(&backup);
    assert_eq!(written["bytes"], fs::metadata(&copy).unwrap().len());
    assert!(failure(&backup, 1).contains("it exists already"));

    stdout(&run(&store(&["rename", "small", "smaller"])));
    assert!(
        failure(&store(&["delete", "small", "--yes"]), 1).contains("unknown tournament 'small'")
    );
    assert!(failure(&store(&["delete", "smaller"]), 1).contains("confirm it with --yes"));
    assert_eq!(
        json(&store(&["prune", "--days", "1", "--yes", "--json"]))["games"],
        0
    );
    let deleted = json(&store(&["delete", "smaller", "--yes", "--json"]));
    assert_eq!(deleted["games"], 4);
    assert!(stdout(&run(&store(&["list"]))).ends_with("has no tournaments\n"));

    // The backup still has it.
    let url = format!("sqlite:{}", copy.display());
    let text = stdout(&run(&["store", "list", "--database", &url]));
    assert!(text.starts_with("small "), "{text}");
}

#[test]
fn a_damaged_store_is_reported_in_one_line() {
    let path = scratch("store-damaged.sqlite");
    fs::write(&path, "no database".repeat(1000)).unwrap();
    let url = format!("sqlite:{}", path.display());
    let error = failure(&["store", "check", "--database", &url], 1);
    assert!(error.contains("is damaged, or is none"), "{error}");
}
