//! Errors of storage, files and requests.

/// Local storage is switched off.
pub(crate) const OFF: &str =
    "This browser keeps nothing for this page: your games last until you close it.";
/// Local storage is full.
pub(crate) const FULL: &str = "The browser has no room left: this game lasts until you close the page. Delete old games to make room.";
/// Another tab has saved a later state of this game.
pub(crate) const NEWER: &str = "This game was played on in another tab.";
/// Another tab has deleted this game.
pub(crate) const DELETED: &str = "This game was deleted in another tab.";
/// A file that is too large.
pub(crate) const TOO_LARGE: &str = "This file is too large for a record: the limit is 5 MB.";
/// A file that cannot be read.
pub(crate) const UNREADABLE: &str = "This file cannot be read as text.";
/// What a plain file server cannot do.
pub(crate) const NO_ROOMS: &str =
    "Tables with others need a server: start one with `parlour serve` and open Parlour there.";
/// Nobody answers.
pub(crate) const NO_ANSWER: &str =
    "The server does not answer. You may be offline; your games at this device go on working.";
