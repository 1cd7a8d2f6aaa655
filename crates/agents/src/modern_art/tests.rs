use super::original::{bought_in_order, expected_gain, worth_in_state};
use super::*;
use crate::testing::{new_table, play};
use parlour_engine::{Game, Policy, Seat, Streams, Viewer};
use parlour_games::modern_art::{Action, Auctions, Phase, Rules};

/// Games of 60 that the first policy wins, the seats rotated.
fn wins(rules: &Rules, names: &[&str]) -> u32 {
    let mut wins = 0;
    for seed in 0..60 {
        let turn = seed as usize % names.len();
        let mut seated = names.to_vec();
        seated.rotate_right(turn);
        let outcome = play::<ModernArt>(rules, &seated, seed).outcome().unwrap();
        wins += u32::from(outcome.winners.contains(Seat(turn as u8)));
    }
    wins
}

#[test]
fn every_policy_plays_legally_and_the_same_again() {
    for auctions in [Auctions::Simple, Auctions::Full] {
        for players in 3..=5 {
            let rules = Rules::of(auctions, players);
            let names = ["random", "simple", "appraiser", "ismcts:12", "simple"];
            let names = &names[..usize::from(players)];
            let game = || play::<ModernArt>(&rules, names, 5);
            let first = game();
            assert!(first.outcome().is_some());
            assert_eq!(first.actions(), game().actions());
        }
    }
}

#[test]
fn hidden_cash_is_counted() {
    let rules = Rules {
        hidden_cash: true,
        ..Rules::of(Auctions::Full, 3)
    };
    let hidden = play::<ModernArt>(&rules, &["random", "simple", "appraiser"], 1);
    let open = play::<ModernArt>(
        &Rules::of(Auctions::Full, 3),
        &["random", "simple", "appraiser"],
        1,
    );
    assert_eq!(hidden.actions(), open.actions());
}

#[test]
fn the_appraiser_wins_most_games_against_the_originals_agents() {
    let four = ["appraiser", "simple", "simple", "simple", "simple"];
    assert!(wins(&Rules::SIMPLE, &four) >= 50);
    let mixed = ["appraiser", "simple", "simple", "simple", "random"];
    assert!(wins(&Rules::FULL, &mixed) >= 50);
}

#[test]
fn a_short_search_wins_most_games_against_simple() {
    let four = ["ismcts:40", "simple", "simple", "simple", "simple"];
    let won: u32 = (0..10)
        .map(|seed| {
            let outcome = play::<ModernArt>(&Rules::FULL, &four, seed)
                .outcome()
                .unwrap();
            u32::from(outcome.winners.contains(Seat(0)))
        })
        .sum();
    assert!(won >= 7, "{won}");
}

