//! How high can it go? The best score that the rules of Masters Gallery allow, with a game and a proof.
//!
//! [`optimise`] searches a relaxed problem (what matters of a game is how many cards of each artist lie in each round,
//! and how many of them are one player's) and makes of the best plan a complete game that the rulebook replays.
//! `docs/masters-gallery-optimum.md` says what is proven, and how.

mod annealing;
mod case;
mod certificate;
mod classes;
mod column_generation;
mod deadline;
mod dual;
mod game;
mod leaves;
mod min_winner;
mod model;
mod node;
mod pipeline;
mod plan;
mod proof;
pub mod pseudo_boolean;
mod random_restarts;
mod rankings;
mod relaxation;
mod search;
mod simplex;
pub mod verify;

pub use game::GameRecord;
pub use leaves::LeafProgress;
pub use model::{Objective, Question, QuestionError};

use deadline::Deadline;
use model::Model;
use rankings::Space;
use search::Search;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How a search is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// It gives up after this long; without it, it goes on until it is done.
    pub time: Option<Duration>,
    /// Once it is set, the search ends soon, with what it has found.
    pub stop: Option<&'a AtomicBool>,
    /// A certificate of the same question to go on from: its game, its prices and what it proves; or the record of a game.
    /// For searches by leaves only, `seed-double` and `full`; others take seconds.
    pub from: Option<&'a [u8]>,
}

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
    /// The proof that nothing is above the bound, for [`verify::check`].
    pub certificate: Option<Vec<u8>>,
}

impl Answer {
    /// Whether nothing is better than the game found.
    pub fn is_proven(&self) -> bool {
        self.certificate.is_some() && self.score == Some(self.bound)
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

/// Answers a question. A certificate is returned only after it was checked, which is not part of the time; neither is the
/// check of the one to go on from.
///
/// # Errors
/// [`QuestionError`] when the rules, players or seat are unknown, or the certificate to go on from is of another question
/// or proves nothing.
pub fn optimise(
    question: &Question,
    options: Options<'_>,
    progress: &ProgressFn<'_>,
) -> Result<Answer, QuestionError> {
    let answer = search(question, options, progress)?;
    let checks = |bytes: &Vec<u8>| verify::check(bytes).is_ok();
    Ok(Answer {
        certificate: answer.certificate.filter(checks),
        ..answer
    })
}

fn search(
    question: &Question,
    options: Options<'_>,
    progress: &ProgressFn<'_>,
) -> Result<Answer, QuestionError> {
    let rules = question.rules()?;
    let from = options
        .from
        .map(|bytes| certificate::read(bytes, question))
        .transpose()?;
    let deadline = Deadline {
        at: options.time.map(|time| Instant::now() + time),
        stop: options.stop,
    };
    let model = Model::new(question)?;
    let by_leaves = (model.seconds || model.has_full_rules()) && !model.total;
    if from.is_some() && !by_leaves {
        return Err(QuestionError::FromTree);
    }
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
    if by_leaves {
        return Ok(pipeline::answer(
            question, &rules, &model, &space, deadline, from, progress,
        ));
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
        certificate::write(
            question,
            &best.game,
            best.score.score,
            best.score.score,
            &body,
        )
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
