//! What a table and a playing program say to each other, as plain data: no I/O, no clock.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lines`] | the Parlour dialect: a JSON object a line, for every game |
//! | [`hosted`] | what a game lends a table: its events, its default move |
//!
//! `docs/protocol.md` tells the same to people who write agents. Whoever carries the lines (a TCP
//! port, a pipe to a process, a WebSocket) brings its own I/O and nothing else.

pub mod hosted;
pub mod lines;

pub use hosted::Hosted;
