//! The door: takes connections and finds out which dialect they speak.

use super::lines::{FromAgent, Hello};
use super::link::Link;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep};

/// Connections that are being looked at, or wait to be: the others wait in the system's queue.
const AT_THE_DOOR: usize = 1024;
/// How long a connection may be silent before it is taken for a classic agent, which never speaks first.
const SILENCE: Duration = Duration::from_millis(200);

/// A connection that wants a seat.
pub(super) struct Arrival {
    pub(super) link: Link,
    /// What it said; nothing in the classic dialect.
    pub(super) hello: Option<Hello>,
}

/// Takes connections until the receiver is dropped.
pub(super) async fn attend(
    listener: TcpListener,
    think: Duration,
    arrivals: mpsc::Sender<Arrival>,
) {
    let places = Arc::new(Semaphore::new(AT_THE_DOOR));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = arrivals.closed() => return,
        };
        let Ok((stream, _)) = stream else {
            // Out of descriptors, mostly: some will be given back.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let arrivals = arrivals.clone();
        tokio::spawn(async move {
            let Ok(link) = Link::new(stream) else { return };
            if let Some(arrival) = identify(link, think).await {
                // The table is closed: nobody to tell.
                let _ = arrivals.send(arrival).await;
            }
            drop(place);
        });
    }
}

/// A brace is the beginning of a line of JSON; whoever says anything else, or nothing, is
/// left to the classic dialect, which throws unasked-for bytes away.
async fn identify(mut link: Link, think: Duration) -> Option<Arrival> {
    if link.first_byte(Instant::now() + SILENCE).await != Some(b'{') {
        return Some(Arrival { link, hello: None });
    }
    let line = link.line(Instant::now() + think).await.ok()?;
    let hello = match serde_json::from_slice(&line) {
        Ok(FromAgent::Hello(hello)) => hello,
        _ => {
            let reason = "the first line is {\"type\":\"hello\",\"version\":1,\"name\":…}";
            let bye = format!("{}\n", serde_json::json!({"type": "bye", "reason": reason}));
            let _ = link.send(bye.as_bytes(), Instant::now() + think).await;
            return None;
        }
    };
    Some(Arrival {
        link,
        hello: Some(hello),
    })
}
