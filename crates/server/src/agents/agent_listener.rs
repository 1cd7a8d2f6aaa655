//! A port for programs that come to somebody else's games: `parlour tournament`.
//!
//! Lines over TCP and WebSockets share the port; what is bounded at a table is bounded here too.

use super::accept::{NewConnection, detect_dialect, read_hello, reject};
use super::link::{Fault, Link, WebLink};
use crate::connection_limit::ConnectionLimit;
use crate::http_listener::answer_one;
use crate::rooms::TableError;
use crate::rooms::api::{Peer, upgrade};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router};
use parlour_protocol::lines::Hello;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep, timeout};

/// How long a program may take for its hello, and to read what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a WebSocket is asked for a sign of life.
const PULSE: Duration = Duration::from_secs(20);
/// For waits that only something else ends.
const FOR_EVER: Duration = Duration::from_secs(1 << 30);
/// The most connections at a time, and of one address.
const MOST: usize = 1024;

/// What becomes of the lines of a program: false ends the connection.
pub type LineHandler = Box<dyn FnMut(Result<Vec<u8>, Fault>) -> bool + Send>;

/// Decides about a program by its hello: lines for it, and what becomes of its own; or why it is sent away.
pub type AdmitAgent =
    dyn Fn(Hello) -> Result<(mpsc::Receiver<Vec<u8>>, LineHandler), String> + Send + Sync;

/// A port for programs.
#[derive(Debug)]
pub struct AgentListener {
    listener: TcpListener,
    address: SocketAddr,
}

impl AgentListener {
    /// Listens; programs that connect wait until the reception runs.
    ///
    /// # Errors
    /// When the system does not let this process listen there.
    pub async fn bind(address: SocketAddr) -> io::Result<AgentListener> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(AgentListener { listener, address })
    }

    /// The address it listens on, with the port that was taken for port 0.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Receives programs until the task is ended.
    pub async fn run(self, admit: Arc<AdmitAgent>) {
        let limit = ConnectionLimit::new(MOST, MOST);
        let router = Router::new()
            .fallback(any(socket))
            .with_state(Arc::clone(&admit));
        loop {
            let Ok((stream, address)) = self.listener.accept().await else {
                // Out of descriptors, mostly: some will be given back.
                sleep(Duration::from_millis(20)).await;
                continue;
            };
            let Some(permit) = limit.enter(address.ip()) else {
                continue;
            };
            // Messages are whole when they are written: none is to wait for another.
            let _ = stream.set_nodelay(true);
            let peer = Peer {
                address: address.ip(),
                permit: Arc::new(permit),
            };
            tokio::spawn(receive(stream, peer, router.clone(), Arc::clone(&admit)));
        }
    }
}

/// A brace is the beginning of a line of JSON, a capital that of a request for a WebSocket.
async fn receive(stream: TcpStream, peer: Peer, router: Router, admit: Arc<AdmitAgent>) {
    let mut first = [0];
    match timeout(PATIENCE, stream.peek(&mut first)).await {
        Ok(Ok(1)) if first[0].is_ascii_uppercase() => answer_one(stream, router, peer).await,
        Ok(Ok(1)) => {
            if let Some(NewConnection { link, hello }) = detect_dialect(stream, PATIENCE).await {
                welcome(link.with_permit(peer.permit), hello, &*admit).await;
            }
        }
        _ => {}
    }
}

async fn socket(
    State(admit): State<Arc<AdmitAgent>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, TableError> {
    let upgrade = upgrade(request).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let mut link = Link::from(WebLink::new(socket)).with_permit(peer.permit);
        let hello = read_hello(&mut link, PATIENCE).await;
        if hello.is_some() {
            welcome(link, hello, &*admit).await;
        }
    }))
}

/// Admits a program and carries its lines, or tells it why not.
async fn welcome(mut link: Link, hello: Option<Hello>, admit: &AdmitAgent) {
    let admitted = match hello {
        Some(hello) => admit(hello),
        None => Err("lines of JSON are spoken here: hello comes first".to_owned()),
    };
    match admitted {
        Ok((input, hear)) => carry(&mut link, input, hear).await,
        Err(reason) => reject(&mut link, &reason, PATIENCE).await,
    }
    link.close(Instant::now() + PATIENCE).await;
}

/// Carries lines both ways until either side ends.
async fn carry(link: &mut Link, mut input: mpsc::Receiver<Vec<u8>>, mut hear: LineHandler) {
    let mut pulse = interval_at(Instant::now() + PULSE, PULSE);
    loop {
        tokio::select! {
            message = input.recv() => {
                let Some(message) = message else { return };
                if link.send(&message, Instant::now() + PATIENCE).await.is_err() {
                    return;
                }
            }
            line = link.line(Instant::now() + FOR_EVER) => {
                let lost = matches!(line, Err(Fault::Disconnected));
                let last = lost || matches!(line, Err(Fault::TooLong));
                if lost || !hear(line) || last {
                    return;
                }
            }
            _ = pulse.tick() => {
                if link.ping(Instant::now() + PATIENCE).await.is_err() {
                    return;
                }
            }
        }
    }
}
