//! Child processes that speak in lines over stdin and stdout.

#[cfg(unix)]
use crate::process_group;
use parlour_agents::is_stop_requested;
use parlour_protocol::lines::MAX_LINE_BYTES;
use parlour_protocol::{AgentFault, FaultCause};
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Queued messages for a program. It gets one question at a time, so a full queue means that it does not read.
const MAX_UNREAD_MESSAGES: usize = 16;
/// Unread lines of a program; with more it blocks on its pipe.
const MAX_UNREQUESTED_LINES: usize = 64;
/// The end of its stderr that is kept, in bytes.
const MAX_STDERR_BYTES: usize = 2000;
/// How long a program may take to end once its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time between two checks for a request to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// The reason of a program that has ended and wrote nothing to its stderr.
const NO_STDERR: &str = "it wrote nothing to stderr";

/// A running program. Every wait has a timeout and memory use is bounded, whatever the program does. It ends when
/// this is dropped; on Unix, with everything that it has started.
pub(super) struct Process {
    child: Child,
    /// `None` once its stdin is closed.
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Result<Vec<u8>, AgentFault>>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once all of its stderr has been read.
    stderr_end: Receiver<()>,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(command: &[String]) -> Result<Process, AgentFault> {
        let lost = AgentFault::not_started;
        let (program, arguments) =
            (command.split_first()).ok_or_else(|| lost("there is no command".to_owned()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for the tournament only, which plays games in progress to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| lost(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(mut stderr)) = pipes else {
            return Err(lost("it has no pipes".to_owned()));
        };
        let (input, messages) = sync_channel::<Vec<u8>>(MAX_UNREAD_MESSAGES);
        thread::spawn(move || {
            while let Ok(message) = messages.recv() {
                if stdin
                    .write_all(&message)
                    .and_then(|()| stdin.flush())
                    .is_err()
                {
                    return;
                }
            }
        });
        let (lines, output) = sync_channel(MAX_UNREQUESTED_LINES);
        thread::spawn(move || read_lines(stdout, &lines));
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&stderr_tail);
        let (reading, stderr_end) = sync_channel(0);
        thread::spawn(move || {
            let _reading: SyncSender<()> = reading;
            let mut chunk = [0; 512];
            while let Ok(count @ 1..) = stderr.read(&mut chunk) {
                let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend_from_slice(&chunk[..count]);
                let extra = words.len().saturating_sub(MAX_STDERR_BYTES);
                words.drain(..extra);
            }
        });
        Ok(Process {
            child,
            input: Some(input),
            output,
            stderr_tail,
            stderr_end,
        })
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: Vec<u8>) -> Result<(), AgentFault> {
        let Some(input) = &self.input else {
            return Err(self.lost());
        };
        match input.try_send(message) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(AgentFault::NotReading),
            Err(TrySendError::Disconnected(_)) => Err(self.lost()),
        }
    }

    /// Waits for the next line until the deadline, or until the thread's work is asked to stop.
    pub(super) fn line(&mut self, until: Instant) -> Result<Vec<u8>, AgentFault> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(line) => return line,
                // What a game that was stopped comes to is dropped.
                Err(RecvTimeoutError::Timeout) if left.is_zero() || is_stop_requested() => {
                    return Err(AgentFault::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.lost()),
            }
        }
    }

    /// Discards unread lines; returns whether there were any.
    pub(super) fn discard(&mut self) -> Result<bool, AgentFault> {
        let mut any = false;
        // Bounded, since the program may go on sending: its next line counts as an answer.
        for _ in 0..=MAX_UNREQUESTED_LINES {
            match self.output.try_recv() {
                Ok(line) => {
                    line?;
                    any = true;
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.lost()),
            }
        }
        Ok(any)
    }

    /// The fault of a program that has ended, with the last line of its stderr.
    fn lost(&mut self) -> AgentFault {
        // The end of its stderr comes with its own end, unless it has left a child behind.
        let _ = self.stderr_end.recv_timeout(EXIT_TIMEOUT);
        let words = self
            .stderr_tail
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        let last = text
            .lines()
            .rev()
            .map(str::trim)
            .find(|line| !line.is_empty());
        let short = |line: &str| line.chars().filter(|c| !c.is_control()).take(200).collect();
        AgentFault::Ended {
            cause: last.is_none().then_some(FaultCause::NoStderr),
            reason: last.map_or_else(|| NO_STDERR.to_owned(), short),
        }
    }
}

#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    process_group::has_ended(child.id())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let gone = Instant::now() + EXIT_TIMEOUT;
        while !has_ended(&mut self.child) && Instant::now() < gone {
            thread::sleep(Duration::from_millis(5));
        }
        // Before it is reaped. A wrapper may have ended before the program that it has started.
        #[cfg(unix)]
        process_group::kill(self.child.id());
        // It may have ended just now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends on each line; stops after one that is too long.
fn read_lines(stdout: impl Read, lines: &SyncSender<Result<Vec<u8>, AgentFault>>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut reader).take(MAX_LINE_BYTES as u64 + 1);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let too_long = line.len() > MAX_LINE_BYTES;
        let said = if too_long {
            Err(AgentFault::TooLong)
        } else {
            Ok(line)
        };
        if lines.send(said).is_err() || too_long {
            return;
        }
    }
}
