//! `parlour cross`: the tables of the published study.

use crate::common::{failure, failure_of, json, run, scratch, stdout};
use serde_json::Value;

/// Version, policies, games, wins of player 1, ties, wins of player 2 in percent and the mean scores, as published.
type Published = (&'static str, [&'static str; 2], [f64; 3], [f64; 2]);

const GAMES: f64 = 10_000.0;
const PUBLISHED: [Published; 6] = [
    ("1", ["rand", "rand"], [51.02, 5.33, 43.64], [27.64, 26.98]),
    (
        "1",
        ["rand", "greedy_rand"],
        [1.01, 0.39, 98.61],
        [26.84, 43.20],
    ),
    (
        "1",
        ["greedy_rand", "rand"],
        [98.78, 0.37, 0.85],
        [42.84, 25.95],
    ),
    (
        "1",
        ["greedy_rand", "greedy_rand"],
        [50.90, 5.38, 43.72],
        [42.53, 41.86],
    ),
    ("2", ["rand", "rand"], [49.39, 0.0, 50.61], [16.38, 16.62]),
    (
        "2",
        ["rand", "greedy_rand"],
        [1.38, 0.0, 98.62],
        [7.69, 25.31],
    ),
];

fn cross(version: &str, more: &[&str]) -> Value {
    let policies = ["--policies", "rand,greedy_rand", "--games", "10000"];
    let base = ["cross", "primi-composti", "--json", "--version", version];
    json(&[&base[..], &policies, more].concat())
}

#[test]
fn published_cells_come_out_in_the_promised_shape() {
    let tables = ["1", "2"].map(|version| cross(version, &[]));
    for (version, pair, shares, means) in PUBLISHED {
        let table = &tables[usize::from(version == "2")];
        assert!(table["seconds"].as_f64().unwrap() > 0.0);
        let cells = table["cells"].as_array().unwrap();
        assert_eq!(cells.len(), 4);
        let cell = cells
            .iter()
            .find(|cell| cell["p1"] == pair[0] && cell["p2"] == pair[1]);
        let cell = cell.unwrap();
        assert_eq!(cell["games"].as_f64(), Some(GAMES));
        let number = |field: &str| cell[field].as_f64().unwrap();
        let rates = ["p1_win", "tie", "p2_win"].map(number);
        assert!((rates.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (rate, percent) in rates.into_iter().zip(shares) {
            let published = percent / 100.0;
            // Four standard errors of the difference to 200,000 games, and a game for the rarest.
            let variance = published * (1.0 - published) * (1.0 / GAMES + 1.0 / 200_000.0);
            let allowed = 4.0 * variance.sqrt() + 1.0 / GAMES;
            assert!(
                (rate - published).abs() <= allowed,
                "{pair:?}: {rate} {published}"
            );
        }
        for (field, published) in ["mean1", "mean2"].into_iter().zip(means) {
            assert!((number(field) - published).abs() < 0.4, "{pair:?}: {field}");
        }
        assert!(number("abs_diff") > (number("mean1") - number("mean2")).abs() - 1e-9);
    }
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let cells = |more: &[&str]| cross("1", more)["cells"].clone();
    let one = cells(&["--threads", "1"]);
    assert_eq!(one, cells(&["--threads", "3"]));
    assert_ne!(one, cells(&["--seed", "2"]));
}

#[test]
fn policies_that_think_can_be_crossed() {
    let table = json(&[
        "cross",
        "primi-composti",
        "--policies",
        "minimax_3,staged_2_2",
        "--cards",
        "4",
        "--games",
        "4",
        "--json",
    ]);
    assert_eq!(table["cells"].as_array().unwrap().len(), 4);
}

#[test]
fn the_table_and_the_plot_are_readable() {
    let path = scratch("cross.svg");
    let plot = path.to_str().unwrap();
    let text = stdout(&run(&[
        "cross",
        "primi-composti",
        "--policies",
        "asc,rand",
        "--games",
        "500",
        "--plot",
        plot,
    ]));
    assert!(text.contains("version 1, 500 games a pair"), "{text}");
    assert!(text.contains("player 1 wins"), "{text}");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for word in ["asc", "rand", "wins of player 1"] {
        assert!(svg.contains(word), "{word}");
    }
}

/// `/dev/full` takes no bytes, as a full disk.
#[test]
fn the_table_is_printed_if_the_plot_cannot_be_written() {
    let args = "cross primi-composti --policies asc,rand --games 5 --plot /dev/full";
    let args: Vec<&str> = args.split(' ').collect();
    for (form, word) in [(&[][..], "player 1"), (&["--json"], "\"cells\"")] {
        let args = [&args[..], form].concat();
        let output = run(&args);
        let line = failure_of(&output, 1, &args);
        assert!(line.contains("cannot write /dev/full: "), "{line}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(word));
    }
}

#[test]
fn invalid_cross_tables_are_one_error_line() {
    for (args, status, word) in [
        (["--policies", "asc,clever"], 2, "'clever'"),
        (["--policies", ""], 2, "policy"),
        (["--policies", "asc,minimax_0"], 2, "minimax_0"),
        (["--games", "0"], 2, "--games"),
        (["--games", "-5"], 2, "--games"),
        (["--threads", "0"], 2, "--threads"),
        (["--cards", "37"], 2, "--cards"),
    ] {
        let line = failure(&[&["cross", "primi-composti"], &args[..]].concat(), status);
        assert!(line.contains(word), "{args:?}: {line}");
    }
    let plot = [
        "cross",
        "primi-composti",
        "--games",
        "1000000000",
        "--plot",
        "/nowhere/x.svg",
    ];
    // Before games that take hours.
    assert!(failure(&plot, 1).contains("cannot write /nowhere/x.svg"));
    assert!(failure(&["cross", "jaipur"], 2).contains("primi-composti"));
}
