//! Every row and formula of the original's notes on its AI.

use super::*;
use parlour_engine::{Game as _, InformationState, Seat, Streams, Viewer};
use parlour_games::jaipur::Rules;
use std::collections::HashMap;

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

/// A situation: hand, herd, market, goods of the opponent.
fn situation(hand: &str, herd: u8, market: &str, opponent_goods: u8) -> Situation {
    Situation {
        hand: cards(hand),
        herd,
        market: cards(market),
        opponent_goods,
    }
}

fn proposal(action: &str, eightieths: u8) -> Option<Proposal> {
    Some(Proposal {
        action: action.parse().unwrap(),
        score: Score(eightieths),
    })
}

/// A percentage as a score.
fn percent(percent: f64) -> u8 {
    let eightieths = percent * 0.8;
    assert!((eightieths - eightieths.round()).abs() < 1e-9);
    eightieths.round() as u8
}

#[test]
fn scores_are_clamped_and_exact() {
    assert_eq!(Score::eightieths(-1), Score(0));
    assert_eq!(Score::eightieths(81), Score::ONE);
    assert_eq!(Score::ONE.value(), 1.0);
    assert_eq!(Score(15).value(), 0.1875);
    assert_eq!(Score(15).to_string(), "18.75 %");
    assert!(Score(0).is_zero() && !Score(1).is_zero());
}

#[test]
fn the_table_of_sales() {
    for (count, expected) in [
        (1, 20.0),
        (2, 40.0),
        (3, 60.0),
        (4, 80.0),
        (5, 100.0),
        (6, 100.0),
        (7, 100.0),
    ] {
        for good in ["cloth", "spice", "leather"] {
            let found = sell(&situation(&format!("{count} {good}"), 3, "5 camel", 4));
            assert_eq!(
                found,
                proposal(&format!("sell {count} {good}"), percent(expected))
            );
        }
    }
    // 1.5 times that for high value, clamped; not below two.
    for (count, expected) in [(2, 60.0), (3, 90.0), (4, 100.0), (5, 100.0), (6, 100.0)] {
        for good in ["diamond", "gold", "silver"] {
            let found = sell(&situation(&format!("{count} {good}"), 3, "5 camel", 4));
            assert_eq!(
                found,
                proposal(&format!("sell {count} {good}"), percent(expected))
            );
        }
    }
    for good in ["diamond", "gold", "silver"] {
        assert_eq!(sell(&situation(good, 0, "5 camel", 0)), None);
    }
    assert_eq!(sell(&situation("nothing", 9, "5 camel", 0)), None);
}

#[test]
fn the_most_frequent_good_is_sold_whatever_its_score() {
    // Three diamonds would score 90 %.
    let found = sell(&situation("3 diamond, 4 leather", 0, "5 camel", 0));
    assert_eq!(found, proposal("sell 4 leather", percent(80.0)));
    // Equals in the order of the goods.
    let found = sell(&situation("2 gold, 2 silver, 2 leather", 0, "5 camel", 0));
    assert_eq!(found, proposal("sell 2 gold", percent(60.0)));
    let found = sell(&situation("spice, leather", 0, "5 camel", 0));
    assert_eq!(found, proposal("sell 1 spice", percent(20.0)));
    // High-value goods that cannot be sold are passed over.
    let found = sell(&situation(
        "diamond, gold, silver, leather",
        0,
        "5 camel",
        0,
    ));
    assert_eq!(found, proposal("sell 1 leather", percent(20.0)));
}

