//! Tables with people, built-in policies and remote agents, over real sockets.

mod agreements;
mod api;
mod daily;
mod fair_shares;
mod faults;
mod games;
mod hidden_information;
mod hostile;
mod load;
mod private_seats;
mod rematch;
mod remote_agents;
mod restart;
mod seats;
pub(crate) mod test_server;
