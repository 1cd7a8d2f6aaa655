//! What the pages of rules have in common.

/// Title of the list of games.
pub(crate) const TITLE: &str = "The rules";
/// Under it.
pub(crate) const LEDE: &str = "Everything there is to know of each game, with examples.";
/// To the tutorial.
pub(crate) const TRY: &str = "Try it";
/// To a new game.
pub(crate) const PLAY: &str = "Play";
/// Prints the page.
pub(crate) const PRINT: &str = "Print";
/// Name of the list of sections.
pub(crate) const CONTENTS: &str = "On this page";

/// How many cards of a kind there are; where the line is too short, both parts of the number go to the next.
pub(crate) fn count(name: &str, count: u8) -> String {
    format!("{name} ×\u{a0}{count}")
}