#[test]
fn the_table_of_single_takes() {
    for (held, expected) in [
        (0, 20.0),
        (1, 40.0),
        (2, 60.0),
        (3, 80.0),
        (4, 100.0),
        (5, 100.0),
        (6, 100.0),
    ] {
        for good in ["cloth", "spice", "leather"] {
            let hand = if held == 0 {
                "nothing".to_owned()
            } else {
                format!("{held} {good}")
            };
            let found = take_one(&situation(&hand, 0, &format!("{good}, 4 camel"), 0));
            assert_eq!(found, proposal(&format!("take {good}"), percent(expected)));
        }
    }
    for (held, expected) in [
        (0, 30.0),
        (1, 60.0),
        (2, 90.0),
        (3, 100.0),
        (4, 100.0),
        (5, 100.0),
    ] {
        for good in ["diamond", "gold", "silver"] {
            let hand = if held == 0 {
                "nothing".to_owned()
            } else {
                format!("{held} {good}")
            };
            let found = take_one(&situation(&hand, 0, &format!("{good}, 4 camel"), 0));
            assert_eq!(found, proposal(&format!("take {good}"), percent(expected)));
        }
    }
}

#[test]
fn the_best_scored_single_take_is_proposed() {
    // Two silver (60 %) against two leather (40 %).
    let found = take_one(&situation(
        "silver, leather",
        0,
        "silver, leather, 3 camel",
        0,
    ));
    assert_eq!(found, proposal("take silver", percent(60.0)));
    // Three leather (60 %) against two gold (60 %): equal, gold stands before.
    let found = take_one(&situation(
        "gold, 2 leather",
        0,
        "gold, leather, 3 camel",
        0,
    ));
    assert_eq!(found, proposal("take gold", percent(60.0)));
    // Four leather (80 %) against two gold.
    let found = take_one(&situation(
        "gold, 3 leather",
        0,
        "gold, leather, 3 camel",
        0,
    ));
    assert_eq!(found, proposal("take leather", percent(80.0)));
    // The number in the market does not count, only one is taken.
    let found = take_one(&situation("leather", 0, "3 spice, leather, camel", 0));
    assert_eq!(found, proposal("take leather", percent(40.0)));
    // Seven in hand, or no goods in the market: none.
    assert_eq!(take_one(&situation("7 leather", 0, "5 gold", 0)), None);
    assert_eq!(take_one(&situation("leather", 0, "5 camel", 0)), None);
}

#[test]
fn the_formula_of_camels() {
    let score = |camels: u8, goods: u8, opponent: u8| {
        let hand = if goods == 0 {
            "nothing".to_owned()
        } else {
            format!("{goods} leather")
        };
        let rest = if camels == 5 {
            String::new()
        } else {
            format!(", {} spice", 5 - camels)
        };
        let found = super::camels(&situation(
            &hand,
            2,
            &format!("{camels} camel{rest}"),
            opponent,
        ));
        let found = found.unwrap();
        assert_eq!(found.action, Action::Camels);
        found.score.value()
    };
    // The two examples of the text.
    assert_eq!(score(5, 0, 7), 0.8);
    assert_eq!(score(5, 7, 7), 0.1875);
    for camels in 1..=5 {
        for goods in 0..=7 {
            for opponent in 0..=7 {
                let (m, h, o) = (f64::from(camels), f64::from(goods), f64::from(opponent));
                let formula = (m.powi(2) - 2.0 * (0.5 * h).powi(2) + o) * 0.8 / 32.0;
                let expected = formula.clamp(0.0, 1.0);
                assert!((score(camels, goods, opponent) - expected).abs() < 1e-12);
            }
        }
    }
    // Below 0 is 0.
    assert_eq!(score(1, 7, 0), 0.0);
    assert_eq!(super::camels(&situation("leather", 5, "5 spice", 7)), None);
}

