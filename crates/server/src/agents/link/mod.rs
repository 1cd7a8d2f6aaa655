//! A connection with bounded memory and bounded waits, over TCP or WebSocket.
//!
//! A peer that has vanished is noticed by keep-alive: of the system for TCP, by pings for WebSockets, which are sent
//! whenever something is awaited.

mod tcp;
mod websocket;

pub use tcp::TcpLink;
pub(crate) use tcp::keep_alive;
pub use websocket::WebLink;

use crate::connection_limit::ConnectionPermit;
pub use parlour_protocol::AgentFault;
use parlour_protocol::lines::MAX_LINE_BYTES;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Instant;

/// How often a WebSocket is pinged; one that has not answered by the next ping is disconnected. A peer that vanishes
/// without closing (a sleeping machine, a router that forgets) is so noticed within 30 seconds.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// A deadline that never passes, for waits that the caller cancels.
pub(crate) fn no_deadline() -> Instant {
    Instant::now() + Duration::from_secs(1 << 30)
}

/// A connection. Whatever the peer does, reading takes at most [`MAX_LINE_BYTES`] of memory, and every wait has a
/// deadline.
#[derive(Debug)]
pub struct Link {
    wire: Wire,
    /// Counts it among the connections of its address.
    permit: Option<Arc<ConnectionPermit>>,
}

#[derive(Debug)]
enum Wire {
    Tcp(TcpLink),
    Web(Box<WebLink>),
}

impl From<TcpLink> for Link {
    fn from(link: TcpLink) -> Link {
        Link {
            wire: Wire::Tcp(link),
            permit: None,
        }
    }
}

impl From<WebLink> for Link {
    fn from(link: WebLink) -> Link {
        Link {
            wire: Wire::Web(Box::new(link)),
            permit: None,
        }
    }
}

impl Link {
    /// Holds a permit as long as the connection lives.
    #[must_use]
    pub(crate) fn with_permit(self, permit: Arc<ConnectionPermit>) -> Link {
        Link {
            permit: Some(permit),
            ..self
        }
    }

    /// The stream of a TCP connection, what was read of it beyond the last line, and its permit.
    pub(crate) fn into_tcp(self) -> Option<(TcpStream, Vec<u8>, Option<Arc<ConnectionPermit>>)> {
        match self.wire {
            Wire::Tcp(link) => {
                let (stream, read) = link.into_parts();
                Some((stream, read, self.permit))
            }
            Wire::Web(_) => None,
        }
    }

    /// The network of the peer, if it is counted.
    pub(crate) fn network(&self) -> Option<IpAddr> {
        self.permit.as_ref().map(|permit| permit.network())
    }

    /// Sends a whole message: a line of the Parlour dialect, or a frame over a WebSocket.
    ///
    /// # Errors
    /// [`AgentFault::NotReading`] after the deadline, [`AgentFault::Disconnected`]. After either, part of the message may have been
    /// sent, and the connection cannot be used any more.
    pub async fn send(&mut self, message: &[u8], deadline: Instant) -> Result<(), AgentFault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.send(message, deadline).await,
            Wire::Web(link) => link.send(message, deadline).await,
        }
    }

    /// Sends a whole message once the previous one has left the socket, so that the two are not read as one. Needed for
    /// the classic dialect.
    ///
    /// # Errors
    /// As [`send`](Link::send).
    pub async fn send_apart(
        &mut self,
        message: &[u8],
        deadline: Instant,
    ) -> Result<(), AgentFault> {
        if let Wire::Tcp(link) = &self.wire {
            link.settle(deadline).await?;
        }
        self.send(message, deadline).await
    }

    /// Discards the input so far. Returns whether there was any. With `lines`, an incomplete line is kept.
    ///
    /// # Errors
    /// [`AgentFault::Disconnected`] if the connection has ended, or floods.
    pub fn discard(&mut self, lines: bool) -> Result<bool, AgentFault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.discard(lines),
            Wire::Web(link) => link.discard(),
        }
    }

    /// Reads an answer of the classic dialect, which is whatever one read returns. TCP only.
    ///
    /// # Errors
    /// [`AgentFault::Timeout`], [`AgentFault::Disconnected`], or [`AgentFault::TooLong`] for more than `max` bytes.
    pub async fn answer(&mut self, max: usize, deadline: Instant) -> Result<Vec<u8>, AgentFault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.answer(max, deadline).await,
            Wire::Web(_) => Err(AgentFault::Disconnected),
        }
    }

    /// Reads the next message of the Parlour dialect: a line or a text frame. Cancel safe.
    ///
    /// # Errors
    /// [`AgentFault::Timeout`]; [`AgentFault::Invalid`] for a frame that is no text; [`AgentFault::Disconnected`] or
    /// [`AgentFault::TooLong`], after which the connection cannot be used any more.
    pub async fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, AgentFault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.line(deadline).await,
            Wire::Web(link) => link.line(deadline).await,
        }
    }

    /// Completes when the connection has ended. Cancel safe.
    pub(crate) async fn disconnected(&mut self) {
        match &mut self.wire {
            Wire::Tcp(link) => link.disconnected().await,
            Wire::Web(link) => link.disconnected().await,
        }
    }

    /// Closes the connection; a WebSocket with a close frame.
    pub(crate) async fn close(self, deadline: Instant) {
        match self.wire {
            Wire::Tcp(_) => {}
            Wire::Web(link) => link.close(deadline).await,
        }
    }
}
