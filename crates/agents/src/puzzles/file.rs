//! [`PuzzleFile`]: the prepared puzzles of a game, as the command line writes them and the web app loads them.

use super::{GRADES, Puzzle};
use parlour_engine::{Game, Record, RecordLink, Table};
use serde::{Deserialize, Serialize};

/// The version of the form.
const VERSION: u32 = 1;

/// Prepared puzzles. A game is stored once, as a [link](parlour_engine::record_link), however many puzzles it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleFile {
    /// The version of the form.
    pub parlour_puzzles: u32,
    /// The game, e.g. `jaipur`.
    pub game: String,
    /// The simulations of the search that found them; [`TENFOLD`](super::TENFOLD) times as many confirmed them.
    pub simulations: u32,
    /// The links of the games, each up to its last puzzle.
    pub games: Vec<String>,
    /// The puzzles, in the order of the grades.
    pub puzzles: Vec<StoredPuzzle>,
}

/// A prepared puzzle: the index of the game, the number of actions before it, the seat, the grade, the best action, its
/// expected result in hundredths, and its lead over every other action in hundredths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPuzzle(
    pub usize,
    pub usize,
    pub u8,
    pub u8,
    pub String,
    pub i32,
    pub i32,
);

impl PuzzleFile {
    /// A file without puzzles.
    pub fn new(game: &str, simulations: u32) -> PuzzleFile {
        PuzzleFile {
            parlour_puzzles: VERSION,
            game: game.to_owned(),
            simulations,
            games: Vec::new(),
            puzzles: Vec::new(),
        }
    }

    /// Adds puzzles of one game.
    pub fn add<G: Game>(&mut self, table: &Table<G>, puzzles: &[Puzzle<G::Action>]) {
        let Some(last) = puzzles.iter().map(|puzzle| puzzle.ply).max() else {
            return;
        };
        let mut record: Record<G> = table.record();
        record.actions.truncate(last);
        record.result = None;
        let part = record.replay().expect("the game was played before");
        let game = self.games.len();
        self.games.push(RecordLink::write(&part));
        let hundredths = |value: f64| (100.0 * value).round() as i32;
        self.puzzles.extend(puzzles.iter().map(|puzzle| {
            let confirmed = &puzzle.confirmed;
            StoredPuzzle(
                game,
                puzzle.ply,
                puzzle.seat.0,
                puzzle.grade,
                confirmed.best.to_string(),
                hundredths(confirmed.value.mean),
                hundredths(confirmed.lead.mean),
            )
        }));
    }

    /// Puts the puzzles into the order of their grades.
    pub fn sort(&mut self) {
        // Stable: within a grade they stay in the order in which they were found.
        self.puzzles.sort_by_key(|puzzle| puzzle.3);
    }

    /// What makes the file invalid, if anything.
    pub fn fault(&self) -> Option<String> {
        if self.parlour_puzzles != VERSION {
            let version = self.parlour_puzzles;
            return Some(format!("the puzzles have version {version}, not {VERSION}"));
        }
        let is_wrong = |puzzle: &&StoredPuzzle| {
            puzzle.0 >= self.games.len() || !(1..=GRADES).contains(&puzzle.3)
        };
        let wrong = self.puzzles.iter().find(is_wrong)?;
        Some(format!("a puzzle of game {} cannot be read", wrong.0))
    }
}
