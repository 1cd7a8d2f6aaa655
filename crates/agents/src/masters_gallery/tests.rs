use super::*;
use crate::network::{Guided as _, Inputs as _, NetworkInputs, Output};
use crate::testing::play;
use crate::{Analyse as _, Heuristics as _};
use parlour_engine::{
    DealSource, Game as _, InformationState, Policy as _, Rules as _, Seat, Streams, Viewer,
};
use parlour_games::masters_gallery::{Action, Artist, Phase, Rules, Symbol};

/// The first policy's share of the wins in a number of games with rotated seats.
fn share(rules: &Rules, names: &[&str], games: u64) -> f64 {
    let share = |seed: u64| {
        let turn = seed as usize % names.len();
        let mut seated = names.to_vec();
        seated.rotate_right(turn);
        let outcome = play::<MastersGallery>(rules, &seated, seed)
            .outcome()
            .unwrap();
        outcome.share(Seat(turn as u8))
    };
    (0..games).map(share).sum::<f64>() / games as f64
}

/// Every rule set for every number of players.
fn every_rules() -> impl Iterator<Item = Rules> {
    Rules::names().iter().flat_map(|name| {
        (2..=5).map(|players| Rules {
            players,
            ..Rules::named(name).unwrap()
        })
    })
}

#[test]
fn every_policy_plays_legally_and_the_same_again() {
    for rules in every_rules() {
        let names = ["greedy", "ismcts:6", "network", "random", "greedy"];
        let names = &names[..usize::from(rules.players)];
        let game = || play::<MastersGallery>(&rules, names, 3);
        let first = game();
        assert!(first.outcome().is_some());
        assert_eq!(first.actions(), game().actions());
    }
}

/// The fixed seeds reach every kind of turn, so that the tests above and below speak of all.
#[test]
fn every_kind_of_turn_is_met() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..6 {
        let table = play::<MastersGallery>(&Rules::default(), &["greedy"; 4], seed);
        for (_, action) in table.actions() {
            kinds.insert(action.to_string().split(' ').next().unwrap().to_owned());
        }
    }
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(
        kinds,
        ["add", "award", "lay", "pass", "play", "second", "show"]
    );
}

#[test]
fn greedy_sees_the_same_in_a_view_and_in_the_state() {
    for rules in every_rules() {
        let mut state: MastersGallery = DealSource::Seed(1).start(rules).unwrap();
        let mut rng = Streams::new(1).task(0);
        while let Some(seat) = state.to_move().first() {
            let view = state.view(Viewer::Seat(seat));
            let of_view = situation::Situation::of(&view, seat);
            let in_state = situation::Situation::of(&state, seat);
            let legal = state.legal_actions(seat);
            let scores: Vec<(Action, f32)> = of_view.scores(&legal).collect();
            assert_eq!(scores, in_state.scores(&legal).collect::<Vec<_>>());
            // A list scores each action as if it stood alone.
            for &(action, score) in &scores {
                assert_eq!(in_state.scores(&[action]).next(), Some((action, score)));
            }
            let action = crate::random::any(&legal, &mut rng);
            state.play_unchecked(seat, action);
        }
    }
}

/// One against three wins a quarter of the games when it plays no better than they do.
#[test]
fn one_greedy_wins_most_games_against_random() {
    let table = ["greedy", "random", "random", "random"];
    for name in Rules::names() {
        let rules = Rules::named(name).unwrap();
        let share = share(&rules, &table, 100);
        // More than four standard errors above the quarter that chance gives.
        assert!(share > 0.6, "{name}: {share}");
    }
    let two = Rules {
        players: 2,
        ..Rules::default()
    };
    let share = share(&two, &["greedy", "random"], 100);
    assert!(share > 0.75, "{share}");
}

/// More than four standard errors above the quarter that an equal wins.
#[test]
fn the_network_beats_greedy() {
    let table = ["network", "greedy", "greedy", "greedy"];
    let share = share(&Rules::default(), &table, 200);
    assert!(share > 0.38, "{share}");
}

#[test]
fn a_short_search_beats_greedy() {
    let table = ["ismcts:100", "greedy", "greedy", "greedy"];
    let share = share(&Rules::default(), &table, 64);
    assert!(share > 0.47, "{share}");
}

