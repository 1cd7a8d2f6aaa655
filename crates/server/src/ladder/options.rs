//! Options of the ladder.

use parlour_arena::ladder::Board;
use parlour_protocol::{TimeBank, TimeControl};
use std::time::Duration;

/// Options of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOptions {
    /// The boards.
    pub boards: Vec<Board>,
    /// The time limits of agents.
    pub control: TimeControl,
    /// Registrations from one address within an hour.
    pub registrations_per_hour: usize,
    /// Agents of a board that have not withdrawn.
    pub agents: usize,
    /// Connections of one agent within a minute.
    pub connections_per_minute: usize,
    /// An agent with more faults in its latest games is paused.
    pub faults: u64,
    /// The number of these games.
    pub fault_games: usize,
    /// How long a game waits for an agent that has disconnected.
    pub reconnect: Duration,
}

impl LadderOptions {
    /// A ladder with these boards.
    #[must_use]
    pub fn new(boards: Vec<Board>) -> LadderOptions {
        LadderOptions {
            boards,
            control: TimeControl {
                per_answer: Duration::from_secs(10),
                bank: Some(TimeBank {
                    base_ms: 60_000,
                    increment_ms: 1000,
                }),
            },
            registrations_per_hour: 20,
            agents: 1000,
            connections_per_minute: 30,
            faults: 20,
            fault_games: 10,
            reconnect: Duration::from_secs(10),
        }
    }
}
