//! Texts of the highest scores of Masters Gallery.

use crate::platform::locale::{message, text, texts};

texts! {
    "masters_gallery_optima";
    /// Heading, title and link.
    title,
    /// Text under the heading.
    lede,
    /// Caption of the table of scores.
    caption,
    /// Head of the column of rules.
    rules_text,
}

/// Name of a rule set.
pub(crate) fn rules(name: &str) -> &'static str {
    match name {
        "seed-base" => text("masters_gallery_optima.rules_base"),
        "seed-awards" => text("masters_gallery_optima.rules_awards"),
        _ => text("masters_gallery_optima.rules_draw"),
    }
}

/// Head of a column of scores.
pub(crate) fn players(players: usize) -> String {
    message!("masters_gallery_optima.players", players)
}

/// Label of a score, for screen readers.
pub(crate) fn cell(score: i32, rules: &str, seats: usize) -> String {
    message!("masters_gallery_optima.cell", score, rules, seats)
}

/// Heading of the chosen game.
pub(crate) fn chosen(score: i32, rules: &str, seats: usize) -> String {
    message!("masters_gallery_optima.chosen", score, rules, seats)
}

/// Name of a player of such a game, numbered from 1; the best one has the highest score.
pub(crate) fn seat(number: usize, best: bool) -> String {
    match best {
        false => message!("masters_gallery_optima.seat", number),
        true => message!("masters_gallery_optima.seat_best", number),
    }
}

texts! {
    "masters_gallery_optima";
    /// Head of the column of round numbers.
    round,
    /// Key to the table of rounds.
    key,
}

/// An award to an artist.
pub(crate) fn award(artist: char) -> String {
    format!("★{artist}")
}

texts! {
    "masters_gallery_optima";
    /// Head of the row of final scores.
    sums,
}

/// Points of a round, and the total after it.
pub(crate) fn running(scored: i32, sum: i32) -> String {
    if scored == sum {
        format!("+{scored}")
    } else {
        format!("+{scored} = {sum}")
    }
}

texts! {
    "masters_gallery_optima";
    /// Button that opens the replay.
    step,
    /// Origin of the numbers.
    how,
}
