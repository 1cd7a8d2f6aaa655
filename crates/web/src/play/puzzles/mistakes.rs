//! The player's own mistakes, from the stored analyses of saved games.

use super::progress::{Progress, mistake_key};
use crate::play::saved_analysis;
use crate::play::saved_game::{self, Entry, Origin, StoredGame};
use parlour_agents::analysis::{AnalysedMove, Judgement};
use parlour_engine::Seat;

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

/// Whether a person at this device has made the move of `seat` after `ply` actions.
fn is_own(stored: &StoredGame, ply: usize, seat: Seat) -> bool {
    let people = stored.seats.iter().filter(|seat| seat.is_person());
    let is_known = match stored.origin {
        None => true,
        Some(Origin::Record) => false,
        // Earlier versions saved everybody at the table as a person at this device.
        Some(Origin::Server) => people.count() == 1,
    };
    // What comes before belongs to the game that this one goes on from.
    let first = stored.branch.as_ref().map_or(0, |branch| branch.ply);
    let is_person = (stored.seats.get(seat.index())).is_some_and(|seat| seat.is_person());
    is_known && is_person && ply >= first
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
            let counts = judged.judgement.is_some_and(|it| it >= Judgement::Mistake);
            if counts && is_own(&stored, numbered.ply, judged.seat) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::saved_game::{Branch, SeatKind};
    use parlour_engine::json;

    /// A game with a seat for each kind.
    fn stored(seats: &[fn(String) -> SeatKind]) -> StoredGame {
        let text = r#"{"version": 1, "id": "a", "game": "jaipur", "rules": "round", "seats": [], "record": "",
            "acknowledged": 0, "summary": {"actions": 0, "scores": []}, "started": 0, "updated": 0, "revision": 1}"#;
        let mut stored: StoredGame = json::from_str(text).unwrap();
        stored.seats = seats.iter().map(|kind| kind(String::new())).collect();
        stored
    }

    fn person(name: String) -> SeatKind {
        SeatKind::Person { name }
    }

    fn away(name: String) -> SeatKind {
        SeatKind::Away { name }
    }

    #[test]
    fn mistakes_of_others_are_not_ones_own() {
        let own = |stored: &StoredGame| [0, 1].map(|seat| is_own(stored, 5, Seat(seat)));
        let mut local = stored(&[person, person]);
        assert_eq!(own(&local), [true, true]);
        assert_eq!(own(&stored(&[person, away])), [true, false]);
        let branch = |ply| Branch {
            parent: String::new(),
            ply,
            redealt: false,
        };
        local.branch = Some(branch(5));
        assert_eq!(own(&local), [true, true]);
        local.branch = Some(branch(6));
        assert_eq!(own(&local), [false, false]);
        for (origin, alone) in [(Origin::Record, false), (Origin::Server, true)] {
            let of = |seats: &[fn(String) -> SeatKind]| StoredGame {
                origin: Some(origin),
                ..stored(seats)
            };
            assert_eq!(own(&of(&[person, away])), [alone, false]);
            assert_eq!(own(&of(&[person, person])), [false, false]);
        }
    }
}
