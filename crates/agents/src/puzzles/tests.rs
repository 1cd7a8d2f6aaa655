use super::*;
use crate::analysis::Scale;
use parlour_engine::{RecordLink, json};
use parlour_games::jaipur::{Jaipur, Rules};
use parlour_games::primi_composti::PrimiComposti;

fn settings(seed: u64) -> Settings {
    Settings {
        simulations: 200,
        seed,
    }
}

/// A puzzle of Jaipur is found again from its file, and another action is not confirmed.
#[test]
fn a_puzzle_survives_its_file() {
    let game = |seed| candidates::<Jaipur>(&Rules::ROUND, settings(seed)).unwrap();
    let found = (0..20).map(game).find(|(_, puzzles)| !puzzles.is_empty());
    let (table, puzzles) = found.unwrap();
    let puzzle = puzzles[0];
    assert!(puzzle.confirmed.lead.mean >= Scale::RoundWinShare.thresholds()[1]);
    let mut file = PuzzleFile::new("jaipur", 200);
    file.add(&table, &puzzles);
    let text = serde_json::to_string(&file).unwrap();
    let read: PuzzleFile = json::from_str(&text).unwrap();
    assert_eq!((read.fault(), &read), (None, &file));
    let part = RecordLink::read(&read.games[0]).unwrap();
    let part = part.table::<Jaipur>().unwrap();
    let StoredPuzzle(0, ply, seat, grade, best, ..) = &read.puzzles[0] else {
        panic!("{read:?}");
    };
    assert_eq!(
        (*ply, *seat, *grade),
        (puzzle.ply, puzzle.seat.0, puzzle.grade)
    );
    let best = best.parse().unwrap();
    assert_eq!(best, puzzle.found.best);
    let confirmed = confirm(&part, *ply, puzzle.seat, best, settings(99));
    assert_eq!(confirmed.map(|found| found.best), Some(best));
    let rival = puzzle.found.rival;
    assert_eq!(confirm(&part, *ply, puzzle.seat, rival, settings(99)), None);
}

#[test]
fn games_and_puzzles_follow_from_the_seed() {
    let game = || candidates::<Jaipur>(&Rules::ROUND, settings(5)).unwrap();
    let [(table, puzzles), (again, others)] = [game(), game()];
    assert_eq!(table.actions(), again.actions());
    assert_eq!(puzzles, others);
}

/// In Primi Composti the values are exact: those of each action by itself.
#[test]
fn puzzles_of_primi_composti_are_proven() {
    let rules = parlour_games::primi_composti::Rules {
        cards: 6,
        ..Default::default()
    };
    let game = |seed| candidates::<PrimiComposti>(&rules, settings(seed)).unwrap();
    let found = (0..20).map(game).find(|(_, puzzles)| !puzzles.is_empty());
    let (table, puzzles) = found.unwrap();
    let Puzzle {
        ply, seat, found, ..
    } = puzzles[0];
    assert_eq!(found.simulations, 0);
    let state = table.at(ply);
    let view = state.view(Viewer::Seat(seat));
    for action in state.legal_actions(seat) {
        let solved = PrimiComposti::solve(&view, action).unwrap();
        assert_eq!(solved.value, found.value.mean);
        let least = if action == found.best {
            0.0
        } else {
            found.lead.mean
        };
        assert!(solved.value - solved.played >= least, "{action}");
    }
}

#[test]
fn a_lead_counts_only_over_every_other_action() {
    let legal = ['a', 'b', 'c'];
    let (best, found) = exact_best(&legal, &[1.0, 5.0, 2.0], 2.0);
    assert_eq!((best, found.unwrap().rival), ('b', 'c'));
    assert_eq!(found.unwrap().lead, Estimate::exact(3.0));
    assert_eq!(exact_best(&legal, &[1.0, 5.0, 4.0], 2.0), ('b', None));
    // Two actions are no puzzle.
    assert_eq!(exact_best(&['a', 'b'], &[1.0, 5.0], 2.0), ('b', None));
}

#[test]
fn files_with_faults_are_refused() {
    let mut file = PuzzleFile::new("jaipur", 100);
    assert_eq!(file.fault(), None);
    file.puzzles
        .push(StoredPuzzle(0, 1, 0, 1, "x".to_owned(), 0, 0));
    assert!(file.fault().is_some(), "there is no game 0");
    file.games.push("link".to_owned());
    assert_eq!(file.fault(), None);
    file.puzzles[0].3 = 5;
    assert!(file.fault().is_some(), "there is no grade 5");
}
