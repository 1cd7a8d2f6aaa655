//! Texts of Modern Art on the home page and in the form for a new game.

use crate::platform::locale::{message, text, texts};

texts! {
    "modern_art_form";
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
    /// Legend of the choice of auctions.
    auctions,
    /// The choice of sealed bids only.
    simple,
    /// Explanation of that choice.
    simple_hint,
    /// The choice of all auctions.
    full,
    /// Explanation of that choice.
    full_hint,
}

/// Strength of an AI, by its policy. The numbers are from `parlour match modern-art --seed 1`: in the
/// full rules `--seats simple,random,random,random,random --games 60`,
/// `--seats ismcts:200,simple,simple,simple,simple --games 50` and
/// `--seats ismcts:4000,appraiser,appraiser,appraiser,appraiser --games 100 --duplicate`, in the simple rules
/// `appraiser` against four `simple`, 2,000 games.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => text("modern_art_form.level_random"),
        "simple" => text("modern_art_form.level_simple"),
        "ismcts:200" => text("modern_art_form.level_ismcts"),
        "appraiser" => text("modern_art_form.level_appraiser"),
        _ => text("modern_art_form.level_master"),
    }
}

/// Round of a saved game, numbered from 0, and its auctions.
pub(crate) fn stage(round: u8, simple: bool) -> String {
    let auctions = if simple { "simple" } else { "full" };
    message!("modern_art_form.stage", round = round + 1, auctions)
}

/// Score of a seat; `None` if the viewer may not see it.
pub(crate) fn cash(amount: Option<u16>) -> String {
    match amount {
        Some(amount) => message!("modern_art_form.cash", amount),
        None => text("modern_art_form.cash_hidden").to_owned(),
    }
}

/// Paintings offered in this round; `paintings` is empty or a list of them.
pub(crate) fn offered(paintings: &str) -> String {
    match paintings.is_empty() {
        true => text("modern_art_form.nothing_offered").to_owned(),
        false => message!("modern_art_form.offered", paintings),
    }
}
