//! Models that small trainings make: their weights, and what is written about them.

use parlour_agents::log_linear::{Features, LogLinear};
use parlour_games::jaipur::Jaipur;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Trains in this folder with these options besides.
fn train(folder: &Path, options: &[&str]) -> Output {
    let mut training = Command::new(env!("CARGO_BIN_EXE_parlour-training"));
    training
        .args(["jaipur", "--simulations", "40"])
        .args(["--comparison-simulations", "20", "--passes", "2"])
        .args(options);
    for (option, path) in [("--data", "games"), ("--models", "models")] {
        training.arg(option).arg(folder.join(path));
    }
    training.output().expect("the program starts")
}

fn weights(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("models/jaipur.weights")).expect("the weights are written")
}

#[test]
fn the_same_options_give_the_same_weights() {
    let folders: [_; 2] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let options = ["--games", "12", "--deals", "2", "--from-scratch"];
    for (folder, threads) in folders.iter().zip(["1", "3"]) {
        let options = [&options[..], &["--threads", threads]].concat();
        let output = train(folder.path(), &options);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stdout.is_empty());
    }
    let [first, second] = folders.each_ref().map(|folder| weights(folder.path()));
    assert_eq!(first, second);
    let policy = LogLinear::read(&first, Jaipur::FEATURES).unwrap();
    assert_ne!(policy, LogLinear::even(Jaipur::FEATURES));
    let card = fs::read_to_string(folders[0].path().join("models/jaipur.md")).unwrap();
    assert!(card.contains(
        "cargo xtask train jaipur --simulations 40 --seed 1 --from-scratch --games 12 --passes 2"
    ));
    assert!(card.contains("| the search without a policy | "), "{card}");
    assert!(!card.contains("policy before"), "{card}");
}

/// A training that was killed while it wrote goes on with the games that are whole, and comes to the same weights.
#[test]
fn an_interrupted_training_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", "14", "--deals", "0"];
    assert!(train(folder.path(), &options).status.success());
    let expected = weights(folder.path());
    let games = folder.path().join("games");
    let whole = fs::read_to_string(&games).unwrap();
    assert_eq!(whole.lines().count(), 15);
    let kept = whole.match_indices('\n').nth(9).unwrap().0 + 30;
    fs::write(&games, &whole[..kept]).unwrap();
    assert!(train(folder.path(), &options).status.success());
    assert_eq!(fs::read_to_string(&games).unwrap(), whole);
    assert_eq!(weights(folder.path()), expected);
}

#[test]
fn what_cannot_be_trained_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let told = |output: Output, part: &str| {
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains(part), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    told(
        train(folder.path(), &["--games", "9"]),
        "--games is at least 10",
    );
    let games = folder.path().join("games");
    let options = ["--games", "10", "--deals", "0"];
    assert!(train(folder.path(), &options).status.success());
    let whole = fs::read_to_string(&games).unwrap();
    let head = whole.lines().next().unwrap();
    for (contents, part) in [
        ("# something else\n".to_owned(), "games of other settings"),
        (
            head.replace("policy ", "policy f") + "\n",
            "or of another policy",
        ),
        (format!("{head}\nx\n"), "an invalid line"),
        (format!("{head}\n2 0 0:1\n"), "not by these rules"),
    ] {
        fs::write(&games, &contents).unwrap();
        told(train(folder.path(), &options), part);
        let kept = fs::read_to_string(&games).unwrap();
        assert_eq!(kept.lines().next(), contents.lines().next());
    }
    let mut other = Command::new(env!("CARGO_BIN_EXE_parlour-training"));
    told(other.arg("go").output().unwrap(), "games: jaipur");
}
