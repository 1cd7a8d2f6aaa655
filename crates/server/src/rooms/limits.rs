//! Limits of the tables and shared replays of a server.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

/// Bounds for memory, and for what one client may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of tables, including ended ones that are still kept. Finished games of other addresses are never removed
    /// for another table, unless they are stored. Games in progress are restored beyond it.
    pub tables: usize,
    /// Number of tables from one address that have not ended. As many ended ones are kept.
    pub tables_per_address: usize,
    /// Number of shared replays. Those at which nobody is make room for new ones.
    pub shared_replays: usize,
    /// Number of shared replays from one address.
    pub shared_replays_per_address: usize,
    /// Number of connections on each of the two ports.
    pub connections: usize,
    /// Number of connections from one address on each of the two ports.
    pub connections_per_address: usize,
    /// New connections per second from one address on each of the two ports, averaged over ten seconds; 0 for no limit.
    pub new_connections: u32,
    /// HTTP requests per second from one address, averaged over ten seconds; 0 for no limit.
    pub requests: u32,
    /// New tables per minute from one address, averaged over two minutes; 0 for no limit. Also of shared replays.
    pub new_tables: u32,
    /// Messages per second from one client, averaged over ten seconds.
    pub messages: u32,
    /// The time limit for the first message of a client, and for sending it a message.
    pub message_timeout: Duration,
    /// The time limit for each answer of a remote agent if the table has no clock.
    pub think: Duration,
    /// A table without connections is abandoned after this time, and a shared replay ends.
    pub abandon: Duration,
    /// How long a rematch can be requested after a game.
    pub rematch: Duration,
    /// How long an ended table is kept in memory.
    pub keep: Duration,
    /// How long a finished game of people is stored.
    pub keep_games: Duration,
    /// Remote agents that wait for a table.
    pub lobby: usize,
    /// How long a remote agent may wait for a table.
    pub lobby_time: Duration,
    /// Number of policies that choose at the same time for one address; one more for the others.
    pub thinkers: usize,
    /// The time limit for each choice of a policy, including the wait for a thread; then a fallback move is played.
    pub policy_timeout: Duration,
    /// A client that does not read a response is disconnected after this time.
    pub write_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            tables: 1000,
            tables_per_address: 50,
            shared_replays: 1000,
            shared_replays_per_address: 10,
            connections: 4096,
            connections_per_address: 256,
            new_connections: 100,
            requests: 50,
            new_tables: 30,
            messages: 10,
            message_timeout: Duration::from_secs(10),
            think: Duration::from_secs(30),
            abandon: Duration::from_secs(10 * 60),
            rematch: Duration::from_secs(3 * 60),
            keep: Duration::from_secs(60 * 60),
            keep_games: Duration::from_secs(30 * 86_400),
            lobby: 256,
            lobby_time: Duration::from_secs(10 * 60),
            thinkers: available_parallelism().map_or(1, NonZero::get),
            policy_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
        }
    }
}
