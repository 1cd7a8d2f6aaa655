//! `parlour tournament`: the same result whatever happens on the way.

use crate::common::{Processes, failure, json, parlour, run};
use crate::restarts::number;
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
struct TestTournament {
    folder: PathBuf,
}

impl TestTournament {
    fn new(name: &str, definition: &str) -> TestTournament {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tournament-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("file.toml"), definition).unwrap();
        TestTournament { folder }
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
        (report, read(&record), without_times(&read(&csv)))
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

    /// Replaces a part of a file.
    fn replace(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        fs::write(self.path(name), text.replace(from, to)).unwrap();
    }

    /// Lets the program of [`with_gate`] play on.
    fn open_gate(&self) {
        fs::write(self.path("gate"), "").unwrap();
    }
}

/// A CSV without the columns of times, which differ from run to run.
fn without_times(csv: &str) -> String {
    let plain = |line: &str| {
        let mut columns: Vec<&str> = line.split(',').collect();
        columns.drain(12..15);
        columns.join(",") + "\n"
    };
    csv.lines().map(plain).collect()
}

fn two(rounds: u32, first: &str, second: &str) -> String {
    format!(
        "name = 'two'\ngame = 'jaipur'\nseed = 1\nrounds = {rounds}\n\
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
        let tournament = TestTournament::new(&format!("strength-{played}"), &small);
        let report = tournament.json("a.sqlite", &[]);
        assert_eq!(report["finished"], true);
        assert_eq!(report["rounds"], 1);
        played += 1;
    }
    assert!(played >= 4, "{played}");
}

#[test]
fn the_better_player_has_the_better_results() {
    let tournament = TestTournament::new("better", &two(30, "random", "utility"));
    let report = tournament.json("a.sqlite", &["--threads", "2"]);
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
    let definition = "name = 'three'\ngame = 'masters-gallery'\nseats = 3\nseed = 1\nrounds = 4\n\
        [[player]]\npolicy = 'random'\n[[player]]\npolicy = 'greedy'\n\
        [[player]]\nname = 'also random'\npolicy = 'random'\n\
        [[player]]\npolicy = 'ismcts:20'\n";
    let tournament = TestTournament::new("threads", definition);
    let one = tournament.json("one.sqlite", &["--threads", "1"]);
    let many = tournament.json("many.sqlite", &["--threads", "7"]);
    assert_eq!(one, many);
    assert_eq!(tournament.all("one.sqlite"), tournament.all("many.sqlite"));
    assert_eq!(one["system"], "weng-lin");
    assert_eq!(one["games"], 4 * 4 * 3);
}

