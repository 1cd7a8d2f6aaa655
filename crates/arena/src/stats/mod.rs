//! Statistics of games: every formula once, with its source and known values.
//!
//! | module | what it holds |
//! |---|---|
//! | [`interval`] | [`Interval`], and the quantiles of normal and Student's t |
//! | [`proportion`] | Wilson's interval of a share of wins |
//! | [`sample`] | [`Sample`]: mean, variance, the t-interval of the mean |
//! | [`groups`] | duplicate games: the score of a group is one observation |
//! | [`elo`] | Elo differences of scores, with intervals |
//! | [`sprt`] | the generalised sequential probability ratio test |
//! | [`rating`] | Glicko-2 for two seats, Weng–Lin for more: estimates that follow the order of the games |
//! | [`strength`] | Bradley–Terry for two seats, Plackett–Luce for more: a fit of all games, in any order |
//!
//! All intervals are two-sided, at 95 %.

pub mod elo;
pub mod groups;
pub mod interval;
pub mod proportion;
pub mod rating;
pub mod sample;
pub mod sprt;
pub mod strength;

pub use elo::{elo_of_score, score_of_elo};
pub use groups::GroupScores;
pub use interval::Interval;
pub use proportion::wilson;
pub use rating::{RatedPlayers, Rating, System};
pub use sample::Sample;
pub use sprt::{Decision, Model, Sprt};
pub use strength::{Rankings, Strength};
