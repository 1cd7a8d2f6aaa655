//! The ladder over real sockets, on SQLite and PostgreSQL.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agent;
mod api;
#[path = "../attack/mod.rs"]
mod attack;
mod games;
mod hostile;
#[path = "../http_client/mod.rs"]
mod http_client;
mod load;
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;
mod seasons;
mod test_server;
