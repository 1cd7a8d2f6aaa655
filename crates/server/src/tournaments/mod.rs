//! Tournaments on the web: what the arena's store holds, for everybody to read, and the runs that whoever
//! has the server's token starts.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP: `/api/tournaments`, `/api/agents`, `/api/keeper` |
//! | `responses` | what is answered |
//! | `error` | every refusal |
//! | `database` | the database: opened when it is there, opened again when it has failed |
//! | `report_cache` | reports that are kept while their tournaments are looked at |
//! | `runner` | the tournament that is played here |
//!
//! A tournament that another process plays is seen as it goes on: both use one store.

pub(crate) mod api;
mod database;
mod error;
mod report_cache;
mod responses;
mod runner;

pub use database::Database;
pub(crate) use runner::TournamentRunner;
