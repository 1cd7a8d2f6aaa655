//! How high can it go? The best score that the rules of Masters Gallery allow, with a game and a proof.
//!
//! [`optimise`] searches a relaxed problem (what matters of a game is how many cards of each artist lie in each round,
//! and how many of them are one player's) and makes of the best plan a complete game that the rulebook replays.
//! `docs/masters-gallery-optimum.md` says what is proven, and how.

mod certificate;
mod dual;
mod game;
mod hunt;
mod least;
mod model;
mod node;
mod plan;
mod proof;
mod search;
mod space;
mod trial;
pub mod verify;
mod wide;

pub use game::GameRecord;
pub use model::{Objective, Question, QuestionError};

use model::Model;
use search::Search;
use space::Space;
use std::time::{Duration, Instant};

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

/// Answers a question; gives up after `time`, if given. `progress` hears the best score so far and how many parts
/// of the games have been looked at, from any thread.
///
/// # Errors
/// [`QuestionError`] when there is no such game.
pub fn optimise(
    question: &Question,
    time: Option<Duration>,
    progress: &(dyn Fn(Option<i32>, u64) + Sync),
) -> Result<Answer, QuestionError> {
    let start = Instant::now();
    let deadline = time.map(|time| start + time);
    let rules = question.rules()?;
    let model = Model::new(question)?;
    let space = Space::new(&model);
    let build = |plan: &_, score: &_| game::build(&model, &rules, plan, score);
    if question.objective == Objective::MinWinner {
        return Ok(least::answer(question, &rules, &model));
    }
    if model.is_wide() {
        return Ok(wide::answer(&rules, &model, &space, time, progress));
    }
    let progress = |score: i32, nodes| progress((score >= 0).then_some(score), nodes);
    let search = Search::new(&model, &space, deadline, &build, &progress);
    if model.seconds {
        // Nobody has to use a second card: the best game without them is a good start.
        let plain = Model {
            seconds: false,
            ..model.clone()
        };
        let after = |parts: u32| time.map(|time| start + time * parts / 4);
        let without = Search::new(&plain, &space, after(1), &build, &progress);
        without.hunt();
        without.run();
        search.start(without.best());
        if !model.total {
            let (best, _) = trial::hunt(&rules, &model, without.best(), after(2), &|_, _| ());
            search.start(best);
        }
    }
    search.hunt();
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
