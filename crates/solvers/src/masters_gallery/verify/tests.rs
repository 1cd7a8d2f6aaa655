//! Two programs that share no line come to the same bounds.

use super::bound::{Part, Prices};
use super::{Claim, rules};
use crate::masters_gallery::dual::Bounder;
use crate::masters_gallery::model::Model;
use crate::masters_gallery::node::{Dual, Node};
use crate::masters_gallery::rankings::Space;
use crate::masters_gallery::{Objective, Question};
use parlour_engine::Streams;
use parlour_games::masters_gallery::rules::ROUNDS;
use rand::RngExt as _;

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
        let claim = Claim {
            players,
            rules: name.to_owned(),
            objective: objective.name().to_owned(),
            seat: None,
            score: 0,
        };
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
fn leaves_are_bounded_alike() {
    use super::leaves::{bound_of, bounds_of_leaves};
    use crate::masters_gallery::relaxation::{ROWS, Relaxation};
    for (seed, (players, name)) in [(2, "seed-double"), (3, "seed-draw"), (5, "seed-base")]
        .into_iter()
        .enumerate()
    {
        let question = Question {
            rules: name.to_owned(),
            players,
            seat: None,
            objective: Objective::Max,
        };
        let claim = Claim {
            players,
            rules: name.to_owned(),
            objective: "max".to_owned(),
            seat: None,
            score: 0,
        };
        let model = Model::new(&question).unwrap();
        let space = Space::new(&model);
        let relaxation = Relaxation::new(&model, &space);
        let mut rng = Streams::new(seed as u64).task(1);
        let prices: [i32; ROWS] = std::array::from_fn(|_| rng.random_range(0..3000));
        let wide = prices.map(i64::from);
        let known = rules(&claim).unwrap();
        let tables = [relaxation.tables(&prices)];
        let mut leaves = relaxation.leaves(&tables, i32::MIN / 4, 40);
        for (_, leaf) in &mut leaves {
            for ranking in &mut leaf.rankings {
                *ranking = rng.random_range(0..85u32) as usize;
            }
        }
        for (_, leaf) in &leaves {
            let mut whole = relaxation.whole(leaf);
            let bound = relaxation.bound(&tables[0], leaf);
            let checked = bounds_of_leaves(&claim, &known, &wide);
            let checked = checked(leaf.awarded, leaf.seat, leaf.rankings);
            // What is impossible is far below anything else.
            let same =
                i64::from(bound) == checked || bound < -500_000_000 && checked < -500_000_000;
            assert!(same, "{bound} or {checked}");
            // Branches of all kinds.
            let first = relaxation.first(leaf, 1);
            whole.closes = [None, Some(true), Some(false), None];
            whole.limits[first][1][0][0] = 1;
            whole.limits[0][0][1][1] = whole.limits[0][0][1][1].min(3);
            whole.limits[4][2][2] = [0, 0];
            whole.limits[3][3][3] = [0, 0];
            let best = relaxation
                .best(leaf, &whole, &prices)
                .map(|best| best.0.into());
            let ranges = whole
                .limits
                .map(|row| row.map(|l| l.map(|r| r.map(i64::from))));
            let checked = bound_of(
                &claim,
                &known,
                (leaf.awarded, leaf.seat, leaf.rankings),
                ranges,
                whole.closes,
                &wide,
            );
            assert_eq!(best, checked);
        }
    }
}
