//! The lowest score with which a player can win.
//!
//! In each of the rounds the cards of the closing artist pay his gain of a first at least, and the winner has the
//! average at least. A round of the closing cards only, each of another artist, keeps to that.

use super::model::{Model, Question};
use super::plan::{Plan, Score};
use super::{Answer, certificate, game};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// The answer: the game is played, and its bound needs no search.
pub(super) fn answer(question: &Question, rules: &Rules, model: &Model) -> Answer {
    let closing = model.closing as i32;
    let sum = model.rounds as i32 * closing * GAINS[0];
    let players = model.players as i32;
    let bound = (sum + players - 1) / players;
    let mut plan = Plan::default();
    for (round, row) in plan.cards[..model.rounds].iter_mut().enumerate() {
        // From the right of the row: those have most cards.
        row[model.artists - 1 - round] = closing;
    }
    let score = Score {
        score: sum,
        seat: 0,
        targets: [0; ROUNDS],
    };
    let together = Model {
        total: true,
        award: 0,
        ..model.clone()
    };
    let record = game::build(&together, rules, &plan, &score);
    let most = record
        .as_ref()
        .and_then(|record| record.result.as_ref())
        .and_then(|result| {
            result
                .scores
                .iter()
                .copied()
                .enumerate()
                .max_by_key(|s| s.1)
        });
    let proven = record
        .as_ref()
        .zip(most)
        .filter(|(_, most)| most.1 == bound);
    Answer {
        score: most.map(|most| most.1),
        bound,
        seat: most.map_or(0, |most| most.0),
        nodes: 1,
        certificate: proven
            .map(|(record, most)| certificate::write(question, record, most.1, most.1, &[])),
        record,
    }
}
