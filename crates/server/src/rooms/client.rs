//! The connection of a person or a spectator, with bounded queues in both directions.

use super::outbox::Outbox;
use super::room::Event;
use crate::agents::link::{AgentFault, Link, no_deadline};
use crate::rate_limit::MessageRate;
use axum::body::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Messages that may be queued for one connection, and their bytes. A message with all events of a long game has about
/// 50 KiB.
const MAX_WAITING: usize = 128;
const MAX_BYTES: usize = 1 << 20;

/// The handle of the connection.
pub(super) struct ClientConnection {
    /// The number of the connection.
    pub(super) connection_id: u64,
    /// Whether it is told of every turn.
    pub(super) watch: bool,
    /// Whether it supports rematches.
    pub(super) again: bool,
    /// How legal actions are listed for it.
    pub(super) listing: parlour_protocol::lines::Listing,
    /// Number of events of the game it was told.
    pub(super) told: usize,
    queue: mpsc::Sender<Outgoing>,
    waiting: Arc<AtomicUsize>,
    outbox: Outbox,
}

/// A message to be sent.
struct Outgoing {
    message: Bytes,
    /// Whether the room is told when it was sent.
    confirm: bool,
}

impl ClientConnection {
    /// Takes over a connection. Its messages are sent to `room` as [`Event::Said`], its end as [`Event::Left`] unless this
    /// was dropped before.
    pub(super) fn new(
        link: Link,
        connection_id: u64,
        hello: &parlour_protocol::lines::Hello,
        messages: u32,
        message_timeout: Duration,
        room: mpsc::Sender<Event>,
        outbox: Outbox,
    ) -> ClientConnection {
        let (queue, outgoing) = mpsc::channel(MAX_WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let task = ClientTask {
            link,
            connection_id,
            outgoing,
            waiting: Arc::clone(&waiting),
            rate: MessageRate::new(messages),
            message_timeout,
            room,
        };
        tokio::spawn(task.run());
        ClientConnection {
            connection_id,
            watch: hello.watch,
            again: hello.again,
            listing: hello.legal,
            told: 0,
            queue,
            waiting,
            outbox,
        }
    }

    /// Queues a message. Returns false if too many are queued.
    #[must_use]
    pub(super) fn send(&self, message: Bytes) -> bool {
        self.send_outgoing(Outgoing {
            message,
            confirm: false,
        })
    }

    /// The same for a message after which the room receives [`Event::Confirmed`].
    #[must_use]
    pub(super) fn send_confirmed(&self, message: Bytes) -> bool {
        self.send_outgoing(Outgoing {
            message,
            confirm: true,
        })
    }

    fn send_outgoing(&self, outgoing: Outgoing) -> bool {
        let length = outgoing.message.len();
        let before = self.waiting.fetch_add(length, Ordering::Relaxed);
        let Ok(permit) = self.queue.clone().try_reserve_owned() else {
            return false;
        };
        if before > MAX_BYTES {
            return false;
        }
        self.outbox.queue(move || {
            permit.send(outgoing);
        });
        true
    }
}

/// The task that owns the connection.
struct ClientTask {
    link: Link,
    connection_id: u64,
    outgoing: mpsc::Receiver<Outgoing>,
    waiting: Arc<AtomicUsize>,
    rate: MessageRate,
    message_timeout: Duration,
    room: mpsc::Sender<Event>,
}

impl ClientTask {
    async fn run(mut self) {
        let connection_id = self.connection_id;
        if let Some(reason) = self.relay().await {
            if !reason.is_empty() {
                crate::agents::accept::reject(&mut self.link, reason, None, self.message_timeout)
                    .await;
            }
            // Fails if the room has ended.
            let _ = self.room.send(Event::Left { connection_id }).await;
        }
        self.link.close(Instant::now() + self.message_timeout).await;
    }

    /// Relays messages in both directions. Returns why the connection has to be closed; `None` if the room has dropped its
    /// handle.
    async fn relay(&mut self) -> Option<&'static str> {
        const LOST: Option<&str> = Some("");
        loop {
            tokio::select! {
                outgoing = self.outgoing.recv() => {
                    let Outgoing { message, confirm } = outgoing?;
                    let sent = self.link.send(&message, Instant::now() + self.message_timeout).await;
                    self.waiting.fetch_sub(message.len(), Ordering::Relaxed);
                    if sent.is_err() {
                        return LOST;
                    }
                    let connection_id = self.connection_id;
                    if confirm && self.room.send(Event::Confirmed { connection_id }).await.is_err() {
                        return None;
                    }
                }
                line = self.link.line(no_deadline()) => {
                    if matches!(line, Err(AgentFault::Disconnected)) {
                        return LOST;
                    }
                    if matches!(line, Err(AgentFault::TooLong)) {
                        return Some("a message may have at most 64 KiB");
                    }
                    if !self.rate.admits(Instant::now()) {
                        return Some("too many messages");
                    }
                    let connection_id = self.connection_id;
                    if self.room.send(Event::Said { connection_id, line }).await.is_err() {
                        return None;
                    }
                }
            }
        }
    }
}
