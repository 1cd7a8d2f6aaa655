//! What a table tells its keeper: notes while it plays, a report at the end.

use super::link::Fault;
use parlour_engine::Seat;
use serde::Serialize;
use serde::ser::SerializeMap as _;
use std::fmt;

/// Something the keeper of the table may want to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesNote {
    /// An agent sat down.
    Seated(String),
    /// The connection of an agent ended.
    Left(String),
    /// An agent took its seat again.
    Back(String),
    /// A connection was sent away.
    Turned(String),
    /// A default move was made.
    Fault {
        /// For whom.
        name: String,
        /// In which seat.
        seat: Seat,
        /// Why.
        fault: Fault,
        /// What was played.
        played: String,
    },
    /// A game is over: its number from 1, and a score for each name.
    Over(u64, Vec<(String, i32)>),
}

impl SeriesNote {
    /// Whether it tells of something wrong.
    pub const fn is_fault(&self) -> bool {
        matches!(self, SeriesNote::Fault { .. } | SeriesNote::Left(_))
    }
}

impl fmt::Display for SeriesNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesNote::Seated(name) => write!(f, "{name} sits down"),
            SeriesNote::Left(name) => write!(f, "{name} is gone"),
            SeriesNote::Back(name) => write!(f, "{name} is back"),
            SeriesNote::Turned(reason) => write!(f, "a connection is sent away: {reason}"),
            SeriesNote::Fault {
                name,
                seat,
                fault,
                played,
            } => write!(f, "{name} ({seat}): {fault}; '{played}' is played"),
            SeriesNote::Over(number, scores) => {
                let scores = scores.iter().map(|(name, score)| format!("{name} {score}"));
                write!(
                    f,
                    "game {number}: {}",
                    scores.collect::<Vec<_>>().join(", ")
                )
            }
        }
    }
}

/// How a series ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesReport {
    /// Games played.
    pub games: u64,
    /// The agents, in the order in which they came.
    pub seats: Vec<Standing>,
    /// From the first deal to the last move.
    pub seconds: f64,
}

/// How one agent did.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games won; a shared win counts for each who shares it.
    pub wins: u64,
    /// The mean of its final scores.
    pub mean: f64,
    /// What the mean is called.
    pub mean_name: &'static str,
    /// Default moves made for it.
    pub faults: u64,
    /// Answers that the classic dialect corrects: bids clamped, paintings replaced.
    pub corrected: u64,
}

impl Serialize for Standing {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("wins", &self.wins)?;
        map.serialize_entry(self.mean_name, &self.mean)?;
        map.serialize_entry("faults", &self.faults)?;
        map.serialize_entry("corrected", &self.corrected)?;
        map.end()
    }
}
