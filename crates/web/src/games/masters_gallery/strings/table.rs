//! Masters Gallery.

use crate::play::strings::gallery::{counted, listed, round};
use crate::play::strings::table::YOU;
use parlour_games::masters_gallery::rules::{Artist, Card, Symbol};
use parlour_games::masters_gallery::{Action, RoundResult};

/// The name of the game.
pub(crate) const TITLE: &str = "Masters Gallery";
/// What the keys of this table do.
pub(crate) const KEYS: &[(&str, &str)] =
    &[("1 to 5", "choose an artist for the award"), ("P", "pass")];
/// The middle of the table.
pub(crate) const COMMON: &str = "Values and what is going on";
/// What is held in hand.
pub(crate) const CARD: &str = "card";
/// The row of awards.
pub(crate) const AWARDS: &str = "Awards";
/// The row of cards on display.
pub(crate) const ON_DISPLAY: &str = "On display";
/// What that row means.
pub(crate) const PAYS_NOW_TITLE: &str = "What a card on display would pay if the round ended now";
/// The artist who gets an award.
pub(crate) const AWARD_TO: &str = "Award for";
/// Beside a number.
pub(crate) const IN_DECK: &str = "in the deck";
/// The card that was turned up before the deal.
pub(crate) const EXTRA: &str = "Extra card";
/// A card that lies face down.
pub(crate) const FACE_DOWN: &str = "A card face down";
/// Who has chosen.
pub(crate) const WHO_CHOOSES: &str = "Who has chosen";
/// Has chosen a card.
pub(crate) const HAS_CHOSEN: &str = "ready";
/// Has still to choose.
pub(crate) const CHOOSES: &str = "choosing";
/// Has no card.
pub(crate) const NO_CARD: &str = "no card";

/// The artists of this game.
pub(crate) const ARTISTS: [&str; 5] = ["Lite Metal", "Yoko", "Christin P", "Karl Gitter", "Krypto"];

/// The name of an artist.
pub(crate) const fn artist(artist: Artist) -> &'static str {
    ARTISTS[artist.index()]
}

/// The name of a symbol; empty for a plain card.
pub(crate) const fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "",
        Symbol::Draw => "draw one",
        Symbol::Second => "second card face up",
        Symbol::Hidden => "second card face down",
        Symbol::Together => "all together",
        Symbol::Award => "award",
    }
}

/// A card that lies there: `Yoko, award`.
pub(crate) fn card_title(card: Card) -> String {
    match card.symbol {
        Symbol::Plain => artist(card.artist).to_owned(),
        other => format!("{}, {}", artist(card.artist), symbol(other)),
    }
}

/// One's own card that lies face down.
pub(crate) fn own_face_down(card: Card) -> String {
    format!("Your card face down: {}", card_title(card))
}

/// A card in a sentence: `a Yoko (award)`.
pub(crate) fn one(card: Card) -> String {
    match card.symbol {
        Symbol::Plain => format!("a {}", artist(card.artist)),
        other => format!("a {} ({})", artist(card.artist), symbol(other)),
    }
}

/// A round begins.
pub(crate) fn round_begins(number: u8, opener: &str, extra: Option<Card>) -> String {
    let opens = match opener {
        YOU => "you open it".to_owned(),
        _ => format!("{opener} opens it"),
    };
    match extra {
        Some(card) => format!(
            "{}: {opens}; extra card: {}",
            round(number),
            artist(card.artist)
        ),
        None => format!("{}: {opens}", round(number)),
    }
}
/// A card is displayed.
pub(crate) fn played(who: &str, card: Card) -> String {
    format!("{who} displayed {}", one(card))
}
/// The card that was laid out last.
pub(crate) fn latest(who: &str, card: Card) -> String {
    match who {
        YOU => format!("OwnTable: {}", card_title(card)),
        _ => format!("{who}: {}", card_title(card)),
    }
}
/// A card is drawn.
pub(crate) fn drew(who: &str) -> String {
    format!("{who} drew a card")
}
/// A second card is displayed.
pub(crate) fn second(who: &str, card: Card) -> String {
    format!("{who} added {}", one(card))
}
/// A card is laid face down.
pub(crate) fn laid(who: &str) -> String {
    format!("{who} laid a card face down")
}
/// A card is shown with the others'.
pub(crate) fn shown(who: &str, card: Card) -> String {
    format!("{who} showed {}", one(card))
}
/// An artist is awarded.
pub(crate) fn awarded(who: &str, to: Artist) -> String {
    format!("{who} awarded {}", artist(to))
}
/// Nothing is done.
pub(crate) fn passed(who: &str) -> String {
    format!("{who} passed")
}
/// The round closes.
pub(crate) fn closed(who: &str) -> String {
    format!("{who} closed the round")
}
/// A card is turned up.
pub(crate) fn turned_up(who: &str, card: Card) -> String {
    match who {
        YOU => format!("You turned up {}", one(card)),
        _ => format!("{who} turned up {}", one(card)),
    }
}
/// A card is added after the close.
pub(crate) fn added(who: &str, card: Card) -> String {
    format!("{who} added {} after the close", one(card))
}

