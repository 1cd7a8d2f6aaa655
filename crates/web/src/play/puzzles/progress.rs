//! What was answered: solved puzzles, days with exercises, right answers in a row, and when mistakes are due again.
//!
//! It is one text of the storage. Each change reads it again, so that the answers of several tabs add up.

use super::fsrs::{self, Memory, Rating};
use crate::platform::sort::sort_short;
use crate::platform::storage::{self, TextStore};
use crate::play::saved_game::GAMES;
use parlour_engine::json;
use serde::{Deserialize, Serialize};

/// The key of the progress.
pub(crate) const PROGRESS: &str = "parlour/exercises";
/// The version of the stored form.
const VERSION: u32 = 1;
const DAY: f64 = 86_400_000.0;
/// The days that are kept.
const MAX_DAYS: usize = 1000;

/// Everything that was answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    version: u32,
    /// The prepared puzzles that were solved: the game, the grade and the key, as in `jaipur/2/1a2b3c4d`.
    solved: Vec<String>,
    /// The own mistakes that were answered.
    reviews: Vec<Review>,
    /// The days with a right answer, as numbers of days since 1970 by the clock of this device, in their order.
    days: Vec<u32>,
    /// The number of right answers in a row, and the most there were.
    pub(crate) run: u32,
    pub(crate) best_run: u32,
}

/// When a mistake was answered last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Review {
    /// The id of the game and the number of actions before, as in `k3x/12`.
    mistake: String,
    memory: Memory,
    /// Milliseconds since 1970.
    at: f64,
}

impl Review {
    fn due(&self) -> f64 {
        self.at + fsrs::interval(self.memory) * DAY
    }
}

impl Progress {
    /// What is stored here.
    pub(crate) fn load() -> Progress {
        storage::read(Progress::on)
    }

    fn on(store: &impl TextStore) -> Progress {
        let text = store.get(PROGRESS);
        text.and_then(|text| Progress::read(&text))
            .unwrap_or_default()
    }

    fn read(text: &str) -> Option<Progress> {
        let progress: Progress = json::from_str(text).ok()?;
        (progress.version <= VERSION).then_some(progress)
    }

    fn text(&self) -> String {
        let stored = Progress {
            version: VERSION,
            ..self.clone()
        };
        serde_json::to_string(&stored).expect("progress has string keys only")
    }

    /// Whether a prepared puzzle was solved.
    pub(crate) fn is_solved(&self, puzzle: &str) -> bool {
        self.solved.iter().any(|solved| solved == puzzle)
    }

    /// The number of solved puzzles of a grade.
    pub(crate) fn solved(&self, game: &str, grade: u8) -> usize {
        let prefix = puzzle_key(game, grade, "");
        let solved = self.solved.iter();
        solved.filter(|key| key.starts_with(&prefix)).count()
    }

    fn solve(&mut self, puzzle: String) {
        if !self.is_solved(&puzzle) {
            self.solved.push(puzzle);
        }
    }

    fn review(&self, mistake: &str) -> Option<&Review> {
        self.reviews.iter().find(|review| review.mistake == mistake)
    }

    /// Stores a review in the place of an earlier one.
    fn replace(&mut self, review: Review) {
        self.reviews.retain(|other| other.mistake != review.mistake);
        self.reviews.push(review);
    }

    /// When a mistake is due, in milliseconds since 1970; 0 if it was never answered.
    pub(crate) fn due(&self, mistake: &str) -> f64 {
        self.review(mistake).map_or(0.0, Review::due)
    }

    /// The number of days in a row with a right answer, up to `today` or the day before.
    pub(crate) fn streak(&self, today: u32) -> u32 {
        streak(&self.days, today)
    }

    fn count(&mut self, right: bool, today: u32) {
        self.run = if right { self.run + 1 } else { 0 };
        self.best_run = self.best_run.max(self.run);
        if right {
            self.add_day(today);
        }
    }

    fn add_day(&mut self, day: u32) {
        if !self.days.contains(&day) {
            self.days.push(day);
            sort_short(&mut self.days, |day| *day);
        }
        if self.days.len() > MAX_DAYS {
            self.days.remove(0);
        }
    }

    /// Adds what another copy of the progress has more. `id` returns the id here of a game that has another there.
    fn merge(&mut self, other: Progress, id: impl Fn(&str) -> String) {
        for puzzle in other.solved {
            self.solve(puzzle);
        }
        for review in other.reviews {
            let Some((game, ply)) = review.mistake.split_once('/') else {
                continue;
            };
            let mistake = mistake_key(&id(game), ply);
            let here = self.review(&mistake);
            if here.is_none_or(|here| here.at < review.at) {
                self.replace(Review { mistake, ..review });
            }
        }
        for day in other.days {
            self.add_day(day);
        }
        self.best_run = self.best_run.max(other.best_run);
    }
}

