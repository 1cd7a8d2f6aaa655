//! A link over a WebSocket: each text frame is a line.

use super::{AgentFault, PING_INTERVAL};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::FutureExt as _;
use parlour_protocol::FaultCause;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout_at};

/// Unexpected frames, including pings, between two expected ones; a connection that sends more is closed.
const MAX_UNEXPECTED: usize = 4096;

/// A WebSocket. The upgrade limits the length of frames.
#[derive(Debug)]
pub struct WebLink {
    socket: WebSocket,
    /// Whether anything was received since the last ping was sent.
    alive: bool,
    /// Whether an unexpected message was discarded.
    unexpected: bool,
    /// Frames since the last expected one.
    idle_frames: usize,
    pulse: Interval,
}

impl WebLink {
    /// Takes over a connection.
    #[must_use]
    pub fn new(socket: WebSocket) -> WebLink {
        let mut pulse = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        WebLink {
            pulse,
            socket,
            alive: true,
            unexpected: false,
            idle_frames: 0,
        }
    }

    pub(super) async fn send(
        &mut self,
        message: &[u8],
        deadline: Instant,
    ) -> Result<(), AgentFault> {
        let text = message.strip_suffix(b"\n").unwrap_or(message);
        let text = Utf8Bytes::from(String::from_utf8_lossy(text).into_owned());
        self.write(Message::Text(text), deadline).await
    }

    async fn write(&mut self, message: Message, deadline: Instant) -> Result<(), AgentFault> {
        match timeout_at(deadline, self.socket.send(message)).await {
            Err(_) => Err(AgentFault::NotReading),
            Ok(Err(_)) => Err(AgentFault::Disconnected),
            Ok(Ok(())) => Ok(()),
        }
    }

    /// The next frame that holds a message; control frames are handled.
    async fn frame(&mut self) -> Result<Message, AgentFault> {
        loop {
            let received = tokio::select! {
                // First, since the answer to the last ping may have come while nothing was awaited.
                biased;
                received = self.socket.recv() => received,
                _ = self.pulse.tick() => {
                    self.ping().await?;
                    continue;
                }
            };
            let message = match received {
                Some(Ok(message)) => message,
                Some(Err(_)) | None => return Err(AgentFault::Disconnected),
            };
            self.alive = true;
            self.idle_frames += 1;
            if self.idle_frames > MAX_UNEXPECTED {
                return Err(AgentFault::Disconnected);
            }
            match message {
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return Err(AgentFault::Disconnected),
                Message::Text(_) | Message::Binary(_) => return Ok(message),
            }
        }
    }

    pub(super) async fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, AgentFault> {
        let frame = timeout_at(deadline, self.frame()).await;
        let frame = frame.map_err(|_| AgentFault::Timeout)??;
        self.idle_frames = 0;
        match frame {
            Message::Text(text) => Ok(text.as_bytes().to_vec()),
            _ => Err(AgentFault::invalid(
                b"a binary frame",
                "messages are text frames",
                FaultCause::NoText,
            )),
        }
    }

    pub(super) fn discard(&mut self) -> Result<bool, AgentFault> {
        while let Some(frame) = self.frame().now_or_never() {
            frame?;
            self.unexpected = true;
        }
        self.idle_frames = 0;
        Ok(std::mem::take(&mut self.unexpected))
    }

    pub(super) async fn disconnected(&mut self) {
        while self.frame().await.is_ok() {
            self.unexpected = true;
        }
    }

    /// Pings the peer.
    ///
    /// # Errors
    /// [`AgentFault::Disconnected`] if nothing was received since the last ping.
    async fn ping(&mut self) -> Result<(), AgentFault> {
        if !std::mem::take(&mut self.alive) {
            return Err(AgentFault::Disconnected);
        }
        let deadline = Instant::now() + PING_INTERVAL;
        self.write(Message::Ping(Default::default()), deadline)
            .await
    }

    pub(super) async fn close(mut self, deadline: Instant) {
        let frame = CloseFrame {
            code: close_code::NORMAL,
            reason: Utf8Bytes::from_static(""),
        };
        // Fails if the peer has disconnected.
        let _ = self.write(Message::Close(Some(frame)), deadline).await;
    }
}
