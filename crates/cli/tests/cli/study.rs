//! `parlour study`: files, and going on after an interruption.

use crate::common::{failure, interrupted, json, parlour, run, scratch, start, stdout};
use parlour_arena::primi_composti::{Deals, Row, SolvedDeals, Study, Summary};
use parlour_arena::stats::{Interval, wilson};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Rules, Version};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// A small study in this file; every deal measures all there is to measure.
fn args<'a>(csv: &'a Path, deals: &'a str) -> Vec<&'a str> {
    let csv = csv.to_str().unwrap();
    let small = [
        "study",
        "primi-composti",
        "--cards",
        "6",
        "--threads",
        "1",
        "--csv",
        csv,
    ];
    let all = ["--deals", deals, "--replies", deals, "--losses", deals];
    [&small[..], &all].concat()
}

fn rows(csv: &Path) -> usize {
    std::fs::read_to_string(csv).map_or(0, |text| text.lines().count().saturating_sub(2))
}

/// Waits until some deals are solved.
fn wait_for_rows(csv: &Path) {
    while rows(csv) < 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_study_continues_without_a_difference() {
    let killed = scratch("study-killed.csv");
    // More deals than can be studied before the kill.
    let mut child = start(&mut parlour(&args(&killed, "5000")));
    wait_for_rows(&killed);
    assert!(
        child.try_wait().unwrap().is_none(),
        "it has ended by itself"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    let deals = (rows(&killed) + 10).to_string();
    let whole = scratch("study-whole.csv");
    let report = stdout(&run(&args(&whole, &deals)));
    // As if the kill had come within a line.
    let text = std::fs::read_to_string(&killed).unwrap();
    std::fs::write(&killed, &text[..text.len() - 3]).unwrap();
    assert_eq!(stdout(&run(&args(&killed, &deals))), report);
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&killed), read(&whole));
    // All is done: nothing is solved again, and a smaller study is a part of it.
    assert_eq!(stdout(&run(&args(&killed, &deals))), report);
    assert!(stdout(&run(&args(&killed, "3"))).starts_with("3 deals"));
    assert_eq!(read(&killed), read(&whole));
}

#[test]
fn an_interrupt_keeps_what_was_solved() {
    let (csv, values) = (
        scratch("study-stopped.csv"),
        scratch("study-stopped.values"),
    );
    let values_option = ["--values", values.to_str().unwrap()];
    // More deals than can be studied before the interrupt.
    let child = start(&mut parlour(
        &[&args(&csv, "5000")[..], &values_option].concat(),
    ));
    wait_for_rows(&csv);
    let (output, told) = interrupted(child);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let solved = rows(&csv);
    let error = format!("error: stopped after {solved} of 5000 deals: the same command continues");
    assert!(told.contains("stopping") && told.contains(&error), "{told}");
    let checked = json(&["verify", values.to_str().unwrap(), "--json"]);
    // Random deals may come twice.
    let kept = checked["deals"].as_u64().unwrap();
    assert!((1..=solved as u64).contains(&kept), "{checked}");
    let deals = solved.to_string();
    assert!(stdout(&run(&args(&csv, &deals))).starts_with(&format!("{solved} deals")));
}

/// Three cards each: C(5, 2) deals, whatever more is asked for.
#[test]
fn every_deal_is_studied_once() {
    let csv = scratch("study-every.csv");
    let command = [
        "study",
        "primi-composti",
        "--cards",
        "3",
        "--every",
        "--csv",
    ];
    let args = [&command[..], &[csv.to_str().unwrap(), "--json"]].concat();
    assert_eq!(json(&args)["deals"], 10);
    assert_eq!(rows(&csv), 10);
    // Random deals are another study.
    let random = [&args[..4], &args[5..]].concat();
    assert!(failure(&random, 1).contains("another study"));
}

/// A part of every deal, cut off within a line, is continued to the same end; so are the values alone.
#[test]
fn an_interrupted_study_of_every_deal_continues() {
    let study = |csv: &Path, values: &Path, more: &[&str]| {
        let small = ["study", "primi-composti", "--cards", "4", "--every"];
        let csv = ["--json", "--csv", csv.to_str().unwrap()];
        let values = ["--values", values.to_str().unwrap()];
        json(&[&small[..], &csv, &values, more].concat())
    };
    let file = |name: &str| scratch(&format!("study-every-{name}"));
    let (whole, part, later) = (file("whole"), file("part"), file("later"));
    let (all, some) = (file("whole.values"), file("part.values"));
    let report = study(&whole, &all, &[]);
    assert_eq!(report["deals"], 35);
    assert_eq!(study(&part, &some, &["--deals", "9"])["deals"], 9);
    let text = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, &text[..text.len() - 2]).unwrap();
    // From the values of the part, without its file of results.
    let partial = std::fs::read(&some).unwrap();
    assert_eq!(study(&later, &some, &[]), report);
    let read = |path: &Path| std::fs::read(path).unwrap();
    assert_eq!(read(&some), read(&all));
    std::fs::write(&some, partial).unwrap();
    assert_eq!(study(&part, &some, &[]), report);
    assert_eq!(read(&some), read(&all));
    let sorted = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&part), sorted(&whole));
    assert_eq!(sorted(&later), sorted(&whole));
}

