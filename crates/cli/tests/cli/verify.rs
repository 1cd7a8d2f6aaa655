//! `parlour verify`: certificates of Primi Composti.

use crate::common::{failure, json, run, scratch, stdout};
use std::path::PathBuf;

/// A certificate of the study's deal, and its file.
fn certificate(name: &str) -> (PathBuf, Vec<u8>) {
    let path = scratch(name);
    let output = run(&[
        "solve",
        "primi-composti",
        "--p1",
        "2,4,5,10,11,15",
        "--p2",
        "3,6,7,9,12,13",
        "--certificate",
        path.to_str().unwrap(),
    ]);
    assert!(output.status.success());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("certificate: ")
    );
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn what_solve_writes_verify_proves() {
    let (path, _) = certificate("good.cert");
    let file = path.to_str().unwrap();
    let report = json(&["verify", file, "--json"]);
    assert_eq!(report["value"], -1);
    assert_eq!(report["p1"], serde_json::json!([2, 4, 5, 10, 11, 15]));
    assert_eq!(report["p2"], serde_json::json!([3, 6, 7, 9, 12, 13]));
    assert!(report["states"].as_u64().unwrap() > 0);
    assert!(report["seconds"].as_f64().unwrap() >= 0.0);
    assert!(stdout(&run(&["verify", file])).contains("proved: the value is -1"));
}

#[test]
fn altered_and_truncated_certificates_are_rejected() {
    let (path, good) = certificate("bad.cert");
    let file = path.to_str().unwrap();
    let refused = |bytes: &[u8], what: String| {
        std::fs::write(&path, bytes).unwrap();
        let line = failure(&["verify", file], 1);
        assert!(line.contains(file), "{what}: {line}");
    };
    // Every byte of the head, and some of what follows.
    let later = (40..good.len()).step_by(good.len() / 40 + 1);
    for at in (0..40).chain(later) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        refused(&bytes, format!("byte {at}"));
    }
    for length in (0..good.len()).step_by(good.len() / 20 + 1) {
        refused(&good[..length], format!("{length} bytes"));
    }
    refused(&[&good[..], &[0]].concat(), "one byte more".to_owned());
    for other in [&b"{\"value\": 1}"[..], b"", b"PARLOUR"] {
        std::fs::write(&path, other).unwrap();
        let line = failure(&["verify", file], 1);
        assert!(
            line.contains("neither a certificate nor a file of exact values"),
            "{line}"
        );
    }
}

#[test]
fn unreadable_files_are_one_error_line() {
    assert!(failure(&["verify", "/nowhere/x"], 1).contains("cannot read /nowhere/x"));
    assert!(failure(&["verify", "/"], 1).contains("cannot read /"));
    failure(&["verify"], 2);
}
