//! A load test: a server in one thread, all agents in another.

#[path = "players.rs"]
mod players;

use parlour_server::rooms::Limits;
use parlour_server::{ServeOptions, Server};
pub(crate) use players::{Failure, Load, Report};
use players::{carry, runtime};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::sync::oneshot;

/// Runs a load test.
///
/// # Errors
/// If the server cannot be started, or a table cannot be made.
pub(crate) fn run(load: &Load) -> Result<Report, Failure> {
    let (ready, addresses) = std::sync::mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let connections = load.tables * (load.seats + 2);
    let limits = Limits {
        tables: 2 * load.tables + 10,
        tables_per_address: 2 * load.tables + 10,
        connections,
        connections_per_address: connections,
        new_connections: 0,
        requests: 0,
        new_tables: 0,
        ..Limits::default()
    };
    let server = std::thread::spawn(move || -> Result<(), Failure> {
        runtime()?.block_on(async {
            let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let options = ServeOptions {
                http: any_port,
                agents: Some(any_port),
                limits,
                ..ServeOptions::default()
            };
            let server = Server::bind(&options).await?;
            ready.send(server.addresses())?;
            let stop = async {
                // Also returns if the sender was dropped.
                let _ = stopped.await;
            };
            server.run(stop).await;
            Ok(())
        })
    });
    let addresses = addresses.recv()?;
    let report = runtime()?.block_on(carry(load, addresses));
    drop(stop);
    server.join().map_err(|_| "the server panicked")??;
    report
}
