//! Watching two AIs, replays, and records as files.

use crate::harness::{Page, Setup, parlour, visit};
use crate::table;
use serde_json::json;
use std::path::PathBuf;
use std::process::Command;

/// A finished round as the terminal records it.
pub(crate) fn finished_round(page: &Page) -> String {
    let file = page.file("round.jsonl", "");
    let output = Command::new(parlour())
        .args([
            "match",
            "jaipur",
            "--seats",
            "utility,random",
            "--games",
            "1",
            "--seed",
            "3",
        ])
        .arg("--record")
        .arg(&file)
        .output()
        .expect("parlour runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::read_to_string(file).expect("the record is written")
}

/// Loads a record; the page goes to its replay.
pub(crate) fn load(page: &Page, record: &str) -> PathBuf {
    let file = page.file("loaded.jsonl", record);
    page.open("#/replays");
    page.upload("Load a record", &file);
    page.find("button", "One move back");
    file
}

#[test]
fn two_ais_are_watched_at_ones_own_pace() {
    let setup = Setup {
        settings: json!({"watch_pace": "slow"}),
        ..Setup::default()
    };
    visit(&setup, |page| {
        page.count_what_is_under_way();
        table::watch(page, ["Merchant", "Novice"], "One round", 5);
        assert!(page.route().starts_with("#/watch/"));
        page.click("button", "Pause");
        let stood = table::moves(page);
        page.click("button", "One move");
        page.until("one move", || table::moves(page) == stood + 1);
        page.click("button", "One move");
        page.until("another", || table::moves(page) == stood + 2);
        page.wait_until_idle();
        assert_eq!(table::moves(page), stood + 2, "it stands still");
        // Both hands are open.
        let shown = page.names("img");
        assert!(
            shown.iter().filter(|name| name.len() > 2).count() > 8,
            "{shown:?}"
        );
        page.click("radio", "Fast");
        page.click("button", "Play");
        page.find("button", "Rematch");
        table::check_sums(page);
    });
}

#[test]
fn a_replay_goes_forward_and_back() {
    visit(&Setup::default(), |page| {
        let file = load(page, &finished_round(page));
        let position = || page.text("[data-testid=position]");
        let actions = table::replayed(&file)["actions"]
            .as_u64()
            .expect("a number");
        // It opens at the start or at the end: both can be reached.
        page.click("button", "To the start");
        page.until("the start", || position() == format!("Move 0 of {actions}"));
        let market = || page.text("[data-testid=deck]");
        let deck = market();
        page.click("button", "One move forward");
        page.until("move 1", || position() == format!("Move 1 of {actions}"));
        page.click("button", "One move forward");
        page.until("move 2", || position() == format!("Move 2 of {actions}"));
        page.press(fantoccini::key::Key::Left);
        page.press(fantoccini::key::Key::Left);
        page.until("the start again", || {
            position() == format!("Move 0 of {actions}")
        });
        assert_eq!(market(), deck);
        page.click("button", "To the end");
        page.until("the end", || {
            position() == format!("Move {actions} of {actions}")
        });
        assert!(page.find("button", "One move forward").disabled);
        page.click("button", "To the start");
        page.click("button", "Analyse this position");
        page.until("the analysis", || {
            page.text("[data-testid=hint-text]")
                .starts_with("The AI would: ")
        });
    });
}

#[test]
fn a_record_survives_the_way_out_and_in() {
    visit(&Setup::default(), |page| {
        let record = finished_round(page);
        load(page, &record);
        page.open("#/replays");
        let out = page.download(|| page.click("button", "Download…"));
        let read = |text: &str| -> serde_json::Value {
            serde_json::from_str(text).expect("a record is JSON")
        };
        let text = std::fs::read_to_string(&out).expect("the download can be read");
        assert_eq!(read(&text), read(&record));
        table::replayed(&out);

        // What is no record is refused, and the page says so.
        let wrong = page.file("wrong.jsonl", "{\"parlour\":1,\"game\":\"chess\"}\n");
        page.upload("Load a record", &wrong);
        page.until_alert("cannot be loaded");
        // A record that breaks the rules, too.
        let broken = record.replacen("\"actions\":[[0,\"", "\"actions\":[[1,\"", 1);
        assert_ne!(broken, record);
        let broken = page.file("broken.jsonl", &broken);
        page.upload("Load a record", &broken);
        page.until("the other refusal", || {
            let said = page.alerts();
            said.contains("cannot be loaded") && !said.contains("chess")
        });
        assert_eq!(
            page.names("link")
                .iter()
                .filter(|name| name.starts_with("Replay "))
                .count(),
            1
        );
    });
}
