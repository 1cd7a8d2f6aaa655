//! Records: a game as one line of JSON, which replays exactly.
//!
//! ```json
//! {"parlour":1,"game":"jaipur","rules":{"best_of":1},"deal":{"seed":7},"seats":["utility","random"],
//!  "actions":[[0,"take gold"],[1,"take camels"]],"result":{"scores":[71,54],"winners":[0]}}
//! ```
//! (one line in a file; a file may hold many). `deal` is `{"seed":N}` or
//! `{"cards":…}` in the game's own form. `result` is missing while the game is
//! unfinished.
//!
//! A game that begins in the middle has a `position`, the version 2, and as `deal` the seed of what the position
//! leaves open.

use crate::{Game, Outcome, PlayError, Position, Seat, SeatSet, SetupError, Table, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The latest version of the record format: that of games that begin with a position.
pub const VERSION: u32 = 2;

/// The version of a record.
pub(crate) const fn version(begins_with_position: bool) -> u32 {
    if begins_with_position { VERSION } else { 1 }
}

/// Where the cards come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealSource<D> {
    /// The deal of a seed.
    Seed(u64),
    /// Explicit cards.
    Cards(D),
}

impl<D: Clone> DealSource<D> {
    /// The state before the first action.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn start<G: Game<Deal = D>>(&self, rules: G::Rules) -> Result<G, SetupError> {
        let cards = self.cards::<G>(&rules);
        G::new(rules, cards)
    }

    /// The explicit cards.
    pub fn cards<G: Game<Deal = D>>(&self, rules: &G::Rules) -> D {
        match self {
            DealSource::Seed(seed) => G::deal(rules, *seed),
            DealSource::Cards(cards) => cards.clone(),
        }
    }
}

/// A game, finished or not: enough to play it again exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<G: Game> {
    /// The version of the format: 2 if the game begins with a position, else 1.
    pub parlour: u32,
    /// [`Game::NAME`].
    pub game: String,
    /// The rules in full.
    pub rules: G::Rules,
    /// The deal; if the game begins with a position, the seed of what that leaves open.
    pub deal: DealSource<G::Deal>,
    /// The position that the game begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The name of who sat in each seat.
    pub seats: Vec<String>,
    /// Every action in the order played, with who played it.
    pub actions: Vec<(Seat, G::Action)>,
    /// How it ended; missing while the game is unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordResult>,
}

/// How a recorded game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordResult {
    /// Final score of each seat.
    pub scores: Vec<i32>,
    /// Who won; several share the win.
    pub winners: SeatSet,
    /// The seat that resigned, if that is how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Seat>,
}

impl RecordResult {
    pub(crate) fn new(outcome: Outcome, resigned: Option<Seat>) -> RecordResult {
        RecordResult {
            scores: outcome.scores,
            winners: outcome.winners,
            resigned,
        }
    }
}

/// The first fields of a record: enough to know which game reads the rest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordHeader {
    /// The version of the format.
    pub parlour: u32,
    /// [`Game::NAME`].
    pub game: String,
}

impl RecordHeader {
    /// Reads the header of one line.
    ///
    /// # Errors
    /// [`RecordError::Format`] when the line is not a record at all,
    /// [`RecordError::Version`] when a later program wrote it.
    pub fn read(line: &str) -> Result<RecordHeader, RecordError> {
        RecordHeader::of(&json::parse(line).map_err(format)?)
    }

    fn of(record: &Value) -> Result<RecordHeader, RecordError> {
        let header: RecordHeader = json::from_value(record).map_err(format)?;
        if !(1..=VERSION).contains(&header.parlour) {
            return Err(RecordError::Version(header.parlour));
        }
        Ok(header)
    }
}

impl<G: Game> Record<G> {
    /// Reads one line.
    ///
    /// # Errors
    /// [`RecordError`]; the actions are not checked before [`replay`](Record::replay).
    pub fn read(line: &str) -> Result<Record<G>, RecordError> {
        let record = json::parse(line).map_err(format)?;
        let header = RecordHeader::of(&record)?;
        if header.game != G::NAME {
            return Err(RecordError::OtherGame {
                expected: G::NAME,
                found: header.game,
            });
        }
        let record: Record<G> = json::from_value(&record).map_err(format)?;
        let expected = version(record.position.is_some());
        if record.parlour != expected {
            let found = record.parlour;
            return Err(RecordError::Format(format!(
                "format version {found}, but what it holds has version {expected}"
            )));
        }
        Ok(record)
    }

    /// The record as one line of JSON, without the line break.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has string keys and finite numbers only")
    }

    /// Plays the record from the deal, checking every action and the result.
    ///
    /// # Errors
    /// [`RecordError`] at the first thing that does not fit.
    pub fn replay(&self) -> Result<Table<G>, RecordError> {
        let (rules, deal, seats) = (self.rules.clone(), self.deal.clone(), self.seats.clone());
        let mut table = match &self.position {
            None => Table::new(rules, deal, seats)?,
            Some(position) => match deal {
                DealSource::Seed(seed) => Table::set_up(rules, position.clone(), seed, seats)?,
                DealSource::Cards(_) => {
                    let reason = "a game that begins with a position has a seed for the rest";
                    return Err(SetupError::Deal(reason.to_owned()).into());
                }
            },
        };
        for (index, &(seat, action)) in self.actions.iter().enumerate() {
            table
                .play(seat, action)
                .map_err(|error: PlayError<_, _>| RecordError::Action {
                    number: index + 1,
                    reason: error.to_string(),
                })?;
        }
        if let Some(result) = &self.result {
            if let Some(seat) = result.resigned {
                if seat.index() >= self.seats.len() || table.outcome().is_some() {
                    return Err(RecordError::Resignation(seat));
                }
                table.resign(seat);
            }
            let played = table
                .outcome()
                .map(|outcome| RecordResult::new(outcome, table.resigned()));
            if played.as_ref() != Some(result) {
                return Err(RecordError::Result {
                    recorded: describe(Some(result)),
                    replayed: describe(played.as_ref()),
                });
            }
        }
        Ok(table)
    }
}

fn format(error: serde_json::Error) -> RecordError {
    RecordError::Format(error.to_string())
}

fn describe(result: Option<&RecordResult>) -> String {
    match result {
        None => "an unfinished game".to_owned(),
        Some(result) => {
            serde_json::to_string(result).expect("a result has string keys and integers only")
        }
    }
}

/// Why a record cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not a record, or a damaged one.
    #[error("not a Parlour record: {0}")]
    Format(String),
    /// Written by a later version.
    #[error("the record has format version {0}; this program reads versions 1 to {VERSION}")]
    Version(u32),
    /// A record of another game.
    #[error("the record is of '{found}', not of '{expected}'")]
    OtherGame {
        /// What was asked for.
        expected: &'static str,
        /// What the record says.
        found: String,
    },
    /// Rules or deal cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action is against the rules.
    #[error("action {number}: {reason}")]
    Action {
        /// Which action, from 1.
        number: usize,
        /// Why it is refused.
        reason: String,
    },
    /// A resignation after the end, or by a seat that is not there.
    #[error("{0} cannot have resigned")]
    Resignation(Seat),
    /// The recorded result is not what the actions lead to.
    #[error("the record says {recorded}, but its actions lead to {replayed}")]
    Result {
        /// What the record says.
        recorded: String,
        /// What replaying gives.
        replayed: String,
    },
}