/// In the last round an award goes to an artist that pays the seat that gives it.
#[test]
fn an_award_that_closes_the_game_goes_where_it_pays() {
    let mut seen = 0;
    for seed in 0..200 {
        let rules = Rules {
            additional_cards: false,
            ..Rules::default()
        };
        let mut state: MastersGallery = DealSource::Seed(seed).start(rules).unwrap();
        let mut rng = Streams::new(seed).task(0);
        while let Some(seat) = state.to_move().first() {
            let view = state.view(Viewer::Seat(seat));
            let legal = state.legal_actions(seat);
            let action = if view.round == 3 && view.phase == (Phase::Award { closing: true }) {
                seen += 1;
                let known = InformationState::new(view, Vec::new());
                let action = Greedy.choose(&known, &legal, &mut rng);
                let scored = |artist| {
                    let mut then = state.clone();
                    then.play_unchecked(seat, Action::Award(artist));
                    let scores = then.scores();
                    let all: i32 = scores.iter().sum();
                    let own = scores[seat.index()];
                    f64::from(own) - 0.6 * f64::from(all - own) / 3.0
                };
                let best = Artist::ALL.map(scored).into_iter().fold(f64::MIN, f64::max);
                let Action::Award(artist) = action else {
                    panic!("{action}")
                };
                // What others laid face down is not known.
                if Seat::all(4).all(|seat| state.hidden(seat).is_empty()) {
                    assert!(scored(artist) > best - 1e-9);
                }
                action
            } else {
                crate::random::any(&legal, &mut rng)
            };
            state.play_unchecked(seat, action);
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn weights_are_positive_for_all_that_is_legal() {
    let mut state: MastersGallery = DealSource::Seed(7).start(Rules::default()).unwrap();
    let mut rng = Streams::new(7).task(0);
    let mut symbols = 0;
    while let Some(seat) = state.to_move().first() {
        let legal = state.legal_actions(seat);
        let mut weights = Vec::new();
        MastersGalleryHeuristics::default().priors(&state, seat, &legal, &mut weights);
        assert_eq!(weights.len(), legal.len());
        for (action, weight) in legal.iter().zip(weights) {
            assert!(weight > 0.0 && weight.is_finite(), "{action}: {weight}");
            symbols +=
                u32::from(matches!(action, Action::Play(card) if card.symbol != Symbol::Plain));
        }
        let action = crate::random::any(&legal, &mut rng);
        state.play_unchecked(seat, action);
    }
    assert!(symbols > 0);
}

/// At the end of the game who wins is worth most, and a clear win more than a narrow one. An analysis looks to this end.
#[test]
fn an_analysis_is_rewarded_at_the_end_of_the_game() {
    for players in 2..=5 {
        let rules = Rules {
            players,
            ..Rules::default()
        };
        let heuristics = MastersGallery::heuristics();
        let mut state: MastersGallery = DealSource::Seed(11).start(rules).unwrap();
        let mut rng = Streams::new(11).task(0);
        let mut rewards = Vec::new();
        while let Some(seat) = state.to_move().first() {
            assert!(!heuristics.evaluate(&state, &mut rewards));
            let legal = state.legal_actions(seat);
            state.play_unchecked(seat, crate::random::any(&legal, &mut rng));
        }
        assert!(heuristics.evaluate(&state, &mut rewards));
        assert_eq!(rewards.len(), usize::from(players));
        let sum: f64 = rewards.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{rewards:?}");
        let outcome = state.outcome().unwrap();
        for (seat, reward) in Seat::all(players.into()).zip(&rewards) {
            let share = outcome.share(seat);
            assert!(
                (0.5 * share..=0.5 * share + 0.5).contains(reward),
                "{rewards:?}"
            );
        }
    }
}

/// What guides the search of a seat at the start of a game.
fn heuristics_of(seat: Seat, state: &MastersGallery) -> MastersGalleryHeuristics {
    let mut heuristics = MastersGalleryHeuristics::default();
    let view = state.view(Viewer::Seat(seat));
    heuristics.start(&InformationState::new(view, Vec::new()));
    heuristics
}

/// A simulation of play ends at the seat's first turn in a later round, with what the network expects.
#[test]
fn simulations_end_with_what_the_network_expects() {
    let mut ended = 0;
    for own in Seat::all(4) {
        let mut state: MastersGallery = DealSource::Seed(5).start(Rules::default()).unwrap();
        let heuristics = heuristics_of(own, &state);
        let mut rng = Streams::new(5).task(0);
        let (mut rewards, mut inputs, mut output) =
            (Vec::new(), NetworkInputs::default(), Output::default());
        while let Some(seat) = state.to_move().first() {
            let is_asked = state.round() > 0 && state.phase() == Phase::Play && seat == own;
            assert_eq!(heuristics.evaluate(&state, &mut rewards), is_asked);
            let legal = state.legal_actions(seat);
            if is_asked {
                MastersGallery::inputs(&state, seat, &legal, &mut inputs);
                MastersGallery::network().evaluate(&inputs, &mut output);
                let value = f64::from(output.value).clamp(0.0, 1.0);
                assert_eq!(rewards[seat.index()], value);
                assert!(
                    (rewards.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "{rewards:?}"
                );
                ended += 1;
            }
            state.play_unchecked(seat, crate::random::any(&legal, &mut rng));
        }
        assert!(heuristics.evaluate(&state, &mut rewards));
    }
    assert!(ended > 20, "{ended}");
}

/// In playouts the others go by the rule of thumb, but for errors of a point, and the seat by the network.
#[test]
fn playouts_go_by_the_rule_of_thumb_and_the_network() {
    let mut state: MastersGallery = DealSource::Seed(3).start(Rules::default()).unwrap();
    let own = Seat(1);
    let heuristics = heuristics_of(own, &state);
    let mut rng = Streams::new(3).task(0);
    let (mut inputs, mut output) = (NetworkInputs::default(), Output::default());
    let (mut legal, mut choices, mut errors) = (Vec::new(), [0; 2], 0);
    while let Some(seat) = state.to_move().first() {
        let action = heuristics.rollout_action(&state, seat, &mut legal, &mut rng);
        if legal.len() > 1 && seat == own {
            MastersGallery::inputs(&state, seat, &legal, &mut inputs);
            MastersGallery::network().evaluate(&inputs, &mut output);
            assert_eq!(action, legal[output.likeliest()]);
            choices[0] += 1;
        } else if legal.len() > 1 {
            let situation = situation::Situation::of(&state, seat);
            let scores: Vec<(Action, f32)> = situation.scores(&legal).collect();
            let most = (scores.iter()).fold(f32::MIN, |most, &(_, score)| most.max(score));
            let (_, score) = scores.iter().find(|&&(other, _)| other == action).unwrap();
            assert!(most - score <= 1.0);
            choices[1] += 1;
            errors += u32::from(*score < most);
        }
        state.play_unchecked(seat, action);
    }
    assert!(
        choices[0] > 5 && choices[1] > 20 && errors > 0,
        "{choices:?} {errors}"
    );
}
