//! The progress and the result of a hosted series.

use super::link::AgentFault;
use parlour_arena::DealProof;
use parlour_engine::Seat;
use serde::Serialize;
use serde::ser::SerializeMap as _;
use std::fmt;

/// An event of a hosted series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesNote {
    /// A seat was taken.
    Seated(String),
    /// An agent disconnected.
    Left(String),
    /// An agent reconnected.
    Back(String),
    /// A connection was rejected, and why.
    Rejected(String),
    /// A fallback move was played.
    Fault {
        /// The name of the agent.
        name: String,
        /// Its seat.
        seat: Seat,
        /// Why.
        fault: AgentFault,
        /// The fallback move.
        played: String,
    },
    /// A game is over: its number from 1, and the score of each name.
    Over(u64, Vec<(String, i32)>),
}

impl SeriesNote {
    /// Whether it reports a fault or a disconnection.
    pub const fn is_fault(&self) -> bool {
        matches!(self, SeriesNote::Fault { .. } | SeriesNote::Left(_))
    }
}

impl fmt::Display for SeriesNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesNote::Seated(name) => write!(f, "{name} has joined"),
            SeriesNote::Left(name) => write!(f, "{name} has disconnected"),
            SeriesNote::Back(name) => write!(f, "{name} has reconnected"),
            SeriesNote::Rejected(reason) => write!(f, "a connection is rejected: {reason}"),
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

/// The result of a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesReport {
    /// Games played.
    pub games: u64,
    /// Where the deals came from; missing if the deal was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<DealProof>,
    /// The agents, in order of arrival.
    pub seats: Vec<Standing>,
    /// From the first deal to the last move, in seconds.
    pub seconds: f64,
}

/// The result of one agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games won; a shared win is divided.
    pub wins: f64,
    /// The mean of its final scores.
    pub mean: f64,
    /// The JSON name of the mean.
    pub mean_name: &'static str,
    /// Fallback moves played for it.
    pub faults: u64,
    /// Answers corrected by the classic dialect: bids clamped, paintings replaced.
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
