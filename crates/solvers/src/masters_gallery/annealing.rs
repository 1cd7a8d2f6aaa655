//! Good plans, by trial: a walk through neighbouring plans that cools down.

use super::deadline::Deadline;
use super::model::{ARTISTS, Model};
use super::plan::{Plan, Score};
use parlour_engine::Rng;
use parlour_games::masters_gallery::rules::GAINS;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

/// What a plan is worth to the walk: its points less a fine for what exceeds a limit, about what a card pays at most. With
/// a lower one the walk stays among plans that have too many good cards.
const FINE: f64 = 20.0;
/// The fine for a plan within the limits of which no game was made: there may be one near it.
const UNPLAYED_FINE: f64 = 20.0;

/// The round, from 0, that a common choice closes where walks begin with a [`collapsing`] plan: from there the best games
/// known with four and five players were found.
pub(super) const COLLAPSING: usize = 1;

/// How long a walk is, and how it cools down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) steps: u32,
    /// The temperature at which it begins, in points. It ends at a third of a point.
    pub(super) temperature: f64,
    /// Whether common choices stay in their rounds: one that is lost is hardly found again by single changes.
    pub(super) keeps_choices: bool,
}

/// Walks from `start`; tells `found` of each plan within the limits that is better than those that it has taken so far;
/// it says whether it takes it.
pub(super) fn walk(
    model: &Model,
    start: Plan,
    schedule: Schedule,
    deadline: Deadline<'_>,
    rng: &mut Rng,
    mut found: impl FnMut(&Plan, Score) -> bool,
) {
    let mut plan = start;
    let mut worth = f64::NEG_INFINITY;
    let mut best = -1;
    let Schedule {
        steps, temperature, ..
    } = schedule;
    for step in 0..=steps {
        if best >= 0 && deadline.is_stopped() {
            return;
        }
        let mut other = plan;
        if step > 0 {
            for _ in 0..=rng.random_range(0..3u32) {
                change(model, &mut other, schedule.keeps_choices, rng);
            }
        }
        let Some(course) = other.course(model) else {
            continue;
        };
        let score = other.score(model, &course);
        let mut other_worth = f64::from(score.score) - FINE * f64::from(course.excess);
        if course.excess == 0 && score.score > best {
            if found(&other, score) {
                best = score.score;
            } else {
                other_worth -= UNPLAYED_FINE;
            }
        }
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
    if model.planned && model.together && pick(rng, 2) == 0 {
        let (one, other) = (pick(rng, model.artists), pick(rng, model.artists));
        collapse(model, &mut plan, pick(rng, model.rounds), one, other);
    }
    plan
}

/// A plan in which a common choice closes the round [`COLLAPSING`], and one artist closes all others, a second and a
/// third one card behind the other.
pub(super) fn collapsing(model: &Model, rng: &mut Rng) -> Plan {
    let mut plan = Plan::default();
    let closing = model.closing as i32;
    // Most often the artist with most cards, who is the last.
    let most = match pick(rng, 3) {
        0 => pick(rng, model.artists),
        _ => model.artists - 1,
    };
    for round in 0..model.rounds {
        let mut artists: Vec<usize> = (0..model.artists).filter(|&other| other != most).collect();
        artists.shuffle(rng);
        if round == COLLAPSING {
            collapse(model, &mut plan, round, most, artists[0]);
            continue;
        }
        plan.cards[round][most] = closing;
        for (&artist, behind) in artists.iter().zip(1..GAINS.len() as i32) {
            plan.cards[round][artist] = closing - behind;
        }
        plan.extra[round] = artists[0];
    }
    plan
}

/// Makes of a round one that a common choice closes when few cards lie.
fn collapse(model: &Model, plan: &mut Plan, round: usize, together: usize, first: usize) {
    let row = &mut plan.cards[round];
    *row = [0; ARTISTS];
    row[together] = 1;
    row[first] = model.closing as i32;
    plan.together[round] = Some(together);
    plan.extra[round] = first;
}

fn pick(rng: &mut Rng, below: usize) -> usize {
    rng.random_range(0..below as u32) as usize
}

/// What is changed in a plan: a round, and two artists, who may be the same.
#[derive(Clone, Copy)]
struct Target {
    round: usize,
    one: usize,
    other: usize,
}

/// One artist of each round keeps the closing number, the others stay below it.
fn change(model: &Model, plan: &mut Plan, keeps_choices: bool, rng: &mut Rng) {
    let closing = model.closing as i32;
    let target = Target {
        round: pick(rng, model.rounds),
        one: pick(rng, model.artists),
        other: pick(rng, model.artists),
    };
    let Target { round, one, other } = target;
    if model.planned && pick(rng, 5) < 2 {
        return change_own(model, plan, target, rng);
    }
    if model.has_full_rules() && pick(rng, 5) == 0 {
        return change_common(model, plan, target, keeps_choices, rng);
    }
    let kinds = if model.seconds { 12 } else { 10 };
    match pick(rng, kinds) {
        0 => {
            let row = &mut plan.cards[round];
            if let Some(first) = row.iter().position(|&cards| cards == closing) {
                row.swap(first, one);
            }
        }
        1 => plan.cards[round].swap(one, other),
        2 if !keeps_choices => plan.cards.swap(round, pick(rng, model.rounds)),
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
        5 => {
            // As many cards in all, so that later rounds have the same openers.
            let second = pick(rng, model.rounds);
            let (from, to) = (plan.cards[round][one], plan.cards[second][other]);
            if (1..closing).contains(&from) && to < closing - 1 {
                plan.cards[round][one] -= 1;
                plan.cards[second][other] += 1;
            }
        }
        2 | 8 => {
            let second = pick(rng, model.rounds);
            let has_choice = |round: usize| plan.together[round].is_some();
            if !keeps_choices || !has_choice(round) && !has_choice(second) {
                plan.swap_rounds(round, second);
            }
        }
        9 => plan.swap_artists(one, other),
        10 => {
            let seat = pick(rng, model.players);
            if model.planned && model.seats == 1 << seat {
                if plan.doubles.iter().any(|mask| mask >> one & 1 == 1) {
                    return;
                }
                plan.doubles[round] |= 1 << one;
            }
            plan.seconds[round][seat] += 1;
            let cards = &mut plan.cards[round][one];
            if pick(rng, 2) == 0 && *cards < closing - 1 {
                *cards += 1;
            }
        }
        11 => {
            let seat = pick(rng, model.players);
            if model.planned && model.seats == 1 << seat {
                if plan.doubles[round] >> one & 1 == 0 {
                    return;
                }
                plan.doubles[round] ^= 1 << one;
            }
            let seconds = &mut plan.seconds[round][seat];
            *seconds = (*seconds - 1).max(0);
        }
        _ => {
            let cards = &mut plan.cards[round][one];
            let changed = *cards + if pick(rng, 2) == 0 { 1 } else { -1 };
            if *cards < closing && (0..closing).contains(&changed) {
                *cards = changed;
            }
        }
    }
}

/// What a planned model has besides: symbols, hidden cards and additions of the maximised player, and the extra card.
fn change_own(model: &Model, plan: &mut Plan, target: Target, rng: &mut Rng) {
    let Target { round, one, other } = target;
    let closing = model.closing as i32;
    match pick(rng, 8) {
        0 => {
            let free = plan.lays.iter().all(|lays| lays >> one & 1 == 0);
            if free && model.hidden > 0 {
                plan.lays[round] |= 1 << one;
                plan.hidden[round][other] += 1;
            }
        }
        1 if plan.lays[round] >> one & 1 == 1 && plan.hidden[round][other] > 0 => {
            plan.lays[round] ^= 1 << one;
            plan.hidden[round][other] -= 1;
        }
        2 => {
            let hidden = &mut plan.hidden[round];
            if hidden[one] > 0 {
                hidden[one] -= 1;
                hidden[other] += 1;
            }
        }
        3 => {
            // Another artist's card carries the symbol.
            let masks = match pick(rng, 3) {
                0 => &mut plan.draws,
                1 => &mut plan.lays,
                _ => &mut plan.doubles,
            };
            let there = (0..model.rounds).find(|&r| masks[r] >> one & 1 == 1);
            let free = masks.iter().all(|mask| mask >> other & 1 == 0);
            if let Some(there) = there.filter(|_| free) {
                masks[there] ^= 1 << one | 1 << other;
            }
        }
        4 => {
            let there = (0..model.rounds).find(|&r| plan.draws[r] >> one & 1 == 1);
            if let Some(there) = there {
                plan.draws[there] ^= 1 << one;
            }
            if there != Some(round) {
                plan.draws[round] |= 1 << one;
            }
        }
        5 => {
            // A card of the artist comes by another way.
            let (hidden, added) = (&mut plan.hidden[round][one], &mut plan.added[round][one]);
            if *added > 0 && plan.cards[round][one] < closing - 1 {
                *added = 0;
                plan.cards[round][one] += 1;
            } else if *hidden > 0 && *added == 0 {
                // The card laid face down is another's.
                *added = 1;
                *hidden -= 1;
                plan.hidden[round][other] += 1;
            }
        }
        6 => plan.extra[round] = one,
        _ if model.additions => plan.added[round][one] ^= 1,
        _ => {}
    }
}

/// What `full` has besides: common choices that close a round, and hidden cards and additions of the other players.
fn change_common(
    model: &Model,
    plan: &mut Plan,
    target: Target,
    keeps_choices: bool,
    rng: &mut Rng,
) {
    let Target { round, one, other } = target;
    let closing = model.closing as i32;
    if model.together && !keeps_choices && pick(rng, 40) == 0 {
        return change_together(model, plan, target, rng);
    }
    match pick(rng, 6) {
        0 if plan.together[round].is_some() => plan.together[round] = Some(one),
        1 | 2 if plan.together[round].is_some() => {
            let row = &mut plan.cards[round];
            let most = closing - 1 + model.players as i32;
            match pick(rng, 3) {
                0 => row[one] = (row[one] + 1).min(most),
                1 => row[one] = (row[one] - 1).max(0),
                _ if row[one] > 0 && row[other] < most => {
                    row[one] -= 1;
                    row[other] += 1;
                }
                _ => {}
            }
        }
        3 if model.additions => {
            let added = &mut plan.others_added[round][one];
            *added = match *added {
                0 => 1,
                added if pick(rng, 2) == 0 => added - 1,
                added => (added + 1).min(model.players as i32 - 1),
            };
        }
        4 if model.hidden > 0 => {
            let hidden = &mut plan.others_hidden[round];
            match pick(rng, 3) {
                0 => hidden[one] = (hidden[one] - 1).max(0),
                1 => hidden[one] = (hidden[one] + 1).min(2),
                _ if hidden[one] > 0 => {
                    hidden[one] -= 1;
                    hidden[other] += 1;
                }
                _ => {}
            }
        }
        _ => {
            // A card of the others comes by another way.
            let added = &mut plan.others_added[round][one];
            let cards = &mut plan.cards[round][one];
            if *added > 0 && *cards < closing - 1 {
                *added -= 1;
                *cards += 1;
            } else if *cards > 1 && *cards < closing && model.additions {
                *cards -= 1;
                *added += 1;
            }
        }
    }
}

/// A round is closed by a common choice, or no longer.
fn change_together(model: &Model, plan: &mut Plan, target: Target, rng: &mut Rng) {
    let Target { round, one, other } = target;
    let closing = model.closing as i32;
    if plan.together[round].take().is_some() {
        let row = &mut plan.cards[round];
        let first = (0..model.artists).max_by_key(|&artist| row[artist]);
        for (artist, cards) in row.iter_mut().enumerate() {
            let most = closing - i32::from(Some(artist) != first);
            *cards = (*cards).min(most);
        }
    } else if pick(rng, 2) == 0 {
        collapse(model, plan, round, one, other);
    } else {
        plan.together[round] = Some(one);
        // As many cards more as are shown.
        let most = closing - 1 + model.players as i32;
        for _ in 0..model.players {
            let more = pick(rng, model.artists);
            let artist = if pick(rng, 2) == 0 { other } else { more };
            let cards = &mut plan.cards[round][artist];
            *cards = (*cards + 1).min(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Objective, Question};
    use super::*;
    use parlour_engine::Streams;

    /// A walk from a plan with a common choice finds games, and keeps the choice in its round if it is to.
    #[test]
    fn common_choices_are_kept() {
        for players in 2..=5 {
            let question = Question {
                players,
                rules: "full".into(),
                objective: Objective::Max,
                seat: None,
            };
            let model = Model {
                seats: 1,
                planned: true,
                ..Model::new(&question).unwrap()
            };
            let mut rng = Streams::new(u64::from(players)).task(0);
            let rounds = |plan: &Plan| plan.together.map(|artist| artist.is_some());
            let start = collapsing(&model, &mut rng);
            assert_eq!(rounds(&start), [false, true, false, false]);
            let mut kept = |keeps_choices| {
                let schedule = Schedule {
                    steps: 100_000,
                    temperature: 2.0,
                    keeps_choices,
                };
                let mut found = Vec::new();
                let until = Deadline::default();
                walk(&model, start, schedule, until, &mut rng, |plan, _| {
                    found.push(rounds(plan));
                    true
                });
                assert!(!found.is_empty(), "{players} players");
                found
                    .iter()
                    .all(|&with_choice| with_choice == rounds(&start))
            };
            assert!(kept(true), "{players} players");
            assert!(!kept(false), "{players} players");
        }
    }
}
