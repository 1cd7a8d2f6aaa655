//! The bar of every page.

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
