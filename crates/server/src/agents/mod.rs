//! Agents from outside at a table of the house: one TCP port, two dialects.
//!
//! | module | what it holds |
//! |---|---|
//! | [`classic`] | the dialect of the seed's server for Modern Art: Python literals, padded to 4,096 bytes |
//! | [`lines`] | the Parlour dialect for every game: a JSON object a line |
//! | [`hosted`] | what a game lends a table: its events, its default move, its classic dialect |
//! | [`import`] | the log of a game on the seed's server as a record |
//! | [`link`](mod@link) | a connection that can neither hang nor fill the memory |
//! | [`host`] | the [`Host`]: a table that listens, plays a series and counts wins and faults |
//! | [`report`] | what its keeper is told: notes, and the report of the series |
//!
//! The messages are made and read by plain functions without I/O, so that another way in (a
//! WebSocket, say) needs a link of its own and nothing else. `docs/protocol.md` is the
//! page for people who write agents.

pub(crate) mod asking;
mod chair;
pub mod classic;
pub(crate) mod door;
pub mod host;
pub mod hosted;
pub mod import;
pub mod lines;
pub mod link;
pub(crate) mod outside;
mod party;
pub mod report;
mod seating;

pub use host::{Host, HostError, HostOptions};
pub use hosted::Hosted;
pub use link::Fault;
pub use report::{Note, Report, Standing};
