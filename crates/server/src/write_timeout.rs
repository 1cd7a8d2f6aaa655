//! A stream whose peer must read: a write that stalls ends the connection.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// The bytes that a peer must accept within each timeout while something waits to be written: 2 KiB/s by default.
const MIN_PROGRESS: usize = 64 << 10;

/// A stream that fails if its peer reads too slowly.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Runs while a write waits for the peer.
    stall: Option<Stall>,
}

struct Stall {
    timer: Pin<Box<Sleep>>,
    /// Bytes written since it began.
    written: usize,
}

impl<S: Unpin> WriteTimeout<S> {
    pub(crate) fn new(stream: S, timeout: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            timeout,
            stall: None,
        }
    }

    pub(crate) fn into_inner(self) -> S {
        self.stream
    }

    /// Takes note of a write of `wanted` bytes.
    fn note(
        &mut self,
        context: &mut Context<'_>,
        wanted: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(count)) = written {
            match &mut self.stall {
                Some(_) if count >= wanted => self.stall = None,
                Some(stall) => stall.written += count,
                None => {}
            }
        }
        if written.is_ready() {
            return written;
        }
        let timeout = self.timeout;
        let stall = self.stall.get_or_insert_with(|| Stall {
            timer: Box::pin(sleep(timeout)),
            written: 0,
        });
        loop {
            ready!(stall.timer.as_mut().poll(context));
            if stall.written < MIN_PROGRESS {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            stall.written = 0;
            stall.timer.as_mut().reset(Instant::now() + timeout);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(context, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        let wanted = parts.iter().map(|part| part.len()).sum();
        self.note(context, wanted, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    const TIMEOUT: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_given_up() {
        let (here, _there) = duplex(1 << 10);
        let mut stream = WriteTimeout::new(here, TIMEOUT);
        let start = Instant::now();
        let error = stream.write_all(&[0; 1 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() >= TIMEOUT && start.elapsed() < 2 * TIMEOUT);
    }

    /// 100 bytes a second are too few, however long the message.
    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_a_trickle_is_given_up() {
        for (chunk, is_enough) in [(100, false), (4 << 10, true)] {
            let (here, mut there) = duplex(1 << 10);
            let mut stream = WriteTimeout::new(here, TIMEOUT);
            tokio::spawn(async move {
                let mut bytes = vec![0; chunk];
                while there.read_exact(&mut bytes).await.is_ok() {
                    sleep(Duration::from_secs(1)).await;
                }
            });
            let sent = stream.write_all(&vec![0; 1 << 20]).await;
            assert_eq!(sent.is_ok(), is_enough, "{chunk}");
        }
    }

    /// Small messages to a peer that reads now and then.
    #[tokio::test(start_paused = true)]
    async fn a_short_wait_now_and_then_is_no_stall() {
        let (here, mut there) = duplex(64);
        let mut stream = WriteTimeout::new(here, TIMEOUT);
        tokio::spawn(async move {
            let mut bytes = [0; 80];
            while there.read_exact(&mut bytes).await.is_ok() {
                sleep(Duration::from_secs(20)).await;
            }
        });
        for _ in 0..10 {
            stream.write_all(&[0; 80]).await.unwrap();
        }
    }
}
