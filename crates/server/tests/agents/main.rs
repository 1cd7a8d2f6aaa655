//! Hosted series of remote agents, over real sockets.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agent_listener;
mod classic;
#[path = "../clock/mod.rs"]
mod clock;
mod faults;
mod lines;
mod schema;
mod test_host;
