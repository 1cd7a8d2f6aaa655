//! Games found by trial alone: walks from anywhere, and on from the best plans, each played by the rulebook.
//!
//! The plans say which cards of the maximised player carry symbols, so that most of them can be played.

use super::annealing::{self, Schedule};
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
/// The same of plans with a common choice in the round [`annealing::COLLAPSING`]: longer and cooler walks, and more plans,
/// since those of different shapes are kept.
const COLLAPSING_STEPS: u32 = 2_000_000;
const COLLAPSING_STEPS_ON: u32 = 500_000;
const COLLAPSING_HEAT: f64 = 2.0;
const COLLAPSING_KEPT: usize = 24;
/// A walk that goes on from such a plan makes games of plans that are worse than it by fewer points than this: they may
/// have other rankings.
const SLACK: i32 = 2;
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
    let mut known = Known::default();
    start.into_iter().for_each(|best| known.keep(model, best));
    let mut walks = 0;
    while !late(walks) {
        let together = rayon::current_num_threads() as u64;
        let tasks: Vec<_> = (walks..walks + together)
            .map(|task| {
                let mut rng = Streams::new(task).task(0);
                (known.walk(model, task, &mut rng), rng)
            })
            .collect();
        let found: Vec<_> = tasks
            .into_par_iter()
            .filter_map(|(walk, mut rng)| walk_from(rules, model, &walk, until, &mut rng))
            .collect();
        for one in found {
            known.keep(model, one);
        }
        walks += together;
        progress(known.best.first().map(|best| best.score.score), walks);
    }
    (known.best.into_iter().next(), walks)
}

/// Plans that walks go on from, the best first.
#[derive(Default)]
struct Known {
    best: Vec<Best<GameRecord>>,
    collapsing: Vec<Collapsing>,
}

/// The best known of the plans with a common choice in that round that have the same rankings, rounds with common choices
/// and maximised seat.
struct Collapsing {
    best: Best<GameRecord>,
    /// How many walks went on from it.
    tried: u32,
}

impl Known {
    fn keep(&mut self, model: &Model, found: Best<GameRecord>) {
        if found.plan.together[annealing::COLLAPSING].is_some() {
            let shape = |best: &Best<GameRecord>| {
                let seat = best.score.seat;
                let course = best.plan.course(&of_seat(model, seat));
                let choices = best.plan.together.map(|artist| artist.is_some());
                (seat, choices, course.map(|course| course.ranked))
            };
            let own = shape(&found);
            let same = (self.collapsing.iter()).position(|other| shape(&other.best) == own);
            let new = Collapsing {
                best: found.clone(),
                tried: 0,
            };
            match same.map(|at| &mut self.collapsing[at]) {
                None => self.collapsing.push(new),
                Some(old) if old.best.score.score < found.score.score => *old = new,
                Some(_) => {}
            }
            (self.collapsing).sort_by_key(|plan| -plan.best.score.score);
            self.collapsing.truncate(COLLAPSING_KEPT);
        }
        if self.best.iter().all(|other| other.plan != found.plan) {
            self.best.push(found);
        }
        self.best.sort_by_key(|found| -found.score.score);
        self.best.truncate(KEPT);
    }

    /// The next walk. Where there are common choices, two of three walks begin with one.
    fn walk(&mut self, model: &Model, task: u64, rng: &mut Rng) -> Walk {
        let can_collapse = model.together && model.rounds > annealing::COLLAPSING;
        match can_collapse && !task.is_multiple_of(3) {
            true => self.collapsing_walk(model, rng),
            false => self.plain_walk(model, rng),
        }
    }

    /// At first from anywhere, later from one of the best, in most cases.
    fn plain_walk(&self, model: &Model, rng: &mut Rng) -> Walk {
        if self.best.len() == KEPT && pick(rng, 8) > 0 {
            let from = &self.best[pick(rng, KEPT)];
            return Walk {
                seat: from.score.seat,
                from: Some(from.plan),
                schedule: Schedule {
                    steps: STEPS_ON,
                    temperature: 1.0 + pick(rng, 3) as f64,
                    keeps_choices: false,
                },
                above: -1,
            };
        }
        Walk {
            seat: any_seat(model, rng),
            from: None,
            schedule: Schedule {
                steps: STEPS,
                temperature: HEAT,
                keeps_choices: false,
            },
            above: -1,
        }
    }

    /// At first from any such plan, later from one of the best in two of three cases: of three of them from the one that
    /// walks went on from least.
    fn collapsing_walk(&mut self, model: &Model, rng: &mut Rng) -> Walk {
        let keeps_choices = pick(rng, 2) == 0;
        if self.collapsing.len() >= KEPT && pick(rng, 3) > 0 {
            let count = self.collapsing.len();
            let picked = [(); 3].map(|()| pick(rng, count));
            let least = picked
                .into_iter()
                .min_by_key(|&at| self.collapsing[at].tried);
            let from = &mut self.collapsing[least.unwrap_or(0)];
            from.tried += 1;
            return Walk {
                seat: from.best.score.seat,
                from: Some(from.best.plan),
                schedule: Schedule {
                    steps: COLLAPSING_STEPS_ON,
                    temperature: 0.7 + 0.5 * pick(rng, 5) as f64,
                    keeps_choices,
                },
                above: from.best.score.score - SLACK,
            };
        }
        Walk {
            seat: any_seat(model, rng),
            from: Some(annealing::collapsing(model, rng)),
            schedule: Schedule {
                steps: COLLAPSING_STEPS,
                temperature: COLLAPSING_HEAT,
                keeps_choices,
            },
            above: -1,
        }
    }
}

fn pick(rng: &mut Rng, below: usize) -> usize {
    rng.random_range(0..below as u32) as usize
}

/// One of the seats of the question.
fn any_seat(model: &Model, rng: &mut Rng) -> usize {
    let seats: Vec<usize> = (0..model.players)
        .filter(|seat| model.seats >> seat & 1 == 1)
        .collect();
    seats[pick(rng, seats.len())]
}

/// The model in which plans say which cards of this seat carry symbols.
fn of_seat(model: &Model, seat: usize) -> Model {
    Model {
        seats: 1 << seat,
        planned: true,
        ..model.clone()
    }
}

/// A walk for one seat.
pub(super) struct Walk {
    pub(super) seat: usize,
    /// Where it begins; anywhere when `None`.
    pub(super) from: Option<Plan>,
    pub(super) schedule: Schedule,
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
    let model = of_seat(model, walk.seat);
    let from = walk.from.unwrap_or_else(|| annealing::any(&model, rng));
    let mut best: Option<Best<GameRecord>> = None;
    let mut unplayable = HashSet::new();
    annealing::walk(&model, from, walk.schedule, until, rng, |plan, score| {
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
