//! `parlour tournament`: the same result whatever happens on the way.

use crate::common::{failure, json, parlour, run};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Between two looks at something that is awaited.
const POLL: Duration = Duration::from_millis(10);
/// A time limit in milliseconds that no answer exceeds, even on a busy machine.
const PLENTY: u32 = 600_000;

/// A folder of a test's own, with nothing there yet, and a tournament in it.
struct Arena {
    folder: PathBuf,
}

impl Arena {
    fn new(name: &str, definition: &str) -> Arena {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tournament-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("file.toml"), definition).unwrap();
        Arena { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }

    /// The arguments of a run with a database of this name.
    fn line(&self, database: &str, rest: &[&str]) -> Vec<String> {
        let file = self.path("file.toml");
        let database = format!("sqlite:{}", self.path(database));
        let line = ["tournament", &file, "--database", &database, "--json"];
        line.iter()
            .chain(rest)
            .map(|&text| text.to_owned())
            .collect()
    }

    fn json(&self, database: &str, rest: &[&str]) -> Value {
        let line = self.line(database, rest);
        json(&line.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn spawn(&self, database: &str, rest: &[&str]) -> Child {
        let line = self.line(database, rest);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let mut command = parlour(&line);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Report, records and CSV of what is recorded.
    fn all(&self, database: &str) -> (Value, String, String) {
        let (record, csv) = (self.path("games.jsonl"), self.path("seats.csv"));
        let report = self.json(database, &["--show", "--record", &record, "--csv", &csv]);
        let read = |path: &str| fs::read_to_string(path).unwrap();
        (report, read(&record), read(&csv))
    }

    fn records(&self, database: &str) -> usize {
        self.all(database).1.lines().count()
    }

    /// Games recorded so far; 0 too while the database is being created.
    fn recorded(&self, database: &str) -> usize {
        let record = self.path("so-far.jsonl");
        let line = self.line(database, &["--show", "--record", &record]);
        let output = run(&line.iter().map(String::as_str).collect::<Vec<_>>());
        match output.status.success() {
            true => fs::read_to_string(&record).unwrap().lines().count(),
            false => 0,
        }
    }

    /// Lets the program of [`with_gate`] play on.
    fn open_gate(&self) {
        fs::write(self.path("gate"), "").unwrap();
    }
}

fn two(rounds: u32, first: &str, second: &str) -> String {
    format!(
        "name = 'two'\ngame = 'jaipur'\nrounds = {rounds}\n\
         [[player]]\npolicy = '{first}'\n[[player]]\npolicy = '{second}'\n"
    )
}

/// The small case of `cargo xtask bench strength`: one deal, and little thought.
#[test]
fn the_tournaments_of_the_strength_table_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/strength");
    let mut played = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let full = fs::read_to_string(entry.unwrap().path()).unwrap();
        let small: Vec<&str> = (full.lines())
            .map(|line| match line.split_once(" = ") {
                Some(("rounds", _)) => "rounds = 1",
                Some(("policy", search)) if search.contains("ismcts") => "policy = 'ismcts:4'",
                _ => line,
            })
            .collect();
        // Budgets are what tells two searches apart.
        let small = small.join("\n").replacen("ismcts:4'", "ismcts:3'", 1);
        let arena = Arena::new(&format!("strength-{played}"), &small);
        let report = arena.json("a.sqlite", &[]);
        assert_eq!(report["finished"], true);
        assert_eq!(report["rounds"], 1);
        played += 1;
    }
    assert!(played >= 4, "{played}");
}

#[test]
fn the_better_player_is_seen_to_be_better() {
    let arena = Arena::new("better", &two(30, "random", "utility"));
    let report = arena.json("a.sqlite", &["--threads", "2"]);
    assert_eq!(report["games"], 60);
    assert_eq!(report["finished"], true);
    let [random, utility] = [0, 1].map(|at| &report["players"][at]);
    assert_eq!(random["games"], 60);
    assert!(utility["score_interval"]["low"].as_f64() > random["score_interval"]["high"].as_f64());
    assert!(utility["rating_interval"]["low"].as_f64() > random["rating"]["rating"].as_f64());
    let met = &report["cross"][1];
    assert_eq!(
        (&met["player"], &met["opponent"], &met["deals"]),
        (&"utility".into(), &"random".into(), &30.into())
    );
    assert!(met["elo"].is_null() || met["elo"].as_f64() > Some(0.0));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let definition = "name = 'three'\ngame = 'masters-gallery'\nseats = 3\nrounds = 4\n\
        [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'greedy'\n\
        [[player]]\nname = 'also random'\npolicy = 'random'\n\
        [[player]]\npolicy = 'ismcts:20'\n";
    let arena = Arena::new("threads", definition);
    let one = arena.json("one.sqlite", &["--threads", "1"]);
    let many = arena.json("many.sqlite", &["--threads", "7"]);
    assert_eq!(one, many);
    assert_eq!(arena.all("one.sqlite"), arena.all("many.sqlite"));
    assert_eq!(one["system"], "weng-lin");
    assert_eq!(one["games"], 4 * 4 * 3);
}

/// Killed again and again in the middle of a game: what was recorded stays, and the result is that of a run without
/// kills.
#[test]
fn a_kill_loses_only_games_in_progress() {
    let arena = with_gate("kill", 60, 120);
    let database = arena.path("killed.sqlite");
    let mut recorded = 0;
    for kill in 0..7 {
        let mut child = arena.spawn("killed.sqlite", &["--resume", "--threads", "3"]);
        // Whatever is going on once there is another game, or, the last time, when it waits for the gate.
        let enough = if kill < 6 { recorded + 1 } else { 119 };
        while !Path::new(&database).exists() || arena.recorded("killed.sqlite") < enough {
            sleep(POLL);
        }
        assert!(
            child.try_wait().unwrap().is_none(),
            "it has ended by itself"
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let now = arena.records("killed.sqlite");
        assert!(now >= enough, "{now} games, and there were {enough}");
        recorded = now.min(118);
    }
    arena.open_gate();
    let resumed = arena.json("killed.sqlite", &["--resume"]);
    let straight = arena.json("straight.sqlite", &[]);
    assert_eq!(resumed, straight);
    assert_eq!(arena.all("killed.sqlite"), arena.all("straight.sqlite"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_pauses() {
    let arena = with_gate("pause", 10, 5);
    let line = arena.line("a.sqlite", &["--threads", "1"]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut child = parlour(&line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let database = arena.path("a.sqlite");
    while !Path::new(&database).exists() || arena.recorded("a.sqlite") < 4 {
        sleep(POLL);
    }
    let id = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(interrupted.success());
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    stderr.read_line(&mut told).unwrap();
    assert!(told.starts_with("pausing"), "{told}");
    arena.open_gate();
    stderr.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("go on with --resume"), "{told}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["finished"], false);
    // The game in progress was played to its end, and no other was begun.
    assert_eq!(arena.records("a.sqlite"), 5);
}

/// A test stops the tournament at the same game, however many were being played beside it.
#[test]
fn a_test_decides_at_the_same_game() {
    let definition = two(500, "utility", "random") + "[sprt]\nelo0 = 0\nelo1 = 50\n";
    let arena = Arena::new("sprt", &definition);
    let one = arena.json("one.sqlite", &["--threads", "1"]);
    let many = arena.json("many.sqlite", &["--threads", "8"]);
    assert_eq!(one, many);
    assert_eq!(one["sprt"]["decision"], "alternative");
    assert!(
        one["finished"] == true && one["games"].as_u64() < Some(1000),
        "{one}"
    );
    assert_eq!(arena.records("one.sqlite"), arena.records("many.sqlite"));
    assert_eq!(
        arena.records("one.sqlite") as u64,
        one["games"].as_u64().unwrap()
    );
}

/// The first legal action, always: so that two of them give the same game.
const PROGRAM: &str = r#"
import json, os, sys, time
parent = os.getppid()
def say(message):
    print(json.dumps(message), flush=True)
say({"type": "hello", "version": 1, "name": "first"})
turns, number = 0, 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        number = message["number"]
    elif message["type"] == "turn":
        turns += 1
        TROUBLE
        say({"type": "action", "id": message["id"], "action": message["legal"][0]})
    elif message["type"] == "bye":
        break
"#;

/// `utility` against a program that answers nothing in a game of this number (from 1) before the gate is open: until
/// then the tournament cannot end.
fn with_gate(name: &str, rounds: u32, game: u32) -> Arena {
    let arena = Arena::new(name, "");
    // Where the tournament was killed, the program ends too.
    let gate = format!(
        "while number == {game} and not os.path.exists('{}') and os.getppid() == parent: time.sleep(0.01)",
        arena.path("gate")
    );
    let program = arena.path("program.py");
    fs::write(&program, PROGRAM.replace("TROUBLE", &gate)).unwrap();
    let definition = format!(
        "name = 'gate'\ngame = 'jaipur'\nrounds = {rounds}\n[[player]]\npolicy = 'utility'\n\
         [[player]]\nname = 'program'\ncommand = ['python3', '{program}']\nthink_ms = {PLENTY}\n"
    );
    fs::write(arena.path("file.toml"), definition).unwrap();
    arena
}

/// A gauntlet of `random` against a program, with what it does wrong.
fn with_program(name: &str, rounds: u32, trouble: &str, think: u32) -> Arena {
    let arena = Arena::new(name, "");
    let program = arena.path("program.py");
    fs::write(&program, PROGRAM.replace("TROUBLE", trouble)).unwrap();
    let definition = format!(
        "name = 'programs'\ngame = 'jaipur'\nrounds = {rounds}\n[[player]]\npolicy = 'random'\n\
         [[player]]\nname = 'program'\ncommand = ['python3', '{program}']\nthink_ms = {think}\n"
    );
    fs::write(arena.path("file.toml"), definition).unwrap();
    arena
}

#[test]
fn programs_play_over_their_pipes() {
    let arena = with_program("programs", 3, "pass", PLENTY);
    let one = arena.json("one.sqlite", &["--threads", "1"]);
    let two = arena.json("two.sqlite", &["--threads", "2"]);
    assert_eq!(one["players"][1]["faults"], 0);
    assert_eq!(one, two);
    // Its records replay: every move was checked.
    arena.all("one.sqlite");
    let check = run(&["replay", &arena.path("games.jsonl"), "--json"]);
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );
}

/// Faults are counted and shown, and the tournament is played to its end.
#[test]
fn faults_harm_nobody_else() {
    for (name, trouble, think, told) in [
        (
            "crash",
            "if turns == 9: sys.exit('out of ideas')",
            PLENTY,
            "the program has ended: out of ideas",
        ),
        (
            "nonsense",
            "if turns % 3 == 0: say({'type': 'action', 'action': 'dance'}); continue",
            PLENTY,
            "'dance' is no answer",
        ),
        (
            "silent",
            "if turns == 2: continue",
            500,
            "no answer in time",
        ),
        (
            "endless",
            "if turns == 9: print('x' * 100000, flush=True)",
            PLENTY,
            "too long",
        ),
    ] {
        let arena = with_program(name, 1, trouble, think);
        let line = arena.line("a.sqlite", &["--threads", "1"]);
        let output = run(&line.iter().map(String::as_str).collect::<Vec<_>>());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {stderr}");
        assert!(stderr.contains("program, game "), "{name}: {stderr}");
        assert!(stderr.contains(told), "{name}: {stderr}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(
            report["players"][1]["faults"].as_u64() > Some(0),
            "{name}: {report}"
        );
        assert_eq!(report["players"][0]["faults"], 0, "{name}");
        assert_eq!(report["games"], 2, "{name}");
    }
}

#[test]
fn mistakes_are_one_line() {
    let arena = Arena::new("mistakes", &two(1, "random", "utility"));
    let file = arena.path("file.toml");
    let database = format!("sqlite:{}", arena.path("a.sqlite"));
    let line = ["tournament", &file, "--database", &database];
    let missing = failure(&["tournament", "/there/is/none.toml"], 1);
    assert!(missing.contains("/there/is/none.toml"), "{missing}");
    let nothing = failure(&[&line[..], &["--show"]].concat(), 1);
    assert!(nothing.contains("no tournament 'two'"), "{nothing}");
    arena.json("a.sqlite", &[]);
    let again = failure(&line, 1);
    assert!(again.contains("resume it"), "{again}");
    for file in ["--record", "--csv", "--parquet"] {
        let told = failure(&[&line[..], &["--show", file, "/nowhere/x"]].concat(), 1);
        assert!(told.contains("cannot write /nowhere/x: "), "{told}");
    }
    for (definition, status, part) in [
        (two(2, "random", "utility"), 1, "another 'rounds'"),
        (two(1, "random", "wise"), 2, "no policy 'wise'"),
        (
            two(1, "random", "utility").replace("jaipur", "chess"),
            2,
            "there is no game 'chess'",
        ),
        ("name = 3".to_owned(), 2, "line 1: "),
        (
            two(1, "random", "utility") + "[[player]]\nname = 'p'\ncommand = ['/no/such/program']",
            1,
            "another 'players'",
        ),
    ] {
        fs::write(&file, definition).unwrap();
        let told = failure(&[&line[..], &["--resume"]].concat(), status);
        assert!(told.contains(part), "{told}");
    }
    let program =
        two(1, "random", "utility") + "[[player]]\nname = 'p'\ncommand = ['/no/such/program']";
    fs::write(&file, program.replace("'two'", "'other'")).unwrap();
    let told = failure(&line, 1);
    assert!(told.contains("player 'p' cannot be started"), "{told}");
    let told = failure(&["tournament", &file, "--database", "redis://x"], 1);
    assert!(told.contains("postgres://"), "{told}");
}

/// Who comes later plays all who are there, and nothing of what they have played changes.
#[test]
fn a_league_takes_newcomers() {
    let league = two(4, "random", "utility").replace("rounds", "format = 'league'\nrounds");
    let third = "[[player]]\nname = 'late'\npolicy = 'random'\n";
    let arena = Arena::new("league", &league);
    let first = arena.json("a.sqlite", &[]);
    assert_eq!(
        (&first["games"], &first["finished"]),
        (&8.into(), &true.into())
    );
    let before = arena.all("a.sqlite").1;
    fs::write(arena.path("file.toml"), format!("{league}{third}")).unwrap();
    let grown = arena.json("a.sqlite", &["--resume"]);
    assert_eq!(
        (&grown["games"], &grown["finished"]),
        (&24.into(), &true.into())
    );
    assert!(arena.all("a.sqlite").1.starts_with(&before));
    assert_eq!(grown, arena.json("at-once.sqlite", &[]));
    assert_eq!(arena.all("a.sqlite"), arena.all("at-once.sqlite"));
    // Nothing else may change meanwhile, and nobody is taken out again.
    let both = format!("{league}{third}").replace("jaipur'", "jaipur'\nseed = 2");
    fs::write(
        arena.path("file.toml"),
        both + "[[player]]\npolicy = 'ismcts:1'\n",
    )
    .unwrap();
    let line = arena.line("a.sqlite", &["--resume"]);
    let told = failure(&line.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(
        told.contains("another 'seed'") || told.contains("another 'players'"),
        "{told}"
    );
    fs::write(arena.path("file.toml"), &league).unwrap();
    let line = arena.line("a.sqlite", &["--resume"]);
    let told = failure(&line.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(told.contains("another 'players'"), "{told}");
}

/// The table for people, with every column.
#[test]
fn the_report_can_be_read() {
    let arena = Arena::new("report", &two(3, "random", "utility"));
    let line = arena.line("a.sqlite", &[]);
    let line: Vec<&str> = line
        .iter()
        .map(String::as_str)
        .filter(|&word| word != "--json")
        .collect();
    let text = String::from_utf8(run(&line).stdout).unwrap();
    for part in [
        "two: jaipur with 2 seats, 3 deals, 6 games",
        "score %",
        "Glicko-2",
        "faults",
        "better, in %",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
