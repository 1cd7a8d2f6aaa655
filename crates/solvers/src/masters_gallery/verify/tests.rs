//! Two programs that share no line come to the same bounds.

use super::bound::{Part, Prices};
use super::leaves::{Asked, bounds};
use super::read::{Bytes, MAX_PRICE};
use super::{Claim, rules};
use crate::masters_gallery::case::Case;
use crate::masters_gallery::dual::Bounder;
use crate::masters_gallery::model::Model;
use crate::masters_gallery::node::{Dual, Node};
use crate::masters_gallery::proof;
use crate::masters_gallery::rankings::Space;
use crate::masters_gallery::relaxation::{POINT, ROWS, Relaxation};
use crate::masters_gallery::{Objective, Question};
use parlour_engine::{Rng, Streams};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::ROUNDS;
use rand::RngExt as _;

fn claim(players: u8, rules: &str, objective: Objective) -> Claim {
    Claim {
        players,
        rules: rules.to_owned(),
        objective: objective.name().to_owned(),
        seat: None,
        score: 0,
        bound: None,
    }
}

#[test]
fn the_checker_and_the_search_bound_alike() {
    for (seed, (players, name, objective)) in [
        (2, "seed-base", Objective::Max),
        (3, "seed-draw", Objective::Max),
        (4, "seed-double", Objective::NoAwardMax),
        (5, "seed-awards", Objective::MaxTotal),
    ]
    .into_iter()
    .enumerate()
    {
        let question = Question {
            rules: name.to_owned(),
            players,
            seat: None,
            objective,
        };
        let claim = claim(players, name, objective);
        let model = Model::new(&question).unwrap();
        let space = Space::new(&model);
        let mut node = Node::root(&model, &space);
        let mut part = Part::all(&claim, &rules(&claim).unwrap());
        if model.award > 0 {
            node.target[0] = Some(2);
            part = part.by_target(0).unwrap().swap_remove(2);
        }
        let mut rng = Streams::new(seed as u64).task(0);
        let (mut dual, mut prices) = (Dual::default(), Prices::default());
        for (to, price) in dual.artist.iter_mut().zip(&mut prices.artist) {
            *to = rng.random_range(0..6000);
            *price = (*to).into();
        }
        for seat in 0..usize::from(players) {
            for round in 0..ROUNDS {
                dual.hand[seat][round] = rng.random_range(0..2000);
                prices.hand[seat][round] = dual.hand[seat][round].into();
            }
        }
        dual.second = rng.random_range(0..4000);
        prices.second = dual.second.into();

        let mut bounder = Bounder::new(&model, &space, Vec::new());
        let found = bounder.bound(&node, &dual, i32::MIN).unwrap();
        let checked = part.through(&prices, &part.awarded().unwrap());
        for (found, checked) in found.through.iter().zip(&checked) {
            for (&found, &checked) in found.iter().zip(checked) {
                // What is impossible is far below anything else.
                let same =
                    i64::from(found) == checked || found < -500_000_000 && checked < -500_000_000;
                assert!(same, "{found} or {checked}: {claim:?}");
            }
        }
    }
}

#[test]
fn prices_have_a_maximum() {
    for (price, fits) in [(0, true), (MAX_PRICE - 1, true), (MAX_PRICE, false)] {
        let mut bytes = Vec::new();
        proof::number(price, &mut bytes);
        let read = Bytes::new(&bytes).price();
        assert_eq!(read.ok(), fits.then_some(price.into()), "{price}");
    }
}

/// Cards that a hand lacks are counted turn by turn.
#[test]
fn hands_fail_when_more_than_all_draws_is_missing() {
    let mut rng = Streams::new(1).task(2);
    let mut found = [0; 2];
    for (players, name) in [
        (2, "seed-base"),
        (3, "seed-draw"),
        (4, "seed-awards"),
        (5, "seed-draw"),
    ] {
        let claim = claim(players, name, Objective::Max);
        let rules = rules(&claim).unwrap();
        let all = Part::all(&claim, &rules);
        assert!(!all.hands_fail());
        let draws = 5 * usize::from(rules.symbols.draw);
        for _ in 0..200 {
            let sizes: [usize; ROUNDS] = std::array::from_fn(|_| rng.random_range(5..=21));
            let mut part = all.clone();
            for (round, size) in sizes.into_iter().enumerate() {
                let at_most = part.by_size(round, size).unwrap().swap_remove(0);
                part = at_most.by_size(round, size - 1).unwrap().swap_remove(1);
            }
            let mut hands = vec![0; usize::from(players)];
            let (mut seat, mut missing) = (0, 0);
            for (round, size) in sizes.into_iter().enumerate() {
                for hand in &mut hands {
                    *hand += usize::from(rules.dealt(round));
                }
                for _ in 0..size {
                    match hands[seat] {
                        0 => missing += 1,
                        _ => hands[seat] -= 1,
                    }
                    seat = (seat + 1) % hands.len();
                }
            }
            let fail = missing > draws;
            assert_eq!(part.hands_fail(), fail, "{name} {players} {sizes:?}");
            found[usize::from(fail)] += 1;
        }
    }
    assert!(found.into_iter().all(|found| found > 50), "{found:?}");
}

