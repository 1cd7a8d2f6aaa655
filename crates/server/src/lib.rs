//! Parlour over HTTP: the web app, embedded in the binary, with the headers a careful
//! site sends.
//!
//! [`serve`] does everything a command needs. [`Server`] is for those who have a runtime
//! of their own, tests among them.

pub mod agents;
mod assets;
mod headers;
mod token;

use std::future::{Future, IntoFuture};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Uri};
use axum::middleware::map_response;
use axum::routing::get;
use thiserror::Error;
use tokio::net::TcpListener;

/// How long answers in progress may take after a stop was asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What [`serve`] is told.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// The address to listen on; port 0 takes any free port.
    pub http: SocketAddr,
}

impl Default for ServeOptions {
    /// `127.0.0.1:8080`: to be reached from this machine only.
    fn default() -> Self {
        Self {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens on the address.
    #[error("{0} is already in use; choose another with --http ADDR")]
    InUse(SocketAddr),
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

/// Serves Parlour until the process gets SIGTERM or Ctrl-C, and lets answers in progress
/// finish. Calls `ready` with the bound address as soon as clients can connect.
///
/// # Errors
/// When the address cannot be listened on, or the system refuses what a server needs.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let server = Server::bind(options.http).await?;
        ready(server.address());
        server.run(stop).await
    })
}

/// A server that listens, and answers once it [runs](Server::run).
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on `address`; clients that connect wait until the server runs.
    ///
    /// # Errors
    /// [`ServeError::InUse`] or [`ServeError::Listen`].
    pub async fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        let refused = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => ServeError::InUse(address),
            _ => ServeError::Listen { address, source },
        };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// The address it listens on, with the port that was taken for port 0.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` completes, then lets answers in progress finish, for some
    /// seconds at most.
    ///
    /// # Errors
    /// When the system refuses what a server needs.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let stop = async {
            stop.await;
            let _ = stopping.send(());
        };
        let answers = axum::serve(self.listener, router()).with_graceful_shutdown(stop);
        tokio::select! {
            ended = answers.into_future() => Ok(ended?),
            () = async {
                // The sender lives in the server, which the branch above waits for.
                let _ = stopped.await;
                tokio::time::sleep(PATIENCE).await;
            } => Ok(()),
        }
    }
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

fn router() -> Router {
    let file = |uri: Uri, headers: HeaderMap| async move {
        assets::answer(assets::EMBEDDED, uri.path(), &headers)
    };
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .fallback_service(get(file))
        .layer(map_response(headers::add_security))
}
