//! Limits of the tables of a server.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

/// Bounds for memory, and for what one client may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of tables, including ended ones that are still kept. At the limit, the table that ended first is removed.
    pub tables: usize,
    /// Number of tables from one address that have not ended.
    pub tables_per_address: usize,
    /// Number of connections on each of the two ports.
    pub connections: usize,
    /// Number of connections from one address on each of the two ports.
    pub connections_per_address: usize,
    /// Messages per second from one client, averaged over ten seconds.
    pub messages: u32,
    /// The time limit for the first message of a client, and for sending it a message.
    pub message_timeout: Duration,
    /// The time limit for each answer of a remote agent if the table has no clock.
    pub think: Duration,
    /// A table without connections is abandoned after this time.
    pub abandon: Duration,
    /// How long a rematch can be requested after a game.
    pub rematch: Duration,
    /// How long an ended table is kept.
    pub keep: Duration,
    /// RemoteAgent agents that wait for a table.
    pub lobby: usize,
    /// How long a remote agent may wait for a table.
    pub lobby_time: Duration,
    /// Number of policies that choose at the same time.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            tables: 1000,
            tables_per_address: 50,
            connections: 4096,
            connections_per_address: 256,
            messages: 10,
            message_timeout: Duration::from_secs(10),
            think: Duration::from_secs(30),
            abandon: Duration::from_secs(10 * 60),
            rematch: Duration::from_secs(3 * 60),
            keep: Duration::from_secs(60 * 60),
            lobby: 256,
            lobby_time: Duration::from_secs(10 * 60),
            thinkers: available_parallelism().map_or(1, NonZero::get),
        }
    }
}