#[test]
fn a_study_writes_a_table_a_plot_and_a_summary() {
    let csv = scratch("study-files.csv");
    let plot = scratch("study-files.svg");
    let all = [&args(&csv, "12")[..], &["--plot", plot.to_str().unwrap()]].concat();
    let text = stdout(&run(&all));
    for word in [
        "perfect play by both",
        "greedy_asc by both",
        "equilibrium",
        "minimax_8",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let table = std::fs::read_to_string(&csv).unwrap();
    let mut lines = table.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("# parlour study primi-composti version=1 cards=6")
    );
    let columns = lines.next().unwrap().split(',').count();
    assert!(lines.clone().all(|line| line.split(',').count() == columns));
    // The value of the first deal is the one that `solve` finds.
    let first: Vec<&str> = lines.next().unwrap().split(',').collect();
    let value = json(&[
        "solve",
        "primi-composti",
        "--json",
        "--cards",
        "6",
        "--seed",
        first[1],
    ]);
    assert_eq!(value["value"].to_string(), first[3]);

    let summary = json(&[&all[..], &["--json"]].concat());
    assert_eq!(summary["deals"], 12);
    let table = &summary["perfect"];
    let total = table.as_array().unwrap().last().unwrap();
    assert_eq!(total["deals"], 12);
    assert!(total["primes"].is_null());
    let rate = |field: &str| total[field].as_f64().unwrap();
    assert!((rate("p1_win") + rate("tie") + rate("p2_win") - 1.0).abs() < 1e-9);
    assert_eq!(summary["losses"].as_array().unwrap().len(), 13);
}

/// Values are written to a compact file, are taken from there by the next study, and are checked by `verify`.
#[test]
fn solved_deals_are_kept_and_verified() {
    let csv = |name: &str| scratch(&format!("study-values-{name}.csv"));
    let values = scratch("study.values");
    let values_option = ["--values", values.to_str().unwrap(), "--json"];
    let study = |csv: &Path, deals: &str| {
        let small = ["study", "primi-composti", "--cards", "6", "--replies", "0"];
        let csv = ["--losses", "0", "--csv", csv.to_str().unwrap()];
        json(&[&small[..], &csv, &["--deals", deals], &values_option].concat())
    };
    let first_csv = csv("first");
    let first = study(&first_csv, "40");
    let permissions = |path: &Path| std::fs::metadata(path).unwrap().permissions();
    assert_eq!(permissions(&values), permissions(&first_csv));
    let whole = std::fs::read(&values).unwrap();
    assert_eq!(study(&csv("again"), "40"), first);
    assert_eq!(std::fs::read(&values).unwrap(), whole);
    study(&csv("more"), "60");
    assert!(std::fs::read(&values).unwrap().len() > whole.len());

    let path = values.to_str().unwrap();
    let report = json(&["verify", path, "--sample", "5", "--json"]);
    assert_eq!(report["certificates"], 5);
    assert!(report["deals"].as_u64().unwrap() > 40);
    let text = stdout(&run(&["verify", path, "--sample", "2", "--seed", "7"]));
    assert!(text.contains("the checksum is right"), "{text}");

    let other = [
        "study",
        "primi-composti",
        "--cards",
        "5",
        "--csv",
        "unused.csv",
        "--values",
        path,
    ];
    assert!(failure(&other, 1).contains("of other rules"));
    std::fs::write(&values, &whole[..whole.len() - 1]).unwrap();
    assert!(failure(&["verify", path], 1).contains("its checksum differs"));
}

/// A wrong value is found although the checksum is right.
#[test]
fn a_wrong_value_of_a_solved_deal_is_rejected() {
    let (csv, values) = (scratch("study-wrong.csv"), scratch("study-wrong.values"));
    let args = [
        "study",
        "primi-composti",
        "--cards",
        "3",
        "--every",
        "--threads",
        "1",
        "--csv",
        csv.to_str().unwrap(),
        "--values",
        values.to_str().unwrap(),
    ];
    run(&args);
    // The next study believes its file of results, and writes a wrong value.
    let text = std::fs::read_to_string(&csv).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut fields: Vec<&str> = lines[2].split(',').collect();
    let wrong = (fields[3].parse::<i32>().unwrap() + 1).to_string();
    fields[3] = &wrong;
    lines[2] = fields.join(",");
    std::fs::write(&csv, lines.join("\n") + "\n").unwrap();
    run(&args);
    let error = failure(&["verify", values.to_str().unwrap()], 1);
    assert!(error.contains("deal 0: the value is"), "{error}");
}

