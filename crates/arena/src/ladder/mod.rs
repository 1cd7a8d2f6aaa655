//! The ladder: agents that anybody registers, matched with each other and rated. No network.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | [`Board`]: the ladder of one game with one set of rules |
//! | [`opponents`] | who plays the next game |
//! | [`season`] | [`Season`]: games between two frozen tables, and its final |
//! | [`totals`] | [`SeasonTotals`]: the results of a season, and the ratings that follow from them |
//! | [`storage`] | agents, seasons, games and logs in the [`Store`](crate::Store) |
//!
//! Each game has a deal of its own, which follows from the secret of the season. No deal is played twice: records are
//! public as soon as a game has ended, so an agent that plays a deal again would know all cards.

pub mod board;
pub mod opponents;
pub mod season;
pub mod storage;
pub mod totals;

pub use board::Board;
pub use opponents::{Candidate, Meetings};
pub use season::{FinalGame, Season};
pub use storage::{Agent, GameQuery, LadderError, LadderGame, SeatRow};
pub use totals::{SeasonTotals, Standing};
