//! What the browser keeps, and does not.

/// Local storage is switched off.
pub(crate) const OFF: &str =
    "This browser keeps nothing for this page: your games last until you close it.";
/// Local storage is full.
pub(crate) const FULL: &str = "The browser has no room left: this game lasts until you close the page. Delete old games to make room.";
/// Another tab has saved a later state of this game.
pub(crate) const NEWER: &str = "This game was played on in another tab.";
/// Another tab has deleted this game.
pub(crate) const DELETED: &str = "This game was deleted in another tab.";
/// Stored by a later version.
pub(crate) const LATER_VERSION: &str = "a later version of Parlour wrote it";
/// A game under a wrong key.
pub(crate) const OTHER_ID: &str = "it is stored under another game’s name";
