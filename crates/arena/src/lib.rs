//! Tournaments: schedules, players, results, statistics, and the database that keeps them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mod@deals`] | where the seeds of games come from, and the proof that nobody chose them |
//! | [`definition`] | the file that people write |
//! | [`plan`] | [`Plan`]: a definition checked against its game |
//! | [`schedule`] | the players, seats and deal of each game: a pure function of the game's number |
//! | [`stages`] | Swiss and knockout tournaments: pairings that follow from results |
//! | [`players`] | built-in policies, local programs (started and restarted), remote programs (that connect), models |
//! | [`outcome`] | the result of one game |
//! | [`running_totals`] | [`RunningTotals`]: results so far, applied in the order of the schedule |
//! | [`runner`] | [`run`]: threads play, one task writes |
//! | [`remote_work`] | [`RemoteWork`]: a tournament whose games are played by other processes |
//! | [`report`](mod@report) | [`Report`]: scores, cross table, ratings, faults |
//! | [`stored_tournament`] | [`StoredTournament`]: a tournament read from the store, without its file |
//! | [`stats`] | every formula once: intervals, Elo, SPRT, ratings |
//! | [`store`] | [`Store`]: SQLite or PostgreSQL |
//! | [`ladder`] | agents that anybody registers, matched with each other and rated |
//! | [`series`] | [`Series`]: games between built-in policies, without a store |
//! | [`exploit`] | how much a response wins from a frozen policy, on deals it has not seen |
//! | [`primi_composti`] | the study and the cross tables of Primi Composti, in pieces |
//! | [`games`] | the games by name |

pub mod deals;
pub mod definition;
pub mod exploit;
mod fixture_game;
pub mod games;
pub mod ladder;
pub mod outcome;
pub mod plan;
pub mod players;
pub mod primi_composti;
#[cfg(unix)]
pub mod process_group;
pub mod remote_work;
pub mod report;
pub mod runner;
pub mod running_totals;
pub mod schedule;
pub mod series;
pub mod stages;
pub mod stats;
pub mod store;
pub mod stored_tournament;

pub use deals::{DealProof, Deals, Secret};
pub use definition::Definition;
pub use parlour_protocol::Hosted;
pub use plan::{Plan, PlanError};
pub use players::lobby::{Channels, Lobby};
pub use players::model::{ModelError, ModelExchange, ModelPlayer, ModelPlayers};
pub use remote_work::RemoteWork;
pub use report::Report;
pub use runner::{Note, Pause, RunError, RunOptions, deals, enter, find, report, run, totals};
pub use running_totals::RunningTotals;
pub use series::Series;
pub use store::{Holder, MaintenanceError, Store, StoreError};
pub use stored_tournament::{StoredDefinition, StoredTournament};
