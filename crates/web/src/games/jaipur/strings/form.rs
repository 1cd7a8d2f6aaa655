//! Texts about Jaipur outside the table: the home page and the form for a new game.

use super::table::rupees;
use crate::platform::locale::{message, text, texts};

texts! {
    "jaipur_form";
    /// Name of the game.
    name,
    /// Description of the game in one or two sentences.
    about,
    /// Number of players, duration, and character of the game.
    facts [list],
    /// Number of seals of a player.
    seals(count: i32),
}

/// Progress of a game.
pub(crate) fn stage(round: u8, is_match: bool) -> String {
    if is_match {
        message!("jaipur_form.stage_match", round = round + 1)
    } else {
        text("jaipur_form.stage_round").to_owned()
    }
}

texts! {
    "jaipur_form";
    /// Score of a player in a match in progress.
    seals_and_rupees(seals_won: u8, in_round: u16) {
        seals = seals(seals_won.into()), rupees = rupees(in_round)
    },
    /// Cards in the market.
    market(cards: &str),
    /// Title of the form.
    new,
    /// Question before the link to the tutorial.
    new_lede,
    /// Link to the tutorial.
    new_learn,
    /// Legend of the choice between a round and a match.
    length,
    /// A single round.
    round,
    /// A match.
    match_text,
    /// Description of a round.
    round_hint,
    /// Description of a match.
    match_hint,
}

/// Description of a level, by its policy. The numbers are from rounds with the same deals for both seats
/// (`parlour match jaipur --duplicate`): 1,000 of `weighted,random` and of `utility,weighted`, 200 of
/// `ismcts:30,utility`, 200 of `ismcts:2000,ismcts:30`.
pub(crate) fn level(policy: &str) -> &'static str {
    match policy {
        "random" => text("jaipur_form.level_random"),
        "weighted" => text("jaipur_form.level_weighted"),
        "utility" => text("jaipur_form.level_utility"),
        "ismcts:30" => text("jaipur_form.level_ismcts_30"),
        _ => text("jaipur_form.level_ismcts_2000"),
    }
}
