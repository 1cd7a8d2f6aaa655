//! Small commands, and the behaviour that all commands share.

use crate::common::{Killed, addresses, failure, json, parlour, request, run, stdout};
use std::io::Write as _;
use std::net::TcpListener;
use std::process::Stdio;

#[test]
fn version_and_help() {
    let version = stdout(&run(&["--version"]));
    assert_eq!(version, format!("parlour {}\n", env!("CARGO_PKG_VERSION")));
    let help = stdout(&run(&["--help"]));
    for command in ["play", "match", "replay", "serve", "bench", "completions"] {
        assert!(help.contains(command), "{help}");
        stdout(&run(&[command, "--help"]));
    }
    for policy in ["random", "weighted", "utility", "ismcts[:2000]"] {
        assert!(
            stdout(&run(&["match", "--help"])).contains(policy),
            "{policy}"
        );
    }
    let bare = run(&[]);
    assert_eq!(bare.status.code(), Some(2));
    assert!(String::from_utf8(bare.stderr).unwrap().contains("Usage:"));
    assert!(failure(&["dance"], 2).contains("dance"));
    assert!(failure(&["mach"], 2).contains("match"));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(
            stdout(&run(&["completions", shell])).contains("replay"),
            "{shell}"
        );
    }
    failure(&["completions", "csh"], 2);
}

#[test]
fn manual_pages_for_every_command() {
    let folder = crate::common::scratch("manual");
    std::fs::create_dir_all(&folder).unwrap();
    stdout(&run(&["manual", folder.to_str().unwrap()]));
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("parlour.1").contains("tournament"));
    assert!(page("parlour-match.1").contains("seats"));
    failure(&["manual", folder.join("missing").to_str().unwrap()], 1);
}

#[test]
fn bench_measures() {
    let value = json(&["bench", "--json", "jaipur", "--seconds", "0.05"]);
    assert_eq!(value["game"], "jaipur");
    for field in [
        "games_per_second",
        "moves_per_second",
        "moves_per_game",
        "mean_legal_actions",
        "simulations_per_second",
        "seconds",
    ] {
        assert!(value[field].as_f64().unwrap() > 0.0, "{field}: {value}");
    }
    let mean = value["mean_legal_actions"].as_f64().unwrap();
    assert!((20.0..30.0).contains(&mean), "{mean}");
    let all = stdout(&run(&["bench", "--seconds", "0.05"]));
    for word in [
        "moves/s",
        "jaipur",
        "primi-composti",
        "modern-art",
        "masters-gallery",
    ] {
        assert!(all.contains(word), "{word}: {all}");
    }
    for seconds in ["0", "-1", "NaN", "1e9", "soon"] {
        failure(&["bench", "--seconds", seconds], 2);
    }
    failure(&["bench", "chess"], 2);
}

#[test]
fn negative_numbers_are_values() {
    for args in [
        "host jaipur --games -1",
        "match jaipur --seats random,random --best-of -1",
        "replay file --ply -1",
        "ladder close jaipur --games -1",
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let line = failure(&args, 2);
        assert!(line.contains("invalid value '-1' for '--"), "{line}");
    }
}

/// A reader that goes away ends the program quietly.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let path = crate::common::scratch("pipe.jsonl");
    let file = path.to_str().unwrap();
    stdout(&run(&[
        "match",
        "jaipur",
        "--seats",
        "random,random",
        "--games",
        "30",
        "--record",
        file,
    ]));
    for args in [
        vec!["replay", file],
        vec!["replay", file, "--json"],
        vec!["completions", "bash"],
        vec!["match", "jaipur", "--seats", "random,random", "--json"],
        vec!["play", "jaipur", "--against", "random"],
        vec!["match", "--help"],
    ] {
        let mut child = parlour(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"hint\n");
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {stderr}");
        assert_eq!(stderr, "", "{args:?}");
    }
}

/// Output that cannot be written is a failure, told in one line.
#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_a_failure() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let args = [
        "match",
        "jaipur",
        "--seats",
        "random,random",
        "--games",
        "2",
        "--json",
    ];
    let output = parlour(&args).stdout(full).output().unwrap();
    crate::common::failure_of(&output, 1, &args);
}

#[test]
fn serve_prints_its_address() {
    let mut child = parlour(&["serve", "--http", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let [http] = addresses(&mut child, ["Parlour is at http://"]);
    let _server = Killed(child);
    assert_eq!(request(&http, "GET", "/healthz", &[], "").unwrap().0, 200);
}

#[test]
fn serve_reports_a_taken_port() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let line = failure(&["serve", "--http", &address], 1);
    assert!(line.contains(&address) && line.contains("in use"), "{line}");
    failure(&["serve", "--http", "nowhere"], 2);
}
