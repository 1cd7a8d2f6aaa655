//! A link over TCP.

use super::{AgentFault, MAX_LINE_BYTES};
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncWriteExt as _, Interest};
use tokio::net::TcpStream;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep, timeout_at};

/// Bytes read at once.
const CHUNK: usize = 4096;
/// Unexpected bytes discarded before one request; a connection that sends more is closed.
const MAX_DISCARDED: usize = 4 << 20;
/// How often a connection with unread bytes is checked for its end.
const PEEK_INTERVAL: Duration = Duration::from_secs(1);

/// A silent peer is probed after this time, then in this interval; it has vanished after this number of probes.
const KEEPALIVE_TIME: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_PROBES: u32 = 3;
/// A peer that does not acknowledge what it is sent for this long has vanished.
#[cfg(target_os = "linux")]
const ACKNOWLEDGEMENT_TIMEOUT: Duration = Duration::from_secs(25);

/// A TCP connection.
#[derive(Debug)]
pub struct TcpLink {
    stream: TcpStream,
    /// An incomplete line.
    pending: Vec<u8>,
    /// Number of its bytes known to hold no line feed.
    searched: usize,
    /// A buffer for input that is no line. Boxed to keep the futures small.
    chunk: Box<[u8; CHUNK]>,
}

impl TcpLink {
    /// Takes over a connection.
    ///
    /// # Errors
    /// If its options cannot be set.
    pub fn new(stream: TcpStream) -> io::Result<TcpLink> {
        stream.set_nodelay(true)?;
        keep_alive(&stream)?;
        Ok(TcpLink {
            stream,
            pending: Vec::new(),
            searched: 0,
            chunk: Box::new([0; CHUNK]),
        })
    }

    /// The stream, and what was read of it beyond the last line.
    pub(super) fn into_parts(self) -> (TcpStream, Vec<u8>) {
        (self.stream, self.pending)
    }

    /// Waits for the first byte without consuming it.
    pub(crate) async fn first_byte(&self, deadline: Instant) -> Option<u8> {
        let mut first = [0];
        match timeout_at(deadline, self.stream.peek(&mut first)).await {
            Ok(Ok(1)) => Some(first[0]),
            _ => None,
        }
    }

    pub(super) async fn send(
        &mut self,
        message: &[u8],
        deadline: Instant,
    ) -> Result<(), AgentFault> {
        match timeout_at(deadline, self.stream.write_all(message)).await {
            Err(_) => Err(AgentFault::NotReading),
            Ok(Err(_)) => Err(AgentFault::Disconnected),
            Ok(Ok(())) => Ok(()),
        }
    }

    /// Waits until everything written has been handed to the network.
    ///
    /// An agent of the classic dialect takes what one `recv` returns for one message, so two messages must never share a
    /// segment. Only *unsent* bytes (`SIOCOUTQNSD`) can be joined with later ones; acknowledgements (`SIOCOUTQ`) may be
    /// delayed by 40 ms and need not be waited for.
    pub(super) async fn settle(&self, deadline: Instant) -> Result<(), AgentFault> {
        while !is_settled(&self.stream).map_err(|_| AgentFault::Disconnected)? {
            // Only a peer that reads nothing keeps us here.
            if Instant::now() >= deadline {
                return Err(AgentFault::NotReading);
            }
            sleep(Duration::from_millis(1)).await;
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, lines: bool) -> Result<bool, AgentFault> {
        let mut seen = 0;
        loop {
            match self.stream.try_read(&mut *self.chunk) {
                Ok(0) => return Err(AgentFault::Disconnected),
                Ok(count) => {
                    seen += count;
                    self.pending.extend_from_slice(&self.chunk[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => return Err(AgentFault::Disconnected),
            }
            self.forget(lines);
            if seen > MAX_DISCARDED || self.pending.len() > MAX_LINE_BYTES {
                return Err(AgentFault::Disconnected);
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
        max: usize,
        deadline: Instant,
    ) -> Result<Vec<u8>, AgentFault> {
        use tokio::io::AsyncReadExt as _;
        let reading = self.stream.read(&mut *self.chunk);
        let count = bytes_read(timeout_at(deadline, reading).await)?;
        if count > max {
            return Err(AgentFault::TooLong);
        }
        Ok(self.chunk[..count].to_vec())
    }

    pub(super) async fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, AgentFault> {
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
                return Err(AgentFault::TooLong);
            }
            self.pending.reserve(CHUNK);
            let reading = self.stream.read_buf(&mut self.pending);
            bytes_read(timeout_at(deadline, reading).await)?;
        }
    }

    /// Completes when the connection has ended. Input stays unread, for the next request to discard.
    pub(super) async fn disconnected(&self) {
        let mut byte = [0];
        while let Ok(1..) = self.stream.peek(&mut byte).await {
            // The end that comes after unread bytes.
            let ready = self.stream.ready(Interest::READABLE).await;
            if ready.is_ok_and(|ready| ready.is_read_closed()) {
                return;
            }
            sleep(PEEK_INTERVAL).await;
        }
    }
}

/// Lets the system find out whether the peer still exists: after some silence, and while sent bytes are not
/// acknowledged.
pub(crate) fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    let probes = TcpKeepalive::new()
        .with_time(KEEPALIVE_TIME)
        .with_interval(KEEPALIVE_INTERVAL);
    #[cfg(not(windows))]
    let probes = probes.with_retries(KEEPALIVE_PROBES);
    socket.set_tcp_keepalive(&probes)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(ACKNOWLEDGEMENT_TIMEOUT))?;
    Ok(())
}

/// The number of bytes that were read in time.
fn bytes_read(read: Result<io::Result<usize>, Elapsed>) -> Result<usize, AgentFault> {
    match read {
        Err(_) => Err(AgentFault::Timeout),
        Ok(Ok(0) | Err(_)) => Err(AgentFault::Disconnected),
        Ok(Ok(count)) => Ok(count),
    }
}

/// Whether the system has no unsent bytes of the socket.
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
        reason = "no safe call returns the number of unsent bytes"
    )]
    let status = unsafe { libc::ioctl(stream.as_raw_fd(), SIOCOUTQNSD, &raw mut unsent) };
    match status {
        0 => Ok(unsent == 0),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Other systems have no such call; a writable socket has mostly sent its bytes.
#[cfg(not(target_os = "linux"))]
fn is_settled(_stream: &TcpStream) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// The time after which the system reports that a peer has vanished, whether it is waited for or written to.
    #[tokio::test]
    async fn a_peer_that_has_vanished_is_noticed_within_30_seconds() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (_peer, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let link = TcpLink::new(accepted.unwrap().0).unwrap();
        let socket = SockRef::from(&link.stream);
        assert!(socket.keepalive().unwrap());
        let silence = socket.tcp_keepalive_time().unwrap()
            + socket.tcp_keepalive_interval().unwrap() * socket.tcp_keepalive_retries().unwrap();
        let unacknowledged = socket.tcp_user_timeout().unwrap().unwrap();
        assert!(silence.max(unacknowledged) <= Duration::from_secs(30));
    }
}
