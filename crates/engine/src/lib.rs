//! The contract between a rulebook and everything that plays it.
//!
//! A rulebook is a pure state machine: it deals from a seed, tells whose turn
//! it is, lists the legal actions, plays one, tells the outcome, and gives each
//! seat its *view*, what that seat may know, as a type of its own. An agent is
//! handed a view and the legal actions, never a state.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the [`Game`] trait and what only some games can do ([`Resample`], [`Redeal`], [`Reveals`]) |
//! | [`seat`] | [`Seat`], [`SeatSet`], [`Viewer`] |
//! | [`events`] | [`EventSink`]: receives the public events of a game as they happen |
//! | [`information`] | [`InformationState`]: everything a seat knows, its view and all public events |
//! | [`streams`] | the one random generator, and the [`Streams`] a seed gives |
//! | [`policy`] | the [`Policy`] trait: who chooses |
//! | [`table`] | [`Table`]: a game in progress with its log, undo and resignation |
//! | [`record`] | [`Record`]: a game as one line of JSON, replayed exactly |
//! | [`position`] | [`Position`]: a position in the middle of a game, to be set up by hand |
//! | [`record_link`] | [`RecordLink`]: the same as a short text for an address |
//! | [`json`] | reads types from JSON, with one copy of the code of each type |
//! | [`encoding`] | the [`Encode`] trait: actions as indices, views as vectors, for learners |
//! | [`conformance`] | the battery of checks that every game has to pass |
//! | [`perft`](mod@perft) | node counts |
//!
//! This crate does no I/O, knows no clock and no thread, and compiles to wasm.

pub mod conformance;
pub mod encoding;
pub mod events;
pub mod game;
pub mod information;
pub mod json;
mod json_reader;
pub mod perft;
pub mod playout;
pub mod policy;
pub mod position;
pub mod record;
pub mod record_link;
pub mod seat;
mod sort;
pub mod streams;
pub mod table;
mod text;

#[doc(hidden)]
pub use serde;

pub use encoding::Encode;
pub use events::{Discard, EventSink};
pub use game::{
    ACTION_NUMBER_BITS, Action, Game, Outcome, PlayError, Redeal, Resample, Reveals, Rules,
    SetupError, View,
};
pub use information::InformationState;
pub use perft::perft;
pub use playout::playout;
pub use policy::Policy;
pub use position::{Position, PositionFault, PositionReader, Row, RowKind, RowName};
pub use record::{DealSource, Record, RecordError, RecordHeader, RecordResult};
pub use record_link::{LinkedGame, RecordLink, RecordLinkError};
pub use seat::{Seat, SeatSet, Viewer};
pub use sort::sort_short;
pub use streams::{Rng, Streams};
pub use table::Table;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