#[test]
fn the_exchange_zips_camels_and_singles_with_the_line_of_the_market() {
    for (about, hand, herd, market, expected) in [
        (
            "camels before single goods; the most after the take first",
            "2 leather, spice",
            1,
            "2 leather, gold, 2 camel",
            // Leather would be 4; then gold, of high value: leather and leather come
            // first for the camel and the spice.
            proposal("exchange 2 leather for camel, spice", percent(100.0)),
        ),
        (
            "as many pairs as both sides have",
            "2 leather",
            4,
            "2 leather, gold, 2 camel",
            proposal("exchange gold, 2 leather for 3 camel", percent(100.0)),
        ),
        (
            "the score goes by the highest count after the take, plus one",
            "cloth",
            2,
            "cloth, gold, 3 camel",
            proposal("exchange gold, cloth for 2 camel", percent(60.0)),
        ),
        (
            "high-value goods stand in line even alone",
            "nothing",
            2,
            "diamond, gold, 3 camel",
            proposal("exchange diamond, gold for 2 camel", percent(40.0)),
        ),
        (
            "others only when there would be two",
            "nothing",
            2,
            "cloth, spice, diamond, 2 camel",
            None,
        ),
        (
            "two in the market are two",
            "nothing",
            2,
            "2 cloth, spice, 2 camel",
            proposal("exchange 2 cloth for 2 camel", percent(60.0)),
        ),
        (
            "equals in the order of the goods",
            "gold, leather",
            2,
            "gold, silver, leather, 2 camel",
            proposal("exchange gold, leather for 2 camel", percent(60.0)),
        ),
        (
            "no 1.5 for high value, and no more than 100 %",
            "4 gold",
            2,
            "2 gold, 3 camel",
            proposal("exchange 2 gold for 2 camel", percent(100.0)),
        ),
        (
            "camels only as far as the hand stays at seven",
            "2 leather, 2 cloth, diamond, gold",
            5,
            "2 leather, silver, 2 camel",
            proposal(
                "exchange silver, 2 leather for diamond, gold, camel",
                percent(100.0),
            ),
        ),
        (
            "with seven in hand only single goods",
            "3 leather, 2 cloth, diamond, gold",
            5,
            "leather, silver, 3 camel",
            proposal("exchange silver, leather for diamond, gold", percent(100.0)),
        ),
        (
            "a single good that the market has too is kept",
            "leather, spice, cloth",
            0,
            "leather, spice, gold, 2 camel",
            // Only the cloth could be given: one pair is no exchange.
            None,
        ),
        (
            "pairs in hand are kept",
            "2 spice, 2 cloth",
            0,
            "3 gold, 2 camel",
            None,
        ),
        (
            "one camel is one pair",
            "2 spice",
            1,
            "3 gold, 2 camel",
            None,
        ),
        (
            "nothing wanted",
            "2 spice",
            5,
            "cloth, leather, 3 camel",
            None,
        ),
        ("no goods in the market", "2 spice", 5, "5 camel", None),
    ] {
        assert_eq!(
            exchange(&situation(hand, herd, market, 5)),
            expected,
            "{about}"
        );
    }
}

#[test]
fn the_highest_score_is_picked_and_the_first_among_equals() {
    for (about, hand, herd, market, opponent, expected) in [
        (
            "take before sell at 60 %",
            "2 gold",
            0,
            "cloth, silver, 3 spice",
            5,
            "sell 2 gold",
        ),
        (
            "take and sell both 60 %",
            "2 leather, silver",
            0,
            "silver, 4 camel",
            0,
            "take silver",
        ),
        (
            "sell and exchange both 60 %",
            "3 leather",
            2,
            "2 cloth, 3 camel",
            0,
            "sell 3 leather",
        ),
        ("camels at 80 %", "nothing", 0, "5 camel", 7, "take camels"),
        (
            "an exchange at 100 %",
            "3 leather",
            2,
            "leather, gold, 3 camel",
            0,
            "exchange gold, leather for 2 camel",
        ),
    ] {
        let pick = Utility::pick(&situation(hand, herd, market, opponent)).unwrap();
        assert_eq!(pick.action.to_string(), expected, "{about}");
    }
}

