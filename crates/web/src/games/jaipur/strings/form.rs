//! Jaipur on the pages around the table: home, the form for a new game.

use super::table::rupees;

/// The name of the game.
pub(crate) const NAME: &str = "Jaipur";
/// What it is, in a line.
pub(crate) const ABOUT: &str = "Two merchants, one market. Take goods, mind your camels, and sell \
    before the price falls: the richer of you is invited to the Maharaja’s court.";
/// What one asks first.
pub(crate) const FACTS: &[&str] = &["2 players", "10 to 30 minutes", "Luck and nerve"];

/// Seals of a player.
pub(crate) fn seals(count: i32) -> String {
    match count {
        1 => "1 seal".to_owned(),
        _ => format!("{count} seals"),
    }
}

/// Where in the game this is.
pub(crate) fn stage(round: u8, is_match: bool) -> String {
    if is_match {
        format!("round {} of a match", round + 1)
    } else {
        "a single round".to_owned()
    }
}

/// Score in a match that is going on.
pub(crate) fn seals_and_rupees(seals_won: u8, in_round: u16) -> String {
    format!("{}, {}", seals(seals_won.into()), rupees(in_round))
}

/// What lies in the market.
pub(crate) fn market(cards: &str) -> String {
    format!("Market: {cards}")
}

/// Title of the form.
pub(crate) const NEW: &str = "A game of Jaipur";
/// Under it.
pub(crate) const NEW_LEDE: &str = "Not sure how it goes?";
/// To the tutorial.
pub(crate) const NEW_LEARN: &str = "Learn it in 3 minutes";
/// How long.
pub(crate) const LENGTH: &str = "How long";
/// A single round.
pub(crate) const ROUND: &str = "One round";
/// A match.
pub(crate) const MATCH: &str = "A match";
/// What a round is.
pub(crate) const ROUND_HINT: &str = "About 10 minutes. The richer merchant wins.";
/// What a match is.
pub(crate) const MATCH_HINT: &str = "Two or three rounds, 20 to 30 minutes. Two seals win.";

/// What can honestly be said of a level, by its policy. The numbers are from rounds with the
/// same deals for both seats (`parlour match jaipur --duplicate`): 1,000 of `weighted,random`
/// and of `utility,weighted`, 200 of `ismcts:30,utility`, 400 of `ismcts:200,utility`.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => "Plays any legal move. Good for your very first game.",
        "weighted" => {
            "Prefers good moves, but leaves much to chance. Hardly ever loses to the Novice."
        }
        "utility" => {
            "Collects sets and sells them large, but never looks ahead. Wins 6 of 10 rounds against the Peddler."
        }
        "ismcts:30" => {
            "Remembers what you took, and tries out 30 ways to go on before each move. Wins 8 of 10 rounds against the Merchant."
        }
        _ => {
            "Tries out 2,000 ways to go on before each move. With a tenth of them it already wins 19 of 20 rounds against the Merchant."
        }
    }
}
