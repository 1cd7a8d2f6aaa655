//! `parlour optimise`, and `parlour verify` of what it writes.

use crate::common::{failure, json, run, scratch, stdout};

const QUICK: [&str; 6] = [
    "optimise",
    "masters-gallery",
    "--players",
    "2",
    "--rules",
    "seed-base",
];

#[test]
fn a_proven_score_with_its_game_and_certificate() {
    let (record, certificate) = (scratch("optimum.json"), scratch("optimum.cert"));
    let (record, certificate) = (record.to_str().unwrap(), certificate.to_str().unwrap());
    let files = ["--json", "--record", record, "--certificate", certificate];
    let report = json(&[&QUICK[..], &files[..]].concat());
    assert_eq!(report["score"], 208);
    assert_eq!(report["bound"], 208);
    assert_eq!(report["proven"], true);
    assert_eq!(report["players"], 2);
    assert_eq!(report["rules"], "seed-base");
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    assert!(stdout(&run(&["replay", record])).contains("208"));
    let proved = json(&["verify", certificate, "--json"]);
    assert_eq!(proved["score"], 208);
    assert!(stdout(&run(&["verify", certificate])).contains("proved: 208"));

    let bytes = std::fs::read(certificate).unwrap();
    for at in [0, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        std::fs::write(certificate, &bad).unwrap();
        failure(&["verify", certificate], 1);
        std::fs::write(certificate, &bytes[..at]).unwrap();
        failure(&["verify", certificate], 1);
    }
}

#[test]
fn the_minimum_winning_score_as_text() {
    let text = stdout(&run(&[&QUICK[..], &["--objective", "min-winner"]].concat()));
    assert!(text.contains("score     30"), "{text}");
    assert!(text.contains("proven"), "{text}");
}

#[test]
fn invalid_searches_are_one_error_line() {
    let ask = |more: &[&str]| failure(&[&QUICK[..2], more].concat(), 2);
    assert!(ask(&["--players", "7"]).contains("2 to 5"));
    assert!(ask(&["--rules", "nonsense"]).contains("nonsense"));
    assert!(ask(&["--rules", "seed-base-3"]).contains("seed-base-3"));
    assert!(ask(&["--rules", "full", "--objective", "max-total"]).contains("full"));
    assert!(ask(&["--objective", "most"]).contains("most"));
    assert!(ask(&["--objective", "max-total", "--seat", "0"]).contains("max-total"));
    assert!(ask(&["--seat", "9"]).contains("no seat 9"));
    assert!(ask(&["--seat", "left"]).contains("left"));
    assert!(ask(&["--time", "-1"]).contains("--time"));
}

/// No score without a game that replays, and no claim that it is the highest.
#[test]
fn the_full_rules_by_trial() {
    let record = scratch("full.json");
    let record = record.to_str().unwrap();
    let ask = ["--players", "3", "--rules", "full", "--time", "0"];
    let report = json(&[&QUICK[..2], &ask[..], &["--json", "--record", record]].concat());
    let score = report["score"].as_i64().unwrap();
    assert_eq!(report["proven"], false);
    assert!(report["bound"].as_i64().unwrap() >= score);
    assert!(stdout(&run(&["replay", record])).contains(&score.to_string()));
}
