//! `full`: games found by trial, and a bound from what one player can have.
//!
//! The bound knows nothing of turns and of the others' hands. It lets the maximised player display whatever his hand holds, and keeps to:
//! the cards of each artist; the cards dealt up to each round and five drawn ones; at most the closing number face up, one
//! addition, and five hidden cards in all, of an artist in a round; as many cards of a better ranked artist in a round as of the
//! next one. In every round somebody is ranked: the deck does not run out, so that there is an extra card. All awards go to one artist in the first round: of the tokens, each adds 2 to cards of one artist at
//! most from its round on, so that all together add no more than ten to each scored card of the artist of whom he scores most.
//! Cards of artists, of hands and hidden cards have prices, as in [`dual`](super::dual).

use super::dual::POINT;
use super::hunt;
use super::model::{ARTISTS, Model};
use super::plan::{Plan, Score};
use super::space::Space;
use super::{Answer, game};
use parlour_engine::Streams;
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Instant;

/// Steps of a walk.
const STEPS: u32 = 60_000;
/// Walks when there is no limit of time.
const WALKS: u64 = 64;
/// Tries at better prices, for each artist who may get the awards.
const TRIES: u32 = 10;

/// The best game found until the deadline, and the bound.
pub(super) fn answer(
    rules: &Rules,
    model: &Model,
    space: &Space,
    deadline: Option<Instant>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> Answer {
    let mut best: Option<(Plan, Score, game::GameRecord)> = None;
    let seats: Vec<usize> = (0..model.players)
        .filter(|seat| model.seats >> seat & 1 == 1)
        .collect();
    let late = |walks: u64| match deadline {
        Some(deadline) => walks > 0 && Instant::now() >= deadline,
        None => walks >= WALKS,
    };
    let mut walks = 0;
    while !late(walks) {
        let together = rayon::current_num_threads() as u64;
        let start = best.as_ref().map(|(plan, score, _)| (*plan, *score));
        let found: Vec<_> = (walks..walks + together)
            .into_par_iter()
            .filter_map(|task| {
                let mut rng = Streams::new(task).task(0);
                // Every other walk goes on from the best.
                let (plan, seat, heat) = match start {
                    Some((plan, score)) if task % 2 == 1 => (plan, score.seat, 4.0),
                    _ => (
                        hunt::any(model, &mut rng),
                        seats[task as usize / 2 % seats.len()],
                        12.0,
                    ),
                };
                let model = Model {
                    seats: 1 << seat,
                    ..model.clone()
                };
                let mut plans = Vec::new();
                hunt::walk(&model, plan, STEPS, heat, &mut rng, |plan, score| {
                    plans.push((*plan, score));
                });
                let better = |score: &Score| start.is_none_or(|(_, old)| score.score > old.score);
                let mut plans = plans.into_iter().rev();
                plans
                    .by_ref()
                    .take_while(|(_, score)| better(score))
                    .find_map(|(plan, score)| {
                        let game = game::build(&model, rules, &plan, &score)?;
                        Some((plan, score, game))
                    })
            })
            .collect();
        for one in found {
            if best.as_ref().is_none_or(|best| one.1.score > best.1.score) {
                best = Some(one);
            }
        }
        walks += together;
        progress(best.as_ref().map(|best| best.1.score), walks);
    }
    let score = best.as_ref().map(|best| best.1.score);
    Answer {
        score,
        bound: bound(model, space, score.unwrap_or(0)),
        seat: best.as_ref().map_or(0, |best| best.1.seat),
        record: best.map(|best| best.2),
        nodes: walks,
        certificate: None,
    }
}

/// No game is better.
pub(super) fn bound(model: &Model, space: &Space, known: i32) -> i32 {
    (0..model.artists)
        .into_par_iter()
        .map(|awarded| of_awarded(model, space, awarded, known))
        .max()
        .unwrap_or(0)
}

/// Prices, in thousandths of a point.
#[derive(Clone, Default)]
struct Prices {
    artist: [i32; ARTISTS],
    hand: [i32; ROUNDS],
    hidden: i32,
}

/// What a best solution uses.
#[derive(Clone, Default)]
struct Used {
    artist: [i32; ARTISTS],
    hand: [i32; ROUNDS],
    hidden: i32,
}

/// The bound when this artist gets all awards.
fn of_awarded(model: &Model, space: &Space, awarded: usize, known: i32) -> i32 {
    let mut prices = Prices {
        artist: [4 * POINT; ARTISTS],
        ..Prices::default()
    };
    prices.hand[model.rounds - 1] = 4 * POINT;
    let mut best = i32::MAX;
    let mut length = 1.0;
    let mut kept = prices.clone();
    let mut stalled = 0;
    for _ in 0..TRIES {
        let (value, used) = relaxed(model, space, awarded, &prices);
        if value < best {
            (best, kept, stalled) = (value, prices.clone(), 0);
        } else {
            stalled += 1;
            if stalled == 5 {
                (length, stalled) = (length * 0.6, 0);
                prices = kept.clone();
                continue;
            }
        }
        let draws = model.draw_cards();
        let mut steps: Vec<(&mut i32, i32)> = Vec::new();
        for (artist, price) in prices.artist.iter_mut().enumerate().take(model.artists) {
            steps.push((price, model.limits[artist] - used.artist[artist]));
        }
        let mut played = 0;
        for (round, price) in prices.hand.iter_mut().enumerate().take(model.rounds) {
            played += used.hand[round];
            steps.push((price, model.dealt[round] + draws - played));
        }
        steps.push((&mut prices.hidden, hidden_cards(model) - used.hidden));
        steps.retain(|(price, slack)| **price > 0 || *slack < 0);
        let norm: i32 = steps.iter().map(|(_, slack)| slack * slack).sum();
        if norm == 0 {
            break;
        }
        let way = length * f64::from(value - known * POINT) / f64::from(norm);
        for (price, slack) in steps {
            *price = (f64::from(*price) - way * f64::from(slack)).clamp(0.0, 60_000.0) as i32;
        }
    }
    best.div_euclid(POINT)
}

fn hidden_cards(model: &Model) -> i32 {
    model.hidden * model.artists as i32
}

/// The best of the relaxed problem under prices, and what it uses.
fn relaxed(model: &Model, space: &Space, awarded: usize, prices: &Prices) -> (i32, Used) {
    let mut constant = hidden_cards(model) * prices.hidden;
    for artist in 0..model.artists {
        constant += prices.artist[artist] * model.limits[artist];
    }
    for round in 0..model.rounds {
        constant += prices.hand[round] * (model.dealt[round] + model.draw_cards());
    }
    // Backward: the best from each state on, and the ranking that leads there.
    let mut after = vec![0; space.gained[model.rounds].len()];
    let mut choices: Vec<Vec<(usize, Used)>> = Vec::new();
    let mut first = 0;
    for round in (0..model.rounds).rev() {
        let mut known: HashMap<(usize, [i32; 3]), (i32, Used)> = HashMap::new();
        let mut here = Vec::with_capacity(space.gained[round].len());
        let mut chosen = Vec::with_capacity(space.gained[round].len());
        for (state, gained) in space.gained[round].iter().enumerate() {
            let mut best: Option<(i32, usize, (usize, [i32; 3]))> = None;
            for (index, ranking) in space.rankings.iter().enumerate() {
                let mut values = [0; 3];
                for (place, &artist) in ranking.artists.iter().enumerate() {
                    let bonus = if artist == awarded {
                        model.award * model.artists as i32
                    } else {
                        0
                    };
                    values[place] = gained[artist] + GAINS[place] + bonus;
                }
                let key = (index, values);
                let worth = known
                    .entry(key)
                    .or_insert_with(|| in_round(model, &ranking.artists, &values, round, prices))
                    .0;
                let sum = worth + after[space.next(round, state, index)];
                if best.is_none_or(|best| sum > best.0) {
                    best = Some((sum, index, key));
                }
            }
            let (sum, index, key) = best.expect("there are rankings");
            here.push(sum);
            chosen.push((index, known[&key].1.clone()));
        }
        first = here[0];
        after = here;
        choices.push(chosen);
    }
    choices.reverse();
    let (mut used, mut state) = (Used::default(), 0);
    for (round, chosen) in choices.iter().enumerate() {
        let (index, part) = &chosen[state];
        (0..ARTISTS).for_each(|artist| used.artist[artist] += part.artist[artist]);
        used.hand[round] += part.hand[round];
        used.hidden += part.hidden;
        state = space.next(round, state, *index);
    }
    (first + constant, used)
}

/// The best of a round whose ranked artists pay this, less what it costs.
fn in_round(
    model: &Model,
    ranked: &[usize],
    values: &[i32; 3],
    round: usize,
    prices: &Prices,
) -> (i32, Used) {
    let hand: i32 = prices.hand[round..].iter().sum();
    let open = model.closing as i32 + i32::from(model.additions);
    let most = (open + hidden_cards(model)) as usize;
    // From the last of the ranked on: the best with at most so many cards of him, and how many.
    let mut below: Vec<(i32, Used)> = vec![(0, Used::default()); most + 1];
    for (place, &artist) in ranked.iter().enumerate().rev() {
        let net = values[place] * POINT - hand;
        let (mut points, mut own, mut hidden) = (0, 0, 0);
        let mut best: Vec<(i32, Used)> = vec![(i32::MIN / 2, Used::default())];
        for cards in 1..=most {
            let covered = cards as i32 > open;
            let gain = net - if covered { prices.hidden } else { 0 };
            if gain > 0 {
                points += gain;
                own += 1;
                hidden += i32::from(covered);
            }
            let (rest, used) = &below[cards];
            let sum = points - prices.artist[artist] * cards as i32 + rest;
            let last = best[cards - 1].clone();
            best.push(if sum > last.0 {
                let mut used = used.clone();
                used.artist[artist] += cards as i32;
                used.hand[round] += own;
                used.hidden += hidden;
                (sum, used)
            } else {
                last
            });
        }
        below = best;
    }
    below[most].clone()
}
