//! What surrounds every page.

/// The first link of every page.
pub(crate) const SKIP: &str = "Skip to the content";
/// The link on the logo.
pub(crate) const HOME: &str = "Parlour, home";
/// The name of the main navigation.
pub(crate) const MAIN: &str = "Main";
/// Link to the home page.
pub(crate) const GAMES: &str = "Games";
/// Link to the tables with others.
pub(crate) const TABLES: &str = "Tables";
/// Link to the tournaments.
pub(crate) const TOURNAMENTS: &str = super::tournaments::TOURNAMENTS;
/// Link to the saved games.
pub(crate) const REPLAYS: &str = "Replays";
/// Link to the rules.
pub(crate) const RULES: &str = "Rules";
/// Link to the settings.
pub(crate) const SETTINGS: &str = "Settings";
/// The button of a narrow bar that shows the other links.
pub(crate) const MENU: &str = "More";
/// The theme button in the light theme.
pub(crate) const TO_DARK: &str = "Dark theme";
/// The theme button in the dark theme.
pub(crate) const TO_LIGHT: &str = "Light theme";
/// A new build waits.
pub(crate) const UPDATE: &str = "A new version is ready.";
/// Button of [`UPDATE`].
pub(crate) const RELOAD: &str = "Reload";
/// Button that hides a notice.
pub(crate) const DISMISS: &str = "Not now";
/// The button that hides a message.
pub(crate) const OK: &str = "OK";
/// What stands at the foot of a page.
pub(crate) const FOOT: &str = "Free and open source. No account; your games stay on this device.";
/// The button of a question that leaves all as it is.
pub(crate) const KEEP: &str = "Keep";

/// The title of the browser's tab.
pub(crate) fn title(page: &str) -> String {
    if page.is_empty() {
        "Parlour: modern card games".to_owned()
    } else {
        format!("{page} · Parlour")
    }
}
