//! Transcripts: what was exchanged with one program, as lines of JSON.

use serde::Serialize;
use std::time::Duration;

/// An entry of a transcript.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry<'a> {
    /// A game begins, by its number for programs.
    Game(u64),
    /// A message to the program.
    Sent(&'a str),
    /// A message of the program.
    Received(&'a str),
    /// An answer that was not used.
    Fault(&'a str),
    /// The program has connected again.
    Connected(&'a str),
}

#[derive(Serialize)]
struct Line<'a> {
    /// Milliseconds since the transcript began.
    ms: f64,
    #[serde(flatten)]
    entry: Entry<'a>,
}

/// What was exchanged with one program. It is cut off at a length; what is missing is counted.
#[derive(Clone, Debug)]
pub struct Transcript {
    text: String,
    max_bytes: usize,
    /// Number of entries that did not fit.
    missing: u64,
}

impl Transcript {
    /// An empty transcript of at most about `max_bytes` bytes.
    #[must_use]
    pub fn new(max_bytes: usize) -> Transcript {
        Transcript {
            text: String::new(),
            max_bytes,
            missing: 0,
        }
    }

    /// Adds an entry, at this time since the transcript began.
    pub fn add(&mut self, at: Duration, entry: Entry<'_>) {
        if self.text.len() >= self.max_bytes {
            self.missing += 1;
            return;
        }
        let ms = (at.as_secs_f64() * 1e6).round() / 1e3;
        // A line of strings and numbers can be written.
        if let Ok(line) = serde_json::to_string(&Line { ms, entry }) {
            self.text += &line;
            self.text.push('\n');
        }
    }

    /// A message to the program.
    pub fn sent(&mut self, at: Duration, message: &[u8]) {
        self.add(at, Entry::Sent(text(message).trim_end_matches(PADDING)));
    }

    /// A message of the program.
    pub fn received(&mut self, at: Duration, message: &[u8]) {
        self.add(at, Entry::Received(text(message).trim_end_matches(PADDING)));
    }

    /// The lines so far, which are removed from the transcript.
    pub fn take(&mut self) -> String {
        let mut text = std::mem::take(&mut self.text);
        if std::mem::take(&mut self.missing) > 0 {
            text += "{\"truncated\":true}\n";
        }
        text
    }
}

/// Line breaks, and the padding of the classic dialect.
const PADDING: [char; 4] = ['\n', '\r', ' ', '\0'];

fn text(message: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_lines_of_json() {
        let mut transcript = Transcript::new(1000);
        transcript.add(Duration::ZERO, Entry::Game(3));
        transcript.sent(Duration::from_micros(1500), b"{\"type\":\"turn\"}\n");
        transcript.received(Duration::from_millis(2), b"0  ");
        transcript.add(Duration::from_secs(1), Entry::Fault("no answer in time"));
        assert_eq!(
            transcript.take(),
            "{\"ms\":0.0,\"game\":3}\n{\"ms\":1.5,\"sent\":\"{\\\"type\\\":\\\"turn\\\"}\"}\n\
             {\"ms\":2.0,\"received\":\"0\"}\n{\"ms\":1000.0,\"fault\":\"no answer in time\"}\n"
        );
        assert_eq!(transcript.take(), "");
    }

    #[test]
    fn its_length_is_bounded() {
        let mut transcript = Transcript::new(100);
        for _ in 0..1000 {
            transcript.received(Duration::ZERO, b"an answer");
        }
        let text = transcript.take();
        assert!(text.len() < 200, "{text}");
        assert!(text.ends_with("{\"truncated\":true}\n"));
    }
}
