//! The door: takes connections and finds out which dialect they speak.

use super::link::{Link, TcpLink};
use crate::connection_limit::ConnectionLimit;
use parlour_protocol::lines::{FromAgent, Hello};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep};

/// Connections that are being looked at, or wait to be: the others wait in the system's queue.
const MAX_UNIDENTIFIED: usize = 1024;
/// How long a connection may be silent before it is taken for a classic agent, which never speaks first.
const CLASSIC_TIMEOUT: Duration = Duration::from_millis(200);

/// A connection that wants a seat.
pub(crate) struct NewConnection {
    pub(crate) link: Link,
    /// What it said; nothing in the classic dialect.
    pub(crate) hello: Option<Hello>,
}

/// Takes connections until the receiver is dropped; from each address as many as `guests` lets in.
pub(crate) async fn accept_connections(
    listener: TcpListener,
    think: Duration,
    limit: ConnectionLimit,
    arrivals: mpsc::Sender<NewConnection>,
) {
    let places = Arc::new(Semaphore::new(MAX_UNIDENTIFIED));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = arrivals.closed() => return,
        };
        let Ok((stream, address)) = stream else {
            // Out of descriptors, mostly: some will be given back.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Some(permit) = limit.enter(address.ip()) else {
            continue;
        };
        let arrivals = arrivals.clone();
        tokio::spawn(async move {
            if let Some(NewConnection { link, hello }) = detect_dialect(stream, think).await {
                let link = link.with_permit(Arc::new(permit));
                // The table is closed: nobody to tell.
                let _ = arrivals.send(NewConnection { link, hello }).await;
            }
            drop(place);
        });
    }
}

/// A brace is the beginning of a line of JSON; whoever says anything else, or nothing, is
/// left to the classic dialect, which throws unasked-for bytes away.
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

/// The first message of the Parlour dialect. Whoever says something else is told what was asked for.
pub(crate) async fn read_hello(link: &mut Link, patience: Duration) -> Option<Hello> {
    let line = link.line(Instant::now() + patience).await.ok()?;
    if let Ok(FromAgent::Hello(hello)) = serde_json::from_slice(&line) {
        return Some(hello);
    }
    let reason = "the first message is {\"type\":\"hello\",\"version\":1,\"name\":…}";
    reject(link, reason, patience).await;
    None
}

/// Tells a connection of the Parlour dialect why there is nothing for it here.
pub(crate) async fn reject(link: &mut Link, reason: &str, patience: Duration) {
    let bye = format!("{}\n", json!({"type": "bye", "reason": reason}));
    // Whoever is gone already need not be told.
    let _ = link.send(bye.as_bytes(), Instant::now() + patience).await;
}
