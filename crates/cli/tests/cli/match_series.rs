//! `parlour match`

use crate::common::{failure, json, run, scratch, stdout};
use serde_json::Value;

const QUICK: [&str; 6] = [
    "match",
    "jaipur",
    "--seats",
    "utility,random",
    "--games",
    "40",
];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [QUICK.as_slice(), more].concat()
}

/// The same without a number of games.
fn plain<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK[..4], more].concat()
}

/// The result without the time it took.
fn result(args: &[&str]) -> Value {
    let mut value = json(args);
    assert!(value["seconds"].as_f64().unwrap() >= 0.0);
    value.as_object_mut().unwrap().remove("seconds");
    value
}

#[test]
fn json_has_the_promised_fields() {
    let value = json(&quick(&["--json"]));
    let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["game", "games", "seats", "seconds", "ties"]);
    assert_eq!(value["game"], "jaipur");
    assert_eq!(value["games"], 40);
    let seats = value["seats"].as_array().unwrap();
    assert_eq!(seats[0]["policy"], "utility");
    assert_eq!(seats[1]["policy"], "random");
    let wins = |seat: usize| seats[seat]["wins"].as_u64().unwrap();
    assert_eq!(wins(0) + wins(1) + value["ties"].as_u64().unwrap(), 40);
    assert!(wins(0) > wins(1), "{value}");
    let mean = |seat: usize| seats[seat]["mean_score"].as_f64().unwrap();
    assert!(mean(0) > mean(1), "{value}");
}

#[test]
fn a_seed_gives_the_same_games_on_any_number_of_threads() {
    let one = result(&quick(&["--json", "--seed", "7", "--threads", "1"]));
    assert_eq!(
        one,
        result(&quick(&["--json", "--seed", "7", "--threads", "4"]))
    );
    assert_ne!(one, result(&quick(&["--json", "--seed", "8"])));
}

#[test]
fn a_search_by_simulations_is_the_same_on_any_number_of_threads() {
    let search = |threads: &str| {
        result(&[
            "match",
            "jaipur",
            "--seats",
            "ismcts:30,weighted",
            "--games",
            "4",
            "--seed",
            "3",
            "--json",
            "--threads",
            threads,
        ])
    };
    assert_eq!(search("1"), search("3"));
}

#[test]
fn records_come_in_order_and_replay() {
    let (one, four) = (scratch("one.jsonl"), scratch("four.jsonl"));
    let record = |path: &std::path::Path, threads: &str| {
        let path = path.to_str().unwrap().to_owned();
        stdout(&run(&quick(&["--record", &path, "--threads", threads])));
        std::fs::read_to_string(path).unwrap()
    };
    let written = record(&one, "1");
    assert_eq!(written, record(&four, "4"));
    assert_eq!(written.lines().count(), 40);
    let replayed = stdout(&run(&["replay", one.to_str().unwrap(), "--json"]));
    assert_eq!(replayed.lines().count(), 40);
}

#[test]
fn seats_rotate_and_duplicates_play_each_deal_in_each_seating() {
    for duplicate in [false, true] {
        let path = scratch(if duplicate { "dup.jsonl" } else { "rot.jsonl" });
        let mut args = quick(&["--record", path.to_str().unwrap()]);
        args.extend(duplicate.then_some("--duplicate"));
        stdout(&run(&args));
        let text = std::fs::read_to_string(&path).unwrap();
        let records: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for pair in records.chunks(2) {
            assert_eq!(pair[0]["seats"], serde_json::json!(["utility", "random"]));
            assert_eq!(pair[1]["seats"], serde_json::json!(["random", "utility"]));
            assert_eq!(pair[0]["deal"] == pair[1]["deal"], duplicate);
        }
        let mut deals: Vec<String> = records.iter().map(|r| r["deal"].to_string()).collect();
        deals.sort();
        deals.dedup();
        assert_eq!(deals.len(), if duplicate { 20 } else { 40 });
    }
}

/// With the same policy in both seats, a duplicate series is symmetrical: what one
/// wins in a seat the other wins in it too.
#[test]
fn results_are_by_policy_not_by_seat() {
    let value = result(&[
        "match",
        "jaipur",
        "--seats",
        "utility,utility",
        "--games",
        "60",
        "--duplicate",
        "--json",
    ]);
    // `utility` chooses without chance as long as any score is above 0.
    assert_eq!(
        value["seats"][0]["wins"], value["seats"][1]["wins"],
        "{value}"
    );
    assert_eq!(
        value["seats"][0]["mean_score"],
        value["seats"][1]["mean_score"]
    );
}

#[test]
fn best_of_three_counts_seals() {
    let value = result(&quick(&["--best-of", "3", "--json"]));
    assert!(
        value["seats"][0]["mean_score"].as_f64().unwrap() <= 2.0,
        "{value}"
    );
    assert_eq!(value, result(&quick(&["--rules", "match", "--json"])));
}

#[test]
fn the_text_report_has_rates_and_intervals() {
    let text = stdout(&run(&quick(&["--duplicate"])));
    for word in [
        "jaipur",
        "40 games",
        "duplicate",
        "utility",
        "random",
        "ties",
        "95 %",
        "rupees",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains('\x1b'), "no colours in a pipe: {text}");
}

