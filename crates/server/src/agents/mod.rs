//! Agents from outside at a table of the house: one TCP port, two dialects.
//!
//! | module | what it holds |
//! |---|---|
//! | [`link`](mod@link) | a connection that can neither hang nor fill the memory |
//! | [`host`] | the [`Host`]: a table that listens, plays a series and counts wins and faults |
//! | [`agent_listener`] | a port for programs that come to a tournament |
//! | [`report`] | what its keeper is told: notes, and the report of the series |
//!
//! What is said is in `parlour-protocol`: the messages are made and read by plain functions without I/O.
//! `docs/protocol.md` is the page for people who write agents.

pub(crate) mod accept;
pub(crate) mod action_request;
mod adaptive_wait;
pub mod agent_listener;
pub mod host;
mod hosted_series;
pub mod link;
pub(crate) mod remote_agent;
pub mod report;
mod seat_assignment;
mod slot;

pub use agent_listener::AgentListener;
pub use host::{Host, HostError, HostOptions};
pub use link::Fault;
pub use report::{Note, Report, Standing};
