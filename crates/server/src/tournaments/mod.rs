//! Tournaments over HTTP: public results from the arena's store, and runs started with the server's token.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP: `/api/v1/tournaments`, `/api/v1/agents`, `/api/v1/keeper` |
//! | `responses` | the JSON responses |
//! | `database` | the location of the database, and the connection to it |
//! | `report_cache` | `ReportCache`: reports of recently viewed tournaments |
//! | `runner` | `TournamentRunner`: the tournament that this server plays |
//!
//! A tournament that another process plays can be followed: both use the same store.

pub(crate) mod api;
mod database;
mod report_cache;
mod responses;
mod runner;

pub use database::Database;
pub(crate) use database::DatabaseConnection;
pub(crate) use runner::TournamentRunner;
