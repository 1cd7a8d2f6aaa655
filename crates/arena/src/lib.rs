//! Tournaments one can trust.
//!
//! | module | what it holds |
//! |---|---|
//! | [`definition`] | the file that people write |
//! | [`plan`] | [`Plan`]: a definition checked against its game |
//! | [`schedule`] | who plays whom, in which seats, with which cards: a pure function of the game's number |
//! | [`players`] | policies of the house, and programs: those that are started and restarted, and those that come by themselves |
//! | [`outcome`] | what came of a game |
//! | [`running_totals`] | the books, kept in the order of the schedule |
//! | [`runner`] | [`run`]: threads play, one task writes |
//! | [`remote_work`] | [`Desk`]: the same for games that are played elsewhere |
//! | [`report`](mod@report) | [`Report`]: scores, cross table, ratings, faults |
//! | [`stored_tournament`] | [`Stored`]: a tournament as the store has it, without its file |
//! | [`stats`] | every formula once: intervals, Elo, SPRT, ratings |
//! | [`store`] | [`Store`]: SQLite or PostgreSQL |
//! | [`series`] | [`Series`]: policies of the house against each other, without a store |
//! | [`primi_composti`] | the study and the cross tables of Primi Composti, in pieces |
//! | [`games`] | the games by name |

pub mod definition;
mod fixture_game;
pub mod games;
pub mod outcome;
pub mod plan;
pub mod players;
pub mod primi_composti;
pub mod remote_work;
pub mod report;
pub mod runner;
pub mod running_totals;
pub mod schedule;
pub mod series;
pub mod stats;
pub mod store;
pub mod stored_tournament;

pub use definition::Definition;
pub use parlour_protocol::Hosted;
pub use plan::{Plan, PlanError};
pub use players::lobby::{Lobby, Wires};
pub use remote_work::Desk;
pub use report::Report;
pub use runner::{Note, Pause, RunError, RunOptions, books, enter, find, report, run};
pub use running_totals::Ledger;
pub use series::Series;
pub use store::{Holder, Store, StoreError};
pub use stored_tournament::{Outline, Stored};