/// Killed again and again in the middle of a game (`PARLOUR_KILLS` times): what was recorded stays, and the result is
/// that of a run without kills.
#[test]
fn kills_lose_only_games_in_progress() {
    let kills = number("PARLOUR_KILLS", 7) as u32;
    let (rounds, games) = (9 * kills, 18 * kills as usize);
    let tournament = with_gate("kill", rounds, 2 * rounds);
    let database = tournament.path("killed.sqlite");
    let mut recorded = 0;
    for kill in 1..=kills {
        let mut child = tournament.spawn("killed.sqlite", &["--resume", "--threads", "3"]);
        // Whatever is going on once there is another game, or, the last time, when it waits for the gate.
        let enough = if kill < kills {
            recorded + 1
        } else {
            games - 1
        };
        while !Path::new(&database).exists() || tournament.recorded("killed.sqlite") < enough {
            sleep(POLL);
        }
        assert!(
            child.try_wait().unwrap().is_none(),
            "it has ended by itself"
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let now = tournament.records("killed.sqlite");
        assert!(now >= enough, "{now} games, and there were {enough}");
        recorded = now.min(games - 2);
    }
    tournament.open_gate();
    let resumed = tournament.json("killed.sqlite", &["--resume"]);
    let straight = tournament.json("straight.sqlite", &[]);
    assert_eq!(resumed, straight);
    assert_eq!(
        tournament.all("killed.sqlite"),
        tournament.all("straight.sqlite")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_pauses() {
    let tournament = with_gate("pause", 10, 5);
    let line = tournament.line("a.sqlite", &["--threads", "1"]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut child = parlour(&line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let database = tournament.path("a.sqlite");
    while !Path::new(&database).exists() || tournament.recorded("a.sqlite") < 4 {
        sleep(POLL);
    }
    let id = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(interrupted.success());
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    stderr.read_line(&mut told).unwrap();
    assert!(told.starts_with("pausing"), "{told}");
    tournament.open_gate();
    stderr.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("go on with --resume"), "{told}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["finished"], false);
    // The game in progress was played to its end, and no other was begun.
    assert_eq!(tournament.records("a.sqlite"), 5);
}

/// A test stops the tournament at the same game, however many were being played beside it.
#[test]
fn a_test_decides_at_the_same_game() {
    let definition = two(500, "utility", "random") + "[sprt]\nelo0 = 0\nelo1 = 50\n";
    let tournament = TestTournament::new("sprt", &definition);
    let one = tournament.json("one.sqlite", &["--threads", "1"]);
    let many = tournament.json("many.sqlite", &["--threads", "8"]);
    assert_eq!(one, many);
    assert_eq!(one["sprt"]["decision"], "alternative");
    assert!(
        one["finished"] == true && one["games"].as_u64() < Some(1000),
        "{one}"
    );
    assert_eq!(
        tournament.records("one.sqlite"),
        tournament.records("many.sqlite")
    );
    assert_eq!(
        tournament.records("one.sqlite") as u64,
        one["games"].as_u64().unwrap()
    );
}

/// The first legal action, always: so that two of them give the same game.
const PROGRAM: &str = r#"
import json, os, sys, time
parent = os.getppid()
gate = os.path.join(os.path.dirname(__file__), "gate")
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

/// `random` against a program that does not answer in the game of this number (from 1) before the gate is open: until
/// then the tournament cannot end.
fn with_gate(name: &str, rounds: u32, game: u32) -> TestTournament {
    // Where the tournament was killed, the program ends too.
    let wait = "not os.path.exists(gate) and os.getppid() == parent: time.sleep(0.01)";
    let trouble = format!("while number == {game} and {wait}");
    with_program(name, rounds, &trouble, PLENTY)
}

/// `random` against a program with this flaw.
fn with_program(name: &str, rounds: u32, trouble: &str, think: u32) -> TestTournament {
    let tournament = TestTournament::new(name, "");
    let program = tournament.path("program.py");
    fs::write(&program, PROGRAM.replace("TROUBLE", trouble)).unwrap();
    let definition = format!(
        "name = 'programs'\ngame = 'jaipur'\nseed = 1\nrounds = {rounds}\n[[player]]\npolicy = 'random'\n\
         [[player]]\nname = 'program'\ncommand = ['python3', '{program}']\nthink_ms = {think}\n"
    );
    fs::write(tournament.path("file.toml"), definition).unwrap();
    tournament
}

/// Until the end nothing gives a deal away; then everybody can check the deals, also after a kill.
#[test]
fn deals_are_secret_until_the_end_and_verifiable_then() {
    let wait = "not os.path.exists(gate) and os.getppid() == parent: time.sleep(0.01)";
    let trouble = format!(
        "open(gate + '-reached', 'w') if turns == 900 else None\n        while turns >= 900 and {wait}"
    );
    let tournament = with_program("secret", 20, &trouble, PLENTY);
    let file = tournament.path("file.toml");
    let definition = fs::read_to_string(&file).unwrap().replace("seed = 1\n", "");
    fs::write(&file, definition).unwrap();
    let line = tournament.line("a.sqlite", &["--threads", "1"]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut child = parlour(&line)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !Path::new(&tournament.path("gate-reached")).exists() {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it has ended by itself"
        );
        sleep(POLL);
    }
    let (report, records, csv) = tournament.all("a.sqlite");
    let games = records.lines().count();
    assert_eq!(report["games"], games, "whole rounds only");
    assert!(
        games < 40 && csv.lines().count() == 1 + 2 * games,
        "{games}"
    );
    let hidden = &report["deals"]["secrets"][0];
    assert_eq!(hidden["secret"], Value::Null);
    child.kill().unwrap();
    let told = child.wait_with_output().unwrap().stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(
        told.contains(hidden["commitment"].as_str().unwrap()),
        "{told}"
    );

    let report_file = tournament.path("report.json");
    let verify = |report: &Value| {
        fs::write(&report_file, report.to_string()).unwrap();
        let records = tournament.path("games.jsonl");
        run(&["replay", &records, "--json", "--verify-deals", &report_file])
    };
    let early = String::from_utf8(verify(&report).stderr).unwrap();
    assert!(early.contains("not published yet"), "{early}");

    tournament.open_gate();
    // It prints the commitment again.
    let resume = tournament.line("a.sqlite", &["--resume"]);
    let resumed = run(&resume.iter().map(String::as_str).collect::<Vec<_>>());
    let report: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!(
        report["deals"]["secrets"][0]["commitment"],
        hidden["commitment"]
    );
    let secret = report["deals"]["secrets"][0]["secret"].as_str().unwrap();
    assert!(!told.contains(secret));
    let (_, records, _) = tournament.all("a.sqlite");
    assert_eq!(records.lines().count(), 40);
    let verified = verify(&report);
    let told = String::from_utf8(verified.stderr).unwrap();
    assert!(
        verified.status.success() && told.contains("40 deals verified"),
        "{told}"
    );
    // Another secret, another commitment, another deal.
    for (path, part) in [
        ("secret", "does not have the commitment"),
        ("commitment", "does not have the commitment"),
    ] {
        let mut forged = report.clone();
        forged["deals"]["secrets"][0][path] = "0".repeat(64).into();
        let told = String::from_utf8(verify(&forged).stderr).unwrap();
        assert!(told.contains(part), "{told}");
    }
    let mut lines: Vec<&str> = records.lines().collect();
    lines.swap(3, 9);
    fs::write(tournament.path("games.jsonl"), lines.join("\n")).unwrap();
    let told = String::from_utf8(verify(&report).stderr).unwrap();
    assert!(
        told.contains("line 4: the deal does not follow from the secret"),
        "{told}"
    );
}

#[test]
fn a_program_may_be_started_anew_for_each_game() {
    for (restart, starts) in [("game", 1 + 6), ("never", 1 + 1)] {
        let name = format!("restart-{restart}");
        let tournament = with_program(&name, 3, "pass", PLENTY);
        let count = "open(gate + '-starts', 'a').write('x')\nturns, number = 0, 0";
        tournament.replace("program.py", "turns, number = 0, 0", count);
        let restart_line = format!("restart = '{restart}'\nthink_ms");
        tournament.replace("file.toml", "think_ms", &restart_line);
        let report = tournament.json("a.sqlite", &["--threads", "1"]);
        assert_eq!(report["players"][1]["faults"], 0);
        assert_eq!(report["deals"]["public_seed"], true);
        let started = fs::read_to_string(tournament.path("gate-starts")).unwrap();
        assert_eq!(started.len(), starts, "{restart}");
    }
}

/// A process that ends again and again is skipped for a while, but not the one that follows it in the next game.
#[test]
fn a_new_process_does_not_get_the_faults_of_the_last_one() {
    let tournament = with_program("faults", 1, "sys.exit()", PLENTY);
    tournament.replace("file.toml", "think_ms", "restart = 'game'\nthink_ms");
    let logs = tournament.path("logs");
    let line = tournament.line("a.sqlite", &["--threads", "1", "--log", &logs]);
    let output = run(&line.iter().map(String::as_str).collect::<Vec<_>>());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let log = fs::read_to_string(tournament.path("logs/program.jsonl")).unwrap();
    let games: Vec<&str> = log.split("{\"number\":").skip(1).collect();
    assert_eq!(games.len(), 2, "{log}");
    assert!(games[0].contains("an earlier answer is pending"), "{log}");
    let first = games[1].lines().nth(1).unwrap();
    assert!(first.contains("\"sent\""), "{first}");
}

/// A shell that waits for the program, and one that leaves it behind.
#[test]
fn a_program_ends_with_its_wrapper() {
    for (name, wrapper) in [
        ("waits", "python3 PROGRAM; true"),
        ("leaves", "exec 3<&0; python3 PROGRAM <&3 &"),
    ] {
        let tournament = with_program(name, 1, "pass", PLENTY);
        let processes = Processes::new();
        processes.keep_alive(tournament.path("program.py"));
        let wrapper = wrapper.replace("PROGRAM", &tournament.path("program.py"));
        let wrapper = format!("command = ['sh', '-c', '{wrapper}'] #");
        tournament.replace("file.toml", "command =", &wrapper);
        let report = tournament.json("a.sqlite", &["--threads", "1"]);
        assert_eq!(report["players"][1]["faults"], 0, "{name}");
        // The first one was started to see whether it can be.
        processes.have_ended(1 + 1);
    }
}

#[test]
fn programs_play_over_their_pipes() {
    let tournament = with_program("programs", 3, "pass", PLENTY);
    let one = tournament.json("one.sqlite", &["--threads", "1"]);
    let two = tournament.json("two.sqlite", &["--threads", "2"]);
    assert_eq!(one["players"][1]["faults"], 0);
    assert_eq!(one, two);
    // Its records replay: every move was checked.
    tournament.all("one.sqlite");
    let check = run(&["replay", &tournament.path("games.jsonl"), "--json"]);
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );
}

/// Faults are counted and shown, and the tournament is played to its end.
#[test]
fn faults_do_not_affect_other_players() {
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
        let tournament = with_program(name, 1, trouble, think);
        let line = tournament.line("a.sqlite", &["--threads", "1"]);
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
fn usage_errors_are_one_line() {
    let tournament = TestTournament::new("mistakes", &two(1, "random", "utility"));
    let file = tournament.path("file.toml");
    let database = format!("sqlite:{}", tournament.path("a.sqlite"));
    let line = ["tournament", &file, "--database", &database];
    let missing = failure(&["tournament", "/there/is/none.toml"], 1);
    assert!(missing.contains("/there/is/none.toml"), "{missing}");
    let nothing = failure(&[&line[..], &["--show"]].concat(), 1);
    assert!(nothing.contains("unknown tournament 'two'"), "{nothing}");
    tournament.json("a.sqlite", &[]);
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
            "unknown game 'chess'",
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
fn a_league_accepts_new_players() {
    let league = two(4, "random", "utility").replace("rounds", "format = 'league'\nrounds");
    let third = "[[player]]\nname = 'late'\npolicy = 'random'\n";
    let tournament = TestTournament::new("league", &league);
    let first = tournament.json("a.sqlite", &[]);
    assert_eq!(
        (&first["games"], &first["finished"]),
        (&8.into(), &true.into())
    );
    let before = tournament.all("a.sqlite").1;
    fs::write(tournament.path("file.toml"), format!("{league}{third}")).unwrap();
    let grown = tournament.json("a.sqlite", &["--resume"]);
    assert_eq!(
        (&grown["games"], &grown["finished"]),
        (&24.into(), &true.into())
    );
    assert!(tournament.all("a.sqlite").1.starts_with(&before));
    assert_eq!(grown, tournament.json("at-once.sqlite", &[]));
    assert_eq!(tournament.all("a.sqlite"), tournament.all("at-once.sqlite"));
    // Nothing else may change meanwhile, and nobody is taken out again.
    let both = format!("{league}{third}").replace("seed = 1", "seed = 2");
    fs::write(
        tournament.path("file.toml"),
        both + "[[player]]\npolicy = 'ismcts:1'\n",
    )
    .unwrap();
    let line = tournament.line("a.sqlite", &["--resume"]);
    let told = failure(&line.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(
        told.contains("another 'seed'") || told.contains("another 'players'"),
        "{told}"
    );
    fs::write(tournament.path("file.toml"), &league).unwrap();
    let line = tournament.line("a.sqlite", &["--resume"]);
    let told = failure(&line.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(told.contains("another 'players'"), "{told}");
}

/// The table for people, with every column.
#[test]
fn the_report_can_be_read() {
    let tournament = TestTournament::new("report", &two(3, "random", "utility"));
    let line = tournament.line("a.sqlite", &[]);
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
