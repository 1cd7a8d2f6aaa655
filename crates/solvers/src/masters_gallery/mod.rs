//! How high can it go? The best score that the rules of Masters Gallery allow, with a game and a proof.
//!
//! [`optimise`] searches a relaxed problem (what matters of a game is how many cards of each artist lie in each round,
//! and how many of them are one player's) and makes of the best plan a complete game that the rulebook replays.
//! `docs/masters-gallery-optimum.md` says what is proven, and how.

mod annealing;
mod certificate;
mod column_generation;
mod dual;
mod full_rules;
mod game;
mod leaves;
mod min_winner;
mod model;
mod node;
mod plan;
mod proof;
mod random_restarts;
mod rankings;
mod relaxation;
mod search;
pub mod verify;

pub use game::GameRecord;
pub use leaves::LeafProgress;
pub use model::{Objective, Question, QuestionError};

use leaves::{LeafSearch, Outcome};
use model::Model;
use parlour_engine::Streams;
use parlour_games::masters_gallery::Rules;
use plan::Plan;
use rankings::Space;
use search::Search;
use std::time::{Duration, Instant};

/// The longest that games are sought before the proof begins, for each of two ways.
const HEURISTIC_TIME: Duration = Duration::from_secs(1);

/// Steps of a walk from a plan of the relaxation, and the temperature at which it begins.
const PLAN_STEPS: u32 = 30_000;
const PLAN_HEAT: f64 = 2.0;

/// What the search found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best score found; `None` when no game was.
    pub score: Option<i32>,
    /// No game of the question is better than this.
    pub bound: i32,
    /// The game that reaches the score.
    pub record: Option<GameRecord>,
    /// The seat that scores it; 0 when all seats count.
    pub seat: usize,
    /// Parts of the games looked at.
    pub nodes: u64,
    /// The proof that nothing is better, for [`verify::check`]; only with a proven score.
    pub certificate: Option<Vec<u8>>,
}

impl Answer {
    /// Whether nothing is better than the game found.
    pub fn is_proven(&self) -> bool {
        self.certificate.is_some()
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The best score so far.
    pub best: Option<i32>,
    /// Parts of the games looked at.
    pub parts: u64,
    /// In the search by leaves.
    pub leaves: Option<LeafProgress>,
}

/// Hears of progress, from any thread.
pub type ProgressFn<'a> = dyn Fn(Progress) + Sync + 'a;

/// Answers a question; gives up after `time`, if given.
///
/// # Errors
/// [`QuestionError`] when there is no such game.
pub fn optimise(
    question: &Question,
    time: Option<Duration>,
    progress: &ProgressFn<'_>,
) -> Result<Answer, QuestionError> {
    let start = Instant::now();
    let deadline = time.map(|time| start + time);
    let rules = question.rules()?;
    let model = Model::new(question)?;
    let space = Space::new(&model);
    let build = |plan: &_, score: &_| game::build(&model, &rules, plan, score);
    if question.objective == Objective::MinWinner {
        return Ok(min_winner::answer(question, &rules, &model));
    }
    let heard = |best: Option<i32>, parts| {
        progress(Progress {
            best,
            parts,
            leaves: None,
        });
    };
    if model.has_full_rules() {
        return Ok(full_rules::answer(&rules, &model, &space, time, &heard));
    }
    if model.seconds && !model.total {
        return Ok(by_leaves(question, &rules, &model, &space, time, progress));
    }
    let heard = |score: i32, parts| heard((score >= 0).then_some(score), parts);
    let search = Search::new(&model, &space, deadline, &build, &heard);
    search.explore();
    let part = search.run();
    let best = search.best();
    let score = best.as_ref().map(|best| best.score.score);
    let certificate = best.as_ref().zip(part.proof.as_ref()).map(|(best, proof)| {
        let mut body = Vec::new();
        proof.write(model.players, model.rounds, &mut body);
        certificate::write(question, &best.game, best.score.score, &body)
    });
    Ok(Answer {
        score,
        bound: part.open.max(score.unwrap_or(i32::MIN)),
        seat: best.as_ref().map_or(0, |best| best.score.seat),
        record: best.map(|best| best.game),
        nodes: search.nodes(),
        certificate,
    })
}

/// The answer for a player's highest score with second cards: the best game without them (nobody has to use one),
/// games found by random restarts, and then the leaves, for fewer and fewer points.
fn by_leaves(
    question: &Question,
    rules: &Rules,
    model: &Model,
    space: &Space,
    time: Option<Duration>,
    progress: &ProgressFn<'_>,
) -> Answer {
    let start = Instant::now();
    let after = |part: f64| {
        let part = time.map_or(HEURISTIC_TIME, |time| {
            HEURISTIC_TIME.min(time.mul_f64(part))
        });
        Some(start + part)
    };
    let build = |plan: &_, score: &_| game::build(model, rules, plan, score);
    let tried = |best: Option<i32>, parts| {
        progress(Progress {
            best,
            parts,
            leaves: None,
        });
    };
    let heard = |score: i32, parts| tried((score >= 0).then_some(score), parts);
    let plain = Model {
        seconds: false,
        ..model.clone()
    };
    let without = Search::new(&plain, space, after(0.1), &build, &heard);
    without.explore();
    without.run();
    let (best, _) = random_restarts::run(rules, model, without.best(), after(0.2), &tried);
    let search = Search::new(model, space, None, &build, &heard);
    search.start(best);
    search.explore();
    let deadline = time.map(|time| start + time.mul_f64(0.7));
    let offer = |plan: &Plan, seat: usize| {
        let known = search.score();
        if search.try_plan(&plan.without_symbols()) == known {
            // The symbols that the relaxation uses are part of what makes the plan playable.
            let mut rng = Streams::new(search.nodes()).task(2);
            let from = Some(*plan);
            search.start(random_restarts::walk_from(
                rules, model, seat, from, PLAN_HEAT, PLAN_STEPS, &mut rng,
            ));
        }
        search.score()
    };
    let told = |parts, at: LeafProgress| {
        let score = search.score();
        progress(Progress {
            best: (score >= 0).then_some(score),
            parts,
            leaves: Some(at),
        });
    };
    let mut leaves = LeafSearch::new(model, space, deadline, &offer, &told);
    let mut bound = leaves.top();
    let mut proof = None;
    // From above, as few leaves are left there: until a game has as many points as nothing can exceed.
    while proof.is_none() || search.score() < bound {
        let points = bound + i32::from(proof.is_none());
        match leaves.run(points) {
            Outcome::Proven(proven) => {
                proof = Some(proven);
                bound = points - 1;
            }
            Outcome::Found => bound = bound.min(search.score()),
            Outcome::Open(open) => {
                bound = bound.min(open).max(search.score());
                proof = None;
                break;
            }
        }
    }
    if proof.is_none() {
        // What time is left goes to games.
        let until = time.map(|time| start + time);
        let (best, _) = random_restarts::run(rules, model, search.best(), until, &tried);
        search.start(best);
        bound = bound.max(search.score());
    }
    let best = search.best();
    let certificate = best.as_ref().zip(proof).map(|(best, proof)| {
        let mut body = Vec::new();
        proof.write(model.rounds, &mut body);
        certificate::write(question, &best.game, best.score.score, &body)
    });
    Answer {
        score: best.as_ref().map(|best| best.score.score),
        bound,
        seat: best.as_ref().map_or(0, |best| best.score.seat),
        record: best.map(|best| best.game),
        nodes: leaves.branches(),
        certificate,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
