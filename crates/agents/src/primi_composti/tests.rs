use super::*;
use crate::testing::new_table;
use crate::{Budget, Ismcts, NoHeuristics, Policies};
use parlour_engine::{DealSource, Game, InformationState, Policy, Seat, Streams, Viewer};
use parlour_games::primi_composti::{Action, Deal, Rules, Version};
use parlour_solvers::primi_composti::{Limit, Position, solve};

fn rules(version: Version, players: u8, cards: u8) -> Rules {
    Rules {
        players,
        cards,
        ..Rules::two(version)
    }
}

/// Plays a game out and returns the cards and the scores.
fn play_out(rules: Rules, seed: u64, names: &[&str]) -> (Vec<u8>, Vec<i32>) {
    let mut table = new_table::<PrimiComposti>(rules, seed);
    let mut policies: Vec<Box<dyn Policy<PrimiComposti>>> = names
        .iter()
        .map(|name| PrimiComposti::policy(name).unwrap())
        .collect();
    let mut rng = Streams::new(seed).task(0);
    while let Some(seat) = table.to_move().first() {
        let legal = table.state().legal_actions(seat);
        let known = table.information_state(Viewer::Seat(seat));
        let action = policies[seat.index()].choose(&known, &legal, &mut rng);
        table.play(seat, action).unwrap();
    }
    let cards = table.events().iter().map(|event| event.card).collect();
    (cards, table.state().scores())
}

#[test]
fn every_policy_plays_every_version() {
    for version in Version::ALL {
        for entry in PrimiComposti::POLICIES {
            play_out(rules(version, 2, 4), 1, &[entry.name, "rand"]);
            play_out(rules(version, 3, 2), 1, &[entry.name, "rand", entry.name]);
        }
        // More cards than a search takes.
        play_out(rules(version, 2, 36), 1, &["minimax_2", "perfect"]);
    }
}

#[test]
fn simple_policies_choose_as_they_are_named() {
    let (cards, _) = play_out(rules(Version::One, 2, 12), 5, &["asc", "desc"]);
    let (ours, theirs): (Vec<u8>, Vec<u8>) = cards.chunks(2).map(|two| (two[0], two[1])).unzip();
    assert!(ours.is_sorted() && theirs.iter().rev().is_sorted());
    // Visible 2 and 3: 5 and 6 gain most (6 and 5 points), 5 more.
    let deal = Deal {
        hands: vec![vec![2, 5, 6, 9], vec![3, 4, 7, 8]],
    };
    let mut game: PrimiComposti = DealSource::Cards(deal)
        .start(rules(Version::One, 2, 4))
        .unwrap();
    for card in [2, 3] {
        let seat = game.to_move().first().unwrap();
        game.play(seat, Action::plain(card)).unwrap();
    }
    let seat = game.to_move().first().unwrap();
    let mut rng = Streams::new(1).task(0);
    for (name, card) in [
        ("greedy_asc", 5),
        ("greedy_desc", 5),
        ("greedy_rand", 5),
        ("asc", 5),
        ("desc", 9),
    ] {
        let known = InformationState::new(game.view(Viewer::Seat(seat)), Vec::new());
        let mut policy = PrimiComposti::policy(name).unwrap();
        let action = policy.choose(&known, &game.legal_actions(seat), &mut rng);
        assert_eq!(action.card, card, "{name}");
    }
}

/// A search to the end of the game plays as well as the solver, and both reach the exact value.
#[test]
fn deep_enough_is_perfect() {
    for version in Version::ALL {
        for seed in 0..3 {
            let rules = rules(version, 2, 5);
            let game: PrimiComposti = DealSource::Seed(seed).start(rules.clone()).unwrap();
            let value = solve(&Position::of(&game).unwrap(), 1, Limit::default())
                .unwrap()
                .value;
            for names in [
                ["perfect", "perfect"],
                ["minimax_10", "perfect"],
                ["perfect", "minimax_12"],
                ["perfect:1000s", "perfect:1000s"],
            ] {
                let (_, scores) = play_out(rules.clone(), seed, &names);
                assert_eq!(scores[0] - scores[1], value, "{names:?}");
            }
            let (_, scores) = play_out(rules.clone(), seed, &["perfect", "greedy_rand"]);
            assert!(scores[0] - scores[1] >= value);
        }
    }
}

