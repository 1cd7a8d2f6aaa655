//! Swiss and knockout tournaments, clocks, and logs of programs.

use crate::common::{failure, json, parlour, run, scratch, stdout};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A definition with these lines and five policies.
fn definition(file: &str, lines: &str) -> PathBuf {
    let path = scratch(file);
    let players: String = ["random", "utility", "weighted", "ismcts:20", "ismcts:200"]
        .iter()
        .map(|policy| format!("[[player]]\npolicy = '{policy}'\n"))
        .collect();
    let text =
        format!("name = 'stages'\ngame = 'jaipur'\nseed = 1\nrounds = 2\n{lines}\n{players}");
    std::fs::write(&path, text).unwrap();
    path
}

fn database(file: &str) -> String {
    format!("sqlite:{}", scratch(file).display())
}

fn played(file: &Path, database: &str, more: &[&str]) -> Value {
    let file = file.to_str().unwrap();
    let args = ["tournament", file, "--json", "--database", database];
    let mut shown = parlour(&args).args(more).output().unwrap();
    // What programs are told is of no interest here.
    shown.stderr.clear();
    serde_json::from_str(&stdout(&shown)).unwrap()
}

/// What must not depend on threads and breaks: the pairings, scores and standings.
fn outline(done: &Value) -> Vec<Value> {
    let mut all = vec![done["standings"].clone()];
    for stage in done["stages"].as_array().unwrap() {
        let players = stage["players"].as_array().unwrap();
        all.push(stage["tournament"].clone());
        all.extend(
            players
                .iter()
                .flat_map(|player| [player["name"].clone(), player["wins"].clone()]),
        );
    }
    all
}

#[test]
fn stages_do_not_depend_on_threads_or_breaks() {
    for (format, stages) in [("swiss", 3), ("knockout", 3)] {
        let file = definition(&format!("{format}.toml"), &format!("format = '{format}'"));
        let one = database(&format!("{format}-1.sqlite"));
        let whole = played(&file, &one, &["--threads", "1"]);
        assert_eq!(whole["stages"].as_array().unwrap().len(), stages);
        assert_eq!(whole["standings"].as_array().unwrap().len(), 5);
        assert_eq!(whole["stages"][1]["tournament"], "stages, stage 2");
        let many = database(&format!("{format}-4.sqlite"));
        assert_eq!(
            outline(&played(&file, &many, &["--threads", "4"])),
            outline(&whole)
        );

        // Killed in one stage after the other.
        let broken = scratch(&format!("{format}-broken.sqlite"));
        let url = format!("sqlite:{}", broken.display());
        for breaks in 0..3 {
            let args = [
                "tournament",
                file.to_str().unwrap(),
                "--resume",
                "--database",
                &url,
            ];
            let mut child = parlour(&args)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let start = Instant::now();
            while !broken.is_file() && start.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(150 * (1 + breaks)));
            // It may have ended by itself.
            let _ = child.kill();
            child.wait().unwrap();
        }
        let resumed = played(&file, &url, &["--resume"]);
        assert_eq!(outline(&resumed), outline(&whole), "{format}");
        let shown = played(&file, &url, &["--show"]);
        assert_eq!(outline(&shown), outline(&whole), "{format}");
    }
}

#[test]
fn stages_are_tournaments_with_files_of_their_own() {
    let file = definition("files.toml", "format = 'swiss'\nstages = 2");
    let records = scratch("files.jsonl");
    let parts = ["files.stage-1.jsonl", "files.stage-2.jsonl"].map(scratch);
    let database = database("files.sqlite");
    played(&file, &database, &["--record", records.to_str().unwrap()]);
    assert!(!records.is_file());
    for part in &parts {
        let lines = std::fs::read_to_string(part).unwrap();
        // Two pairings, two deals, two rotations.
        assert_eq!(lines.lines().count(), 8);
    }
    let listed = stdout(&run(&["store", "list", "--json", "--database", &database]));
    assert_eq!(listed.lines().count(), 2);
    let text = run(&[
        "tournament",
        file.to_str().unwrap(),
        "--show",
        "--database",
        &database,
    ]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("standings after 2 of 2 stages"), "{text}");
}

