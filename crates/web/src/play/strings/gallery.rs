//! What Modern Art and Masters Gallery both say.

use super::table::YOU;

/// The table of values.
pub(crate) const VALUES: &str = "What the artists have gained";
/// The row of what a card would pay if the round were over.
pub(crate) const PAYS_NOW: &str = "Pays now";
/// An artist without a gain, for ears.
pub(crate) const NO_GAIN: &str = "nothing";
/// One's own cards.
pub(crate) const HAND: &str = "Hand";
/// Beside a number.
pub(crate) const IN_HAND: &str = "in hand";
/// Does nothing.
pub(crate) const PASS: &str = "Pass";
/// The controls of an answer.
pub(crate) const CONTROLS: &str = "Your answer";

/// The heading of a round.
pub(crate) fn round(round: u8) -> String {
    format!("Round {}", round + 1)
}

/// So many in the open of the number that ends the round.
pub(crate) fn shown_of(count: u8, limit: u8) -> String {
    format!("{count} of {limit}")
}

/// The name of a card's button: `Yoko, award, card 2 of 9`.
pub(crate) fn card_name(title: &str, noun: &str, number: usize, count: usize) -> String {
    format!("{title}, {noun} {number} of {count}")
}

/// The hand of a seat, for ears.
pub(crate) fn hand_of(name: &str, noun: &str, count: usize) -> String {
    let ending = if count == 1 { "" } else { "s" };
    match name {
        YOU => format!("Your hand: {count} {noun}{ending}"),
        _ => format!("Hand of {name}: {count} {noun}{ending}"),
    }
}

/// Cards by artist: `2 Bogen, 1 Ezra`.
pub(crate) fn counted(artists: &[&str; 5], counts: [u8; 5]) -> Vec<String> {
    let each = artists.iter().zip(counts).filter(|(_, count)| *count > 0);
    each.map(|(artist, count)| format!("{count} {artist}"))
        .collect()
}

/// The same in a sentence.
pub(crate) fn listed(each: &[String]) -> String {
    match each.is_empty() {
        true => "nothing".to_owned(),
        false => each.join(", "),
    }
}
