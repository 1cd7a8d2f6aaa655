//! Primi Composti on the pages around the table: home, the form for a new game.

use parlour_games::primi_composti::Version;

/// The name of the game.
pub(crate) const NAME: &str = "Primi Composti";
/// What it is, in a line.
pub(crate) const ABOUT: &str = "Primes and composites, added, subtracted, multiplied and divided. \
    Play the number that two others make. For two it is solved: see what every card is worth.";
/// What one asks first.
pub(crate) const FACTS: &[&str] = &["2 to 4 players", "5 to 10 minutes", "Numbers and foresight"];

/// Where in the game this is.
pub(crate) fn stage(version: Version, played: usize, of: usize) -> String {
    let version = match version {
        Version::One => SCORING,
        Version::Greedy => STEALING,
        Version::Free => FREE,
    };
    format!("{}, {played} of {of} cards played", version.to_lowercase())
}

/// The visible cards.
pub(crate) fn visible(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    match cards.as_slice() {
        [] => "No card is played yet".to_owned(),
        some => format!("On top of the stacks: {}", some.join(", ")),
    }
}

/// Title of the form.
pub(crate) const NEW: &str = "A game of Primi Composti";
/// Under it.
pub(crate) const NEW_LEDE: &str = "Not sure how it goes?";
/// To the tutorial.
pub(crate) const NEW_LEARN: &str = "Learn it in 3 minutes";
/// The version.
pub(crate) const VERSION: &str = "Version";
/// Version 1.
pub(crate) const SCORING: &str = "Scoring";
/// Version 2, the best steal by itself.
pub(crate) const STEALING: &str = "Stealing";
/// Version 2, free choice.
pub(crate) const FREE: &str = "Free stealing";
/// What version 1 is.
pub(crate) const SCORING_HINT: &str =
    "An operation scores points. Perfect play of two is exact from the first card.";
/// What version 2 is.
pub(crate) const STEALING_HINT: &str =
    "An operation steals its cards from the others, the best steal by itself.";
/// What version 2 with free choice is.
pub(crate) const FREE_HINT: &str = "You choose which operation steals, or none.";

/// What can honestly be said of a level, by its policy. The numbers are for version 1, both seats taken together:
/// `parlour cross primi-composti --policies rand,greedy_asc,minimax_2,minimax_4,minimax_8 --games 400 --seed 1`.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "rand" => "Plays any card. Good for your very first game.",
        "greedy_asc" => {
            "Plays what brings most now, and never asks what others can do with it. Of two, it wins 98 of 100 games against Very easy."
        }
        "minimax_2" => "Looks at your answer too. Wins 8 of 10 games against Easy.",
        "minimax_4" => "Looks 4 cards ahead. Wins 6 of 10 games against Medium.",
        "minimax_8" => "Looks 8 cards ahead. Wins 7 of 10 games against Hard.",
        "minimax_12" => "Looks 12 cards ahead, which is the whole second half of the game.",
        "perfect" => {
            "Never makes a mistake in Scoring. In the stealing versions it searches for a second at first, and is exact for the last two thirds."
        }
        "ismcts:200" => "Tries out 200 ways to go on, with the hidden cards dealt anew each time.",
        _ => "Tries out 2,000 ways to go on, with the hidden cards dealt anew each time.",
    }
}
