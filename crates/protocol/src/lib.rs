//! What a table and a playing program say to each other, as plain data: no I/O, no clock.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lines`] | the Parlour dialect: a JSON object a line, for every game |
//! | [`client`] | the agent's side of it: a policy that answers a table |
//! | [`legal`] | the legal actions of a turn as text |
//! | [`summary`] | what everybody may know of a table of a server |
//! | [`hosted`] | what a game lends a table: its events, its default move, its classic dialect |
//! | [`classic`] | the dialect of the seed's server for Modern Art: Python literals, padded to 4,096 bytes |
//! | [`import`] | the log of a game on the seed's server as a record |
//!
//! `docs/protocol.md` tells the same to people who write agents. Whoever carries the messages (a TCP
//! port, a pipe to a process, a WebSocket) brings its own I/O and nothing else.

pub mod classic;
pub mod client;
pub mod hosted;
pub mod import;
pub mod legal;
pub mod lines;
pub mod summary;

pub use hosted::{Hosted, catch_up};
pub use summary::Summary;
