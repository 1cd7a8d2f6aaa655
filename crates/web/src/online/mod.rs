//! Tables with people: what the browser and `parlour serve` say to each other.
//!
//! | module | what it does |
//! |---|---|
//! | `messages` | the messages, typed: `docs/protocol.md` tells them |
//! | `api` | requests over HTTP: make a table, list, look, end, the record |
//! | `socket` | one WebSocket, and how long to wait before the next |
//! | `link` | a seat at a table, or a spectator: connects again, keeps what was heard |
//! | `heard` | from what was heard to a state that a board can draw |
//! | `tournaments` | tournaments of the server: what it answers |
//! | `yours` | the tables that this browser has a seat at, in local storage |
//!
//! Games know nothing of this: a table page that has a [`Link`] sends its actions there.

pub(crate) mod api;
mod heard;
mod link;
pub(crate) mod messages;
mod socket;
pub(crate) mod tournaments;
pub(crate) mod yours;

pub(crate) use heard::{heard, seats};
pub(crate) use link::{LOW, Line, Link, Told};
