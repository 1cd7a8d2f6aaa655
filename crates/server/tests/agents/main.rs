//! Tables for outside agents, with real sockets.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod classic;
mod faults;
mod lines;
mod schema;
mod test_host;
