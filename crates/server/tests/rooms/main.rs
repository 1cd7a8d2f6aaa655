//! Tables with people, own agents and outside agents, over real sockets.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod again;
mod agents;
mod api;
#[path = "../asking/mod.rs"]
mod asking;
mod faults;
mod games;
mod house;
mod load;
#[path = "../schema/mod.rs"]
mod schema;
mod seats;
mod secrets;
