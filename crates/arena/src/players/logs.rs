//! Logs of programs: a file for each, with everything that was exchanged.

use parlour_protocol::Transcript;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The longest log of one program in one game, in bytes.
const MAX_GAME_BYTES: usize = 16 << 20;

/// The logs of the programs of a tournament, in one folder.
#[derive(Debug)]
pub struct ProgramLogs {
    folder: PathBuf,
    files: Mutex<HashMap<String, File>>,
}

impl ProgramLogs {
    /// Logs in a folder, which is made if it is missing. Logs of earlier runs are continued.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(folder: &Path) -> io::Result<ProgramLogs> {
        std::fs::create_dir_all(folder)?;
        Ok(ProgramLogs {
            folder: folder.to_owned(),
            files: Mutex::default(),
        })
    }

    /// Appends the log of a game to that of a program. Games are not mixed, whatever the number of threads.
    fn append(&self, name: &str, text: &str) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match files.entry(file_name(name)) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let path = self.folder.join(entry.key());
                let opened = OpenOptions::new().create(true).append(true).open(path)?;
                entry.insert(opened)
            }
        };
        file.write_all(text.as_bytes())
    }
}

/// A file name that is valid on every system, and another for each name.
fn file_name(name: &str) -> String {
    use std::fmt::Write as _;
    let mut file = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => file.push(char::from(byte)),
            // Writing to a string does not fail.
            _ => drop(write!(file, "%{byte:02x}")),
        }
    }
    file + ".jsonl"
}

/// The log of a program in the current game.
#[derive(Debug)]
pub(super) struct GameLog {
    start: Instant,
    transcript: Transcript,
}

impl GameLog {
    pub(super) fn new() -> GameLog {
        GameLog {
            start: Instant::now(),
            transcript: Transcript::new(MAX_GAME_BYTES),
        }
    }

    pub(super) fn sent(&mut self, message: &[u8]) {
        self.transcript.sent(self.start.elapsed(), message);
    }

    pub(super) fn received(&mut self, message: &[u8]) {
        self.transcript.received(self.start.elapsed(), message);
    }

    pub(super) fn fault(&mut self, what: &str) {
        let entry = parlour_protocol::transcript::Entry::Fault(what);
        self.transcript.add(self.start.elapsed(), entry);
    }

    /// Writes the log of a finished game, which is this one of the schedule, from 0.
    pub(super) fn write(mut self, logs: &ProgramLogs, name: &str, number: u64) -> io::Result<()> {
        let text = format!("{{\"number\":{number}}}\n{}", self.transcript.take());
        logs.append(name, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_a_file_of_its_own() {
        assert_eq!(file_name("my-agent_2"), "my-agent_2.jsonl");
        assert_eq!(file_name("a/b"), "a%2fb.jsonl");
        assert_eq!(file_name(".."), "%2e%2e.jsonl");
        assert_ne!(file_name("ä"), file_name("ö"));
    }
}
