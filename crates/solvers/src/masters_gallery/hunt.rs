//! Good plans, by trial: a walk through neighbouring plans that cools down.

use super::model::Model;
use super::plan::{Plan, Score};
use parlour_engine::Rng;
use rand::RngExt as _;

/// What a plan is worth to the walk: its points less a fine for what exceeds a limit.
const FINE: f64 = 6.0;

/// Walks from `start` for so many steps, from a temperature (in points) down to a third of a point; tells `found`
/// of each plan within the limits that is better than the last one told.
pub(super) fn walk(
    model: &Model,
    start: Plan,
    steps: u32,
    temperature: f64,
    rng: &mut Rng,
    mut found: impl FnMut(&Plan, Score),
) {
    let mut plan = start;
    let mut worth = f64::NEG_INFINITY;
    let mut best = -1;
    for step in 0..=steps {
        let mut other = plan;
        if step > 0 {
            for _ in 0..=rng.random_range(0..3u32) {
                change(model, &mut other, rng);
            }
        }
        let Some(course) = other.course(model) else {
            continue;
        };
        let score = other.score(model, &course);
        if course.excess == 0 && score.score > best {
            best = score.score;
            found(&other, score);
        }
        let other_worth = f64::from(score.score) - FINE * f64::from(course.excess);
        let heat = temperature * (1.0 - f64::from(step) / f64::from(steps.max(1))) + 0.3;
        let luck = f64::from(rng.random_range(1..=1u32 << 30)) / f64::from(1u32 << 30);
        if other_worth >= worth || luck < ((other_worth - worth) / heat).exp() {
            (plan, worth) = (other, other_worth);
        }
    }
}

/// Any plan in which each round is closed.
pub(super) fn any(model: &Model, rng: &mut Rng) -> Plan {
    let mut plan = Plan::default();
    for row in &mut plan.cards[..model.rounds] {
        for cards in &mut row[..model.artists] {
            *cards = pick(rng, model.closing.min(3)) as i32;
        }
        row[pick(rng, model.artists)] = model.closing as i32;
    }
    plan
}

fn pick(rng: &mut Rng, below: usize) -> usize {
    rng.random_range(0..below as u32) as usize
}

/// One artist of each round keeps the closing number, the others stay below it.
fn change(model: &Model, plan: &mut Plan, rng: &mut Rng) {
    let closing = model.closing as i32;
    let round = pick(rng, model.rounds);
    let (one, other) = (pick(rng, model.artists), pick(rng, model.artists));
    let kinds = match model.is_wide() {
        true => 14,
        false if model.seconds => 10,
        false => 8,
    };
    match pick(rng, kinds) {
        0 => {
            let row = &mut plan.cards[round];
            if let Some(first) = row.iter().position(|&cards| cards == closing) {
                row.swap(first, one);
            }
        }
        1 => plan.cards[round].swap(one, other),
        2 => plan.cards.swap(round, pick(rng, model.rounds)),
        3 => {
            let second = pick(rng, model.rounds);
            let (from, to) = (plan.cards[round][one], plan.cards[second][one]);
            if (1..closing).contains(&from) && to < closing - 1 {
                plan.cards[round][one] -= 1;
                plan.cards[second][one] += 1;
            }
        }
        4 => {
            let row = &mut plan.cards[round];
            if one != other && (1..closing).contains(&row[one]) && row[other] < closing - 1 {
                row[one] -= 1;
                row[other] += 1;
            }
        }
        8 => {
            plan.seconds[round][pick(rng, model.players)] += 1;
            let cards = &mut plan.cards[round][one];
            if pick(rng, 2) == 0 && *cards < closing - 1 {
                *cards += 1;
            }
        }
        9 => {
            let seconds = &mut plan.seconds[round][pick(rng, model.players)];
            *seconds = (*seconds - 1).max(0);
        }
        10 => plan.extra[round] = one,
        11 => plan.hidden[round][one] += 1,
        12 => {
            let hidden = &mut plan.hidden[round][one];
            *hidden = (*hidden - 1).max(0);
        }
        13 => plan.added[round][one] ^= 1,
        _ => {
            let cards = &mut plan.cards[round][one];
            let changed = *cards + if pick(rng, 2) == 0 { 1 } else { -1 };
            if *cards < closing && (0..closing).contains(&changed) {
                *cards = changed;
            }
        }
    }
}