#[test]
fn leaves_are_bounded_alike() {
    for (seed, (players, name)) in [
        (2, "seed-double"),
        (3, "seed-draw"),
        (5, "seed-base"),
        (2, "full"),
        (3, "full"),
        (5, "full"),
    ]
    .into_iter()
    .enumerate()
    {
        let question = Question {
            rules: name.to_owned(),
            players,
            seat: None,
            objective: Objective::Max,
        };
        let claim = claim(players, name, Objective::Max);
        let model = Model::new(&question).unwrap();
        let known = rules(&claim).unwrap();
        let mut rng = Streams::new(seed as u64).task(1);
        // Games with rounds that are not closed are told apart by awards where that is the second or third one.
        let divided = Case::first_divided(&model) * 0b10101;
        let cases = Case::cover(&model, divided);
        // One case of each kind: awards in the first round, later, of two artists, and rounds that are not closed.
        for number in [0, 4, 8, 21, 22, 30, 44, 70] {
            if let Some(&case) = cases.get(number) {
                let number = (divided.into(), number);
                leaves_of_a_case(&model, &claim, &known, number, case, &mut rng);
            }
        }
    }
}

fn leaves_of_a_case(
    model: &Model,
    claim: &Claim,
    known: &Rules,
    number: (u32, usize),
    case: Case,
    rng: &mut Rng,
) {
    let space = Space::new(model);
    let relaxation = Relaxation::new(model, &space, case);
    let mut prices = [0; ROWS];
    let mut bytes = Vec::new();
    for &row in &relaxation.rows {
        prices[row] = rng.random_range(0..3000_i64);
        proof::number(prices[row] as u32, &mut bytes);
    }
    let table = relaxation.tables(&prices);
    let checked = bounds(claim, known, number, &bytes);
    let mut possible = 0;
    for _ in 0..60 {
        let mut leaf = relaxation.ordinary();
        for ranking in &mut leaf.rankings {
            *ranking = rng.random_range(0..85u32) as usize;
        }
        let other = (leaf.awarded[0] + 1 + rng.random_range(0..4u32) as usize) % 5;
        if leaf.awarded[1] != leaf.awarded[0] {
            leaf.awarded[1] = other;
        }
        // The ordinary leaf has the last variant.
        let variants = leaf.variants.maximum().unwrap() as u32 + 1;
        let random: Vec<usize> = (0..rng.random_range(1..4u32))
            .map(|_| rng.random_range(0..variants) as usize)
            .collect();
        leaf.variants = random.iter().copied().collect();
        let mut part = relaxation.whole(&leaf);
        // Branches of all kinds.
        let first = relaxation.first(&leaf, 1);
        if !model.has_full_rules() {
            part.closes = [None, Some(true), Some(false), None];
        }
        part.limits[first][1][0][0] = 1;
        part.limits[0][0][1][1] = part.limits[0][0][1][1].min(3);
        for which in 2..8 {
            let limits = &mut part.limits[(first + which) % 5][which % 4][which];
            *limits = [limits[0], limits[1].min(1)];
            part.limits[which % 5][3 - which % 4][which] = [0, 0];
        }
        let best = relaxation.best(&leaf, &part, &prices);
        if let Some((bound, columns)) = &best {
            // The columns pay what the bound says, with what they leave over; no more than what there is in any
            // variant.
            let available = relaxation.available(&leaf, &part);
            let score: i32 = columns.iter().map(|column| column.score).sum();
            let mut sum = i64::from(score) * POINT;
            for &row in &relaxation.rows {
                let used: i32 = columns.iter().map(|column| column.usage[row]).sum();
                sum += prices[row] * i64::from(available[row] - used);
            }
            match random.len() {
                1 => assert_eq!(sum, *bound, "{leaf:?}"),
                _ => assert!(sum >= *bound, "{leaf:?}"),
            }
            possible += 1;
        }
        let ranges = part
            .limits
            .map(|row| row.map(|l| l.map(|r| r.map(i64::from))));
        let (whole, bound) = checked(Asked {
            awarded: leaf.awarded,
            variants: random,
            rankings: leaf.rankings,
            ranges,
            closers: part.closes,
        });
        assert_eq!(best.map(|best| best.0), bound, "{leaf:?} in {case:?}");
        let by_tables = relaxation.bound(&table, &leaf);
        let same = by_tables == whole || by_tables.max(whole) < -1_000_000_000_000;
        assert!(same, "{by_tables} or {whole}: {leaf:?} in {case:?}");
    }
    assert!(possible > 0, "{case:?}");
}

/// The values that the authors of FNV-1a publish.
#[test]
fn the_hash_is_fnv_1a() {
    assert_eq!(super::hash(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(super::hash(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(super::hash(b"foobar"), 0x8594_4171_f739_67e8);
}
