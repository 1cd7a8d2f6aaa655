//! `parlour host` with agents in Python, as other people write them.

use crate::common::{failure, parlour, run, scratch, stdout};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Starts an agent of `clients/python`.
fn python(script: &str, name: &str, port: &str) -> Child {
    Command::new("python3")
        .arg(repository().join("clients/python").join(script))
        .args([name, "127.0.0.1", port])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Holds a table for these agents and returns the result, and what was told meanwhile.
fn host(args: &[&str], agents: &[(&str, &str)]) -> (Value, Vec<String>) {
    let mut table = parlour(&["host"])
        .args(args)
        .args(["--listen", "127.0.0.1:0", "--json", "-v"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(table.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(':').next().unwrap().to_owned();
    let children: Vec<Child> = (agents.iter())
        .map(|(script, name)| python(script, name, &port))
        .collect();
    // Read to the end, so that the table never waits for us.
    let told: Vec<String> = stderr.lines().map_while(Result::ok).collect();
    let output = table.wait_with_output().unwrap();
    assert!(output.status.success(), "{told:?}");
    for mut child in children {
        assert!(child.wait().unwrap().success(), "an agent failed");
    }
    (serde_json::from_slice(&output.stdout).unwrap(), told)
}

#[test]
fn five_python_agents_play_a_series_and_no_message_is_lost() {
    let agents = ["a", "b", "c", "d", "e"].map(|name| ("classic_agent.py", name));
    let args = [
        "modern-art",
        "--seats",
        "5",
        "--games",
        "4",
        "--rules",
        "simple",
    ];
    let (result, _) = host(&args, &agents);
    assert_eq!(result["games"], 4);
    let seats = result["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 5);
    assert!(seats.iter().all(|seat| seat["faults"] == 0), "{result}");
    let wins: f64 = (seats.iter())
        .map(|seat| seat["wins"].as_f64().unwrap())
        .sum();
    assert!((wins - 4.0).abs() < 1e-9, "{result}");
    assert!(seats[0]["mean_cash"].as_f64().unwrap() > 0.0);
    assert!(result["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn both_dialects_and_built_in_policies_share_a_table() {
    let agents = [("classic_agent.py", "old"), ("random_agent.py", "new")];
    let args = [
        "modern-art",
        "--games",
        "2",
        "--fill",
        "appraiser",
        // The second program must come within this time of the first.
        "--wait",
        "15000",
    ];
    let (result, _) = host(&args, &agents);
    let seats = result["seats"].as_array().unwrap();
    let names: Vec<&str> = seats
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"old") && names.contains(&"new") && names.contains(&"appraiser-3"));
    assert!(seats.iter().all(|seat| seat["faults"] == 0), "{result}");
}

/// The commitment is told before the first game, the secret with the result, and both fit the records.
#[test]
fn the_deals_of_a_series_can_be_verified() {
    let (records, result_file) = (scratch("hosted.jsonl"), scratch("hosted.json"));
    let path = records.to_str().unwrap();
    let agents = [("random_agent.py", "one"), ("random_agent.py", "other")];
    let args = ["jaipur", "--games", "3", "--record", path];
    let (result, told) = host(&args, &agents);
    let proof = &result["deals"]["secrets"][0];
    let commitment = proof["commitment"].as_str().unwrap();
    assert!(told[0].contains(commitment), "{told:?}");
    let secret = proof["secret"].as_str().unwrap();
    assert!(secret.len() == 64 && !told.join("\n").contains(secret));
    let verify = |result: &Value| {
        std::fs::write(&result_file, result.to_string()).unwrap();
        let proof = result_file.to_str().unwrap();
        let output = run(&["replay", path, "--json", "--verify-deals", proof]);
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.success(), told)
    };
    let (verified, told) = verify(&result);
    assert!(verified && told.contains("3 deals verified"), "{told}");
    let mut forged = result.clone();
    forged["deals"]["secrets"][0]["commitment"] = "0".repeat(64).into();
    let (verified, told) = verify(&forged);
    assert!(
        !verified && told.contains("does not have the commitment"),
        "{told}"
    );
    // Another order of the games: their deals are not those of their numbers.
    let text = std::fs::read_to_string(&records).unwrap();
    let reversed: Vec<&str> = text.lines().rev().collect();
    std::fs::write(&records, reversed.join("\n") + "\n").unwrap();
    let (verified, told) = verify(&result);
    assert!(
        !verified && told.contains("does not follow from the secret"),
        "{told}"
    );
}

#[test]
fn invalid_series_are_one_error_line() {
    assert!(failure(&["host", "jaipur", "--seats", "3"], 2).contains("no rules for 3 seats"));
    assert!(failure(&["host", "jaipur", "--limit", "3"], 2).contains("no --limit"));
    assert!(failure(&["host", "modern-art", "--fill", "nobody"], 2).contains("no policy"));
}

#[test]
fn a_log_of_the_original_server_is_replayed_and_converted() {
    let log = repository().join("crates/server/tests/data/wire-3p.log");
    let log = log.to_str().unwrap();
    let record = stdout(&run(&["replay", "--convert", log]));
    assert!(record.starts_with("{\"parlour\":1,\"game\":\"modern-art\""));
    assert!(stdout(&run(&["replay", log])).contains("Round 1 ends"));
}