/// Who is ranked, and what a card pays: `Yoko pays 5, Krypto 2`.
pub(crate) fn ranked(result: &RoundResult) -> String {
    let each: Vec<String> = result
        .ranked
        .iter()
        .map(|&other| format!("{} {}", artist(other), result.paid[other.index()]))
        .collect();
    each.join(", ")
}
/// A round is over.
pub(crate) fn round_over(number: u8, result: &RoundResult) -> String {
    match result.ranked.is_empty() {
        true => format!("{} is over: nothing was displayed", round(number)),
        false => format!("{} is over: a card pays {}", round(number), ranked(result)),
    }
}
/// The heading of the sums.
pub(crate) fn sums_heading(number: u8) -> String {
    format!("{} is over", round(number))
}
/// Why it is.
pub(crate) fn why(closer: Option<&str>) -> String {
    match closer {
        Some(who) => format!("{}.", closed(who)),
        None => "Nobody had a card left.".to_owned(),
    }
}
/// What the first three gained.
pub(crate) fn ranking(result: &RoundResult, gains: [i32; 3]) -> String {
    let each: Vec<String> = result
        .ranked
        .iter()
        .zip(gains)
        .map(|(&other, gain)| format!("{} gains {gain}", artist(other)))
        .collect();
    if each.is_empty() {
        return "Nothing was displayed.".to_owned();
    }
    format!("{}. Other cards pay nothing.", each.join(", "))
}
/// What is counted.
pub(crate) const SUMS: &str = "Points";
/// A line of the sums.
pub(crate) fn sum_artist(of: Artist, pays: i32) -> String {
    format!("{}, {pays} each", artist(of))
}
/// All together.
pub(crate) const SUM_ALL: &str = "This round";
/// What everybody has now.
pub(crate) const SUM_SCORE: &str = "Points so far";

/// What an action would do, before it is played.
pub(crate) fn proposal(action: Action) -> String {
    match action {
        Action::Play(card) => match card.symbol {
            Symbol::Plain => format!("Display {}", one(card)),
            other => format!("Display {}: {}", one(card), symbol_does(other)),
        },
        Action::Second(card) => format!("Display {} as well", one(card)),
        Action::Lay(card) => format!("Lay {} face down", one(card)),
        Action::Show(card) => format!("Show {}", one(card)),
        Action::Award(to) => format!("Award {}", artist(to)),
        Action::Add(card) => format!("Add {} to your display", one(card)),
        Action::Pass => "Pass".to_owned(),
    }
}
/// What a symbol does, in few words.
const fn symbol_does(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "",
        Symbol::Draw => "draw a card",
        Symbol::Second => "another of the artist may follow",
        Symbol::Hidden => "another card may follow face down",
        Symbol::Together => "all show a card",
        Symbol::Award => "any artist gains 2",
    }
}

/// Nothing is chosen.
pub(crate) const CHOOSE_PLAY: &str = "Choose the card that you display";
/// Nothing is chosen.
pub(crate) const CHOOSE_SHOW: &str = "Choose the card that you show; all are turned up together";
/// Nothing is chosen.
pub(crate) const CHOOSE_HIDDEN: &str = "Choose a card to lay face down, or pass";
/// Nothing is chosen.
pub(crate) const CHOOSE_AWARD: &str = "Choose the artist who gets the award";
/// Nothing is chosen.
pub(crate) const CHOOSE_ADD: &str = "Choose a card to add to your display, or pass";
/// Nothing fits.
pub(crate) const NOTHING_TO_ADD: &str = "You have no card that you could add: pass";
/// Nothing is chosen.
pub(crate) fn choose_second(of: Artist) -> String {
    format!("Choose a second {}, or pass", artist(of))
}
/// Nothing fits.
pub(crate) fn no_second(of: Artist) -> String {
    format!("You have no second {}: pass", artist(of))
}

/// What is going on: the heading in the middle.
pub(crate) fn displays(who: &str) -> String {
    match who {
        YOU => "You display a card".to_owned(),
        _ => format!("{who} displays a card"),
    }
}
/// What is going on.
pub(crate) fn may_second(who: &str, of: Artist) -> String {
    format!("{who} may display a second {}", artist(of))
}
/// What is going on.
pub(crate) fn may_hide(who: &str) -> String {
    format!("{who} may lay a card face down")
}
/// What is going on.
pub(crate) const ALL_CHOOSE: &str = "Everybody chooses a card";
/// What is going on.
pub(crate) fn gives_award(who: &str) -> String {
    match who {
        YOU => "You give an award".to_owned(),
        _ => format!("{who} gives an award"),
    }
}
/// What is going on.
pub(crate) fn may_add(who: &str) -> String {
    format!("{who} may add cards")
}
/// What is going on.
pub(crate) const OVER: &str = "The game is over";
/// Under it.
pub(crate) fn closes_at(number: u8) -> String {
    format!("The round closes with {number} cards of an artist face up.")
}
/// Under it, after the close.
pub(crate) const AFTER_CLOSE: &str =
    "The round is closed. Each may add one card for every artist on his display.";
/// Under it, while all choose.
pub(crate) const TOGETHER_ABOUT: &str =
    "All cards are shown at the same time. Their symbols are not carried out.";

/// Beside a number.
pub(crate) const fn points(score: i32) -> &'static str {
    if score == 1 { "point" } else { "points" }
}
/// Beside a number: what the display would pay.
pub(crate) const FROM_DISPLAY: &str = "on display";
/// The display of a seat, for ears.
pub(crate) fn display_of(name: &str, counts: [u8; 5], hidden: u8) -> String {
    let mut each = counted(&ARTISTS, counts);
    if hidden > 0 {
        each.push(format!("{hidden} face down"));
    }
    let what = listed(&each);
    match name {
        YOU => format!("Your display: {what}"),
        _ => format!("Display of {name}: {what}"),
    }
}
/// Award tokens of an artist, for ears.
pub(crate) fn award_count(count: u8) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "1 award".to_owned(),
        _ => format!("{count} awards"),
    }
}
