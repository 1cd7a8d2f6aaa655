//! Hosted series of remote agents, over real sockets.

mod agent_listener;
mod classic;
mod faults;
mod lines;
mod schema;
mod test_host;
