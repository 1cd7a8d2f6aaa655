use super::*;
use alphabeta::Effort;
use brute::brute_force;
use parlour_engine::{DealSource, Game, Streams};
use parlour_games::primi_composti::{PrimiComposti, Rules};
use rand::RngExt as _;

const V1: [&[u8]; 2] = [&[2, 4, 5, 10, 11, 15], &[3, 6, 7, 9, 12, 13]];
const V2: [&[u8]; 2] = [&[2, 3, 4, 5, 10, 13], &[6, 7, 9, 11, 12, 15]];

fn by_search(position: &Position, threads: usize) -> Solution {
    let effort = Effort {
        threads,
        table_bits: 14,
    };
    alphabeta::solve(position, effort, &mut |_, _| ()).unwrap()
}

/// A principal line keeps its value, ends with the cards, and adds up by the rulebook.
fn check_line(position: &Position, solution: &Solution) {
    let mut now = position.clone();
    for step in &solution.line {
        assert_eq!(step.value, solution.value, "{step:?}");
        play(
            &mut now,
            Action {
                card: step.card,
                using: step.steal,
            },
        );
    }
    assert!(now.hands.iter().all(Vec::is_empty));
    assert_eq!(now.score, solution.value);
}

#[test]
fn the_published_equilibria() {
    let one = Position::start(Version::One, V1);
    let two = Position::start(Version::Greedy, V2);
    for (position, value) in [(&one, -1), (&two, -2)] {
        for threads in [1, 2] {
            let solution = by_search(position, threads);
            assert_eq!(solution.value, value);
            check_line(position, &solution);
        }
        let effort = Effort::for_cards(12, 1);
        assert_eq!(alphabeta::winner(position, effort).unwrap().0, -1);
    }
    let layered = Layered::new().solve(&one).unwrap();
    assert_eq!(layered.value, -1);
    check_line(&one, &layered);
}

fn random_game(version: Version, cards: u8, seed: u64, odd_values: bool) -> PrimiComposti {
    let rules = Rules {
        cards,
        prime: if odd_values { 1 } else { 2 },
        composite: if odd_values { 3 } else { 1 },
        ..Rules::two(version)
    };
    let mut deal = PrimiComposti::deal(&rules, seed);
    if seed % 2 == 1 {
        // Any cards of the box.
        let mut rng = Streams::new(seed).task(1);
        let mut taken = std::collections::BTreeSet::new();
        for card in deal.hands.iter_mut().flatten() {
            *card = loop {
                let drawn = rng.random_range(2..74u32) as u8;
                if taken.insert(drawn) {
                    break drawn;
                }
            };
        }
    }
    DealSource::Cards(deal).start(rules).unwrap()
}

/// All methods agree with brute force by the rulebook, from the start and in the middle of a game.
#[test]
fn every_method_agrees_with_brute_force() {
    let mut layered = Layered::new();
    for version in Version::ALL {
        for seed in 0..24 {
            let mut game = random_game(version, 4, seed, seed % 3 == 2);
            let mut rng = Streams::new(seed).task(2);
            loop {
                let expected = brute_force(&game);
                let position = Position::of(&game).unwrap();
                let found = by_search(&position, 1 + seed as usize % 2);
                assert_eq!(found.value, expected, "{position:?}");
                check_line(&position, &found);
                let winner = alphabeta::winner(&position, Effort::for_cards(8, 1))
                    .unwrap()
                    .0;
                assert_eq!(winner, expected.signum(), "{position:?}");
                if version == Version::One {
                    let found = layered.solve(&position).unwrap();
                    assert_eq!(found.value, expected, "{position:?}");
                    check_line(&position, &found);
                }
                let Some(seat) = game.to_move().first() else {
                    break;
                };
                let legal = game.legal_actions(seat);
                let pick = rng.random_range(0..legal.len() as u32) as usize;
                let mut moved = position.clone();
                play(&mut moved, legal[pick]);
                game.play_unchecked(seat, legal[pick]);
                let mut after = Position::of(&game).unwrap();
                if game.to_move().is_empty() {
                    after.to_move = moved.to_move;
                }
                assert_eq!(moved, after);
            }
        }
    }
}

#[test]
fn layers_agree_with_search_on_larger_deals() {
    let mut layered = Layered::new();
    for seed in 0..6 {
        let game = random_game(Version::One, 7, seed, seed == 5);
        let position = Position::of(&game).unwrap();
        let found = layered.solve(&position).unwrap();
        assert_eq!(found.value, by_search(&position, 1).value, "{position:?}");
        check_line(&position, &found);
    }
}
