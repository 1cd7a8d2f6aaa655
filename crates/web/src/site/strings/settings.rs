//! The settings page, and the page that is not there.

/// Title.
pub(crate) const TITLE: &str = "Settings";
/// Heading of the look.
pub(crate) const LOOK: &str = "Look";
/// The theme.
pub(crate) const THEME: &str = "Theme";
/// As the system says.
pub(crate) const SYSTEM: &str = "System";
/// Light.
pub(crate) const LIGHT: &str = "Light";
/// Dark.
pub(crate) const DARK: &str = "Dark";
/// Heading of what concerns a table.
pub(crate) const TABLE: &str = "At the table";
/// Legal cards are marked.
pub(crate) const SHOW_LEGAL: &str = "Mark the cards that can be chosen";
/// How fast an AI plays.
pub(crate) const PACE: &str = "The AI plays";
/// Slowly.
pub(crate) const SLOW: &str = "Slowly";
/// At a normal pace.
pub(crate) const NORMAL: &str = "Normally";
/// At once.
pub(crate) const FAST: &str = "At once";
/// Heading of the data.
pub(crate) const DATA: &str = "Saved data";
/// What is saved where.
pub(crate) const DATA_TEXT: &str = "Your games and settings are kept by this browser, on this device only. Nothing is sent anywhere.";
/// Clears everything.
pub(crate) const CLEAR: &str = "Delete all saved data";
/// The question before.
pub(crate) const CLEAR_TITLE: &str = "Delete all saved data?";
/// What it means.
pub(crate) const CLEAR_TEXT: &str = "All games, replays and settings on this device go for good.";
/// Afterwards.
pub(crate) const CLEARED: &str = "All saved data is deleted.";
/// Heading of what this is.
pub(crate) const ABOUT: &str = "About Parlour";
/// What this is.
pub(crate) const ABOUT_TEXT: &str = "Parlour plays modern card games: the same rules and the \
    same AIs run here in your browser, in a terminal and on a server. It is free software, under \
    the MIT or the Apache 2.0 licence. All pictures are drawn for it. The names of the games say \
    whose rules are meant; Parlour belongs to none of their publishers.";

/// The version.
pub(crate) fn version(version: &str) -> String {
    format!("Version {version}")
}

/// Title of the page that is not there.
pub(crate) const NOT_FOUND: &str = "There is no such page";
/// Under it.
pub(crate) const NOT_FOUND_TEXT: &str =
    "The address may be mistyped, or the game may have been deleted.";
/// The way back.
pub(crate) const GO_HOME: &str = "To the games";
