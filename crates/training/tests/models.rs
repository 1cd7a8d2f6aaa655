//! Models that small trainings make: their weights, and what is written about them.

use parlour_agents::log_linear::{Features, LogLinear};
use parlour_agents::network::{Inputs as _, Network};
use parlour_games::jaipur::Jaipur;
use parlour_games::masters_gallery::MastersGallery;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Trains in this folder with these options besides.
fn train(folder: &Path, options: &[&str]) -> Output {
    let jaipur = ["jaipur", "--simulations", "40", "--passes", "2"];
    run(folder, &[&jaipur[..], options].concat())
}

fn run(folder: &Path, options: &[&str]) -> Output {
    let mut training = Command::new(env!("CARGO_BIN_EXE_parlour-training"));
    training
        .args(options)
        .args(["--comparison-simulations", "20"]);
    for (option, path) in [("--data", "games"), ("--models", "models")] {
        training.arg(option).arg(folder.join(path));
    }
    training.output().expect("the program starts")
}

fn weights(folder: &Path) -> Vec<u8> {
    weights_of(folder, "jaipur")
}

fn weights_of(folder: &Path, game: &str) -> Vec<u8> {
    let file = folder.join(format!("models/{game}.weights"));
    fs::read(file).expect("the weights are written")
}

/// A command fails with one line that has this part.
fn assert_refused(output: Output, part: &str) {
    let text = String::from_utf8(output.stderr).expect("the error is text");
    assert!(!output.status.success() && text.contains(part), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
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
    assert_refused(
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
        assert_refused(train(folder.path(), &options), part);
        let kept = fs::read_to_string(&games).unwrap();
        assert_eq!(kept.lines().next(), contents.lines().next());
    }
    let output = run(folder.path(), &["go"]);
    assert!(!output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("unrecognized subcommand 'go'"), "{text}");
}

/// The network of Masters Gallery, trained with few games.
fn train_network(folder: &Path, options: &[&str]) -> Output {
    run(
        folder,
        &[&["masters-gallery", "--games", "150"], options].concat(),
    )
}

#[test]
fn a_network_is_the_same_with_any_number_of_threads() {
    let game = "masters-gallery";
    let folders: [_; 2] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    for (folder, threads) in folders.iter().zip(["1", "3"]) {
        let output = train_network(folder.path(), &["--deals", "2", "--threads", threads]);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stdout.is_empty());
    }
    let [first, second] = folders
        .each_ref()
        .map(|folder| weights_of(folder.path(), game));
    assert_eq!(first, second);
    let network = Network::read(&first, MastersGallery::SHAPE).unwrap();
    assert!(network.weights().iter().all(|weight| weight.is_finite()));
    let card = fs::read_to_string(folders[0].path().join("models/masters-gallery.md")).unwrap();
    assert!(
        card.contains("cargo xtask train masters-gallery --games 150 --seed 1\n"),
        "{card}"
    );
    assert!(
        card.contains("| the network alone, among the rule of thumb | "),
        "{card}"
    );
    // What is finished is not trained again, and can be compared with another network.
    let before = folders[1].path().join("models/masters-gallery.weights");
    let options = ["--deals", "1", "--before", before.to_str().unwrap()];
    let again = train_network(folders[0].path(), &options);
    assert!(again.status.success(), "{again:?}");
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(
        told.contains("searches with the network before: "),
        "{told}"
    );
    assert_eq!(weights_of(folders[0].path(), game), first);
}

#[test]
fn a_network_that_cannot_be_trained_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let train = |options: &[&str]| train_network(folder.path(), options);
    let file = folder.path().join("games");
    assert!(train(&["--deals", "0"]).status.success());
    let whole = fs::read(&file).unwrap();
    let cut = &whole[..whole.len() - 1];
    for (contents, seed) in [(&whole[..], "2"), (cut, "1"), (b"something else", "1")] {
        fs::write(&file, contents).unwrap();
        assert_refused(train(&["--seed", seed]), "of another training, or damaged");
        assert_eq!(fs::read(&file).unwrap(), contents);
    }
    assert_refused(
        run(folder.path(), &["masters-gallery", "--games", "0"]),
        "--games is at least 1",
    );
    let other = file.to_str().unwrap();
    assert_refused(train(&["--before", other]), "does not hold the weights");
}
