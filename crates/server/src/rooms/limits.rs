//! How much a server takes on.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

/// What keeps tables from filling the memory, and one visitor from taking all there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables, those that have ended and are still kept among them. When it is reached, the
    /// one that ended first is forgotten.
    pub tables: usize,
    /// Tables that one address has made and that have not ended.
    pub tables_of_one: usize,
    /// Connections on each of the two ports.
    pub connections: usize,
    /// Connections of one address on each of the two ports.
    pub connections_of_one: usize,
    /// Messages a second that a person may send, over ten seconds.
    pub messages: u32,
    /// The time for the first message, and for taking one.
    pub patience: Duration,
    /// The time for each answer of an outside agent where the table has no clock.
    pub think: Duration,
    /// A table where nobody has been connected for so long is abandoned.
    pub abandon: Duration,
    /// How long people may think about another game when one is over.
    pub again: Duration,
    /// How long a table that has ended can still be looked at.
    pub keep: Duration,
    /// RemoteAgent agents that wait for a table.
    pub lobby: usize,
    /// How long they may wait.
    pub lobby_time: Duration,
    /// Own agents that think at the same time.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            tables: 1000,
            tables_of_one: 50,
            connections: 4096,
            connections_of_one: 256,
            messages: 10,
            patience: Duration::from_secs(10),
            think: Duration::from_secs(30),
            abandon: Duration::from_secs(10 * 60),
            again: Duration::from_secs(3 * 60),
            keep: Duration::from_secs(60 * 60),
            lobby: 256,
            lobby_time: Duration::from_secs(10 * 60),
            thinkers: available_parallelism().map_or(1, NonZero::get),
        }
    }
}
