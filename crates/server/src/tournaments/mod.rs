//! Tournaments on the web: what the arena's store holds, for everybody to read, and the runs that whoever
//! has the server's token starts.
//!
//! | module | what it holds |
//! |---|---|
//! | `api` | HTTP: `/api/tournaments`, `/api/agents`, `/api/keeper` |
//! | `answers` | what is answered |
//! | `refusal` | every refusal |
//! | `archive` | the database: opened when it is there, opened again when it has failed |
//! | `books` | reports that are kept while their tournaments are looked at |
//! | `keeper` | the tournament that is played here |
//!
//! A tournament that another process plays is seen as it goes on: both use one store.

mod answers;
pub(crate) mod api;
mod archive;
mod books;
mod keeper;
mod refusal;

pub use archive::Database;
pub(crate) use keeper::Keeper;