/// At every turn: a weight above 0 for each action, a list that is shorter and not empty, and
/// an end of the search no later than that of the round, with a chance for each seat.
#[test]
fn heuristics_fulfil_their_contract() {
    use crate::Heuristics as _;
    for rules in [Rules::SIMPLE, Rules::FULL, Rules::of(Auctions::Full, 3)] {
        let mut table = new_table::<ModernArt>(rules.clone(), 2);
        let mut rng = Streams::new(2).task(0);
        let mut heuristics = ModernArtHeuristics::default();
        let (mut weights, mut rewards) = (Vec::new(), Vec::new());
        let (mut ends, mut cut) = (0, 0);
        while let Some(seat) = table.to_move().first() {
            heuristics.start(&table.information_state(Viewer::Seat(seat)));
            let state = table.state().clone();
            assert!(!heuristics.evaluate(&state, &mut rewards));
            let legal = state.legal_actions(seat);
            weights.clear();
            heuristics.priors(&state, seat, &legal, &mut weights);
            assert_eq!(weights.len(), legal.len());
            assert!(weights.iter().all(|&weight| weight > 0.0 && weight <= 1.0));
            let mut narrow = legal.clone();
            heuristics.prune(&state, seat, &mut narrow);
            assert!(!narrow.is_empty() && narrow.iter().all(|action| legal.contains(action)));
            cut += legal.len() - narrow.len();
            let picked = heuristics.rollout_action(&state, seat, &mut narrow, &mut rng);
            assert_eq!(state.check(seat, picked), Ok(()));
            let round = state.round();
            table.play(seat, picked).unwrap();
            let state = table.state();
            let over = state.to_move().is_empty();
            assert_eq!(
                heuristics.evaluate(state, &mut rewards),
                over || state.round() > round
            );
            if over || state.round() > round {
                ends += 1;
                assert_eq!(rewards.len(), usize::from(rules.players));
                assert!((rewards.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
        assert_eq!(ends, 4);
        assert!(cut > 0);
    }
}

/// The original's measurement is 57 wins of 80.
#[test]
fn one_simple_wins_most_games_against_four_random() {
    let names = ["simple", "random", "random", "random", "random"];
    let wins = wins(&Rules::SIMPLE, &names);
    assert!((30..=52).contains(&wins), "{wins}");
}

#[test]
fn simple_ranks_by_hand_and_bought_and_ties_to_the_first_met() {
    let gains = |held: [u8; 5], bought: &[u8]| {
        let mut counts = [0; 5];
        bought
            .iter()
            .for_each(|&artist| counts[usize::from(artist)] += 1);
        let met = |artist| {
            bought
                .iter()
                .position(|&other| usize::from(other) == artist)
        };
        [0, 1, 2, 3, 4].map(|artist| expected_gain(held, counts, artist, met))
    };
    // 4 stands thrice, 1 twice, 0 and 3 once: 0 was met in hand.
    let found = gains([1, 2, 0, 0, 1], &[4, 3, 4]);
    assert_eq!(found, [Some(10), Some(20), None, None, Some(30)]);
    // Of two met only among the bought, the first bought is the first met.
    let found = gains([0, 0, 0, 0, 0], &[3, 1]);
    assert_eq!(found, [None, Some(20), None, Some(30), None]);
}

/// The worth of every lot by a ranking of all artists, sorted: those in the hand in ascending order, then
/// the bought ones by seat and artist.
#[test]
fn the_worth_of_a_lot_follows_from_the_ranking_of_all_artists() {
    let mut lots = 0;
    for (seed, auctions) in [(1, Auctions::Simple), (2, Auctions::Full)] {
        let rules = Rules::of(auctions, 5);
        let mut table = new_table::<ModernArt>(rules, seed);
        let mut rng = Streams::new(seed).task(0);
        while let Some(seat) = table.to_move().first() {
            let state = table.state();
            if let Some(lot) = state.phase().lot() {
                for seat in Seat::all(5) {
                    let held = |artist: usize| {
                        let selling = lot.seller == seat && lot.artist() == artist;
                        state.hand(seat).of_artist(artist) + u8::from(selling) * lot.card_count()
                    };
                    let bought = Seat::all(5).flat_map(|seat| {
                        (0..5).filter(move |&artist| state.bought(seat)[artist] > 0)
                    });
                    let mut ranked: Vec<usize> = Vec::new();
                    for artist in (0..5).filter(|&artist| held(artist) > 0).chain(bought) {
                        if !ranked.contains(&artist) {
                            ranked.push(artist);
                        }
                    }
                    let total = |artist: usize| {
                        let bought = Seat::all(5).map(|seat| state.bought(seat)[artist]);
                        held(artist) + bought.sum::<u8>()
                    };
                    ranked.sort_by_key(|&artist| std::cmp::Reverse(total(artist)));
                    let rank = ranked.iter().position(|&artist| artist == lot.artist());
                    let gain = rank.and_then(|rank| [30, 20, 10].get(rank));
                    let worth = gain.map(|gain| state.gained(lot.artist()) + gain);
                    assert_eq!(worth_in_state(state, seat, lot), worth);
                    lots += 1;
                }
            }
            let known = table.information_state(Viewer::Seat(seat));
            let legal = state.legal_actions(seat);
            let action = Sample.choose(&known, &legal, &mut rng);
            table.play(seat, action).unwrap();
        }
    }
    assert!(lots > 500, "{lots}");
}

#[test]
fn simple_offers_what_it_holds_most_of_and_in_the_last_round_least() {
    for seed in 0..20 {
        let rules = Rules::of(Auctions::Simple, 3);
        let mut table = new_table::<ModernArt>(rules, seed);
        let mut rng = Streams::new(seed).task(0);
        while let Some(seat) = table.to_move().first() {
            let known = table.information_state(Viewer::Seat(seat));
            let state = table.state();
            let legal = state.legal_actions(seat);
            let action = Simple.choose(&known, &legal, &mut rng);
            if let Action::Offer(painting) = action {
                let hand = state.hand(seat);
                let held: Vec<u8> = (0..5).map(|artist| hand.of_artist(artist)).collect();
                let chosen = match state.round() {
                    3 => held.iter().filter(|&&count| count > 0).min(),
                    _ => held.iter().max(),
                };
                let first = held.iter().position(|count| Some(count) == chosen);
                assert_eq!(Some(painting.artist()), first);
            }
            table.play(seat, action).unwrap();
        }
    }
}

/// In the simple rules the original sample agent bids up to 30, in the full ones every legal action is as likely.
#[test]
fn random_bids_up_to_thirty_or_any_legal_amount() {
    for (rules, highest) in [(Rules::SIMPLE, 25..=30), (Rules::FULL, 60..=500)] {
        let mut most = 0;
        let mut table = new_table::<ModernArt>(rules, 3);
        let mut rng = Streams::new(3).task(0);
        while let Some(seat) = table.to_move().first() {
            let known = table.information_state(Viewer::Seat(seat));
            let legal = table.state().legal_actions(seat);
            let action = Sample.choose(&known, &legal, &mut rng);
            if let Action::Bid(amount) | Action::Price(amount) = action {
                most = most.max(amount);
            }
            table.play(seat, action).unwrap();
        }
        assert!(highest.contains(&most), "{most}");
    }
}

#[test]
fn random_is_uniform_over_legal_actions_in_the_full_rules() {
    let mut table = new_table::<ModernArt>(Rules::FULL, 4);
    let mut rng = Streams::new(4).task(0);
    while !matches!(table.state().phase(), Phase::Sealed { .. }) {
        let seat = table.to_move().first().unwrap();
        let legal = table.state().legal_actions(seat);
        table.play(seat, legal[legal.len() - 1]).unwrap();
    }
    let seat = table.to_move().first().unwrap();
    let known = table.information_state(Viewer::Seat(seat));
    let legal = table.state().legal_actions(seat);
    assert!(legal.len() > 20, "{legal:?}");
    let mut counts = vec![0u32; legal.len()];
    let each = 100;
    for _ in 0..each * legal.len() {
        let action = Sample.choose(&known, &legal, &mut rng);
        counts[legal.iter().position(|&other| other == action).unwrap()] += 1;
    }
    // Chi-square: its mean is the number of degrees of freedom, its variance twice that.
    let freedom = (legal.len() - 1) as f64;
    let deviations = counts
        .iter()
        .map(|&count| (f64::from(count) - each as f64).powi(2));
    let statistic = deviations.sum::<f64>() / each as f64;
    assert!(
        (statistic - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{statistic}"
    );
}

/// The original agent ranks artists that it met equally often by the order in which their paintings were bought.
#[test]
fn simple_knows_the_order_in_which_paintings_were_bought() {
    let mut orders = 0;
    for seed in 0..40 {
        let table = play::<ModernArt>(&Rules::of(Auctions::Simple, 3), &["random"; 3], seed);
        for ply in 0..table.actions().len() {
            let bought = bought_in_order(table.events_at(ply), 3);
            let state = table.at(ply);
            let mut sorted = bought.clone();
            sorted.sort_unstable();
            let counts = Seat::all(3).flat_map(|seat| state.bought(seat).iter().zip(0u8..));
            let mut counted: Vec<u8> = counts
                .flat_map(|(&count, artist)| std::iter::repeat_n(artist, count.into()))
                .collect();
            orders += u32::from(bought != counted);
            counted.sort_unstable();
            assert_eq!(sorted, counted);
        }
    }
    assert!(orders > 0);
}
