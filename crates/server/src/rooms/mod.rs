//! Tables at which people, own agents and outside agents sit together, for every game of the house.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP and WebSocket: `/api/…` |
//! | `origin` | which pages may ask |
//! | `request` | what is asked and answered over HTTP, and every refusal |
//! | `registry` | all tables of a server |
//! | `games` | the list of games |
//! | `house` | what rooms share, and what they show |
//! | `room` | one table: the task that owns the game |
//! | `joining`, `playing`, `telling` | its parts: who sits down, the game, what people are told |
//! | `again` | after the game: another one at a table of its own |
//! | `place` | a seat |
//! | `listener` | the connection of a person or a spectator |
//! | `program` | an outside agent in a seat |
//! | `thinking` | own agents on threads of their own |
//! | `lobby` | where programs wait for a table |
//!
//! A room never waits for anybody: connections, programs and own agents are tasks of their own, with
//! bounded queues in both directions. Whoever does not read loses his connection, not the table its pace.

mod again;
pub(crate) mod api;
mod games;
mod house;
mod joining;
mod limits;
mod listener;
pub(crate) mod lobby;
mod origin;
mod place;
mod playing;
mod program;
mod registry;
mod request;
mod room;
mod telling;
mod thinking;

pub use limits::Limits;
pub(crate) use origin::is_own;
pub(crate) use registry::{Rooms, is_slow};
pub use request::{Opened, OpenedSeat, Refusal, SeatRequest, TableRequest};

/// Now, in milliseconds since 1970.
pub(crate) fn unix_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
