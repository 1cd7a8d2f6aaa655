//! The relaxation of leaves, against every play of every game of small models.

use super::super::case::Case;
use super::super::column_generation::{self, Start};
use super::super::deadline::Deadline;
use super::super::leaves::{LeafSearch, Outcome};
use super::super::model::Model;
use super::super::rankings::Space;
use super::super::relaxation::{Column, Leaf, MAX_PRICE, POINT, Prices, ROWS, Relaxation};
use super::brute::{Truth, small};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Small models with all symbols that the leaves know, and what their games come to.
fn models() -> &'static [(Model, Truth)] {
    static MODELS: OnceLock<Vec<(Model, Truth)>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let two = small(2, &[4, 4], 3, &[3, 5]);
        let models = [
            Model {
                draws: true,
                ..two.clone()
            },
            Model {
                seconds: true,
                ..two.clone()
            },
            Model {
                draws: true,
                seconds: true,
                award: 2,
                ..small(2, &[4, 4], 3, &[3, 4])
            },
            small(2, &[3, 3, 3], 2, &[2, 4]),
            small(3, &[4, 4], 3, &[2, 4]),
            // With four there is one who is not ranked.
            small(2, &[2, 2, 2, 2], 2, &[2, 3]),
        ];
        models
            .map(|model| (model.clone(), Truth::of(&model)))
            .into()
    })
}

/// The least number of points that the search by leaves rules out for a seat.
fn ruled_out(model: &Model, seat: usize) -> i32 {
    let model = Model {
        seats: 1 << seat,
        ..model.clone()
    };
    let space = Space::new(&model);
    let nothing = |_: usize, _: &[Column]| -1;
    let mut search = LeafSearch::new(
        &model,
        &space,
        Case::ALL,
        &[],
        Deadline::default(),
        &nothing,
        &|_, _| (),
    );
    let mut points = search.top(0).0 + 1;
    loop {
        match search.run(points) {
            Outcome::Proven(_) => points -= 1,
            Outcome::Open(_) => return points + 1,
            Outcome::Found => panic!("nothing was offered"),
        }
    }
}

/// What is ruled out is above every game, and not far above the best.
#[test]
fn no_game_is_ruled_out() {
    for (model, truth) in models() {
        for seat in 0..model.players {
            let (least, best) = (ruled_out(model, seat), truth.seats[seat]);
            assert!(
                (best + 1..=best + 4).contains(&least),
                "{least} for {best}: {model:?}"
            );
        }
    }
}

/// The highest bound of a leaf with a ranking in a round.
fn through(model: &Model, seat: usize, prices: &Prices) -> BTreeMap<(usize, Vec<usize>), i64> {
    let model = Model {
        seats: 1 << seat,
        ..model.clone()
    };
    let space = Space::new(&model);
    let relaxation = Relaxation::new(&model, &space, Case::ALL);
    let tables = [relaxation.tables(prices)];
    let mut highest = BTreeMap::new();
    for (bound, leaf) in
        relaxation.some_leaves(&tables, -400 * POINT, usize::MAX, Deadline::default())
    {
        for (round, &ranking) in leaf.rankings[..model.rounds].iter().enumerate() {
            let ranked = space.rankings[ranking].artists.clone();
            let highest = highest.entry((round, ranked)).or_insert(bound);
            *highest = bound.max(*highest);
        }
    }
    highest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Prices whatever they are bound the games through each ranking of each round, from each seat.
    #[test]
    fn prices_bound_every_leaf(
        prices in prop::collection::vec(prop_oneof![Just(0), 0..4000i64], ROWS),
        which in 0..6usize,
    ) {
        let (model, truth) = &models()[which];
        let space = Space::new(model);
        let relaxation = Relaxation::new(model, &space, Case::ALL);
        let prices: Prices = std::array::from_fn(|row| match relaxation.rows.contains(&row) {
            true => prices[row],
            false => 0,
        });
        for seat in 0..model.players {
            let highest = through(model, seat, &prices);
            for (place, best) in &truth.through {
                if best[seat] >= 0 {
                    let bound = highest.get(place).copied().unwrap_or(i64::MIN);
                    prop_assert!(bound >= i64::from(best[seat]) * POINT, "{} < {}: {:?}", bound, best[seat], place);
                }
            }
        }
    }
}

/// The tables, and the artists one by one, come to the same bound; and better prices to a lower one.
#[test]
fn tables_and_branches_bound_alike() {
    for (model, _) in models() {
        let space = Space::new(model);
        let relaxation = Relaxation::new(model, &space, Case::ALL);
        let mut prices = [0; ROWS];
        for &row in &relaxation.rows {
            prices[row] = (row as i64 * 397) % 2500;
        }
        let tables = [relaxation.tables(&prices)];
        let leaves = relaxation.some_leaves(&tables, -400 * POINT, 500, Deadline::default());
        assert!(leaves.len() > 10);
        for (bound, leaf) in leaves {
            let whole = relaxation.whole(&leaf);
            let (best, _) = relaxation.best(&leaf, &whole, &prices).unwrap();
            assert_eq!(best, bound);
            let start = Start {
                prices: &prices,
                columns: &[],
            };
            let priced = column_generation::price(&relaxation, &leaf, &whole, start, i64::MIN);
            assert!(priced.bound.unwrap() <= bound);
        }
    }
}

/// The highest prices times all that can be used stay far from what cannot be reached, and from overflow.
#[test]
fn the_highest_prices_do_not_wrap() {
    let question = super::question(5, "full", super::super::Objective::Max);
    let model = Model::new(&question).unwrap();
    let space = Space::new(&model);
    for case in Case::cover(&model, 0b101) {
        let relaxation = Relaxation::new(&model, &space, case);
        let mut prices = [0; ROWS];
        for &row in &relaxation.rows {
            prices[row] = MAX_PRICE;
        }
        let leaf = relaxation.ordinary();
        let whole = relaxation.whole(&leaf);
        let (bound, columns) = relaxation.best(&leaf, &whole, &prices).unwrap();
        let available = relaxation.available(&leaf, &whole);
        let wide = |number: i32| i128::from(number);
        let mut sum: i128 = columns.iter().map(|column| wide(column.score)).sum();
        sum *= i128::from(POINT);
        for &row in &relaxation.rows {
            let used: i32 = columns.iter().map(|column| column.usage[row]).sum();
            sum += i128::from(MAX_PRICE) * wide(available[row] - used);
        }
        assert_eq!(i128::from(bound), sum, "{case:?}");
        assert_eq!(relaxation.bound(&relaxation.tables(&prices), &leaf), bound);
    }
}

#[test]
fn a_leaf_has_one_seat_of_those_asked_for() {
    let model = Model {
        seats: 0b10,
        ..small(2, &[4, 4], 3, &[3, 5])
    };
    let space = Space::new(&model);
    let relaxation = Relaxation::new(&model, &space, Case::ALL);
    let tables = [relaxation.tables(&[0; ROWS])];
    let leaves = relaxation.some_leaves(&tables, 0, usize::MAX, Deadline::default());
    let usage = [0.0; ROWS];
    let seats =
        |(_, leaf): &(i64, Leaf)| relaxation.fitting(&relaxation.whole(leaf), &usage) == Some(1);
    assert!(!leaves.is_empty() && leaves.iter().all(seats));
}
