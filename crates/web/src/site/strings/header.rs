//! Texts of the bar above every page.

use crate::platform::locale::texts;

texts! {
    "site_header";
    /// The link on the logo.
    home,
    /// The name of the main navigation.
    main,
    /// Link to the home page.
    games,
    /// Link to the tables with others.
    tables,
    /// Link to the tournaments.
    tournaments,
    /// Link to the ladder, if the server has one.
    ladder,
    /// Link to the saved games.
    replays,
    /// Link to the rules.
    rules,
    /// Link to the settings.
    settings,
    /// The button of a narrow bar that shows the other links.
    menu,
    /// The theme button in the light theme.
    to_dark,
    /// The theme button in the dark theme.
    to_light,
}
