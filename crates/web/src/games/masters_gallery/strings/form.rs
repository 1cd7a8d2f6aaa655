//! Masters Gallery on the pages around the table: home, the form for a new game.

/// The name of the game.
pub(crate) const NAME: &str = "Masters Gallery";
/// What it is, in a line.
pub(crate) const ABOUT: &str = "Hang paintings, one at a time. Each makes its artist dearer, for you \
    and for whoever hangs the same: close the round when your wall is worth most.";
/// What one asks first.
pub(crate) const FACTS: &[&str] = &["2 to 5 players", "15 to 30 minutes", "Timing"];

/// Title of the form.
pub(crate) const NEW: &str = "A game of Masters Gallery";
/// Under it.
pub(crate) const NEW_LEDE: &str = "Not sure how it goes?";
/// To the rules.
pub(crate) const NEW_RULES: &str = "Read the rules";
/// Which rules.
pub(crate) const RULES: &str = "Rules";
/// All symbols.
pub(crate) const FULL: &str = "The whole game";
/// What that means.
pub(crate) const FULL_HINT: &str =
    "All five symbols, an extra card at the start of a round, additions after the close.";
/// No symbols.
pub(crate) const BASE: &str = "Without symbols";
/// What that means.
pub(crate) const BASE_HINT: &str = "Cards only: quick, and good to begin with.";

/// What can honestly be said of a level, by its policy.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => "Plays any legal card. Good for your very first game.",
        "greedy" => {
            "Weighs by rule of thumb who will be ranked, and what that pays you and the others."
        }
        _ => {
            "Tries out 300 ways to go on before each card, in which everybody plays like the Curator."
        }
    }
}

/// Where in the game this is.
pub(crate) fn stage(round: u8) -> String {
    format!("round {} of 4", round + 1)
}
/// What is on display, in words.
pub(crate) fn on_display(cards: &str) -> String {
    if cards.is_empty() {
        "Nothing on display yet".to_owned()
    } else {
        format!("On display: {cards}")
    }
}
/// The score of a seat.
pub(crate) fn points(score: i32) -> String {
    match score {
        1 => "1 point".to_owned(),
        _ => format!("{score} points"),
    }
}
