//! Programs that end with the test, however it ends.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How long a program may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program and waits for a line of its output in which `ready` finds something.
    ///
    /// # Panics
    /// If it cannot be started, or ends or says nothing of that kind in time.
    pub(crate) fn start<T: Send + 'static>(
        command: &mut Command,
        ready: impl Fn(&str) -> Option<T> + Send + 'static,
    ) -> (Process, T) {
        Process::try_start(command, ready).unwrap_or_else(|| panic!("{command:?} ends at once"))
    }

    /// The same, without a result if the program ends before it is ready.
    ///
    /// # Panics
    /// If it cannot be started, or says nothing of that kind in time.
    pub(crate) fn try_start<T: Send + 'static>(
        command: &mut Command,
        ready: impl Fn(&str) -> Option<T> + Send + 'static,
    ) -> Option<(Process, T)> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let out = child.stdout.take().expect("its output is piped");
        let process = Process { child };
        let (found, wanted) = mpsc::channel();
        std::thread::spawn(move || read(out, &ready, &found));
        match wanted.recv_timeout(PATIENCE) {
            Ok(found) => Some((process, found)),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("{command:?} does not get ready"),
        }
    }
}

/// Reads to the end, so that the program never waits for a reader.
fn read<T>(out: ChildStdout, ready: &impl Fn(&str) -> Option<T>, found: &mpsc::Sender<T>) {
    for line in BufReader::new(out).lines() {
        let Ok(line) = line else {
            return;
        };
        if let Some(what) = ready(&line) {
            // Only the first is waited for.
            let _ = found.send(what);
        }
    }
}

impl From<Child> for Process {
    fn from(child: Child) -> Process {
        Process { child }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Either fails only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
