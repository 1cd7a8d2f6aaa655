//! The messages between a table and a playing program, as plain data: no I/O, no clock.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lines`] | the Parlour dialect: a JSON object a line, for every game |
//! | [`exchange`] | requests, answers and faults: the state of a table's exchange with one program |
//! | [`client`] | the agent's side of it: a policy that answers a table |
//! | [`legal`] | the legal actions of a turn as text |
//! | [`summary`] | what everybody may know of a table of a server |
//! | [`tables`] | requests about tables over HTTP, and the responses |
//! | [`tournaments`] | responses about tournaments over HTTP |
//! | [`hosted`] | what a table needs to know of a game: its events, its fallback move, its classic dialect |
//! | [`classic`] | the dialect of the original's server for Modern Art: Python literals, padded to 4,096 bytes |
//! | [`import`] | the log of a game on the original's server as a record |
//!
//! `docs/protocol.md` is the reference for people who write agents. A transport (a TCP
//! port, a pipe to a process, a WebSocket) adds its own I/O and nothing else.

pub mod classic;
pub mod client;
pub mod exchange;
pub mod hosted;
pub mod import;
pub mod legal;
pub mod lines;
pub mod summary;
pub mod tables;
pub mod tournaments;

pub use exchange::{ActionRequest, AgentFault, Answer, Exchange};
pub use hosted::{Hosted, catch_up};
pub use summary::Summary;
