//! `full`: games found by trial, and a bound.
//!
//! Nobody is skipped in the games that are tried, every round is closed, no common choice is played, and only the
//! maximised player lays cards down and adds some. The bound holds for every game.

mod bound;

use super::model::Model;
use super::rankings::Space;
use super::{Answer, random_restarts};
use parlour_games::masters_gallery::Rules;
use std::time::{Duration, Instant};

use bound::bound;
#[cfg(test)]
pub(super) use bound::bound_of;

/// The best game found in three quarters of the time, and the bound.
pub(super) fn answer(
    rules: &Rules,
    model: &Model,
    space: &Space,
    time: Option<Duration>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> Answer {
    let start = Instant::now();
    let until = time.map(|time| start + time.mul_f64(0.75));
    let (best, walks) = random_restarts::run(rules, model, None, until, progress);
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
