//! Texts of the position editor.

use crate::platform::locale::texts;

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
    /// The heading.
    title(game: &str),
    /// A row, or what is counted in several. `of` is a player, or the number of a round.
    row(what: &str, of: &str),
    /// A step of a turn, by its number in the row.
    phase(game: &str, number: usize) { phase = format!("{game}-{number}") },
    /// The number of things that are impossible.
    faults(count: usize),
    /// A number with the only one that is possible.
    must_be(what: &str, found: i32, least: i32),
    /// A number with the lowest that is possible.
    at_least(what: &str, found: i32, least: i32),
    /// A number with those that are possible.
    between(what: &str, found: i32, least: i32, most: i32),
    /// A choice that is impossible.
    impossible(what: &str),
    /// A number that is impossible.
    impossible_number(what: &str, found: i32),
}
