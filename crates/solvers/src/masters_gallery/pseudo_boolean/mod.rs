//! Proofs in the formats of pseudo-Boolean solving: the games as a program in OPB, and a proof of its bound that the
//! checker VeriPB accepts. For one player's score with the rules `seed-base`, `seed-awards` and `seed-draw`.

mod derivation;
pub(super) mod encoding;
mod prices;
pub(super) mod tally;

use super::game::GameRecord;
use super::model::{Model, Objective, Question, QuestionError};
use derivation::Derivation;
use encoding::Encoding;
use prices::{POINT, Prices};
use tally::Tally;

/// A program and a proof of its bound.
#[derive(Clone, Debug)]
pub struct PseudoBooleanProof {
    /// The program, in OPB.
    pub program: String,
    /// The proof, in the VeriPB format, version 3.0.
    pub proof: String,
    /// No game has more than this.
    pub bound: i64,
    /// The score of the game that the proof names.
    pub score: i64,
}

/// Why no proof could be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PseudoBooleanError {
    /// The question makes no sense.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// Other rules or another objective.
    #[error(
        "pseudo-Boolean proofs are for --objective max with the rules seed-base, seed-awards or seed-draw"
    )]
    NotEncoded,
    /// The game is not one of the question.
    #[error("the game is not one of the pseudo-Boolean program")]
    Game,
}

/// Whether there is a program for the question.
///
/// # Errors
/// [`PseudoBooleanError`] if not.
pub fn check_question(question: &Question) -> Result<(), PseudoBooleanError> {
    model(question).map(|_| ())
}

fn model(question: &Question) -> Result<Model, PseudoBooleanError> {
    let model = Model::new(question)?;
    match question.objective {
        Objective::Max if !model.seconds && !model.has_full_rules() => Ok(model),
        _ => Err(PseudoBooleanError::NotEncoded),
    }
}

/// Encodes a question, and proves a bound of it, which is found by linear programming: with two players it is the
/// optimum, with more it is higher. The record is of a game in which the seat scores well.
///
/// # Errors
/// [`PseudoBooleanError`] if the question cannot be encoded, or the game is not one of it.
pub fn prove(
    question: &Question,
    record: &GameRecord,
    seat: usize,
) -> Result<PseudoBooleanProof, PseudoBooleanError> {
    let model = model(question)?;
    let table = record.replay().map_err(|_| PseudoBooleanError::Game)?;
    let encoding = Encoding::new(&model);
    let game = Tally::of(table.events(), seat);
    let score = encoding.score(&game);
    let scores = table.outcome().map(|outcome| outcome.scores);
    let is_score =
        scores.is_some_and(|scores| scores.get(seat).copied().map(i64::from) == Some(score));
    if !is_score || encoding.broken(&game).is_some() {
        return Err(PseudoBooleanError::Game);
    }
    let (bound, prices) = bound(&model, score);
    Ok(PseudoBooleanProof {
        program: encoding.to_opb(),
        proof: Derivation::write(&encoding, &prices, bound, &game),
        bound,
        score,
    })
}

/// The bound, and the prices that show it: for each artist whose tokens they may be, if there are tokens.
fn bound(model: &Model, score: i64) -> (i64, Vec<(Option<usize>, Prices)>) {
    let targets: Vec<Option<usize>> = match model.award {
        0 => vec![None],
        _ => (0..model.artists).map(Some).collect(),
    };
    let mut bound = score;
    let mut all = Vec::new();
    for target in targets {
        let prices = Prices::search(model, target, (bound + 1) * POINT);
        bound = bound.max(prices.bound(model, target).div_euclid(POINT));
        all.push((target, prices));
    }
    (bound, all)
}
