//! Texts of the position editor.

use crate::platform::locale::{message, texts};

texts! {
    "site_position";
    /// What the page is for.
    lede,
    /// Legend: the rules.
    rules,
    /// Deals a first position.
    deal,
    /// Sets all numbers to 0.
    clear,
    /// Orders the cards that are left anew.
    shuffle,
    /// What happens with the cards that are left.
    rest,
    /// The position is possible.
    possible,
    /// Opens the position as a game, to analyse it and to play on.
    open,
    /// What can be done then.
    open_hint,
    /// Label of the link.
    link,
    /// Choice: nobody or no card.
    none,
    /// How a list is written.
    list_hint,
}

/// The heading.
pub(crate) fn title(game: &str) -> String {
    message!("site_position.title", game)
}

/// A row, or what is counted in several. `of` is a player, or the number of a round.
pub(crate) fn row(what: &str, of: &str) -> String {
    message!("site_position.row", what, of)
}

/// A step of a turn, by its number in the row.
pub(crate) fn phase(game: &str, number: usize) -> String {
    message!("site_position.phase", phase = format!("{game}-{number}"))
}

/// The number of things that are impossible.
pub(crate) fn faults(count: usize) -> String {
    message!("site_position.faults", count)
}

/// A number with the only one that is possible.
pub(crate) fn must_be(what: &str, found: i32, least: i32) -> String {
    message!("site_position.must_be", what, found, least)
}

/// A number with the lowest that is possible.
pub(crate) fn at_least(what: &str, found: i32, least: i32) -> String {
    message!("site_position.at_least", what, found, least)
}

/// A number with those that are possible.
pub(crate) fn between(what: &str, found: i32, least: i32, most: i32) -> String {
    message!("site_position.between", what, found, least, most)
}

/// A choice that is impossible.
pub(crate) fn impossible(what: &str) -> String {
    message!("site_position.impossible", what)
}

/// A number that is impossible.
pub(crate) fn impossible_number(what: &str, found: i32) -> String {
    message!("site_position.impossible_number", what, found)
}