#[test]
fn invalid_formats_are_one_line() {
    for (lines, part) in [
        ("format = 'swiss'\nstages = 0", "stages is 0"),
        ("format = 'swiss'\nstages = 9", "round robin"),
        ("format = 'knockout'\nstages = 2", "as many stages"),
        ("stages = 2", "Swiss"),
        ("format = 'pairings'", "no pairings"),
        (
            "format = 'pairings'\npairings = [['random', 'nobody']]",
            "'nobody'",
        ),
        ("format = 'pairings'\npairings = [['random']]", "2 seats"),
        (
            "pairings = [['random', 'utility']]",
            "format = \"pairings\"",
        ),
    ] {
        let file = definition("invalid.toml", lines);
        let line = failure(&["tournament", file.to_str().unwrap()], 2);
        assert!(line.contains(part), "{lines}: {line}");
    }
}

/// A program that answers after a pause, in seconds.
fn program(pause: f64) -> String {
    let script = scratch(&format!("program-{pause}.py"));
    let text = format!(
        "import json, sys, time\n\
         print(json.dumps({{'type': 'hello', 'version': 1, 'name': 'p'}}), flush=True)\n\
         for line in sys.stdin:\n    \
             turn = json.loads(line)\n    \
             if turn['type'] == 'turn':\n        \
                 time.sleep({pause})\n        \
                 answer = {{'type': 'action', 'id': turn['id'], 'action': turn['legal'][0]}}\n        \
                 print(json.dumps(answer), flush=True)\n"
    );
    std::fs::write(&script, text).unwrap();
    script.display().to_string()
}

#[test]
fn a_program_has_a_clock_and_a_log() {
    let (quick, slow) = (program(0.0), program(0.05));
    let path = scratch("clock.toml");
    let text = format!(
        "name = 'clock'\ngame = 'jaipur'\nseed = 1\nrounds = 1\nduplicate = false\n\
         [[player]]\nname = 'quick/one'\ncommand = ['python3', '{quick}']\nbase_ms = 20000\nincrement_ms = 100\n\
         [[player]]\nname = 'slow'\ncommand = ['python3', '{slow}']\nbase_ms = 400\nthink_ms = 20000\n"
    );
    std::fs::write(&path, text).unwrap();
    let logs = scratch("logs");
    let _ = std::fs::remove_dir_all(&logs);
    let database = database("clock.sqlite");
    let args = ["--log", logs.to_str().unwrap(), "--threads", "2"];
    let done = played(&path, &database, &args);
    let faults = |at: usize| done["players"][at]["faults"].as_u64().unwrap();
    assert_eq!(faults(0), 0, "{done}");
    // 400 ms are 8 answers of 50 ms at most.
    assert!(faults(1) > 0, "{done}");
    let lines = |name: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(logs.join(name)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let (quick, slow) = (lines("quick%2fone.jsonl"), lines("slow.jsonl"));
    assert_eq!(quick[0]["number"], 0);
    let of = |lines: &[Value], field: &str| {
        let found = lines.iter().filter(|line| line[field].is_string());
        found.count()
    };
    assert!(of(&quick, "received") > 5 && of(&quick, "fault") == 0);
    assert_eq!(of(&slow, "fault") as u64, faults(1));
    let limits: Vec<u64> = (slow.iter())
        .filter_map(|line| serde_json::from_str::<Value>(line["sent"].as_str()?).ok())
        .filter_map(|message| message["time"].as_u64())
        .collect();
    assert_eq!(limits[0], 400);
    assert!(limits.windows(2).all(|pair| pair[1] <= pair[0]));
    let stored = json(&["store", "check", "--json", "--database", &database]);
    assert_eq!(stored["problems"], Value::Array(Vec::new()));
}
