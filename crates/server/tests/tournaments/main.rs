//! The tournament API over real sockets, on SQLite and PostgreSQL.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

#[path = "../attack/mod.rs"]
mod attack;
mod failures;
mod hostile;
#[path = "../http_client/mod.rs"]
mod http_client;
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;
mod queries;
mod runs;
mod test_server;
mod wire_types;
