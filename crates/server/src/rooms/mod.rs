//! Tables at which people, own agents and outside agents sit together, for every game of the house.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP and WebSocket: `/api/…` |
//! | `origin` | which pages may ask |
//! | `table_request` | what is asked and answered over HTTP, and every refusal |
//! | `registry` | all tables of a server |
//! | `games` | the list of games |
//! | `shared` | what rooms share, and what they show |
//! | `room` | one table: the task that owns the game |
//! | `join`, `turns`, `broadcast` | its parts: who sits down, the game, what people are told |
//! | `rematch` | after the game: another one at a table of its own |
//! | `seat` | a seat |
//! | `client` | the connection of a person or a spectator |
//! | `agent_task` | an outside agent in a seat |
//! | `think_pool` | own agents on threads of their own |
//! | `lobby` | where programs wait for a table |
//!
//! A room never waits for anybody: connections, programs and own agents are tasks of their own, with
//! bounded queues in both directions. Whoever does not read loses his connection, not the table its pace.

mod agent_task;
pub(crate) mod api;
mod broadcast;
mod client;
mod join;
mod limits;
pub(crate) mod lobby;
mod origin;
mod registry;
mod rematch;
mod room;
mod seat;
mod shared;
mod table_request;
mod think_pool;
mod turns;

pub use limits::Limits;
pub(crate) use origin::is_same_origin;
pub(crate) use registry::{RoomRegistry, is_slow};
pub use table_request::{Opened, OpenedSeat, SeatRequest, TableError, TableRequest};

/// Now, in milliseconds since 1970.
pub(crate) fn unix_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