/// What plays for the result alone never has a worse one than best play, and loses points on the way.
#[test]
fn the_speculative_policy_keeps_the_result() {
    let mut fewer_points = 0;
    for seed in 0..30 {
        let rules = rules(Version::One, 2, 6);
        let game: PrimiComposti = DealSource::Seed(seed).start(rules.clone()).unwrap();
        let position = Position::of(&game).unwrap();
        let value = solve(&position, 1, Limit::default()).unwrap().value;
        let first = game.first().index();
        for (own, other) in [
            (0, "perfect"),
            (1, "perfect"),
            (0, "rand"),
            (1, "greedy_asc"),
        ] {
            let mut names = [other; 2];
            names[own] = "speculative";
            let (_, scores) = play_out(rules.clone(), seed, &names);
            let difference = scores[own] - scores[1 - own];
            let expected = if own == first { value } else { -value };
            assert!(
                difference.signum() >= expected.signum(),
                "{seed}, {names:?}"
            );
            fewer_points += u32::from(difference < expected);
        }
    }
    assert!(fewer_points > 0, "it plays as perfect does");
}

/// Within a time that is too short for anything exact there is a choice all the same, in every position.
#[test]
fn perfect_chooses_in_the_shortest_time() {
    for version in Version::ALL {
        let names = ["perfect:1ms", "speculative:1ms"];
        let (cards, _) = play_out(rules(version, 2, 12), 1, &names);
        assert_eq!(cards.len(), 24);
        let (cards, _) = play_out(rules(version, 3, 4), 1, &["perfect:1ms", "rand", "asc"]);
        assert_eq!(cards.len(), 12);
    }
}

/// What gains most now is tried first, and that makes a short search stronger than one without advice.
#[test]
fn a_search_that_knows_what_a_card_gains_is_stronger() {
    let mut share = 0.0;
    for game in 0..60u64 {
        let own = Seat((game % 2) as u8);
        let start = DealSource::Seed(game / 2).start(rules(Version::One, 2, 12));
        let mut state: PrimiComposti = start.unwrap();
        let mut advised =
            Ismcts::<PrimiComposti, PrimiCompostiHeuristics>::new(Budget::Simulations(100));
        let mut plain = Ismcts::<PrimiComposti, NoHeuristics>::new(Budget::Simulations(100));
        let mut rng = Streams::new(game).task(0);
        while let Some(seat) = state.to_move().first() {
            let known = InformationState::new(state.view(Viewer::Seat(seat)), Vec::new());
            let legal = state.legal_actions(seat);
            let action = match seat == own {
                true => advised.choose(&known, &legal, &mut rng),
                false => plain.choose(&known, &legal, &mut rng),
            };
            state.play(seat, action).unwrap();
        }
        share += state.outcome().unwrap().share(own);
    }
    assert!(share > 33.0, "{share} of 60");
}

#[test]
fn one_ply_is_greedy() {
    for seed in 0..5 {
        let rules = rules(Version::One, 2, 12);
        let (searched, _) = play_out(rules.clone(), seed, &["minimax_1", "minimax_1"]);
        let (greedy, _) = play_out(rules, seed, &["greedy_asc", "greedy_asc"]);
        assert_eq!(searched, greedy);
    }
}

#[test]
fn stages_are_counted_to_their_end() {
    let policy = staged("staged_3_2").unwrap();
    let left: Vec<u32> = (0..9).map(|ply| policy.left(ply)).collect();
    assert_eq!(left, [3, 2, 1, 2, 1, 2, 1, 2, 1]);
    for text in ["staged", "staged_", "staged_0", "staged_3_x", "staged_25"] {
        assert!(staged(text).is_err(), "{text}");
    }
}
