//! `parlour play`, with a person who types ahead.

use crate::common::{failure, run, run_with_input, scratch, stdout};
use serde_json::Value;

fn play(more: &[&str], input: &str) -> String {
    let args = [
        &["play", "jaipur", "--against", "utility", "--seed", "5"],
        more,
    ]
    .concat();
    stdout(&run_with_input(&args, input.as_bytes()))
}

#[test]
fn a_game_can_be_played_to_the_end_by_numbers() {
    let path = scratch("played.jsonl");
    let file = path.to_str().unwrap();
    let text = play(&["--seat", "1", "--record", file], &"1\n".repeat(400));
    assert!(text.contains("utility (seat 0): "), "{text}");
    assert!(text.trim_end().ends_with("rupees."), "{text}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(record["seats"], serde_json::json!(["utility", "person"]));
    assert_eq!(record["deal"], serde_json::json!({"seed": 5}));
    assert!(record["result"].is_object());
    stdout(&run(&["replay", file]));
}

#[test]
fn the_position_hides_what_the_seat_may_not_know() {
    let text = play(&[], "quit\n");
    assert!(
        text.contains("5 unseen") || text.contains("4 unseen") || text.contains("3 unseen"),
        "{text}"
    );
    assert!(
        text.contains("market") && text.contains("take camels"),
        "{text}"
    );
    assert!(!text.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn every_command_answers() {
    let text = play(
        &[],
        "help\nhint\nlog\nmoves\nmoves take\nshow\nundo\n\nquit\n",
    );
    for word in [
        "take camels",
        "resign",
        "value 0.",
        "nothing to take back",
        "unfinished",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn wrong_answers_get_a_reason() {
    let text = play(&[], "dance\n99\nsell 7 leather\ntake\n\u{0}\n");
    for word in [
        "'dance' is no action",
        "The list has 1 to",
        "You cannot sell 7 leather: ",
        "Which one?",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let args = ["play", "jaipur", "--against", "random", "--seed", "1"];
    stdout(&run_with_input(&args, b"\xff\xfe\nquit\n"));
}

#[test]
fn quitting_saves_what_was_played_and_the_end_of_input_too() {
    for (name, input) in [("quit", "take camels\nquit\n"), ("eof", "take camels\n")] {
        let path = scratch(&format!("{name}.jsonl"));
        let text = play(&["--record", path.to_str().unwrap()], input);
        assert!(
            text.trim_end()
                .lines()
                .last()
                .unwrap()
                .contains("unfinished"),
            "{text}"
        );
        let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(record["actions"][0], serde_json::json!([0, "take camels"]));
        assert!(record["result"].is_null());
        assert_eq!(record["actions"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_sale_can_be_taken_back_and_a_take_cannot() {
    let path = scratch("undo.jsonl");
    // A take turns up a card.
    let text = play(
        &["--record", path.to_str().unwrap()],
        "take camels\nundo\nquit\n",
    );
    assert!(text.contains("something was revealed"), "{text}");
    // Found by play: a sale of seed 5 that the other answers without revealing anything.
    let text = play(
        &["--seat", "1", "--record", path.to_str().unwrap()],
        "sell 1 leather\nundo\nquit\n",
    );
    assert!(text.contains("Taken back."), "{text}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(record["actions"].as_array().unwrap().len(), 1);
}

#[test]
fn resigning_gives_the_win_away() {
    let path = scratch("resigned.jsonl");
    let text = play(&["--record", path.to_str().unwrap()], "resign\n");
    assert!(
        text.contains("person (seat 0) resigns: utility (seat 1) wins"),
        "{text}"
    );
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(record["result"]["resigned"], 0);
    stdout(&run(&["replay", path.to_str().unwrap()]));
}

#[test]
fn unknown_names_are_one_error_line() {
    for (args, word) in [
        (vec!["play", "jaipur", "--seat", "2"], "seats 0 to 1, not 2"),
        (vec!["play", "jaipur", "--seat", "-1"], "--seat"),
        (vec!["play", "jaipur", "--seat", "900"], "--seat"),
        (
            vec!["play", "jaipur", "--against", "nobody"],
            "random, weighted, utility, ismcts",
        ),
        (
            vec!["play", "jaipur", "--against", "utility,utility"],
            "jaipur has 2 seats by these rules, not 3",
        ),
        (vec!["play", "jaipur", "--rules", "x"], "round, match"),
        (vec!["play", "go"], "jaipur"),
    ] {
        let line = failure(&args, 2);
        assert!(line.contains(word), "{args:?}: {line}");
    }
    let line = failure(&["play", "jaipur", "--record", "/nowhere/x"], 1);
    assert!(line.contains("cannot write /nowhere/x"));
}

/// Everything a person sees of a game of Masters Gallery, in which cards are laid face down and shown together.
#[test]
fn face_down_cards_of_others_are_hidden() {
    let mut laid = 0;
    for seed in ["1", "2", "3", "4"] {
        let args = [
            "play",
            "masters-gallery",
            "--against",
            "greedy,greedy",
            "--seed",
            seed,
        ];
        let text = stdout(&run_with_input(&args, "log\n1\n".repeat(90).as_bytes()));
        assert!(
            text.contains("Round 4 of 4 · over") && text.contains(" points."),
            "{text}"
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        for line in text.lines().filter(|line| line.contains("greedy")) {
            let open = ["A", "B", "C", "D", "E"].map(|artist| format!(" lay {artist}"));
            assert!(!open.iter().any(|lay| line.contains(lay)), "{line}");
            laid += usize::from(line.contains("lay a card face down"));
        }
    }
    assert!(laid > 0);
}
