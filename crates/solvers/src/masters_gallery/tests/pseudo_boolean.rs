//! The pseudo-Boolean program against the rules: every game satisfies it, and its objective is the score.

use super::super::pseudo_boolean::encoding::Encoding;
use super::super::pseudo_boolean::tally::{Tally, Token};
use super::super::pseudo_boolean::{PseudoBooleanError, prove};
use super::brute::{each_game, small};
use super::*;
use parlour_engine::{DealSource, Game as _, Seat, Streams, Table};
use parlour_games::masters_gallery::{Event, MastersGallery, Rules};
use proptest::prelude::*;

fn satisfies(encoding: &Encoding<'_>, events: &[Event], seat: usize, score: i32) {
    let game = Tally::of(events, seat);
    let broken = encoding.broken(&game);
    assert!(broken.is_none(), "{broken:?} in {events:?}");
    assert_eq!(encoding.score(&game), i64::from(score), "{events:?}");
}

/// Small decks with and without each symbol, for two and three players.
fn small_models() -> Vec<Model> {
    let mut all = Vec::new();
    for base in [
        small(2, &[3, 4], 2, &[3, 4, 5]),
        small(2, &[4, 4], 3, &[4, 6]),
        small(2, &[2, 2, 3], 2, &[2, 4]),
        small(3, &[3, 3], 2, &[2, 3]),
    ] {
        for (award, draws) in [(0, false), (2, false), (0, true), (2, true)] {
            all.push(Model {
                award,
                draws,
                ..base.clone()
            });
        }
    }
    all
}

#[test]
fn every_game_of_small_decks_satisfies_the_program() {
    for model in small_models() {
        let encoding = Encoding::new(&model);
        let mut games = 0;
        each_game(&model, &mut |events, scores| {
            games += 1;
            for (seat, &score) in scores.iter().enumerate() {
                satisfies(&encoding, events, seat, score);
            }
        });
        assert!(games > 10, "{games} games of {model:?}");
    }
}

/// What breaks a rule breaks the program too.
#[test]
fn counts_that_are_no_game_do_not_satisfy_the_program() {
    let model = Model {
        award: 2,
        draws: true,
        ..small(2, &[3, 4], 2, &[3, 4])
    };
    let encoding = Encoding::new(&model);
    type Change = fn(&mut Tally);
    let changes: [Change; 6] = [
        |game| game.seat ^= 1,
        |game| game.closes[1] ^= true,
        |game| game.own_draws = [[true; 5]; 4],
        |game| game.cards[0][0] = 2,
        |game| game.own[1] = [0; 5],
        // An award card is played again.
        |game| {
            let again = game.tokens.first().map(|&token| Token {
                round: 1 - token.round,
                ..token
            });
            game.tokens.extend(again);
        },
    ];
    let mut refused = [0; 6];
    let mut games = 0;
    each_game(&model, &mut |events, _| {
        games += 1;
        for (change, refused) in changes.iter().zip(&mut refused) {
            let mut game = Tally::of(events, 0);
            let before = game.clone();
            change(&mut game);
            *refused += u32::from(game != before && encoding.broken(&game).is_some());
        }
    });
    // A few of the others are another game, or no other counts.
    let [seat, closes, draws, more, fewer, tokens] = refused;
    assert_eq!([seat, closes, draws], [games; 3]);
    assert!(
        more > games / 2 && fewer > games / 2 && tokens > 0,
        "{refused:?} of {games}"
    );
}

/// A game of the rulebook with the whole deck, played at random.
fn random_game(rules: &Rules, seed: u64) -> Table<MastersGallery> {
    let names = Seat::all(rules.players.into()).map(|seat| seat.to_string());
    let deal = DealSource::Seed(seed);
    let mut table = Table::<MastersGallery>::new(rules.clone(), deal, names.collect()).unwrap();
    let mut rng = Streams::new(seed).task(0);
    while table.outcome().is_none() {
        let seat = table.to_move().iter().next().unwrap();
        let actions = table.state().legal_actions(seat);
        let action = actions[rng.random_range(0..actions.len() as u32) as usize];
        table.play(seat, action).unwrap();
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_of_the_rulebook_satisfy_the_program(
        players in 2_u8..=5,
        rules in prop::sample::select(vec!["seed-base", "seed-awards", "seed-draw"]),
        seed in 0_u64..1 << 40,
    ) {
        let question = question(players, rules, Objective::Max);
        let table = random_game(&question.rules().unwrap(), seed);
        let seats = usize::from(players);
        prop_assume!(verify::is_regular(table.events(), seats));
        let model = Model::new(&question).unwrap();
        let encoding = Encoding::new(&model);
        for (seat, &score) in table.outcome().unwrap().scores.iter().enumerate() {
            satisfies(&encoding, table.events(), seat, score);
        }
    }
}

/// With two players the bound of the proof is the optimum; the checker of `cargo xtask test` reads one of them.
#[test]
fn a_proof_for_two_players_shows_the_optimum() {
    let answer = quick();
    let record = answer.record.as_ref().unwrap();
    let question = question(2, "seed-base", Objective::Max);
    let proof = prove(&question, record, answer.seat).unwrap();
    assert_eq!((proof.bound, proof.score), (208, 208));
    assert!(proof.proof.contains("conclusion BOUNDS -208 : "));
}

#[test]
fn what_is_not_encoded_is_refused() {
    let answer = quick();
    let record = answer.record.as_ref().unwrap();
    let base = question(2, "seed-base", Objective::Max);
    for (question, seat, error) in [
        (
            question(2, "full", Objective::Max),
            0,
            PseudoBooleanError::NotEncoded,
        ),
        (
            question(2, "seed-double", Objective::Max),
            0,
            PseudoBooleanError::NotEncoded,
        ),
        (
            question(2, "seed-base", Objective::MaxTotal),
            0,
            PseudoBooleanError::NotEncoded,
        ),
        (
            question(3, "seed-base", Objective::Max),
            0,
            PseudoBooleanError::Game,
        ),
        (base, 7, PseudoBooleanError::Game),
    ] {
        let refused = prove(&question, record, seat).unwrap_err();
        assert_eq!(refused, error, "{question:?}");
    }
}
