//! Agents from outside at a table of the house: one TCP port, two dialects.
//!
//! | module | what it holds |
//! |---|---|
//! | [`link`](mod@link) | a connection that can neither hang nor fill the memory |
//! | [`host`] | the [`Host`]: a table that listens, plays a series and counts wins and faults |
//! | [`reception`] | a port for programs that come to a tournament |
//! | [`report`] | what its keeper is told: notes, and the report of the series |
//!
//! What is said is in `parlour-protocol`: the messages are made and read by plain functions without I/O.
//! `docs/protocol.md` is the page for people who write agents.

pub(crate) mod asking;
mod chair;
pub(crate) mod door;
pub mod host;
pub mod link;
pub(crate) mod outside;
mod party;
pub mod reception;
pub mod report;
mod seating;
mod vigil;

pub use host::{Host, HostError, HostOptions};
pub use link::Fault;
pub use reception::Reception;
pub use report::{Note, Report, Standing};
