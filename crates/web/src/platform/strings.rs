//! Messages of storage, files and requests.

use super::locale::{message, texts};

texts! {
    "platform";
    /// Local storage is switched off.
    off,
    /// Local storage is full.
    full,
    /// Another tab has saved a later state of this game.
    newer,
    /// Another tab has deleted this game.
    deleted,
    /// The file is too large.
    too_large,
    /// The file is not text.
    unreadable,
    /// The app comes from a plain file server.
    no_rooms,
    /// The server does not answer.
    no_answer,
}

/// Words as a sentence.
pub(crate) fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let line = format!("{}{}", first.unwrap_or_default(), letters.as_str());
    message!("platform.sentence", line)
}
