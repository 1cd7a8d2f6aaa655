//! Policies for every game.
//!
//! A policy is written `NAME` or `NAME:BUDGET`: `random`, `utility`,
//! `ismcts:2000` (simulations a move), `ismcts:100ms` (time a move). Each game
//! lists the ones it has in [`Policies::POLICIES`], with an honest line about
//! each, and [`Policies::policy`] makes one from its text.
//!
//! | module | what it holds |
//! |---|---|
//! | `stop` | [`stoppable`]: work whose searches end on request |
//! | [`registry`] | [`Policies`], [`Entry`], [`Budget`], [`Effort`] and the errors of a wrong name |
//! | [`analysis`] | [`Analyse`]: what each move of a game cost, judged by what its seat could know |
//! | [`puzzles`] | positions of strong play in which exactly one action is best, clearly and stably |
//! | [`exploit`] | [`Responder`]: the best response to a frozen policy, by search and exactly |
//! | [`random`] | [`Random`]: any legal action |
//! | [`ismcts`] | [`Ismcts`]: information-set Monte Carlo tree search for every game with [`Resample`](parlour_engine::Resample) |
//! | [`log_linear`] | [`LogLinear`](log_linear::LogLinear): policies whose weights are learned |
//! | [`network`] | [`Network`](network::Network): networks of a policy and a value, whose weights are learned |
//! | [`jaipur`] | the original's AI, and heuristics for the search |
//! | [`masters_gallery`] | a rule of thumb, a learned network, and heuristics for the search |
//! | [`modern_art`] | the original's two agents, the appraiser, and heuristics for the search |
//! | [`primi_composti`] | the policies of the study of Primi Composti, and perfect play |
//!
//! Everything compiles to wasm: no threads, and clocks by `web-time`.

pub mod analysis;
pub mod exploit;
pub mod ismcts;
pub mod jaipur;
pub mod log_linear;
pub mod masters_gallery;
pub mod modern_art;
pub mod network;
pub mod primi_composti;
pub mod puzzles;
pub mod random;
pub mod registry;
mod stop;
#[cfg(test)]
mod testing;

pub use analysis::Analyse;
pub use exploit::{Exploit, Responder, ResponseSettings};
pub use ismcts::{Analysis, Heuristics, Ismcts, NoHeuristics, Search};
pub use random::Random;
pub use registry::{Budget, Effort, Entry, Policies, PolicyError};
pub use stop::{is_stop_requested, stoppable};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
