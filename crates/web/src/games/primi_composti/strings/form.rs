//! Texts about Primi Composti outside the table: the home page and the form for a new game.

use crate::platform::locale::{message, text, texts};
use parlour_games::primi_composti::Version;

texts! {
    "primi_composti_form";
    /// Link to what perfect play brings.
    optima,
    /// Name of the game.
    name,
    /// Description of the game in a few sentences.
    about,
    /// Number of players, duration, and character of the game.
    facts [list],
}

/// Progress of a game.
pub(crate) fn stage(version: Version, played: usize, of: usize) -> String {
    let version = match version {
        Version::One => "scoring",
        Version::Greedy => "stealing",
        Version::Free => "free",
    };
    message!("primi_composti_form.stage", version, played, of)
}

/// Visible cards.
pub(crate) fn visible(cards: &[u8]) -> String {
    if cards.is_empty() {
        return text("primi_composti_form.visible_none").to_owned();
    }
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    message!("primi_composti_form.visible", cards = cards.join(", "))
}

texts! {
    "primi_composti_form";
    /// Title of the form.
    new,
    /// Question before the link to the tutorial.
    new_lede,
    /// Link to the tutorial.
    new_learn,
    /// Legend of the versions.
    version,
    /// Version 1.
    scoring,
    /// Version 2 with the best steal chosen automatically.
    stealing,
    /// Version 2 with free choice.
    free,
    /// Description of version 1.
    scoring_hint,
    /// Description of version 2.
    stealing_hint,
    /// Description of version 2 with free choice.
    free_hint,
}

/// Description of a level, by its policy. The numbers are for version 1, both seats taken together:
/// `parlour cross primi-composti --policies rand,greedy_asc,minimax_2,minimax_4,minimax_8 --games 400 --seed 1`.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "rand" => text("primi_composti_form.level_rand"),
        "greedy_asc" => text("primi_composti_form.level_greedy_asc"),
        "minimax_2" => text("primi_composti_form.level_minimax_2"),
        "minimax_4" => text("primi_composti_form.level_minimax_4"),
        "minimax_8" => text("primi_composti_form.level_minimax_8"),
        "minimax_12" => text("primi_composti_form.level_minimax_12"),
        "perfect" => text("primi_composti_form.level_perfect"),
        "ismcts:200" => text("primi_composti_form.level_ismcts_200"),
        _ => text("primi_composti_form.level_ismcts_2000"),
    }
}
