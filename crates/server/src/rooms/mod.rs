//! Tables for people, built-in policies and remote agents.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP and WebSocket: `/api/v1/…` |
//! | `forwarded_agent` | agents that other servers of the cluster have forwarded |
//! | `origin` | the check of the `Origin` header |
//! | `table_request` | requests and responses over HTTP |
//! | `registry` | `RoomRegistry`: all tables of a server |
//! | `new_table`, `restored_table` | parts of `RoomRegistry`: how tables are made, and read from the database |
//! | `shared` | `Shared`: data shared by the rooms of a server |
//! | `published` | `Published`: the state of a room that is read outside its task |
//! | `seat_index` | finds tables by tokens and free seats |
//! | `room` | `Room`: one table, a task that owns the game |
//! | `outbox` | messages that wait until the state they tell of is stored |
//! | `table_store` | the thread that writes tables to the database |
//! | `stored_room` | part of `Room`: storing and restoring it |
//! | `join`, `turns`, `broadcast` | parts of `Room`: joining, the game, messages to people |
//! | `rematch` | part of `Room`: another game at a new table |
//! | `undo`, `phrases`, `time_bank` | parts of `Room`: undo by agreement, phrases, base time and increment |
//! | `seat` | `RoomSeat`: a seat and its player |
//! | `client` | `ClientConnection`: a person or a spectator |
//! | `agent_task` | the task of a remote agent in a seat |
//! | `list_cache` | the list of tables as it is sent |
//! | `think_pool` | policies that choose on threads of their own |
//! | `lobby` | where remote agents wait for a table |
//!
//! A room never waits for a client: connections, agents and policies are tasks of their own, with bounded queues in both
//! directions. A client that does not read is disconnected.

mod agent_task;
pub(crate) mod api;
mod broadcast;
mod client;
pub(crate) mod forwarded_agent;
mod join;
mod limits;
mod list_cache;
pub(crate) mod lobby;
mod new_table;
mod origin;
mod outbox;
mod phrases;
mod published;
mod registry;
mod rematch;
mod restored_table;
mod room;
mod seat;
mod seat_index;
mod shared;
mod stored_room;
mod table_request;
pub(crate) mod table_store;
pub(crate) mod think_pool;
mod time_bank;
mod turns;
mod undo;

pub(crate) use join::JoinRequest;
pub use limits::Limits;
pub(crate) use new_table::is_slow;
pub(crate) use origin::is_same_origin;
pub(crate) use registry::{RoomRegistry, is_table_id};
pub use table_request::{Opened, OpenedSeat, SeatRequest, TableRequest};

/// Milliseconds since 1970.
pub(crate) fn unix_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