#[test]
fn deals_are_accepted() {
    let path = scratch("deal.jsonl");
    let file = path.to_str().unwrap();
    let quick = |more: &[&str]| {
        let mut args = vec![
            "match",
            "jaipur",
            "--seats",
            "utility,random",
            "--games",
            "2",
            "--json",
        ];
        args.extend(more);
        result(&args)
    };
    let seeded = quick(&["--deal", r#"{"seed":5}"#, "--record", file]);
    assert_eq!(seeded, quick(&["--deal", r#"{"seed":5}"#]));
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(
        record
            .lines()
            .all(|line| line.contains(r#""deal":{"seed":5}"#))
    );

    let deck = "\"diamond\",\"gold\",\"silver\",\"cloth\",\"spice\",\"leather\",\"camel\","
        .repeat(6)
        + "\"cloth\",\"cloth\",\"spice\",\"spice\",\"leather\",\"leather\",\"leather\",\"leather\",\"camel\",\"camel\"";
    let cards = format!(
        r#"{{"rounds":[{{"deck":[{deck}],"bonus":[[1,1,2,2,2,3,3],[4,4,5,5,6,6],[8,8,9,10,10]]}}]}}"#
    );
    let given = quick(&["--deal", &cards]);
    assert_eq!(
        given,
        quick(&["--deal", &format!(r#"{{"cards":{cards}}}"#)])
    );
    let file = scratch("cards.json");
    std::fs::write(&file, &cards).unwrap();
    assert_eq!(given, quick(&["--deal", file.to_str().unwrap()]));
}

#[test]
fn unknown_names_are_one_error_line() {
    for (args, status, words) in [
        (vec!["match"], 2, vec!["--seats"]),
        (
            vec!["match", "chess", "--seats", "a,b"],
            2,
            vec!["chess", "jaipur"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility"],
            2,
            vec!["2 seats", "2 seats by these rules, not 1"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,random,random"],
            2,
            vec!["2 seats by these rules, not 3"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,deep"],
            2,
            vec!["deep", "random, weighted, utility, ismcts"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,"],
            2,
            vec!["no policy ''"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,random:5"],
            2,
            vec!["no budget"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,ismcts:0"],
            2,
            vec!["'0' is no budget"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,ismcts:fast"],
            2,
            vec!["fast", "100ms"],
        ),
        (
            vec!["match", "jaipur", "--seats", "utility,ismcts:-5"],
            2,
            vec!["-5"],
        ),
        (
            quick(&["--rules", "house"]),
            2,
            vec!["house", "round, match"],
        ),
        (quick(&["--best-of", "2"]), 2, vec!["--best-of 2"]),
        (plain(&["--games", "0"]), 2, vec!["--games"]),
        (plain(&["--games", "-3"]), 2, vec!["--games"]),
        (plain(&["--games", "many"]), 2, vec!["many"]),
        (quick(&["--threads", "0"]), 2, vec!["--threads"]),
        (quick(&["--seed", "-1"]), 2, vec!["--seed"]),
        (quick(&["--colour"]), 2, vec!["--colour"]),
        (quick(&["--deal", "[1,2]"]), 1, vec!["--deal", "line 1"]),
        (quick(&["--deal", "{"]), 1, vec!["--deal", "EOF"]),
        (quick(&["--deal", r#"{"seed":-1}"#]), 1, vec!["--deal"]),
        (
            quick(&["--deal", r#"{"rounds":[{"deck":[],"bonus":[[],[],[]]}]}"#]),
            1,
            vec!["52 cards"],
        ),
        (
            quick(&["--deal", "/nowhere/deal.json"]),
            1,
            vec!["/nowhere/deal.json"],
        ),
        (
            quick(&["--record", "/nowhere/games.jsonl"]),
            1,
            vec!["/nowhere/games.jsonl"],
        ),
        (quick(&["--record", "/"]), 1, vec!["cannot write /"]),
    ] {
        let line = failure(&args, status);
        for word in words {
            assert!(line.contains(word), "{args:?}: {word} is not in {line}");
        }
    }
    let odd = plain(&["--games", "3", "--duplicate"]);
    assert!(failure(&odd, 2).contains("multiple"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_error_line() {
    let line = failure(&quick(&["--record", "/dev/full"]), 1);
    assert!(line.contains("cannot write /dev/full"), "{line}");
}

/// Games of any number of players take as many as are named; each is a table of its own.
#[test]
fn a_table_has_as_many_seats_as_are_named() {
    for players in 2..=5 {
        let mut seats = vec!["random"; players];
        seats[0] = "greedy";
        let path = scratch(&format!("masters-{players}.jsonl"));
        let file = path.to_str().unwrap();
        let value = json(&[
            "match",
            "masters-gallery",
            "--seats",
            &seats.join(","),
            "--games",
            "60",
            "--record",
            file,
            "--json",
        ]);
        let sitting = value["seats"].as_array().unwrap();
        assert_eq!(sitting.len(), players);
        // Twice its share of the games would be chance once in thousands of runs.
        let wins = sitting[0]["wins"].as_u64().unwrap();
        assert!(wins as usize * players > 2 * 60 || players == 2, "{value}");
        let replayed = stdout(&run(&["replay", file, "--json"]));
        assert_eq!(replayed.lines().count(), 60);
    }
    let many = [
        "match",
        "masters-gallery",
        "--seats",
        "random,random,random,random,random,random",
    ];
    assert!(failure(&many, 2).contains("4 seats by these rules, not 6"));
}
