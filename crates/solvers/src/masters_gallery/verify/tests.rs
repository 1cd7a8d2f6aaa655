//! Two programs that share no line come to the same bounds.

use super::bound::{Part, Prices};
use super::{Claim, rules};
use crate::masters_gallery::dual::Bounder;
use crate::masters_gallery::model::Model;
use crate::masters_gallery::node::{Dual, Node};
use crate::masters_gallery::space::Space;
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
