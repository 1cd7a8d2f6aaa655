//! A TCP connection as a link.

use super::{Fault, MAX_LINE_BYTES};
use std::io;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep, timeout_at};

/// What is read at once.
const CHUNK: usize = 4096;
/// Unasked-for bytes that are thrown away before one question: more is a flood, and ends the connection.
const FLOOD: usize = 4 << 20;
/// How often it is looked whether a connection with unread bytes has ended.
const AFTER_BYTES: Duration = Duration::from_secs(1);
/// One TCP connection.
#[derive(Debug)]
pub struct TcpLink {
    stream: TcpStream,
    /// The beginning of a line.
    pending: Vec<u8>,
    /// How much of it is known to hold no end of a line.
    searched: usize,
    /// Where bytes are read to that are no lines. Here, and not where they are read: a future that waits
    /// with four kilobytes in it is moved with them.
    chunk: Box<[u8; CHUNK]>,
}

impl TcpLink {
    /// Takes a connection over.
    ///
    /// # Errors
    /// When the system refuses to send small messages at once.
    pub fn new(stream: TcpStream) -> io::Result<TcpLink> {
        stream.set_nodelay(true)?;
        Ok(TcpLink {
            stream,
            pending: Vec::new(),
            searched: 0,
            chunk: Box::new([0; CHUNK]),
        })
    }

    /// Waits for the first byte without reading it.
    pub(crate) async fn first_byte(&self, until: Instant) -> Option<u8> {
        let mut first = [0];
        match timeout_at(until, self.stream.peek(&mut first)).await {
            Ok(Ok(1)) => Some(first[0]),
            _ => None,
        }
    }

    pub(super) async fn send(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        match timeout_at(until, self.stream.write_all(message)).await {
            Err(_) => Err(Fault::NotReading),
            Ok(Err(_)) => Err(Fault::Disconnected),
            Ok(Ok(())) => Ok(()),
        }
    }

    /// Waits until everything written has been handed to the network.
    ///
    /// An agent of the classic dialect takes what one `recv` gives it for one message, so
    /// two messages must never share a segment. Bytes that wait in the socket would be
    /// joined to those that follow; bytes that have been sent cannot be. So it is the *unsent*
    /// bytes that count (`SIOCOUTQNSD`), not those sent and not acknowledged yet (`SIOCOUTQ`):
    /// acknowledgements may be held back for 40 ms.
    pub(super) async fn settle(&self, until: Instant) -> Result<(), Fault> {
        while !is_settled(&self.stream).map_err(|_| Fault::Disconnected)? {
            // Only a receiver that reads nothing keeps us here.
            if Instant::now() >= until {
                return Err(Fault::NotReading);
            }
            sleep(Duration::from_millis(1)).await;
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, lines: bool) -> Result<bool, Fault> {
        let mut seen = 0;
        loop {
            match self.stream.try_read(&mut *self.chunk) {
                Ok(0) => return Err(Fault::Disconnected),
                Ok(count) => {
                    seen += count;
                    self.pending.extend_from_slice(&self.chunk[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => return Err(Fault::Disconnected),
            }
            self.forget(lines);
            if seen > FLOOD || self.pending.len() > MAX_LINE_BYTES {
                return Err(Fault::Disconnected);
            }
        }
        let held = self.pending.len();
        self.forget(lines);
        Ok(seen > 0 || self.pending.len() < held)
    }

    /// Forgets whole lines, or everything.
    fn forget(&mut self, lines: bool) {
        let keep = match lines {
            true => self
                .pending
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1),
            false => self.pending.len(),
        };
        self.pending.drain(..keep);
        self.searched = self.searched.saturating_sub(keep);
    }

    pub(super) async fn answer(
        &mut self,
        longest: usize,
        until: Instant,
    ) -> Result<Vec<u8>, Fault> {
        use tokio::io::AsyncReadExt as _;
        let reading = self.stream.read(&mut *self.chunk);
        let count = heard(timeout_at(until, reading).await)?;
        if count > longest {
            return Err(Fault::TooLong);
        }
        Ok(self.chunk[..count].to_vec())
    }

    pub(super) async fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        use tokio::io::AsyncReadExt as _;
        loop {
            let unseen = &self.pending[self.searched..];
            if let Some(end) = unseen.iter().position(|&byte| byte == b'\n') {
                let line = self.pending.drain(..=self.searched + end).collect();
                self.searched = 0;
                return Ok(line);
            }
            self.searched = self.pending.len();
            if self.searched > MAX_LINE_BYTES {
                return Err(Fault::TooLong);
            }
            self.pending.reserve(CHUNK);
            let reading = self.stream.read_buf(&mut self.pending);
            heard(timeout_at(until, reading).await)?;
        }
    }

    /// Looks without reading: what has come stays for the next question to judge.
    pub(super) async fn lost(&self) {
        let mut byte = [0];
        while let Ok(1..) = self.stream.peek(&mut byte).await {
            sleep(AFTER_BYTES).await;
        }
    }
}

/// How many bytes were read in time.
fn heard(read: Result<io::Result<usize>, Elapsed>) -> Result<usize, Fault> {
    match read {
        Err(_) => Err(Fault::Timeout),
        Ok(Ok(0) | Err(_)) => Err(Fault::Disconnected),
        Ok(Ok(count)) => Ok(count),
    }
}

/// Whether the system has nothing left to send on the socket.
#[cfg(target_os = "linux")]
fn is_settled(stream: &TcpStream) -> io::Result<bool> {
    use std::os::fd::AsRawFd as _;
    /// `linux/sockios.h`: bytes in the send queue that were not sent.
    const SIOCOUTQNSD: libc::Ioctl = 0x894B;
    let mut unsent: libc::c_int = 0;
    // SAFETY: the descriptor is open as long as `stream` is borrowed, and this request writes
    // one int, to which the pointer is valid. There is no safe call for it in std, tokio or rustix.
    #[expect(
        unsafe_code,
        reason = "no safe call tells what a socket has not sent yet"
    )]
    let status = unsafe { libc::ioctl(stream.as_raw_fd(), SIOCOUTQNSD, &raw mut unsent) };
    match status {
        0 => Ok(unsent == 0),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Elsewhere there is no such question; a socket that takes more has mostly sent what it had.
#[cfg(not(target_os = "linux"))]
fn is_settled(_stream: &TcpStream) -> io::Result<bool> {
    Ok(true)
}
