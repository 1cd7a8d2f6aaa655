//! The store: the same tests on SQLite and on a real PostgreSQL, and what happens when a database fails.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod common;
mod daily;
mod failures;
mod ladder;
mod maintenance;
mod postgres;
mod same;
mod server_tables;
mod tls;
mod tmpfs;
