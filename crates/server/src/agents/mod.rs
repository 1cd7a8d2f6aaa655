//! Remote agents: programs that connect over TCP or WebSocket and speak one of two dialects.
//!
//! | module | what it holds |
//! |---|---|
//! | [`link`](mod@link) | [`Link`](link::Link): a connection with bounded memory and bounded waits |
//! | [`host`] | [`Host`]: listens, plays a series of games, counts wins and faults |
//! | [`agent_listener`] | [`AgentListener`]: the port on which agents join a tournament |
//! | [`report`] | [`SeriesNote`] and [`SeriesReport`]: the progress and the result of a series |
//!
//! The messages are defined in `parlour-protocol`; `docs/protocol.md` describes them for authors of agents.

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
pub(crate) mod seat_offer;
mod slot;

pub use agent_listener::AgentListener;
pub use host::{Host, HostError, HostOptions};
pub use link::AgentFault;
pub use report::{SeriesNote, SeriesReport, Standing};
