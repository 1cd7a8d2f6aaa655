//! Each lemma of `docs/masters-gallery-optimum.md`, by brute force on small instances.

use super::super::dual::{Bounder, POINT};
use super::super::model::{ARTISTS, Model, PLAYERS};
use super::super::node::{Dual, Node};
use super::super::plan::{Plan, dearest};
use super::super::rankings::Space;
use super::brute::{Truth, by_decks, small};
use super::searched;
use parlour_games::masters_gallery::rules::ROUNDS;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Cards of a round by seat and artist.
type Display = [[i32; ARTISTS]; PLAYERS];

/// A round without limits of hands and artists: every play, from an opener on. Tells the display, who closed, and how
/// many second cards each seat displayed.
fn each_round(
    model: &Model,
    seat: usize,
    display: Display,
    seconds: [i32; PLAYERS],
    each: &mut dyn FnMut(&Display, usize, [i32; PLAYERS]),
) {
    let closed = |display: &Display, artist: usize| {
        let sum: i32 = display.iter().map(|row| row[artist]).sum();
        sum >= model.closing as i32
    };
    for artist in 0..model.artists {
        let mut one = display;
        one[seat][artist] += 1;
        let next = (seat + 1) % model.players;
        if closed(&one, artist) {
            each(&one, seat, seconds);
            continue;
        }
        each_round(model, next, one, seconds, each);
        if model.seconds && seconds.iter().sum::<i32>() < 2 {
            let (mut two, mut seconds) = (one, seconds);
            two[seat][artist] += 1;
            seconds[seat] += 1;
            if closed(&two, artist) {
                each(&two, seat, seconds);
            } else {
                each_round(model, next, two, seconds, each);
            }
        }
    }
}

fn sums(display: &Display) -> [i32; ARTISTS] {
    std::array::from_fn(|artist| display.iter().map(|row| row[artist]).sum())
}

/// A plan whose rounds all have these cards.
fn plan_of(rounds: &[[i32; ARTISTS]], seconds: [i32; PLAYERS]) -> Plan {
    let mut plan = Plan::default();
    plan.cards[..rounds.len()].copy_from_slice(rounds);
    plan.seconds[0] = seconds;
    plan
}

/// All ways to give an artist's cards of a round to the seats, artist by artist.
fn each_display(
    model: &Model,
    cards: &[i32; ARTISTS],
    artist: usize,
    display: Display,
    each: &mut dyn FnMut(&Display),
) {
    if artist == model.artists {
        return each(&display);
    }
    fn split(
        seat: usize,
        left: i32,
        display: Display,
        artist: usize,
        n: usize,
        each: &mut dyn FnMut(Display),
    ) {
        let mut display = display;
        if seat + 1 == n {
            display[seat][artist] = left;
            return each(display);
        }
        for own in 0..=left {
            display[seat][artist] = own;
            split(seat + 1, left - own, display, artist, n, each);
        }
    }
    let mut splits = Vec::new();
    split(
        0,
        cards[artist],
        display,
        artist,
        model.players,
        &mut |display| {
            splits.push(display);
        },
    );
    for display in splits {
        each_display(model, cards, artist + 1, display, each);
    }
}

/// All sums that a round may have by the lemma: one artist with the closing number, all others below.
fn each_sums(model: &Model, each: &mut dyn FnMut(&[i32; ARTISTS])) {
    let closing = model.closing as i32;
    let below = closing.pow(model.artists as u32 - 1);
    for first in 0..model.artists {
        for code in 0..below {
            let (mut code, mut cards) = (code, [0; ARTISTS]);
            cards[first] = closing;
            for artist in (0..model.artists).filter(|&artist| artist != first) {
                cards[artist] = code % closing;
                code /= closing;
            }
            each(&cards);
        }
    }
}

fn round_models() -> [Model; 3] {
    [
        small(2, &[9, 9, 9], 3, &[9]),
        small(3, &[9, 9, 9], 3, &[9]),
        small(4, &[9, 9], 4, &[9]),
    ]
}

