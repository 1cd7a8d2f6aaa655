//! Tables with people, own agents and outside agents, over real sockets.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod api;
mod faults;
mod games;
mod hidden_information;
#[path = "../http_client/mod.rs"]
mod http_client;
mod load;
mod rematch;
mod remote_agents;
#[path = "../schema/mod.rs"]
mod schema;
mod seats;
mod test_server;
