//! A connection that can neither hang nor fill the memory.

use std::io;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout_at};

/// What is read at once.
const CHUNK: usize = 4096;
/// Unasked-for bytes that are thrown away before one question: more is a flood, and ends the connection.
const FLOOD: usize = 4 << 20;
/// The longest line of the Parlour dialect.
pub const LONGEST_LINE: usize = 64 << 10;

/// What can be wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No answer within the time limit.
    #[error("no answer in time")]
    Late,
    /// It still owes an earlier answer, so that it was not asked: its next could not be told from that.
    #[error("not asked, as it owes an earlier answer")]
    Owing,
    /// The connection ended.
    #[error("the connection is lost")]
    Lost,
    /// It does not read what it is sent.
    #[error("it does not read what it is sent")]
    Deaf,
    /// More bytes than any answer has.
    #[error("the answer is too long")]
    TooLong,
    /// An answer that means nothing, or is against the rules.
    #[error("'{0}' is no answer: {1}")]
    Wrong(String, String),
}

/// One TCP connection. Whatever the other side does, reading takes no more memory than
/// [`LONGEST_LINE`], and every wait ends.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    /// The beginning of a line.
    pending: Vec<u8>,
}

impl Link {
    /// Takes a connection over.
    ///
    /// # Errors
    /// When the system refuses to send small messages at once.
    pub fn new(stream: TcpStream) -> io::Result<Link> {
        stream.set_nodelay(true)?;
        Ok(Link {
            stream,
            pending: Vec::new(),
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

    /// Sends a whole message, once the one before has left the socket.
    ///
    /// # Errors
    /// [`Fault::Deaf`] when that does not succeed in time, [`Fault::Lost`]. After either the
    /// connection is of no more use: part of a message may be out.
    pub async fn send(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        let sending = async {
            self.settle().await?;
            self.stream.write_all(message).await
        };
        match timeout_at(until, sending).await {
            Err(_) => Err(Fault::Deaf),
            Ok(Err(_)) => Err(Fault::Lost),
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
    async fn settle(&self) -> io::Result<()> {
        while !is_settled(&self.stream)? {
            // Only a receiver that reads nothing keeps us here: the time limit of the
            // message ends the wait.
            sleep(Duration::from_millis(1)).await;
        }
        Ok(())
    }

    /// Throws away what came unasked. Returns whether there was anything. The beginning of a
    /// line stays when `lines` are spoken: its end is still to come.
    ///
    /// # Errors
    /// [`Fault::Lost`] when the connection has ended, or is a flood.
    pub fn discard(&mut self, lines: bool) -> Result<bool, Fault> {
        let mut chunk = [0; CHUNK];
        let mut seen = 0;
        loop {
            match self.stream.try_read(&mut chunk) {
                Ok(0) => return Err(Fault::Lost),
                Ok(count) => {
                    seen += count;
                    self.pending.extend_from_slice(&chunk[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => return Err(Fault::Lost),
            }
            self.forget(lines);
            if seen > FLOOD || self.pending.len() > LONGEST_LINE {
                return Err(Fault::Lost);
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
    }

    /// What one read gives: an answer of the classic dialect.
    ///
    /// # Errors
    /// [`Fault::Late`], [`Fault::Lost`], or [`Fault::TooLong`] for more than `longest` bytes.
    pub async fn answer(&mut self, longest: usize, until: Instant) -> Result<Vec<u8>, Fault> {
        let mut chunk = [0; CHUNK];
        let count = self.read(&mut chunk, until).await?;
        if count > longest {
            return Err(Fault::TooLong);
        }
        Ok(chunk[..count].to_vec())
    }

    /// The next line: an answer of the Parlour dialect.
    ///
    /// # Errors
    /// [`Fault::Late`], [`Fault::Lost`], or [`Fault::TooLong`], after which the
    /// connection is of no more use.
    pub async fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        let mut searched = 0;
        let mut chunk = [0; CHUNK];
        loop {
            if let Some(end) = self.pending[searched..]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                let rest = self.pending.split_off(searched + end + 1);
                return Ok(std::mem::replace(&mut self.pending, rest));
            }
            searched = self.pending.len();
            if searched > LONGEST_LINE {
                return Err(Fault::TooLong);
            }
            let count = self.read(&mut chunk, until).await?;
            self.pending.extend_from_slice(&chunk[..count]);
        }
    }

    async fn read(&mut self, chunk: &mut [u8], until: Instant) -> Result<usize, Fault> {
        use tokio::io::AsyncReadExt as _;
        match timeout_at(until, self.stream.read(chunk)).await {
            Err(_) => Err(Fault::Late),
            Ok(Ok(0) | Err(_)) => Err(Fault::Lost),
            Ok(Ok(count)) => Ok(count),
        }
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
