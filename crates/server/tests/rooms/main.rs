//! Tables with people, built-in policies and remote agents, over real sockets.

// The helpers are tests too, though clippy sees only functions.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod api;
#[path = "../attack/mod.rs"]
mod attack;
#[path = "../clock/mod.rs"]
mod clock;
mod fair_shares;
mod faults;
mod games;
mod hidden_information;
mod hostile;
#[path = "../http_client/mod.rs"]
mod http_client;
mod load;
mod private_seats;
mod rematch;
mod remote_agents;
mod restart;
#[path = "../schema/mod.rs"]
mod schema;
mod seats;
mod test_server;
