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
        "seed-draw" => text("masters_gallery_optima.rules_draw"),
        "seed-double" => text("masters_gallery_optima.rules_double"),
        _ => text("masters_gallery_optima.rules_full"),
    }
}

texts! {
    "masters_gallery_optima";
    /// Head of a column of scores.
    players(players: usize),
    /// Label of a score, for screen readers.
    cell(score: i32, rules: &str, seats: usize),
    /// Under the heading: no game has more points.
    proven(score: i32),
    /// Heading of the chosen game.
    chosen(score: i32, rules: &str, seats: usize),
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
    /// Head of the column of extra cards.
    extra,
    /// Key to the table of rounds.
    key,
    /// Key to the signs that only the full rules need.
    key_full,
}

/// Cards that were shown together with the others', if any.
pub(crate) fn cards_shown(cards: &str) -> Option<String> {
    (!cards.is_empty()).then(|| format!("✠{cards}"))
}

/// Cards that had been laid face down, if any.
pub(crate) fn cards_hidden(cards: &str) -> Option<String> {
    (!cards.is_empty()).then(|| format!("({cards})"))
}

/// Cards that were added after the close, if any.
pub(crate) fn cards_added(cards: &str) -> Option<String> {
    (!cards.is_empty()).then(|| format!("+{cards}"))
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
