//! Texts that all pages of rules share.

use crate::platform::locale::texts;

texts! {
    "play_rules";
    /// Title of the list of games.
    title,
    /// The line below the title.
    lede,
    /// Link to the tutorial.
    try_text,
    /// Link to a new game.
    play,
    /// Prints the page.
    print,
    /// Name of the list of sections.
    contents,
    /// Number of cards of a kind. The no-break space keeps sign and number together where the line is too short.
    count(name: &str, count: u8),
}
