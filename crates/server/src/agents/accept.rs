//! Accepts connections of agents and detects their dialect.

use super::link::{Link, TcpLink};
use crate::connection_limit::{ACCEPT_RETRY_INTERVAL, ConnectionLimit};
use crate::proxies::TrustedProxies;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::lines::{FromAgent, Hello};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

/// A connection that sends nothing for this long is a classic agent: those never send first.
const CLASSIC_TIMEOUT: Duration = Duration::from_millis(200);

/// A connection with its dialect.
pub(crate) struct NewConnection {
    pub(crate) link: Link,
    /// Its first message; `None` in the classic dialect.
    pub(crate) hello: Option<Hello>,
}

/// Accepts connections within `limit` until the receiver is dropped.
pub(crate) async fn accept_connections(
    listener: TcpListener,
    think: Duration,
    limit: ConnectionLimit,
    proxies: Arc<TrustedProxies>,
    arrivals: mpsc::Sender<NewConnection>,
) {
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = arrivals.closed() => return,
        };
        let Ok((stream, address)) = stream else {
            sleep(ACCEPT_RETRY_INTERVAL).await;
            continue;
        };
        let peer = address.ip();
        let is_proxy = proxies.proxy_protocol && proxies.contains(peer);
        let permit = match is_proxy {
            true => limit.acquire_for_proxy(peer),
            false => limit.acquire(peer),
        };
        let Some(mut permit) = permit else {
            tracing::debug!(client = %peer, "a connection for agents was refused: too many");
            continue;
        };
        let (arrivals, proxies, limit) = (arrivals.clone(), Arc::clone(&proxies), limit.clone());
        tokio::spawn(async move {
            let mut stream = stream;
            if is_proxy {
                let client = proxies.accept(&mut stream, peer).await;
                match client.ok().and_then(|client| limit.acquire(client)) {
                    Some(of_client) => permit = of_client,
                    None => return,
                }
            }
            if let Some(NewConnection { link, hello }) = detect_dialect(stream, think).await {
                let link = link.with_permit(Arc::new(permit));
                // Fails if the receiver has been dropped.
                let _ = arrivals.send(NewConnection { link, hello }).await;
            }
        });
    }
}

/// Detects the dialect. A brace begins a line of JSON; a connection that sends anything else, or nothing, is a classic
/// agent, of which unexpected bytes are discarded.
pub(super) async fn detect_dialect(stream: TcpStream, think: Duration) -> Option<NewConnection> {
    let link = TcpLink::new(stream).ok()?;
    let first = link.first_byte(Instant::now() + CLASSIC_TIMEOUT).await;
    let mut link = Link::from(link);
    let hello = match first {
        Some(b'{') => Some(read_hello(&mut link, think).await?),
        _ => None,
    };
    Some(NewConnection { link, hello })
}

/// Reads the first message of the Parlour dialect; a connection that sends another is rejected.
pub(crate) async fn read_hello(link: &mut Link, timeout: Duration) -> Option<Hello> {
    let line = link.line(Instant::now() + timeout).await.ok()?;
    if let Ok(FromAgent::Hello(hello)) = serde_json::from_slice(&line) {
        return Some(hello);
    }
    let reason = "the first message is {\"type\":\"hello\",\"version\":1,\"name\":…}";
    reject(link, reason, None, timeout).await;
    None
}

/// Tells a connection of the Parlour dialect why it is rejected.
pub(crate) async fn reject(
    link: &mut Link,
    reason: &str,
    code: Option<ByeCode>,
    timeout: Duration,
) {
    let mut bye = json!({"type": "bye", "reason": reason});
    if let (Some(fields), Ok(Value::Object(code))) =
        (bye.as_object_mut(), serde_json::to_value(code))
    {
        fields.extend(code);
    }
    let bye = format!("{bye}\n");
    // Fails if the peer has disconnected.
    let _ = link.send(bye.as_bytes(), Instant::now() + timeout).await;
}