/// The rules never lead there: a hand below seven can take a good or five camels, and
/// a hand of seven can sell. So the view is bent: one camel in the market, and three goods
/// that are not sold one by one.
#[test]
fn when_every_score_is_zero_any_legal_move_is_made() {
    let state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 1)).unwrap();
    let legal = state.legal_actions(Seat(0));
    let mut view = state.view(Viewer::Seat(Seat(0)));
    view.market = cards("camel");
    view.players[0].hand = Some(cards("diamond, gold, silver"));
    view.players[1].hand_len = 0;
    let mut rng = Streams::new(1).task(0);
    assert_eq!(Utility::pick(&Situation::of(&view, Seat(0))), None);
    assert_eq!(
        Weighted::pick(&Situation::of(&view, Seat(0)), &mut rng),
        None
    );
    let known = InformationState::new(view, Vec::new());
    let mut chosen = std::collections::HashSet::new();
    for _ in 0..200 {
        chosen.insert(Utility.choose(&known, &legal, &mut rng));
        chosen.insert(Weighted.choose(&known, &legal, &mut rng));
    }
    assert_eq!(chosen, legal.into_iter().collect());
}

#[test]
fn weighted_picks_in_proportion() {
    // Take cloth 20, sell spice 20, camels (2·9 − 1 + 0) / 80, no exchange.
    let situation = situation("spice", 0, "cloth, leather, 3 camel", 0);
    let scores: HashMap<String, f64> = (situation.proposals().into_iter().flatten())
        .map(|proposal| (proposal.action.to_string(), proposal.score.value()))
        .collect();
    assert_eq!(scores.len(), 3);
    let total: f64 = scores.values().sum();
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut rng = Streams::new(1).task(0);
    const DRAWS: u32 = 20_000;
    for _ in 0..DRAWS {
        let pick = Weighted::pick(&situation, &mut rng).unwrap();
        *counts.entry(pick.action.to_string()).or_default() += 1;
    }
    for (action, score) in scores {
        let share = score / total;
        let error = 4.0 * (share * (1.0 - share) / f64::from(DRAWS)).sqrt();
        let found = f64::from(counts[&action]) / f64::from(DRAWS);
        assert!(
            (found - share).abs() < error,
            "{action}: {found} for {share}"
        );
    }
}

#[test]
fn weighted_never_picks_a_score_of_zero() {
    // Camels: 2 − 49 + 0 < 0.
    let situation = situation("7 leather", 0, "camel, 4 gold", 0);
    let mut rng = Streams::new(2).task(0);
    for _ in 0..1000 {
        let pick = Weighted::pick(&situation, &mut rng).unwrap();
        assert_eq!(pick.action.to_string(), "sell 7 leather");
    }
}

/// In every position of many games, reached by picks and by chance: each proposal is legal.
#[test]
fn no_proposal_is_ever_illegal() {
    let mut seen = 0;
    for seed in 0..300 {
        let mut state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, seed)).unwrap();
        let mut rng = Streams::new(seed).task(1);
        while let Some(seat) = state.to_move().first() {
            let legal = state.legal_actions(seat);
            let known = InformationState::new(state.view(Viewer::Seat(seat)), Vec::new());
            let situation = Situation::of(known.view(), seat);
            for proposal in situation.proposals().into_iter().flatten() {
                assert!(
                    legal.contains(&proposal.action),
                    "{situation:?}: {proposal:?}"
                );
                seen += 1;
            }
            assert!(Utility::pick(&situation).is_some(), "{situation:?}");
            let action = match rng.random_range(0..3u32) {
                0 => Utility.choose(&known, &legal, &mut rng),
                1 => Weighted.choose(&known, &legal, &mut rng),
                _ => random::any(&legal, &mut rng),
            };
            state.play(seat, action).unwrap();
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn utility_beats_random_nearly_always() {
    let mut wins = 0;
    const GAMES: u64 = 200;
    for game in 0..GAMES {
        let mut state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, game / 2)).unwrap();
        let own = Seat((game % 2) as u8);
        let mut rng = Streams::new(game).task(2);
        while let Some(seat) = state.to_move().first() {
            let legal = state.legal_actions(seat);
            let known = InformationState::new(state.view(Viewer::Seat(seat)), Vec::new());
            let action = match seat == own {
                true => Utility.choose(&known, &legal, &mut rng),
                false => random::any(&legal, &mut rng),
            };
            state.play(seat, action).unwrap();
        }
        wins += u32::from(state.outcome().unwrap().share(own) == 1.0);
    }
    assert!(wins > 170, "{wins} of {GAMES}");
}
