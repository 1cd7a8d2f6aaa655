//! The server over real sockets: agents, the API, the ladder, tables, shared replays and tournaments, on SQLite and
//! PostgreSQL.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agents;
mod api;
mod attack;
mod clock;
mod http;
mod http_client;
mod ladder;
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;
mod rooms;
mod schema;
mod shared_replays;
mod tournaments;
