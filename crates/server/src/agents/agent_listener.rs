//! A port on which remote agents join a tournament, over TCP or WebSocket: `parlour tournament --agents`.

use super::accept::{NewConnection, detect_dialect, read_hello, reject};
use super::link::{AgentFault, Link, WebLink, no_deadline};
use crate::api_response::ErrorResponse;
use crate::connection_limit::{ACCEPT_RETRY_INTERVAL, ConnectionLimit, ConnectionPermit};
use crate::http_listener::serve_connection;
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
use tokio::time::{Instant, sleep, timeout};

/// The time limit for the first message, and for each message sent.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);
/// Connections at a time that have not presented the token of a player, in total and of one address.
const MAX_STRANGERS: usize = 1024;
const MAX_STRANGERS_PER_ADDRESS: usize = 64;

/// Handles the lines of an agent; returning false closes the connection.
pub type LineHandler = Box<dyn FnMut(Result<Vec<u8>, AgentFault>) -> bool + Send>;

/// Admits an agent by its first message: returns the lines to send to it and the handler of its lines, or why it is
/// rejected.
pub type AdmitAgent =
    dyn Fn(Hello) -> Result<(mpsc::Receiver<Vec<u8>>, LineHandler), String> + Send + Sync;

/// A port on which agents connect.
#[derive(Debug)]
pub struct AgentListener {
    listener: TcpListener,
    address: SocketAddr,
}

impl AgentListener {
    /// Listens. Agents that connect wait for [`run`](Self::run).
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub async fn bind(address: SocketAddr) -> io::Result<AgentListener> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(AgentListener { listener, address })
    }

    /// The address it listens on, with the actual port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts agents until the task is aborted.
    pub async fn run(self, admit: Arc<AdmitAgent>) {
        let limit = ConnectionLimit::new(MAX_STRANGERS, MAX_STRANGERS_PER_ADDRESS, 0);
        let router = Router::new()
            .fallback(any(socket))
            .with_state(Arc::clone(&admit));
        loop {
            let Ok((stream, address)) = self.listener.accept().await else {
                sleep(ACCEPT_RETRY_INTERVAL).await;
                continue;
            };
            let Some(permit) = limit.acquire(address.ip()) else {
                continue;
            };
            // Each message is written whole, so delaying it would gain nothing.
            let _ = stream.set_nodelay(true);
            let peer = Peer {
                address: address.ip(),
                permit: Arc::new(permit),
            };
            tokio::spawn(receive(stream, peer, router.clone(), Arc::clone(&admit)));
        }
    }
}

/// Detects the protocol: a capital letter begins an HTTP request for a WebSocket, anything else is a line of JSON.
async fn receive(stream: TcpStream, peer: Peer, router: Router, admit: Arc<AdmitAgent>) {
    let mut first = [0];
    match timeout(MESSAGE_TIMEOUT, stream.peek(&mut first)).await {
        Ok(Ok(1)) if first[0].is_ascii_uppercase() => serve_connection(stream, router, peer).await,
        Ok(Ok(1)) => {
            if let Some(NewConnection { link, hello }) =
                detect_dialect(stream, MESSAGE_TIMEOUT).await
            {
                welcome(link, hello, &*admit, peer.permit).await;
            }
        }
        _ => {}
    }
}

async fn socket(
    State(admit): State<Arc<AdmitAgent>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ErrorResponse> {
    let upgrade = upgrade(request).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let mut link = Link::from(WebLink::new(socket));
        let hello = read_hello(&mut link, MESSAGE_TIMEOUT).await;
        if hello.is_some() {
            welcome(link, hello, &*admit, peer.permit).await;
        }
    }))
}

/// Admits an agent and relays its lines, or tells it why it is rejected. An agent that is admitted gives its permit
/// back: the tournament limits the connections of a player.
async fn welcome(
    mut link: Link,
    hello: Option<Hello>,
    admit: &AdmitAgent,
    permit: Arc<ConnectionPermit>,
) {
    let admitted = match hello {
        Some(hello) => admit(hello),
        None => Err("send lines of JSON; the first message is hello".to_owned()),
    };
    match admitted {
        Ok((input, handle)) => {
            drop(permit);
            relay(&mut link, input, handle).await;
        }
        Err(reason) => reject(&mut link, &reason, None, MESSAGE_TIMEOUT).await,
    }
    link.close(Instant::now() + MESSAGE_TIMEOUT).await;
}

/// Relays lines in both directions until either side ends.
async fn relay(link: &mut Link, mut input: mpsc::Receiver<Vec<u8>>, mut handle: LineHandler) {
    loop {
        tokio::select! {
            message = input.recv() => {
                let Some(message) = message else { return };
                if link.send(&message, Instant::now() + MESSAGE_TIMEOUT).await.is_err() {
                    return;
                }
            }
            line = link.line(no_deadline()) => {
                let lost = matches!(line, Err(AgentFault::Disconnected));
                let last = lost || matches!(line, Err(AgentFault::TooLong));
                if lost || !handle(line) || last {
                    return;
                }
            }
        }
    }
}