#[test]
fn order_inside_a_round_and_who_closes() {
    for model in round_models() {
        let mut played = BTreeSet::new();
        each_round(
            &model,
            0,
            Display::default(),
            [0; PLAYERS],
            &mut |display, closer, _| {
                played.insert((*display, closer));
            },
        );
        // What the lemmas say: sizes give everybody's number of cards, and the closer has a closing card.
        let mut said = BTreeSet::new();
        each_sums(&model, &mut |cards| {
            let course = plan_of(&[*cards], [0; PLAYERS]).course(&model).unwrap();
            let closer = course.closers[0];
            each_display(&model, cards, 0, Display::default(), &mut |display| {
                let counts = (0..model.players)
                    .all(|seat| display[seat].iter().sum::<i32>() == course.played[0][seat]);
                if counts && display[closer][course.ranked[0][0]] > 0 {
                    said.insert((*display, closer));
                }
            });
        });
        assert!(!played.is_empty());
        assert_eq!(played, said);
    }
}

#[test]
fn the_others_cards_can_be_split() {
    for model in round_models() {
        for player in 0..model.players {
            let mut played = BTreeSet::new();
            each_round(
                &model,
                0,
                Display::default(),
                [0; PLAYERS],
                &mut |display, _, _| {
                    played.insert((sums(display), display[player]));
                },
            );
            let mut said = BTreeSet::new();
            each_sums(&model, &mut |cards| {
                let course = plan_of(&[*cards], [0; PLAYERS]).course(&model).unwrap();
                let first = course.ranked[0][0];
                for code in 0..(model.closing as i32 + 1).pow(model.artists as u32) {
                    let (mut code, mut own) = (code, [0; ARTISTS]);
                    for own in &mut own[..model.artists] {
                        *own = code % (model.closing as i32 + 1);
                        code /= model.closing as i32 + 1;
                    }
                    let closing = match course.closers[0] == player {
                        true => own[first] > 0,
                        false => own[first] < model.closing as i32,
                    };
                    let fits = own.iter().zip(cards).all(|(own, cards)| own <= cards);
                    if fits && closing && own.iter().sum::<i32>() == course.played[0][player] {
                        said.insert((*cards, own));
                    }
                }
            });
            assert_eq!(played, said, "{player}: {model:?}");
        }
    }
}

#[test]
fn a_second_card_adds_one_card_to_a_turn() {
    for mut model in round_models() {
        model.seconds = true;
        let mut games = 0;
        each_round(
            &model,
            0,
            Display::default(),
            [0; PLAYERS],
            &mut |display, closer, seconds| {
                let course = plan_of(&[sums(display)], seconds).course(&model).unwrap();
                assert_eq!(course.closers[0], closer);
                for (seat, row) in display.iter().enumerate() {
                    assert_eq!(course.played[0][seat], row.iter().sum::<i32>());
                }
                assert!(display[closer][course.ranked[0][0]] > 0);
                games += 1;
            },
        );
        assert!(games > 100);
    }
}

/// Small models in which hands matter.
fn tight() -> Vec<Model> {
    vec![
        small(2, &[4, 4], 2, &[2, 3]),
        small(2, &[4, 4], 3, &[2, 4]),
        small(2, &[3, 3, 3], 2, &[2, 3]),
        small(3, &[5, 5], 3, &[2, 3]),
    ]
}

#[test]
fn any_card_received_may_be_any_card() {
    for base in tight() {
        for draws in [false, true] {
            let model = Model {
                draws,
                ..base.clone()
            };
            let cards: i32 = model.limits.iter().sum();
            let dealt = model.players as i32 * model.dealt[model.rounds - 1];
            if cards < dealt + model.draw_cards() {
                continue;
            }
            assert_eq!(by_decks(&model), Truth::of(&model).seats, "{model:?}");
        }
    }
}

