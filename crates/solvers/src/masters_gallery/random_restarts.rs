//! Games found by trial alone: walks from anywhere, and on from the best plans, each played by the rulebook.
//!
//! The plans say which cards of the maximised player carry symbols, so that most of them can be played.

use super::annealing;
use super::game::{self, GameRecord};
use super::model::Model;
use super::plan::Plan;
use super::search::Best;
use parlour_engine::{Rng, Streams};
use parlour_games::masters_gallery::Rules;
use rand::RngExt as _;
use rayon::prelude::*;
use std::time::Instant;

/// Steps of a walk from anywhere, and from one of the best plans.
const STEPS: u32 = 300_000;
const STEPS_ON: u32 = 200_000;
/// The temperature at which a walk from anywhere begins.
const HEAT: f64 = 6.0;
/// Plans that walks go on from.
const KEPT: usize = 6;
/// Walks when there is no limit of time.
const WALKS: u64 = 128;

/// The best game found until the deadline, but after one walk at least, and how many walks there were. `start` is a
/// game to begin with.
pub(super) fn run(
    rules: &Rules,
    model: &Model,
    start: Option<Best<GameRecord>>,
    until: Option<Instant>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> (Option<Best<GameRecord>>, u64) {
    let late = |walks: u64| match until {
        Some(until) => walks > 0 && Instant::now() >= until,
        None => walks >= WALKS,
    };
    let mut best: Vec<Best<GameRecord>> = start.into_iter().collect();
    let mut walks = 0;
    while !late(walks) {
        let together = rayon::current_num_threads() as u64;
        let found: Vec<_> = (walks..walks + together)
            .into_par_iter()
            .filter_map(|task| walk(rules, model, &best, &mut Streams::new(task).task(0)))
            .collect();
        for one in found {
            if best.iter().all(|other| other.plan != one.plan) {
                best.push(one);
            }
        }
        best.sort_by_key(|found| -found.score.score);
        best.truncate(KEPT);
        walks += together;
        progress(best.first().map(|best| best.score.score), walks);
    }
    (best.into_iter().next(), walks)
}

/// The best game of a walk: at first from anywhere, later from one of the best, in most cases.
fn walk(
    rules: &Rules,
    model: &Model,
    best: &[Best<GameRecord>],
    rng: &mut Rng,
) -> Option<Best<GameRecord>> {
    let mut pick = |below: usize| rng.random_range(0..below as u32) as usize;
    let goes_on = best.len() == KEPT && pick(8) > 0;
    let seats: Vec<usize> = (0..model.players)
        .filter(|seat| model.seats >> seat & 1 == 1)
        .collect();
    let (seat, from, heat, steps) = if goes_on {
        let from = &best[pick(best.len())];
        let heat = 1.0 + pick(3) as f64;
        (from.score.seat, Some(from.plan), heat, STEPS_ON)
    } else {
        (seats[pick(seats.len())], None, HEAT, STEPS)
    };
    walk_from(rules, model, seat, from, heat, steps, rng)
}

/// The best game of a walk for one seat, from a plan or from anywhere.
pub(super) fn walk_from(
    rules: &Rules,
    model: &Model,
    seat: usize,
    from: Option<Plan>,
    heat: f64,
    steps: u32,
    rng: &mut Rng,
) -> Option<Best<GameRecord>> {
    let model = Model {
        seats: 1 << seat,
        planned: true,
        ..model.clone()
    };
    let from = from.unwrap_or_else(|| annealing::any(&model, rng));
    let mut plans = Vec::new();
    annealing::walk(&model, from, steps, heat, rng, |plan, score| {
        plans.push((*plan, score));
    });
    plans.into_iter().rev().find_map(|(plan, score)| {
        let game = game::build(&model, rules, &plan, &score)?;
        Some(Best { plan, score, game })
    })
}