#[test]
fn version_2_can_be_studied() {
    let csv = scratch("study-two.csv");
    let csv = csv.to_str().unwrap();
    let base = [
        "study",
        "primi-composti",
        "--version",
        "2",
        "--cards",
        "4",
        "--deals",
        "5",
    ];
    let text = stdout(&run(&[&base[..], &["--csv", csv]].concat()));
    assert!(text.contains("5 deals, version 2"), "{text}");
}

#[test]
fn files_of_another_study_are_one_error_line() {
    let csv = scratch("study-bad.csv");
    stdout(&run(&args(&csv, "3")));
    let good = std::fs::read_to_string(&csv).unwrap();
    let told = |text: &[u8], word: &str| {
        std::fs::write(&csv, text).unwrap();
        let line = failure(&args(&csv, "3"), 1);
        assert!(
            line.contains(csv.to_str().unwrap()) && line.contains(word),
            "{line}"
        );
        assert_eq!(std::fs::read(&csv).unwrap(), text, "what was there is kept");
    };
    let lines: Vec<&str> = good.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    told(
        with(3, "garbage").as_bytes(),
        "line 4: no deal of this study",
    );
    told(with(3, "").as_bytes(), "line 4");
    let other_seed = lines[3].replacen(lines[3].split(',').nth(1).unwrap(), "17", 1);
    told(with(3, &other_seed).as_bytes(), "line 4");
    told(
        with(3, lines[2]).as_bytes(),
        "line 4: deal 0 is there twice",
    );
    told(with(0, "# something else").as_bytes(), "another study");
    told(b"deal\n1\n", "another study");
    told(b"\xff\xfe\n", "cannot read");
    let mut other = args(&csv, "3");
    other.extend(["--seed", "2"]);
    std::fs::write(&csv, &good).unwrap();
    assert!(failure(&other, 1).contains("another study"));
    let nowhere = Path::new("/nowhere/x.csv");
    assert!(failure(&args(nowhere, "3"), 1).contains("/nowhere/x.csv"));
    failure(&["study", "primi-composti", "--deals", "0"], 2);
    failure(&["study", "jaipur"], 2);
}

/// The table of perfect play in the docs, the numbers of deals there, and the differences that the web app shows follow
/// from the committed values.
#[test]
fn the_findings_follow_from_the_committed_values() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let findings = std::fs::read_to_string(docs.join("findings.md")).unwrap();
    let values = docs.join("data/primi-composti.values");
    let study = Study {
        rules: Rules::two(Version::One),
        deals: Deals::Random(1),
        replies: 0,
        losses: 0,
    };
    let solved = SolvedDeals::open(&values, &study.rules).unwrap();
    let (_, command) = findings
        .split_once("parlour study primi-composti --deals ")
        .unwrap();
    let (deals, rest) = command.split_once(' ').unwrap();
    assert!(rest.starts_with("--seed 1 "));
    let rows: Vec<Row> = (0..deals.parse().unwrap())
        .map(|deal| {
            let table = study.table(deal).unwrap();
            let hand = table.state().hand(table.state().first());
            let value = solved.get(study.number(deal).unwrap());
            Row {
                deal,
                seed: study.seed(deal),
                primes: hand.iter().filter(|&card| is_prime(card)).count(),
                value: value.unwrap_or_else(|| panic!("deal {deal} has no value")),
                greedy: 0,
                replies: None,
                losses: None,
            }
        })
        .collect();
    let share = |count: u64, deals: u64| {
        let Interval { low, high } = wilson(count as f64, deals);
        let percent = [count as f64 / deals as f64, low, high].map(|share| 100.0 * share);
        format!("{:.1} ({:.1}–{:.1})", percent[0], percent[1], percent[2])
    };
    let study = std::fs::read_to_string(docs.join("data/primi-composti-study.json")).unwrap();
    let study: Value = serde_json::from_str(&study).unwrap();
    assert_eq!(study["deals"], rows.len());
    let perfect = Summary::of(&rows).perfect;
    assert_eq!(study["perfect"].as_array().unwrap().len(), perfect.len());
    for (group, told) in perfect.iter().zip(study["perfect"].as_array().unwrap()) {
        assert_eq!(told["primes"], json!(group.primes));
        assert_eq!(told["differences"], json!(group.differences));
        let [won, tied, lost] = group.counts;
        let primes = group.primes.map(|primes| primes.to_string());
        let line = format!(
            "| {} | {} | {} | {:.1} | {} | {:+.2} ± {:.2} |",
            primes.unwrap_or("**all**".to_owned()),
            group.deals,
            share(won, group.deals),
            100.0 * tied as f64 / group.deals as f64,
            share(lost, group.deals),
            group.mean,
            group.half
        );
        assert!(findings.contains(&line), "not in findings.md: {line}");
    }
    let count = solved.len().to_string();
    let grouped = format!(
        "{},{}",
        &count[..count.len() - 3],
        &count[count.len() - 3..]
    );
    let count = format!("{grouped} different deals");
    assert!(findings.contains(&count), "not in findings.md: {count}");
}
