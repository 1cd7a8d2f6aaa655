//! A connection that can neither hang nor fill the memory, over TCP or a WebSocket.

mod tcp;
mod websocket;

pub use tcp::TcpLink;
pub use websocket::WebLink;

use crate::connection_limit::ConnectionPermit;
use parlour_protocol::lines::MAX_LINE_BYTES;
use std::sync::Arc;
use tokio::time::Instant;

/// What can be wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No answer within the time limit.
    #[error("no answer in time")]
    Timeout,
    /// It still owes an earlier answer, so that it was not asked: its next could not be told from that.
    #[error("not asked, as it owes an earlier answer")]
    AnswerPending,
    /// The connection ended.
    #[error("the connection is lost")]
    Disconnected,
    /// It does not read what it is sent.
    #[error("it does not read what it is sent")]
    NotReading,
    /// More bytes than any answer has.
    #[error("the answer is too long")]
    TooLong,
    /// An answer that means nothing, or is against the rules.
    #[error("'{0}' is no answer: {1}")]
    Invalid(String, String),
}

/// One connection. Whatever the other side does, reading takes no more memory than
/// [`MAX_LINE_BYTES`], and every wait ends.
#[derive(Debug)]
pub struct Link {
    wire: Wire,
    /// What it counts as among the connections of its address.
    _permit: Option<Arc<ConnectionPermit>>,
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
            _permit: None,
        }
    }
}

impl From<WebLink> for Link {
    fn from(link: WebLink) -> Link {
        Link {
            wire: Wire::Web(Box::new(link)),
            _permit: None,
        }
    }
}

impl Link {
    /// Counts among the connections of an address as long as it lives.
    #[must_use]
    pub(crate) fn with_permit(self, permit: Arc<ConnectionPermit>) -> Link {
        Link {
            _permit: Some(permit),
            ..self
        }
    }

    /// Sends a whole message: of the Parlour dialect a line; over a WebSocket a frame.
    ///
    /// # Errors
    /// [`Fault::NotReading`] when that does not succeed in time, [`Fault::Disconnected`]. After either the
    /// connection is of no more use: part of a message may be out.
    pub async fn send(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.send(message, until).await,
            Wire::Web(link) => link.send(message, until).await,
        }
    }

    /// Sends a whole message once the one before has left the socket, so that the two cannot be read as one:
    /// the classic dialect needs it.
    ///
    /// # Errors
    /// As [`send`](Link::send).
    pub async fn send_apart(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        if let Wire::Tcp(link) = &self.wire {
            link.settle(until).await?;
        }
        self.send(message, until).await
    }

    /// Throws away what came unasked. Returns whether there was anything. The beginning of a
    /// line stays when `lines` are spoken: its end is still to come.
    ///
    /// # Errors
    /// [`Fault::Disconnected`] when the connection has ended, or is a flood.
    pub fn discard(&mut self, lines: bool) -> Result<bool, Fault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.discard(lines),
            Wire::Web(link) => link.discard(),
        }
    }

    /// What one read gives: an answer of the classic dialect, which is spoken over TCP only.
    ///
    /// # Errors
    /// [`Fault::Timeout`], [`Fault::Disconnected`], or [`Fault::TooLong`] for more than `longest` bytes.
    pub async fn answer(&mut self, longest: usize, until: Instant) -> Result<Vec<u8>, Fault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.answer(longest, until).await,
            Wire::Web(_) => Err(Fault::Disconnected),
        }
    }

    /// The next line or text frame: a message of the Parlour dialect. Nothing is lost when
    /// the wait is given up.
    ///
    /// # Errors
    /// [`Fault::Timeout`]; [`Fault::Invalid`] for a frame that is no text; [`Fault::Disconnected`] or
    /// [`Fault::TooLong`], after which the connection is of no more use.
    pub async fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        match &mut self.wire {
            Wire::Tcp(link) => link.line(until).await,
            Wire::Web(link) => link.line(until).await,
        }
    }

    /// Completes when the connection has ended; nothing is lost when the wait is given up.
    pub(crate) async fn lost(&mut self) {
        match &mut self.wire {
            Wire::Tcp(link) => link.lost().await,
            Wire::Web(link) => link.lost().await,
        }
    }

    /// Asks for a sign of life, where the wire has such a thing.
    ///
    /// # Errors
    /// [`Fault::Disconnected`] when there was none since it was asked last; as [`send`](Link::send).
    pub(crate) async fn ping(&mut self, until: Instant) -> Result<(), Fault> {
        match &mut self.wire {
            // The system looks after its connections.
            Wire::Tcp(_) => Ok(()),
            Wire::Web(link) => link.ping(until).await,
        }
    }

    /// Ends the connection in good order, if that can be done at once.
    pub(crate) async fn close(self, until: Instant) {
        match self.wire {
            Wire::Tcp(_) => {}
            Wire::Web(link) => link.close(until).await,
        }
    }
}
