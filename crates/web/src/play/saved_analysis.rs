//! Analyses of saved games, stored beside them.
//!
//! An analysis holds for one record: when the game was played on since, it is forgotten. An entry that cannot be
//! read, or that a later version wrote, counts as none: it can be computed again.

use crate::platform::storage::{self, StoreError, TextStore};
use parlour_agents::analysis::{AnalysedMove, Estimate, Settings};
use parlour_engine::json;
use serde::{Deserialize, Serialize};

/// The version of the stored form.
const VERSION: u32 = 1;
pub(super) const ANALYSES: &str = "parlour/analysis/";

/// A move with its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NumberedMove {
    /// The number of actions before it.
    pub(crate) ply: usize,
    /// What was found about it.
    #[serde(rename = "move")]
    pub(crate) judged: AnalysedMove<String>,
}

/// The analysis of a game, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredAnalysis {
    version: u32,
    /// The checksum of the record.
    record: String,
    /// How much was searched.
    pub(crate) settings: Settings,
    /// The number of actions that are analysed, from the first.
    pub(crate) done: usize,
    /// What was found about those with a choice.
    pub(crate) moves: Vec<NumberedMove>,
}

impl StoredAnalysis {
    /// The analysis of the first `done` actions of a record.
    pub(crate) fn new(
        record: &str,
        settings: Settings,
        done: usize,
        moves: Vec<NumberedMove>,
    ) -> StoredAnalysis {
        StoredAnalysis {
            version: VERSION,
            record: checksum(record),
            settings,
            done,
            moves: moves.into_iter().map(rounded).collect(),
        }
    }
}

/// The analysis of the game of that id, if there is one of this record.
pub(crate) fn load(id: &str, record: &str) -> Option<StoredAnalysis> {
    read(&storage::text(&key(id))?, record)
}

fn read(text: &str, record: &str) -> Option<StoredAnalysis> {
    let stored: StoredAnalysis = json::from_str(text).ok()?;
    (stored.version == VERSION && stored.record == checksum(record)).then_some(stored)
}

/// Stores the analysis of a game. Where there is no room it lasts until the page is closed.
pub(crate) fn save(id: &str, analysis: &StoredAnalysis) {
    let text = serde_json::to_string(analysis).expect("an analysis has string keys only");
    // It can be computed again.
    let _ = storage::put_text(&key(id), text);
}

/// Stores the analysis of a file for the saved game of that id and record, if it knows more than what is there.
///
/// # Errors
/// As [`TextStore::put`].
pub(super) fn add(
    store: &mut impl TextStore,
    id: &str,
    record: &str,
    text: &str,
) -> Result<(), StoreError> {
    let key = key(id);
    let done = |text: &str| read(text, record).map(|analysis| analysis.done);
    let here = store.get(&key).and_then(|text| done(&text));
    match done(text) > here {
        true => store.put(&key, text.to_owned()),
        false => Ok(()),
    }
}

/// Forgets the analysis of a game.
pub(crate) fn remove(id: &str) {
    // Removing cannot fail.
    let _ = storage::change(|store| {
        store.remove(&key(id));
        Ok(())
    });
}

fn key(id: &str) -> String {
    format!("{ANALYSES}{id}")
}

/// FNV-1a of 64 bits, in hexadecimal digits.
pub(crate) fn checksum(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// With numbers of four digits after the point, which is more than they are worth.
fn rounded(mut numbered: NumberedMove) -> NumberedMove {
    let round = |number: f64| (number * 1e4).round() / 1e4;
    let judged = &mut numbered.judged;
    let scores = judged.scores.iter_mut();
    let scores = scores.flat_map(|scores| [&mut scores.own, &mut scores.others]);
    for estimate in scores.chain([&mut judged.value, &mut judged.cost]) {
        let Estimate { mean, error } = *estimate;
        *estimate = Estimate {
            mean: round(mean),
            error: round(error),
        };
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::Seat;

    #[test]
    fn an_analysis_holds_for_its_record() {
        let judged = AnalysedMove {
            seat: Seat(1),
            played: "take gold".to_owned(),
            best: "take camels".to_owned(),
            options: 3,
            simulations: 10,
            value: Estimate {
                mean: 0.123_456,
                error: 0.01,
            },
            cost: Estimate::exact(0.0),
            judgement: None,
            line: Vec::new(),
            scores: None,
        };
        let moves = vec![NumberedMove { ply: 4, judged }];
        let stored = StoredAnalysis::new("record", Settings::default(), 5, moves);
        assert_eq!(stored.moves[0].judged.value.mean, 0.1235);
        let text = serde_json::to_string(&stored).unwrap();
        assert_eq!(read(&text, "record"), Some(stored));
        assert_eq!(read(&text, "another record"), None);
        assert_eq!(
            read(&text.replace("\"version\":1", "\"version\":2"), "record"),
            None
        );
        assert_eq!(read(&text[1..], "record"), None);
    }
}
