use super::*;
use alphabeta::SearchOptions;
use brute::brute_force;
use parlour_engine::{DealSource, Game, Streams};
use parlour_games::primi_composti::{PrimiComposti, Rules};
use rand::RngExt as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

const V1: [&[u8]; 2] = [&[2, 4, 5, 10, 11, 15], &[3, 6, 7, 9, 12, 13]];
const V2: [&[u8]; 2] = [&[2, 3, 4, 5, 10, 13], &[6, 7, 9, 11, 12, 15]];

fn by_search(position: &Position, threads: usize) -> Solution {
    let options = SearchOptions {
        threads,
        table_bits: 14,
        limit: Limit::default(),
    };
    alphabeta::solve(position, options, &mut |_, _| ()).unwrap()
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
        let options = SearchOptions::for_cards(12, 1);
        assert_eq!(alphabeta::winner(position, options).unwrap().0, -1);
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
                let winner = alphabeta::winner(&position, SearchOptions::for_cards(8, 1))
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

/// Every simulated game is one of the rulebook: cards in hand, greedy where that is said, the same scores.
#[test]
fn simulated_games_are_games_of_the_rulebook() {
    use simulate::{SimplePolicy, Simulator};
    for (version, cards, prime, composite) in [
        (Version::One, 12, 2, 1),
        (Version::Greedy, 12, 2, 1),
        (Version::One, 5, 1, 3),
        (Version::Greedy, 14, 1, 3),
    ] {
        let rules = Rules {
            cards,
            prime,
            composite,
            ..Rules::two(version)
        };
        let simulator = Simulator::new(&rules).unwrap();
        let mut rng = Streams::new(9).task(0);
        for first in SimplePolicy::ALL {
            for second in SimplePolicy::ALL {
                for _ in 0..4 {
                    let (deal, cards, scores) = simulator.trace([first, second], &mut rng);
                    let mut game: PrimiComposti =
                        DealSource::Cards(deal).start(rules.clone()).unwrap();
                    for card in cards {
                        let seat = game.to_move().first().unwrap();
                        let policy = [first, second][seat.index()];
                        let board = game.board();
                        let gain = |card: u8| board.play(seat, Action::plain(card)).gain;
                        let mut among: Vec<u8> = game.hand(seat).iter().collect();
                        if policy.name().starts_with("greedy") {
                            let most = among.iter().map(|&c| gain(c)).max().unwrap();
                            among.retain(|&c| gain(c) == most);
                        }
                        match policy {
                            SimplePolicy::Asc | SimplePolicy::GreedyAsc => {
                                assert_eq!(card, among[0])
                            }
                            SimplePolicy::Desc | SimplePolicy::GreedyDesc => {
                                assert_eq!(Some(&card), among.last());
                            }
                            SimplePolicy::Rand | SimplePolicy::GreedyRand => {
                                assert!(among.contains(&card))
                            }
                        }
                        game.play(seat, Action::plain(card)).unwrap();
                    }
                    assert_eq!(game.scores(), scores);
                }
            }
        }
    }
}

/// The published cells that the rules page shows: 200,000 games each there, and as many standard errors as it asks.
#[test]
fn published_cells_come_out() {
    use simulate::{SimplePolicy, Simulator};
    let games = 200_000u64;
    for (version, p1, p2, rates, means) in [
        (
            Version::One,
            SimplePolicy::Rand,
            SimplePolicy::Rand,
            [51.02, 5.33, 43.64],
            [27.64, 26.98],
        ),
        (
            Version::One,
            SimplePolicy::Rand,
            SimplePolicy::GreedyRand,
            [1.01, 0.39, 98.61],
            [26.84, 43.20],
        ),
        (
            Version::One,
            SimplePolicy::GreedyRand,
            SimplePolicy::Rand,
            [98.78, 0.37, 0.85],
            [42.84, 25.95],
        ),
        (
            Version::One,
            SimplePolicy::GreedyRand,
            SimplePolicy::GreedyRand,
            [50.90, 5.38, 43.72],
            [42.53, 41.86],
        ),
        (
            Version::Greedy,
            SimplePolicy::Rand,
            SimplePolicy::Rand,
            [49.39, 0.0, 50.61],
            [16.38, 16.62],
        ),
        (
            Version::Greedy,
            SimplePolicy::Rand,
            SimplePolicy::GreedyRand,
            [1.38, 0.0, 98.62],
            [7.69, 25.31],
        ),
    ] {
        let simulator = Simulator::new(&Rules::two(version)).unwrap();
        let mut rng = Streams::new(1).task(0);
        let tally = simulator.play([p1, p2], games, &mut rng);
        for (count, published) in tally.results.into_iter().zip(rates) {
            let published: f64 = published / 100.0;
            let errors = published * (1.0 - published) * (1.0 / games as f64 + 1.0 / 200_000.0);
            // Four standard errors, and half of the last digit that was published.
            let allowed = 4.0 * errors.sqrt() + 0.00005;
            let found = tally.share(count);
            assert!(
                (found - published).abs() <= allowed,
                "{version:?} {p1} {p2}: {found} {published}"
            );
        }
        for (points, published) in tally.points.into_iter().zip(means) {
            let found = points as f64 / games as f64;
            assert!(
                (found - published).abs() < 0.05,
                "{version:?} {p1} {p2}: {found} {published}"
            );
        }
    }
}

/// Best replies to greedy play against a search of every line by the rulebook.
#[test]
fn best_replies_agree_with_brute_force() {
    fn reply(game: &PrimiComposti, greedy: usize) -> i32 {
        let scores = game.scores();
        let Some(seat) = game.to_move().first() else {
            return scores[0] - scores[1];
        };
        let board = game.board();
        let mut legal = game.legal_actions(seat);
        if seat.index() == greedy {
            let gain = |action: &Action| board.play(seat, *action).gain;
            let most = legal.iter().map(gain).max().unwrap();
            legal.retain(|action| gain(action) == most);
            legal.truncate(1);
        }
        let values = legal.into_iter().map(|action| {
            let mut next = game.clone();
            next.play_unchecked(seat, action);
            reply(&next, greedy)
        });
        let best = if seat.index() == 0 {
            values.max()
        } else {
            values.min()
        };
        best.unwrap()
    }
    let mut layered = Layered::new();
    for seed in 0..12 {
        let game = random_game(Version::One, 5, 2 * seed, false);
        let position = Position::of(&game).unwrap();
        for greedy in [0, 1] {
            let found = layered.best_reply(&position, greedy).unwrap();
            assert_eq!(found, reply(&game, greedy), "{position:?}");
        }
    }
}

#[test]
fn certificates_prove_the_value_and_nothing_else() {
    use verify::CertificateError;
    for seed in 0..6 {
        let mut position = Position::of(&random_game(Version::One, 5, seed, seed == 4)).unwrap();
        // From the start, and from the middle of a game.
        for _ in 0..seed {
            let card = position.hands[position.to_move][0];
            advance(&mut position, card);
        }
        let value = Layered::new().value(&position).unwrap().0;
        let bytes = certificate::write(&position).unwrap();
        let proved = verify::check(&bytes).unwrap();
        assert_eq!(proved.value, value - position.score);
        for at in (0..bytes.len()).step_by(7) {
            let mut altered = bytes.clone();
            altered[at] ^= 4;
            assert!(verify::check(&altered).is_err());
            assert!(verify::check(&bytes[..at]).is_err());
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(verify::check(&longer), Err(CertificateError::Damaged));
    }
}

/// With a hash that fits, a wrong value or strategy is found out by following it.
#[test]
fn forged_certificates_are_refuted() {
    use verify::{CertificateError, Claim, check};
    let hands = V1.map(<[u8]>::to_vec);
    let claim = |value: i32| Claim {
        values: [2, 1],
        hands: hands.clone(),
        shown: [[0; 2]; 2],
        to_move: 0,
        value,
    };
    let lowest = vec![0u8; 100_000];
    // Always the lowest card: nobody reaches -1 with that, and the strategy is too long besides.
    assert!(matches!(
        check(&claim(-1).write([&lowest, &lowest])),
        Err(CertificateError::Refuted(1, _))
    ));
    assert_eq!(
        check(&claim(-60).write([&lowest, &lowest])),
        Err(CertificateError::Strategy(1))
    );
    assert_eq!(
        check(&claim(-1).write([&[], &[]])),
        Err(CertificateError::Strategy(1))
    );
    assert_eq!(
        check(&claim(-1).write([&[9], &[]])),
        Err(CertificateError::Strategy(1))
    );
    assert!(matches!(
        check(&claim(60).write([&lowest, &[]])),
        Err(CertificateError::Refuted(1, _))
    ));
    let mut twice = claim(-1);
    twice.hands[1][0] = 4;
    let error = check(&twice.write([&[], &[]])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the certificate is about no deal of the game: a card is there twice"
    );
    assert_eq!(check(b"PNG"), Err(CertificateError::NoCertificate));
}

/// One induction says of every card what solving the position after it says.
#[test]
fn options_are_the_values_of_the_positions_after_them() {
    let mut layered = Layered::new();
    for seed in 0..12 {
        let mut game = random_game(Version::One, 5, seed, seed % 3 == 2);
        let mut rng = Streams::new(seed).task(3);
        while let Some(seat) = game.to_move().first() {
            let position = Position::of(&game).unwrap();
            let options = layered.options(&position, Limit::default()).unwrap();
            let legal = game.legal_actions(seat);
            assert_eq!(options.len(), legal.len());
            for (step, action) in options.iter().zip(&legal) {
                let mut next = position.clone();
                play(&mut next, *action);
                let expected = layered.value(&next).unwrap().0;
                assert_eq!((step.card, step.value), (action.card, expected));
            }
            let best = options
                .iter()
                .map(|step| step.value * [1, -1][position.to_move]);
            let value = layered.value(&position).unwrap().0;
            assert_eq!(best.max(), Some(value * [1, -1][position.to_move]));
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            game.play_unchecked(seat, action);
        }
        let end = Position::of(&game).unwrap();
        assert_eq!(layered.options(&end, Limit::default()), Ok(Vec::new()));
    }
}

/// A steal of version 2 changes the difference by twice what it takes: with dear cards by more than a byte holds.
#[test]
fn steals_of_dear_cards_are_counted_in_full() {
    for version in [Version::Greedy, Version::Free] {
        let mut position = Position::start(version, [&[72, 73], &[65, 67]]);
        (position.prime, position.composite) = (20, 20);
        position.stacks[0] = vec![5];
        position.stacks[1] = vec![4, 8];
        // Player 2 steals two cards at every turn, with 67 = 72 − 5 and 65 = 73 − 8: 20 and twice 40 against 20.
        let solution = by_search(&position, 1);
        assert_eq!(solution.value, -160);
        check_line(&position, &solution);
        position.score = 159;
        let options = SearchOptions::for_cards(4, 1);
        assert_eq!(alphabeta::winner(&position, options).unwrap().0, -1);
    }
}

/// All points are multiples of the values of the cards: twenty times the values, twenty times the difference.
#[test]
fn values_of_version_2_scale_with_the_values_of_the_cards() {
    for version in [Version::Greedy, Version::Free] {
        for seed in 0..8 {
            let mut position = Position::of(&random_game(version, 6, seed, false)).unwrap();
            let mut scaled = |factor: u8| {
                (position.prime, position.composite) = (factor, factor);
                let solution = by_search(&position, 1);
                check_line(&position, &solution);
                solution.value
            };
            assert_eq!(scaled(20), 20 * scaled(1), "{version:?} {seed}");
        }
    }
}

/// A search that is asked to stop after the first bounds ends there: it visits hardly more nodes than those of the
/// search that has found them.
#[test]
fn a_search_that_is_asked_to_stop_ends() {
    let position = Position::start(
        Version::Greedy,
        [
            &[2, 4, 6, 8, 10, 12, 14, 16, 18],
            &[3, 5, 7, 9, 11, 13, 15, 17, 19],
        ],
    );
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let options = SearchOptions::for_cards(18, threads).with_limit(Limit::until(&stop));
        let mut told = 0;
        let ended = alphabeta::solve(&position, options, &mut |low, high| {
            assert!(low < high, "the first search does not decide");
            told += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!((ended, told), (Err(SolveError::Stopped), 1));
        assert_eq!(
            alphabeta::winner(&position, options),
            Err(SolveError::Stopped)
        );
        let best =
            minimax::best_moves(&position, 18, minimax::Horizon::Points, Limit::until(&stop));
        assert_eq!(best, Err(SolveError::Stopped));
    }
}

/// Layers end at a request and at a deadline; within their limit they find what they find without one.
#[test]
fn layers_end_at_their_limit() {
    let position = Position::start(Version::One, V1);
    let mut layered = Layered::new();
    let mut options = |limit| layered.options(&position, limit);
    let by = |deadline| Limit {
        deadline: Some(deadline),
        ..Limit::default()
    };
    let expected = options(Limit::default());
    assert_eq!(expected.as_ref().map(Vec::len), Ok(6));
    let now = Instant::now();
    assert_eq!(options(by(now)), Err(SolveError::Stopped));
    assert_eq!(options(by(now + Duration::from_secs(3600))), expected);
    let stop = AtomicBool::new(false);
    assert_eq!(options(Limit::until(&stop)), expected);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(options(Limit::until(&stop)), Err(SolveError::Stopped));
}

/// The share of the win of player 1 or 2 who speculates, by the definition: all lines of play, values by brute force.
fn share(game: &PrimiComposti, me: Seat) -> f64 {
    let sign = if me == game.first() { 1 } else { -1 };
    let value = sign * brute_force(game);
    let Some(seat) = game.to_move().first() else {
        return [0.0, 0.5, 1.0][(value.signum() + 1) as usize];
    };
    if value > 0 {
        return 1.0;
    }
    let options: Vec<(i32, f64)> = (game.legal_actions(seat).into_iter())
        .map(|action| {
            let mut next = game.clone();
            next.play_unchecked(seat, action);
            (sign * brute_force(&next), share(&next, me))
        })
        .collect();
    if seat == me {
        let kept = options.iter().filter(|option| option.0 == 0 || value < 0);
        kept.fold(0.0, |most, option| option.1.max(most))
    } else {
        let weighed = |&(after, share): &(i32, f64)| {
            let weight = 0.135f64.powi(after - value);
            [weight * share, weight]
        };
        let sums = options.iter().map(weighed);
        let [won, all] = sums.fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        won / all
    }
}

#[test]
fn prospects_are_those_of_all_lines_of_play() {
    let (mut compared, mut layered) = (0, Layered::new());
    for seed in 0..60 {
        let mut game = random_game(Version::One, 4, seed, false);
        let me = game.to_move().first().unwrap();
        let position = Position::of(&game).unwrap();
        let prospects = layered.prospects(&position, Limit::default()).unwrap();
        let steps: Vec<Step> = prospects.iter().map(|prospect| prospect.step).collect();
        assert_eq!(
            layered.options(&position, Limit::default()).as_ref(),
            Ok(&steps)
        );
        for prospect in prospects {
            let before = game.clone();
            game.play_unchecked(me, Action::plain(prospect.step.card));
            let expected = share(&game, me);
            let error = (f64::from(prospect.share) - expected).abs();
            assert!(error < 1e-5, "{seed}: {prospect:?}, expected {expected}");
            compared += u32::from(0.0 < expected && expected < 1.0);
            game = before;
        }
    }
    assert!(compared > 50, "only {compared} are neither won nor lost");
    let over = Position::start(Version::One, [&[], &[]]);
    assert_eq!(layered.prospects(&over, Limit::default()), Ok(Vec::new()));
    let stop = AtomicBool::new(true);
    let position = Position::start(Version::One, V1);
    assert_eq!(
        layered.prospects(&position, Limit::until(&stop)),
        Err(SolveError::Stopped)
    );
}
