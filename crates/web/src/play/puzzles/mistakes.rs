//! The player's own mistakes, from the stored analyses of saved games.

use super::progress::{Progress, mistake_key};
use crate::play::saved_analysis;
use crate::play::saved_game::{self, Entry};
use parlour_agents::analysis::{AnalysedMove, Judgement};

/// A mistake of a person at this device.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mistake {
    /// Its key in the [progress](super::progress).
    pub(crate) key: String,
    /// The record of the game.
    pub(crate) record: String,
    /// The number of actions before it.
    pub(crate) ply: usize,
    /// What the analysis has found.
    pub(crate) judged: AnalysedMove<String>,
    /// When it is due, in milliseconds since 1970; 0 if it was never answered.
    pub(crate) due: f64,
}

/// The mistakes and blunders in games of this kind, those that are due the longest first, then those that were never
/// answered, of the latest games first.
pub(crate) fn mistakes(game: &str, progress: &Progress) -> Vec<Mistake> {
    let mut found = Vec::new();
    for entry in saved_game::games() {
        let Entry::Game(stored) = entry else {
            continue;
        };
        if stored.game != game {
            continue;
        }
        let Some(analysis) = saved_analysis::load(&stored.id, &stored.record) else {
            continue;
        };
        for numbered in analysis.moves {
            let judged = numbered.judged;
            let own = (stored.seats.get(judged.seat.index())).is_some_and(|seat| seat.is_person());
            let counts = judged.judgement.is_some_and(|it| it >= Judgement::Mistake);
            if own && counts {
                let key = mistake_key(&stored.id, numbered.ply);
                let due = progress.due(&key);
                found.push(Mistake {
                    key,
                    record: stored.record.clone(),
                    ply: numbered.ply,
                    judged,
                    due,
                });
            }
        }
    }
    crate::platform::sort::sort_short(&mut found, |mistake| match mistake.due {
        0.0 => f64::MAX,
        due => due,
    });
    found
}
