//! Tournaments over real sockets, on SQLite and on a real PostgreSQL.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

#[path = "../asking/mod.rs"]
mod asking;
mod failures;
mod house;
#[path = "../../../arena/tests/store/postgres.rs"]
mod postgres;
mod reading;
mod starting;
