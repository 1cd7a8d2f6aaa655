//! `full`: games found by trial, and a bound.
//!
//! Nobody is skipped in the games that are tried, every round is closed, no common choice is played, and only the
//! maximised player lays cards down and adds some. The bound holds for every game.

mod bound;

use super::hunt;
use super::model::Model;
use super::plan::{Plan, Score};
use super::space::Space;
use super::{Answer, game};
use parlour_engine::{Rng, Streams};
use parlour_games::masters_gallery::Rules;
use rand::RngExt as _;
use rayon::prelude::*;
use std::time::{Duration, Instant};

pub(super) use bound::bound;

/// Steps of a walk from anywhere, and from one of the best plans.
const STEPS: u32 = 300_000;
const STEPS_ON: u32 = 200_000;
/// The temperature at which a walk from anywhere begins.
const HEAT: f64 = 6.0;
/// Plans that walks go on from.
const KEPT: usize = 6;
/// Walks when there is no limit of time.
const WALKS: u64 = 128;

/// A plan with its game.
#[derive(Clone)]
struct Found {
    plan: Plan,
    score: Score,
    game: game::GameRecord,
}

/// The best game found in three quarters of the time, and the bound.
pub(super) fn answer(
    rules: &Rules,
    model: &Model,
    space: &Space,
    time: Option<Duration>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> Answer {
    let start = Instant::now();
    let late = |walks: u64| match time {
        Some(time) => walks > 0 && start.elapsed() >= time.mul_f64(0.75),
        None => walks >= WALKS,
    };
    let mut best: Vec<Found> = Vec::new();
    let mut walks = 0;
    while !late(walks) {
        let together = rayon::current_num_threads() as u64;
        let found: Vec<Found> = (walks..walks + together)
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
    let best = best.into_iter().next();
    let score = best.as_ref().map(|best| best.score.score);
    let deadline = time.map(|time| start + time);
    Answer {
        score,
        bound: bound(model, space, score.unwrap_or(0), deadline),
        seat: best.as_ref().map_or(0, |best| best.score.seat),
        record: best.map(|best| best.game),
        nodes: walks,
        certificate: None,
    }
}

/// The best game of a walk: at first from anywhere, later from one of the best, in most cases.
fn walk(rules: &Rules, model: &Model, best: &[Found], rng: &mut Rng) -> Option<Found> {
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
    let model = Model {
        seats: 1 << seat,
        ..model.clone()
    };
    let from = from.unwrap_or_else(|| hunt::any(&model, rng));
    let mut plans = Vec::new();
    hunt::walk(&model, from, steps, heat, rng, |plan, score| {
        plans.push((*plan, score));
    });
    plans.into_iter().rev().find_map(|(plan, score)| {
        let game = game::build(&model, rules, &plan, &score)?;
        Some(Found { plan, score, game })
    })
}
