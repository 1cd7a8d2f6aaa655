//! Games found by trial alone: walks from anywhere, and on from the best plans, each played by the rulebook.
//!
//! The plans say which cards of the maximised player carry symbols, so that most of them can be played.

use super::annealing;
use super::deadline::Deadline;
use super::game::{self, GameRecord};
use super::model::Model;
use super::plan::Plan;
use super::search::Best;
use parlour_engine::{Rng, Streams};
use parlour_games::masters_gallery::Rules;
use rand::RngExt as _;
use rayon::prelude::*;
use std::collections::HashSet;

/// Steps of a walk from anywhere, and from one of the best plans.
const STEPS: u32 = 500_000;
const STEPS_ON: u32 = 200_000;
/// The temperature at which a walk from anywhere begins.
const HEAT: f64 = 6.0;
/// Plans that walks go on from.
const KEPT: usize = 6;
/// Plans of a walk that turn out not to be playable, at most: making a game takes far longer than a step.
const MAX_FAILURES: usize = 6_000;
/// Walks when there is no limit of time.
const WALKS: u64 = 128;

/// The best game found until the deadline, but after one walk at least, and how many walks there were. `start` is a
/// game to begin with: then a request to stop ends it at once.
pub(super) fn run(
    rules: &Rules,
    model: &Model,
    start: Option<Best<GameRecord>>,
    until: Deadline<'_>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> (Option<Best<GameRecord>>, u64) {
    let begun = start.is_some();
    let late = |walks: u64| match until.at {
        _ if begun && until.is_stopped() => true,
        None if walks >= WALKS => true,
        _ => walks > 0 && until.is_over(),
    };
    let mut best: Vec<Best<GameRecord>> = start.into_iter().collect();
    let mut walks = 0;
    while !late(walks) {
        let together = rayon::current_num_threads() as u64;
        let found: Vec<_> = (walks..walks + together)
            .into_par_iter()
            .filter_map(|task| walk(rules, model, &best, until, &mut Streams::new(task).task(0)))
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
    until: Deadline<'_>,
    rng: &mut Rng,
) -> Option<Best<GameRecord>> {
    let mut pick = |below: usize| rng.random_range(0..below as u32) as usize;
    let goes_on = best.len() == KEPT && pick(8) > 0;
    let seats: Vec<usize> = (0..model.players)
        .filter(|seat| model.seats >> seat & 1 == 1)
        .collect();
    let walk = if goes_on {
        let from = &best[pick(best.len())];
        Walk {
            seat: from.score.seat,
            from: Some(from.plan),
            steps: STEPS_ON,
            temperature: 1.0 + pick(3) as f64,
            above: -1,
        }
    } else {
        Walk {
            seat: seats[pick(seats.len())],
            from: None,
            steps: STEPS,
            temperature: HEAT,
            above: -1,
        }
    };
    walk_from(rules, model, &walk, until, rng)
}

/// A walk for one seat.
pub(super) struct Walk {
    pub(super) seat: usize,
    /// Where it begins; anywhere when `None`.
    pub(super) from: Option<Plan>,
    pub(super) steps: u32,
    /// The temperature at which it begins.
    pub(super) temperature: f64,
    /// Games are made only of plans with more points: most of the time goes into games that cannot be made.
    pub(super) above: i32,
}

/// The best game of a walk.
pub(super) fn walk_from(
    rules: &Rules,
    model: &Model,
    walk: &Walk,
    until: Deadline<'_>,
    rng: &mut Rng,
) -> Option<Best<GameRecord>> {
    let model = Model {
        seats: 1 << walk.seat,
        planned: true,
        ..model.clone()
    };
    let from = walk.from.unwrap_or_else(|| annealing::any(&model, rng));
    let course = (walk.steps, walk.temperature);
    let mut best: Option<Best<GameRecord>> = None;
    let mut unplayable = HashSet::new();
    annealing::walk(&model, from, course, until, rng, |plan, score| {
        if score.score <= walk.above {
            return true;
        }
        if unplayable.len() >= MAX_FAILURES || unplayable.contains(plan) {
            return false;
        }
        match game::build(&model, rules, plan, &score) {
            Some(game) => {
                best = Some(Best {
                    plan: *plan,
                    score,
                    game,
                });
                true
            }
            None => {
                unplayable.insert(*plan);
                false
            }
        }
    });
    best
}
