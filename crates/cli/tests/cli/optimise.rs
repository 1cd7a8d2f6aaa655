//! `parlour optimise`, and `parlour verify` of what it writes.

use crate::common::{failure, failure_of, interrupted, json, parlour, run, scratch, start, stdout};
use std::path::Path;
use std::process::{Command, Output};

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
    assert!(ask(&["--threads", "0"]).contains("0"));
    assert!(ask(&["--rules", "full", "--veripb", "proofs"]).contains("seed-draw"));
}

/// A game from a position on would show any score.
#[test]
fn a_record_that_begins_with_a_position_is_refused() {
    let record = scratch("optimum-position.json");
    let record = record.to_str().unwrap();
    stdout(&run(&[&QUICK[..], &["--record", record]].concat()));
    let text = std::fs::read_to_string(record).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["parlour"] = 2.into();
    value["deal"] = serde_json::json!({ "seed": 0 });
    value["position"] = serde_json::json!({});
    std::fs::write(record, value.to_string()).unwrap();
    let refused = failure(&[&QUICK[..], &["--from", record]].concat(), 2);
    assert!(refused.contains("begins with a position"), "{refused}");
}

/// What the checker of pseudo-Boolean proofs says.
fn veripb(program: &Path, proof: &Path) -> Output {
    let Some(checker) = std::env::var_os("PARLOUR_VERIPB") else {
        panic!("PARLOUR_VERIPB is not set: run `cargo xtask test`, which installs the checker");
    };
    let mut command = Command::new(checker);
    command.args([program, proof]).output().unwrap()
}

/// The unmodified checker accepts the proofs for two players, and no altered one.
#[test]
fn pseudo_boolean_proofs_are_verified() {
    let folder = scratch("veripb");
    for (rules, score) in [("seed-base", 208), ("seed-awards", 406), ("seed-draw", 418)] {
        let question = ["--players", "2", "--rules", rules, "--json", "--veripb"];
        let report = json(&[&QUICK[..2], &question[..], &[folder.to_str().unwrap()]].concat());
        assert_eq!(report["veripb"]["bound"], score);
        let file = |kind| folder.join(format!("{rules}-2.{kind}"));
        let checked = stdout(&veripb(&file("opb"), &file("pbp")));
        let verified = format!("s VERIFIED BOUNDS -{score} <= obj <= -{score}\n");
        assert!(checked.contains(&verified), "{checked}");
    }

    let file = |kind: &str| folder.join(format!("seed-base-2.{kind}"));
    let [program, proof] = ["opb", "pbp"].map(|kind| std::fs::read_to_string(file(kind)).unwrap());
    let without_line = |text: &str, start: &str| {
        let line = text.lines().find(|line| line.starts_with(start)).unwrap();
        text.replacen(&format!("{line}\n"), "", 1)
    };
    let altered = [
        // A lower bound, named or claimed; a better game; a step left out.
        (program.clone(), proof.replace("BOUNDS -208", "BOUNDS -207")),
        (program.clone(), proof.replace(" -208 :", " -209 :")),
        (
            program.clone(),
            proof
                .replace(">= -208 : subproof", ">= -207 : subproof")
                .replace("BOUNDS -208", "BOUNDS -207"),
        ),
        (program.clone(), without_line(&proof, "pol")),
        (program.clone(), without_line(&proof, "rup")),
        // More cards in hand, more points for a card.
        (program.replace(">= -28 ;", ">= -29 ;"), proof.clone()),
        (program.replacen("min: -1 ", "min: -2 ", 1), proof.clone()),
    ];
    for (number, (altered_program, altered_proof)) in altered.into_iter().enumerate() {
        assert!(
            (&altered_program, &altered_proof) != (&program, &proof),
            "{number}"
        );
        let [bad_program, bad_proof] = ["bad.opb", "bad.pbp"].map(|name| folder.join(name));
        std::fs::write(&bad_program, altered_program).unwrap();
        std::fs::write(&bad_proof, altered_proof).unwrap();
        let checked = veripb(&bad_program, &bad_proof);
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(
            !checked.status.success() && !said.contains("s VERIFIED BOUNDS"),
            "{number}: {said}"
        );
    }
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

/// `/dev/full` takes no bytes, as a full disk.
#[test]
fn the_result_is_printed_if_a_file_cannot_be_written() {
    let certificate = scratch("beside-full.cert");
    let certificate = certificate.to_str().unwrap();
    for (form, score) in [(&["--json"][..], "\"score\":30,"), (&[], "score     30")] {
        let objective = ["--objective", "min-winner"];
        let files = ["--record", "/dev/full", "--certificate", certificate];
        let args = [&QUICK[..], &objective, &files, form].concat();
        let output = run(&args);
        let line = failure_of(&output, 1, &args);
        assert!(line.contains("cannot write /dev/full: "), "{line}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(score));
        stdout(&run(&["verify", certificate]));
        std::fs::remove_file(certificate).unwrap();
    }
}

/// Before a search of an hour, and without a change of other files.
#[test]
fn files_that_cannot_be_written_are_told_before_the_search() {
    let long = ["--players", "4", "--rules", "seed-draw", "--time", "3600"];
    let long = [&QUICK[..2], &long].concat();
    let [old, new] = ["old.json", "new.json"].map(scratch);
    std::fs::write(&old, "old").unwrap();
    let _ = std::fs::remove_file(&new);
    for other in [&old, &new] {
        let record = ["--record", other.to_str().unwrap()];
        for (bad, reason) in [
            (["--certificate", "/nowhere/x"], "cannot write /nowhere/x: "),
            (["--certificate", "/"], "cannot write /: "),
            (["--veripb", "/dev/null/x"], "cannot make /dev/null/x: "),
        ] {
            let line = failure(&[&long[..], &record, &bad].concat(), 1);
            assert!(line.contains(reason), "{line}");
        }
    }
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    assert!(!new.exists());
}

#[test]
fn an_interrupt_ends_the_search_with_what_is_known() {
    let record = scratch("interrupted.json");
    let question = [
        "optimise",
        "masters-gallery",
        "--players",
        "4",
        "--rules",
        "seed-double",
    ];
    let more = ["--time", "3000", "--threads", "1", "--json", "--record"];
    let child = start(parlour(&[&question[..], &more[..]].concat()).arg(&record));
    let (output, told) = interrupted(child);
    assert!(
        output.status.success() && told.contains("stopping"),
        "{told}"
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["proven"], false);
    let score = report["score"].to_string();
    assert!(stdout(&run(&["replay", record.to_str().unwrap()])).contains(&score));
}
