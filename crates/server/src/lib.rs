//! The server: the embedded web app over HTTP, tables for people, policies and remote agents, and tournaments.
//!
//! [`serve`] is all that a command needs. [`Server`] is for callers with their own runtime, such as tests.

pub mod agents;
mod api_response;
mod assets;
mod connection_limit;
mod distinct_name;
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

/// The time limit for requests and games in progress when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Options of [`serve`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// The address to listen on; port 0 takes any free port.
    pub http: SocketAddr,
    /// The address for remote agents, if any.
    pub agents: Option<SocketAddr>,
    /// The limits of the tables.
    pub limits: Limits,
    /// The database of tournaments, if any.
    pub database: Option<Database>,
    /// The token with which tournaments may be started; without one they cannot be.
    pub token: Option<Token>,
}

impl Default for ServeOptions {
    /// `127.0.0.1:8080`, reachable from this machine only; no port for agents, no tournaments.
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

/// Why a server cannot be started.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another process listens on the address.
    #[error("{address} is already in use; choose another with {option} ADDR")]
    InUse {
        /// The requested address.
        address: SocketAddr,
        /// The command-line option for the address.
        option: &'static str,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The system provided no threads, signals or sockets.
    #[error("the server cannot run")]
    Run(#[from] io::Error),
}

/// The addresses of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The web app.
    pub http: SocketAddr,
    /// The port for remote agents, if any.
    pub agents: Option<SocketAddr>,
}

/// Serves until the process receives SIGTERM or Ctrl-C, then lets requests in progress finish. Calls `ready` with the
/// bound addresses as soon as clients can connect.
///
/// # Errors
/// [`ServeError`].
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
    // Policies that are still thinking are not waited for.
    runtime.shutdown_background();
    served
}

/// A server that listens, and serves once it [runs](Server::run).
#[derive(Debug)]
pub struct Server {
    http: TcpListener,
    agents: Option<TcpListener>,
    addresses: Addresses,
    options: ServeOptions,
}

impl Server {
    /// Listens. Clients that connect wait for [`run`](Self::run).
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

    /// The addresses it listens on, with the actual ports.
    #[must_use]
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Serves until `stop` completes, then closes the tables and lets requests in progress finish, for at most 5 s.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let ServeOptions {
            limits,
            database,
            token,
            ..
        } = self.options;
        // One core is left to the tables.
        let runner = TournamentRunner::new(token, limits.thinkers.saturating_sub(1).max(1));
        let limit = || ConnectionLimit::new(limits.connections, limits.connections_per_address);
        let (rooms, returned) = RoomRegistry::new(limits.clone());
        let lobby = self.agents.map(|listener| {
            let (connections, arrivals) = mpsc::channel(64);
            let accepting = agents::accept::accept_connections(
                listener,
                limits.message_timeout,
                limit(),
                connections,
            );
            let seating = rooms::lobby::run(Arc::clone(&rooms), arrivals, returned);
            [tokio::spawn(accepting), tokio::spawn(seating)]
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
                runner.close(SHUTDOWN_TIMEOUT)
            );
        };
        http_listener::serve(self.http, router, limit(), stop, SHUTDOWN_TIMEOUT).await;
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

/// Completes at SIGTERM or Ctrl-C. From the call on, neither terminates the process.
///
/// # Errors
/// If signals cannot be handled.
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
        // Without a handler, Ctrl-C terminates the process.
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