#[test]
fn no_game_is_cut_because_of_hands() {
    for base in tight() {
        for draws in [false, true] {
            let model = Model {
                draws,
                ..base.clone()
            };
            let truth = Truth::of(&model);
            for sizes in &truth.sizes {
                let rounds: Vec<[i32; ARTISTS]> = sizes
                    .iter()
                    .map(|&size| [i32::from(size), 0, 0, 0, 0])
                    .collect();
                let course = plan_of(&rounds, [0; PLAYERS]).course(&model).unwrap();
                let needed: i32 = course.needed[model.rounds - 1].iter().sum();
                assert!(needed <= model.draw_cards(), "{sizes:?}: {model:?}");
            }
        }
    }
}

/// The cards of a plan of three artists and three rounds, each closed.
fn plans() -> impl Strategy<Value = Plan> {
    let round = (0..3usize, prop::array::uniform3(0..3i32)).prop_map(|(first, cards)| {
        let mut row = [0; ARTISTS];
        row[..3].copy_from_slice(&cards);
        row[first] = 3;
        row
    });
    prop::array::uniform3(round).prop_map(|rounds| plan_of(&rounds, [0; PLAYERS]))
}

/// The highest score of a seat over all awards (each artist's in any round in which he has a card, or not at all, to
/// anybody) and all own cards.
fn best_of_all_awards(model: &Model, plan: &Plan, seat: usize) -> i32 {
    let course = plan.course(model).unwrap();
    // The own cards of each round that turn order allows.
    let mut choices: [Vec<[i32; 3]>; ROUNDS] = Default::default();
    for (round, choices) in choices.iter_mut().enumerate().take(model.rounds) {
        let (cards, first) = (plan.cards[round], course.ranked[round][0]);
        for a in 0..=cards[0] {
            for b in 0..=cards[1] {
                let own = [a, b, course.played[round][seat] - a - b];
                let closing = match course.closers[round] == seat {
                    true => own[first] > 0,
                    false => own[first] < model.closing as i32,
                };
                if (0..=cards[2]).contains(&own[2]) && closing {
                    choices.push(own);
                }
            }
        }
    }
    let mut best = -1;
    // For each artist: 0 for no award, or one and the round and target.
    for code in 0..1000 {
        let mut added = [[0; ARTISTS]; ROUNDS];
        let ways = [code % 10, code / 10 % 10, code / 100];
        let legal = ways.iter().enumerate().all(|(artist, &way)| {
            let Some((round, target)) = (way as usize).checked_sub(1).map(|w| (w / 3, w % 3))
            else {
                return true;
            };
            for row in &mut added[round..model.rounds] {
                row[target] += model.award;
            }
            plan.cards[round][artist] > 0
        });
        if !legal {
            continue;
        }
        let score = (0..model.rounds)
            .map(|round| {
                let pays = |artist: usize| match course.ranked[round].contains(&artist) {
                    true => course.gained[round][artist] + added[round][artist],
                    false => 0,
                };
                let worth = |own: &[i32; 3]| (0..3).map(|a| own[a] * pays(a)).sum::<i32>();
                choices[round].iter().map(worth).max().unwrap()
            })
            .sum();
        best = best.max(score);
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Awards of a round to one artist, as early as they can be, and the dearest cards to the maximised player.
    #[test]
    fn awards_go_to_one_artist_and_are_played_early(plan in plans(), players in 2usize..4) {
        let mut model = small(players, &[9, 9, 9], 3, &[9, 9, 9]);
        model.award = 2;
        for seat in 0..players {
            model.seats = 1 << seat;
            let course = plan.course(&model).unwrap();
            let score = plan.score(&model, &course).score;
            prop_assert_eq!(score, best_of_all_awards(&model, &plan, seat));
        }
    }

    /// Prices whatever they are give a bound, for all games and for those through a ranking of a round.
    #[test]
    fn prices_bound_every_game(
        artist in prop::array::uniform3(0..6000i32),
        hand in prop::array::uniform3(prop::array::uniform2(0..4000i32)),
        second in 0..6000i32,
        which in 0..4usize,
    ) {
        let mut models = bounded();
        let (model, truth) = models.swap_remove(which);
        let space = Space::new(&model);
        let mut dual = Dual { second, ..Dual::default() };
        dual.artist[..3].copy_from_slice(&artist);
        for (row, hand) in dual.hand[..model.players].iter_mut().zip(hand) {
            row[..2].copy_from_slice(&hand);
        }
        for seat in 0..model.players {
            let mut node = Node::root(&model, &space);
            node.seats = 1 << seat;
            let mut bounder = Bounder::new(&model, &space, Vec::new());
            let bound = bounder.bound(&node, &dual, i32::MIN).unwrap();
            prop_assert!(bound.bound >= truth.seats[seat] * POINT);
            for ((round, ranked), best) in &truth.through {
                let ranking = space.rankings.iter().position(|r| r.artists == *ranked).unwrap();
                prop_assert!(bound.through[*round][ranking] >= best[seat] * POINT);
            }
        }
    }
}

/// Models with draws and second cards, and what all their games come to.
fn bounded() -> Vec<(Model, &'static Truth)> {
    static TRUTHS: std::sync::OnceLock<Vec<(Model, Truth)>> = std::sync::OnceLock::new();
    let truths = TRUTHS.get_or_init(|| {
        let plain = small(2, &[4, 4], 3, &[3, 5]);
        let models = [
            Model {
                draws: true,
                ..plain.clone()
            },
            Model {
                seconds: true,
                ..plain.clone()
            },
            small(2, &[3, 3, 3], 2, &[2, 4]),
            small(3, &[4, 4], 3, &[2, 4]),
        ];
        models
            .map(|model| (model.clone(), Truth::of(&model)))
            .into()
    });
    truths
        .iter()
        .map(|(model, truth)| (model.clone(), truth))
        .collect()
}

/// Draw and second cards may be those among which the award card is missing.
#[test]
fn awards_among_other_symbols() {
    for (draws, seconds) in [(true, false), (false, true), (true, true)] {
        let model = Model {
            award: 2,
            draws,
            seconds,
            ..small(2, &[4, 4], 3, &[4, 6])
        };
        let truth = Truth::of(&model);
        let (bound, _) = searched(&model);
        assert!(bound >= truth.any(), "{bound} < {}: {model:?}", truth.any());
    }
}

#[test]
fn without_awards_each_artist_has_a_card_less() {
    for limits in [&[4, 4][..], &[3, 5], &[3, 3, 3]] {
        let model = Model {
            award: 2,
            ..small(2, limits, 2, &[3, 4])
        };
        let mut barred = Model {
            award: 0,
            ..model.clone()
        };
        for limit in &mut barred.limits[..limits.len()] {
            *limit -= 1;
        }
        let truth = Truth::of(&model).no_award;
        assert_eq!(truth, Truth::of(&barred).seats);
        for (seat, best) in truth.into_iter().enumerate().take(2) {
            let asked = Model {
                seats: 1 << seat,
                ..barred.clone()
            };
            assert_eq!(searched(&asked), (best, best));
        }
    }
}

#[test]
fn a_winner_has_at_least_the_average_of_the_closing_cards() {
    for (model, reached) in [
        (small(2, &[4, 4], 3, &[5, 8]), true),
        (small(3, &[4, 4], 3, &[5, 8]), true),
        (small(2, &[4, 4, 4], 2, &[4, 8]), true),
        // With one artist in both rounds his second gain pays more.
        (small(2, &[6], 3, &[5, 8]), false),
    ] {
        let sum = (model.rounds * model.closing) as i32 * 3;
        let players = model.players as i32;
        let average = (sum + players - 1) / players;
        let truth = Truth::of(&model).least_winner;
        assert!(truth >= average, "{truth} < {average}: {model:?}");
        assert_eq!(truth == average, reached, "{truth}, {average}: {model:?}");
    }
}

#[test]
fn dearest_artists_first() {
    assert_eq!(dearest(&[0, 5, 7, 5, 1]), [2, 1, 3, 4, 0]);
}
