//! A WebSocket as a link: each text frame is a line.

use super::Fault;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::FutureExt as _;
use tokio::time::{Instant, timeout_at};

/// Frames that nobody asked for, pings among them, between two that were: more is a flood.
const FLOOD: usize = 4096;

/// One WebSocket. Frames are as long as the upgrade allows.
#[derive(Debug)]
pub struct WebLink {
    socket: WebSocket,
    /// Whether anything was heard since the last ping of ours.
    alive: bool,
    /// Whether a message came while nobody asked, and was thrown away.
    unasked: bool,
    /// Frames since the last that was asked for.
    idle_frames: usize,
}

impl WebLink {
    /// Takes a connection over.
    #[must_use]
    pub fn new(socket: WebSocket) -> WebLink {
        WebLink {
            socket,
            alive: true,
            unasked: false,
            idle_frames: 0,
        }
    }

    pub(super) async fn send(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        let text = message.strip_suffix(b"\n").unwrap_or(message);
        let text = Utf8Bytes::from(String::from_utf8_lossy(text).into_owned());
        self.write(Message::Text(text), until).await
    }

    async fn write(&mut self, message: Message, until: Instant) -> Result<(), Fault> {
        match timeout_at(until, self.socket.send(message)).await {
            Err(_) => Err(Fault::NotReading),
            Ok(Err(_)) => Err(Fault::Disconnected),
            Ok(Ok(())) => Ok(()),
        }
    }

    /// The next frame with a message in it; the protocol's own frames are seen to.
    async fn frame(&mut self) -> Result<Message, Fault> {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(message)) => message,
                Some(Err(_)) | None => return Err(Fault::Disconnected),
            };
            self.alive = true;
            self.idle_frames += 1;
            if self.idle_frames > FLOOD {
                return Err(Fault::Disconnected);
            }
            match message {
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return Err(Fault::Disconnected),
                Message::Text(_) | Message::Binary(_) => return Ok(message),
            }
        }
    }

    pub(super) async fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        let frame = timeout_at(until, self.frame()).await;
        let frame = frame.map_err(|_| Fault::Timeout)??;
        self.idle_frames = 0;
        match frame {
            Message::Text(text) => Ok(text.as_bytes().to_vec()),
            _ => Err(Fault::Invalid(
                "a binary frame".to_owned(),
                "messages are text frames".to_owned(),
            )),
        }
    }

    pub(super) fn discard(&mut self) -> Result<bool, Fault> {
        while let Some(frame) = self.frame().now_or_never() {
            frame?;
            self.unasked = true;
        }
        self.idle_frames = 0;
        Ok(std::mem::take(&mut self.unasked))
    }

    pub(super) async fn lost(&mut self) {
        while self.frame().await.is_ok() {
            self.unasked = true;
        }
    }

    pub(super) async fn ping(&mut self, until: Instant) -> Result<(), Fault> {
        if !std::mem::take(&mut self.alive) {
            return Err(Fault::Disconnected);
        }
        self.write(Message::Ping(Default::default()), until).await
    }

    pub(super) async fn close(mut self, until: Instant) {
        let frame = CloseFrame {
            code: close_code::NORMAL,
            reason: Utf8Bytes::from_static(""),
        };
        // Whoever is gone already needs no goodbye.
        let _ = self.write(Message::Close(Some(frame)), until).await;
    }
}
