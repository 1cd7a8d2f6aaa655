//! Parlour over HTTP: the web app, embedded in the binary, with the headers a careful
//! site sends; tables where people and programs meet; tournaments to look at.
//!
//! [`serve`] does everything a command needs. [`Server`] is for those who have a runtime
//! of their own, tests among them.

pub mod agents;
mod assets;
mod connection_limit;
mod headers;
mod http_listener;
pub mod rooms;
mod token;
mod tournaments;

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Uri};
use axum::middleware::map_response;
use axum::routing::get;
use connection_limit::ConnectionLimit;
use rooms::{Limits, RoomRegistry};
use thiserror::Error;
pub use token::Token;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
pub use tournaments::Database;
use tournaments::TournamentRunner;

/// How long answers in progress may take after a stop was asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What [`serve`] is told.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// The address to listen on; port 0 takes any free port.
    pub http: SocketAddr,
    /// Where outside agents connect, if they may.
    pub agents: Option<SocketAddr>,
    /// How much it takes on.
    pub limits: Limits,
    /// The tournaments it shows, if any.
    pub database: Option<Database>,
    /// Whoever shows this may start tournaments; nobody may without one.
    pub token: Option<Token>,
}

impl Default for ServeOptions {
    /// `127.0.0.1:8080`, to be reached from this machine only; no port for agents, no tournaments.
    fn default() -> Self {
        Self {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            agents: None,
            limits: Limits::default(),
            database: None,
            token: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens on the address.
    #[error("{address} is already in use; choose another with {option} ADDR")]
    InUse {
        /// The address that was asked for.
        address: SocketAddr,
        /// The option that says where to listen.
        option: &'static str,
    },
    /// The system does not let this program listen on the address.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The system gave no threads, signals or sockets.
    #[error("the server cannot run")]
    Run(#[from] io::Error),
}

/// Where a server can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The web app.
    pub http: SocketAddr,
    /// The port for outside agents, if there is one.
    pub agents: Option<SocketAddr>,
}

/// Serves Parlour until the process gets SIGTERM or Ctrl-C, and lets answers in progress
/// finish. Calls `ready` with the bound addresses as soon as clients can connect.
///
/// # Errors
/// When an address cannot be listened on, or the system refuses what a server needs.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(Addresses)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        let server = Server::bind(options).await?;
        ready(server.addresses());
        server.run(stop).await;
        Ok(())
    });
    // Own agents that still think are not waited for.
    runtime.shutdown_background();
    served
}

/// A server that listens, and answers once it [runs](Server::run).
#[derive(Debug)]
pub struct Server {
    http: TcpListener,
    agents: Option<TcpListener>,
    addresses: Addresses,
    options: ServeOptions,
}

impl Server {
    /// Listens; clients that connect wait until the server runs.
    ///
    /// # Errors
    /// [`ServeError::InUse`] or [`ServeError::Listen`].
    pub async fn bind(options: &ServeOptions) -> Result<Self, ServeError> {
        let (http, address) = listen_on(options.http, "--http").await?;
        let mut addresses = Addresses {
            http: address,
            agents: None,
        };
        let mut agents = None;
        if let Some(address) = options.agents {
            let (listener, address) = listen_on(address, "--agents").await?;
            (agents, addresses.agents) = (Some(listener), Some(address));
        }
        Ok(Self {
            http,
            agents,
            addresses,
            options: options.clone(),
        })
    }

    /// Where it listens, with the ports that were taken for port 0.
    #[must_use]
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Answers until `stop` completes, then tells the tables and lets answers in progress finish, for
    /// some seconds at most.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let ServeOptions {
            limits,
            database,
            token,
            ..
        } = self.options;
        // A core is left to the tables.
        let runner = TournamentRunner::new(token, limits.thinkers.saturating_sub(1).max(1));
        let limit = || ConnectionLimit::new(limits.connections, limits.connections_of_one);
        let (rooms, sent_back) = RoomRegistry::new(limits.clone());
        let lobby = self.agents.map(|listener| {
            let (door, arrivals) = mpsc::channel(64);
            let attending =
                agents::accept::accept_connections(listener, limits.patience, limit(), door);
            let keeping = rooms::lobby::keep(Arc::clone(&rooms), arrivals, sent_back);
            [tokio::spawn(attending), tokio::spawn(keeping)]
        });
        let tournaments = tournaments::api::router(database, Arc::clone(&runner));
        let router = router(&rooms, self.addresses.agents, tournaments);
        let stop = async {
            stop.await;
            for task in lobby.iter().flatten() {
                task.abort();
            }
            tokio::join!(
                rooms.close("the server is being stopped"),
                runner.close(PATIENCE)
            );
        };
        http_listener::answer(self.http, router, limit(), stop, PATIENCE).await;
    }
}

async fn listen_on(
    address: SocketAddr,
    option: &'static str,
) -> Result<(TcpListener, SocketAddr), ServeError> {
    let refused = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::InUse { address, option },
        _ => ServeError::Listen { address, source },
    };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}

/// Completes at SIGTERM or Ctrl-C; from the call on, neither ends the process by itself.
///
/// # Errors
/// When the system does not let this process handle signals.
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // Without a handler there is nothing to wait for but the end of the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn router(rooms: &Arc<RoomRegistry>, agents: Option<SocketAddr>, tournaments: Router) -> Router {
    let file = |uri: Uri, headers: HeaderMap| async move {
        assets::answer(assets::EMBEDDED, uri.path(), &headers)
    };
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .nest(
            "/api",
            rooms::api::router(Arc::clone(rooms), agents).merge(tournaments),
        )
        .fallback_service(get(file))
        .layer(map_response(headers::add_security))
}
