//! Texts that Modern Art and Masters Gallery share.

use super::table::person;
use crate::platform::locale::{message, text, texts};
use std::borrow::Borrow;

texts! {
    "play_gallery";
    /// Caption of the table of values.
    values,
    /// Head of the row with what a card would pay if the round ended now.
    pays_now,
    /// A round in which an artist gained nothing, for screen readers.
    no_gain,
    /// Label of the viewer's own cards.
    hand,
    /// Label beside the number of cards in hand.
    in_hand,
    /// Button to pass.
    pass,
    /// Label of the controls of an answer.
    controls,
    /// What a card of an artist would pay, with the one that is played.
    fact_artist(artist: &str, amount: i32),
    /// What a lot would pay if the round ended now.
    fact_lot(amount: u32),
    /// Heading of a round, numbered from 0.
    round(round: u8) { round = round + 1 },
    /// Number of cards shown, of the number that ends the round.
    shown_of(count: u8, limit: u8),
    /// Name of a card's button: `Yoko, award, card 2 of 9`. The noun is the code `card` or `painting`.
    card_name(title: &str, noun: &str, number: usize, count: usize),
    /// Label of a seat's hand, for screen readers. The noun is the code `card` or `painting`.
    hand_of(name: &str, noun: &str, count: usize) {
        who = name, person = person(name), noun, count
    },
}

/// Cards by artist: `2 Bogen`, `1 Ezra`.
pub(crate) fn counted(artists: &[&str; 5], counts: [u8; 5]) -> Vec<String> {
    let each = artists.iter().zip(counts).filter(|(_, count)| *count > 0);
    each.map(|(&artist, count)| message!("play_gallery.count_of", count, artist))
        .collect()
}

/// Parts in a row, without a conjunction: `2 Bogen, 1 Ezra`.
pub(crate) fn joined<S: Borrow<str>>(each: &[S]) -> String {
    each.join(text("play_gallery.separator"))
}

/// The same within a sentence: `nothing` if there are no parts.
pub(crate) fn listed(each: &[String]) -> String {
    match each.is_empty() {
        true => text("play_gallery.none").to_owned(),
        false => joined(each),
    }
}
