//! Texts of Masters Gallery on the home page and in the form for a new game.

use crate::platform::locale::{message, text, texts};

texts! {
    "masters_gallery_form";
    /// Link to what perfect play brings.
    optima,
    /// Name of the game.
    name,
    /// The game in one sentence.
    about,
    /// Number of players, duration, and kind of game.
    facts [list],
    /// Title of the form.
    new,
    /// Text before the link to the rules.
    new_lede,
    /// Link to the rules.
    new_rules,
    /// Legend of the choice of rules.
    rules,
    /// The choice of all symbols.
    full,
    /// Explanation of that choice.
    full_hint,
    /// The choice of no symbols.
    base,
    /// Explanation of that choice.
    base_hint,
}

/// Strength of an AI, by its policy. The numbers are from
/// `parlour match masters-gallery --seats POLICY,greedy,greedy,greedy --games 200 --duplicate --seed 1`.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => text("masters_gallery_form.level_random"),
        "greedy" => text("masters_gallery_form.level_greedy"),
        "network" => text("masters_gallery_form.level_network"),
        _ => text("masters_gallery_form.level_master"),
    }
}

/// Round of a saved game, numbered from 0.
pub(crate) fn stage(round: u8) -> String {
    message!("masters_gallery_form.stage", round = round + 1)
}

/// Cards on display; `cards` is empty or a list of them.
pub(crate) fn on_display(cards: &str) -> String {
    match cards.is_empty() {
        true => text("masters_gallery_form.nothing_on_display").to_owned(),
        false => message!("masters_gallery_form.on_display", cards),
    }
}

/// Score of a seat.
pub(crate) fn points(score: i32) -> String {
    message!("masters_gallery_form.points", score)
}
