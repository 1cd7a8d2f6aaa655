//! A program that is run by us.

use super::Fault;
use parlour_protocol::lines::MAX_LINE_BYTES;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Messages that wait for a program to read them: it is asked one thing at a time.
const UNREAD: usize = 16;
/// Lines that nobody asked for: more wait in the pipe, and the program with them.
const UNASKED: usize = 64;
/// What is kept of its stderr, in bytes.
const LAST_WORDS: usize = 2000;
/// How long a program may take to end once its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A running program. Whatever it does, every wait ends, and no more memory is used than for a
/// few lines. It ends when this is dropped.
pub(super) struct Process {
    child: Child,
    /// Missing once it has been told to end.
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Result<Vec<u8>, Fault>>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once all of its stderr has been read.
    stderr_end: Receiver<()>,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(command: &[String]) -> Result<Process, Fault> {
        let lost = |why: String| Fault::Lost(format!(": {why}"));
        let (program, arguments) =
            (command.split_first()).ok_or_else(|| lost("there is no command".to_owned()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // An interrupt at the terminal is for the tournament, which lets its games end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| lost(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(mut stderr)) = pipes else {
            return Err(lost("it has no pipes".to_owned()));
        };
        let (input, messages) = sync_channel::<Vec<u8>>(UNREAD);
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
        let (lines, output) = sync_channel(UNASKED);
        thread::spawn(move || read_lines(stdout, &lines));
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&last_words);
        let (reading, stderr_end) = sync_channel(0);
        thread::spawn(move || {
            let _reading: SyncSender<()> = reading;
            let mut chunk = [0; 512];
            while let Ok(count @ 1..) = stderr.read(&mut chunk) {
                let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend_from_slice(&chunk[..count]);
                let extra = words.len().saturating_sub(LAST_WORDS);
                words.drain(..extra);
            }
        });
        Ok(Process {
            child,
            input: Some(input),
            output,
            last_words,
            stderr_end,
        })
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: Vec<u8>) -> Result<(), Fault> {
        let Some(input) = &self.input else {
            return Err(self.lost());
        };
        match input.try_send(message) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::Deaf),
            Err(TrySendError::Disconnected(_)) => Err(self.lost()),
        }
    }

    /// The next line.
    pub(super) fn line(&mut self, until: Instant) -> Result<Vec<u8>, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Fault::Late),
            Err(RecvTimeoutError::Disconnected) => Err(self.lost()),
        }
    }

    /// Throws away what came unasked; whether there was anything.
    pub(super) fn discard(&mut self) -> Result<bool, Fault> {
        let mut any = false;
        // A flood is cut off: what it says next is a wrong answer.
        for _ in 0..=UNASKED {
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

    /// That it has ended, with the last line of its stderr.
    fn lost(&mut self) -> Fault {
        // The end of its stderr comes with its own end, unless it has left a child behind.
        let _ = self.stderr_end.recv_timeout(EXIT_TIMEOUT);
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        let last = text
            .lines()
            .rev()
            .map(str::trim)
            .find(|line| !line.is_empty());
        Fault::Lost(last.map_or_else(String::new, |line| {
            let short: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
            format!(": {short}")
        }))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let gone = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < gone {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // It may have ended in this moment: then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on line after line; after one that is too long, nothing more.
fn read_lines(stdout: impl Read, lines: &SyncSender<Result<Vec<u8>, Fault>>) {
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
            Err(Fault::TooLong)
        } else {
            Ok(line)
        };
        if lines.send(said).is_err() || too_long {
            return;
        }
    }
}