/// The number of days in a row up to `today` or the day before.
pub(crate) fn streak(days: &[u32], today: u32) -> u32 {
    let last = match days.contains(&today) {
        true => today,
        false => today.saturating_sub(1),
    };
    let row = (0..=last).rev();
    row.take_while(|day| days.contains(day)).count() as u32
}

/// The key of a prepared puzzle.
pub(crate) fn puzzle_key(game: &str, grade: u8, key: &str) -> String {
    format!("{game}/{grade}/{key}")
}

/// The key of a mistake: the id of its game and the number of actions before it.
pub(super) fn mistake_key(game: &str, ply: impl std::fmt::Display) -> String {
    format!("{game}/{ply}")
}

/// The day now, as the number of days since 1970 by the clock of this device.
pub(crate) fn today() -> u32 {
    let now = js_sys::Date::new_0();
    let local = now.get_time() - now.get_timezone_offset() * 60_000.0;
    (local / DAY).max(0.0) as u32
}

/// Stores the answer to a prepared puzzle: the first one, or that it was solved after others.
pub(crate) fn answer_puzzle(puzzle: &str, right: bool, first: bool) {
    change(|_, progress| {
        if first {
            progress.count(right, today());
        }
        if right {
            progress.solve(puzzle.to_owned());
        }
    });
}

/// Stores the first answer to an own mistake, which decides when it is due again.
pub(crate) fn answer_mistake(mistake: &str, right: bool) {
    let now = js_sys::Date::now();
    change(|store, progress| {
        progress.count(right, today());
        let rating = if right { Rating::Good } else { Rating::Again };
        let before = progress.review(mistake);
        let days = before.map_or(0.0, |review| ((now - review.at) / DAY).max(0.0).floor());
        let memory = fsrs::next(before.map(|review| review.memory), rating, days);
        progress.replace(Review {
            mistake: mistake.to_owned(),
            memory,
            at: now,
        });
        // Those of games that were deleted.
        progress.reviews.retain(|review| {
            let game = review.mistake.split_once('/').map_or("", |(game, _)| game);
            store.get(&format!("{GAMES}{game}")).is_some()
        });
    });
}

fn change(change: impl FnOnce(&storage::Browser, &mut Progress)) {
    // `storage::problem` tells of an error.
    let _ = storage::change(|store| {
        let mut progress = Progress::on(store);
        change(store, &mut progress);
        store.put(PROGRESS, progress.text())
    });
}

/// Adds the progress of a backup.
///
/// # Errors
/// As [`TextStore::put`].
pub(crate) fn restore(
    store: &mut impl TextStore,
    text: &str,
    id: impl Fn(&str) -> String,
) -> Result<(), storage::StoreError> {
    let Some(other) = Progress::read(text) else {
        return Ok(());
    };
    let mut progress = Progress::on(store);
    progress.merge(other, id);
    store.put(PROGRESS, progress.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_end_today_or_yesterday() {
        let mut progress = Progress::default();
        for day in [3, 5, 6, 7] {
            progress.count(true, day);
        }
        progress.count(false, 9);
        assert_eq!((progress.run, progress.best_run), (0, 4));
        let streaks = [7, 8, 9].map(|today| progress.streak(today));
        assert_eq!(streaks, [3, 3, 0]);
        assert_eq!(Progress::default().streak(0), 0);
    }

    #[test]
    fn a_backup_adds_what_is_missing() {
        let review = |mistake: &str, at| Review {
            mistake: mistake.to_owned(),
            memory: fsrs::next(None, Rating::Good, 0.0),
            at,
        };
        let mut here = Progress::default();
        here.solve(puzzle_key("jaipur", 1, "a"));
        here.replace(review("x/4", 5.0));
        let mut there = Progress::default();
        for key in ["a", "b"] {
            there.solve(puzzle_key("jaipur", 1, key));
        }
        there.replace(review("a/4", 9.0));
        there.replace(review("b/2", 1.0));
        there.add_day(4);
        there.best_run = 6;
        let mut store = storage::TestStore::default();
        store.put(PROGRESS, here.text()).unwrap();
        // The game `a` of the file is `x` here.
        let id = |id: &str| if id == "a" { "x" } else { id }.to_owned();
        restore(&mut store, &there.text(), id).unwrap();
        let merged = Progress::on(&store);
        assert_eq!(merged.solved("jaipur", 1), 2);
        assert_eq!(merged.review("x/4"), Some(&review("x/4", 9.0)));
        assert_eq!(merged.review("b/2"), Some(&review("b/2", 1.0)));
        assert_eq!((merged.best_run, merged.streak(4)), (6, 1));
        restore(&mut store, "nonsense", id).unwrap();
        assert_eq!(Progress::on(&store), merged);
    }
}
