//! Texts of the table of Masters Gallery.

use crate::platform::locale::{message, text, texts};
use crate::play::strings::gallery::{counted, joined, listed, pass};
use crate::play::strings::table::person;
use parlour_games::masters_gallery::rules::{Artist, Card, Symbol};
use parlour_games::masters_gallery::{Action, IllegalMove, Phase, RoundResult};

texts! {
    "masters_gallery_table";
    /// Name of the game.
    title,
}

/// Keys of this table and their effects.
pub(crate) fn keys() -> Vec<(&'static str, &'static str)> {
    vec![
        ("1–5", text("masters_gallery_table.key_award")),
        ("P", text("masters_gallery_table.key_pass")),
    ]
}

texts! {
    "masters_gallery_table";
    /// Label of the middle of the table.
    common,
}

/// Code of the noun for a card of the hand, an argument of texts in `play::strings::gallery`.
pub(crate) const CARD: &str = "card";

texts! {
    "masters_gallery_table";
    /// Head of the row of awards.
    awards,
    /// Head of the row of cards on display.
    on_display,
    /// Explanation of the row with what a card would pay now.
    pays_now_title,
    /// Legend of the choice of an artist for an award.
    award_to,
    /// Label beside the number of cards in the deck.
    in_deck,
    /// Label of the extra card.
    extra,
    /// Label of a card face down, for screen readers.
    face_down,
    /// Label of the list of players who choose a card.
    who_chooses,
    /// State of a player who has chosen a card.
    has_chosen,
    /// State of a player who has not chosen a card yet.
    chooses,
    /// State of a player without cards.
    no_card,
}

/// Names of the artists, the same in all languages.
const ARTISTS: [&str; 5] = ["Lite Metal", "Yoko", "Christin P", "Karl Gitter", "Krypto"];

/// Names of the artists.
pub(crate) fn artists() -> &'static [&'static str; 5] {
    &ARTISTS
}

/// Name of an artist.
pub(crate) fn artist(artist: Artist) -> &'static str {
    ARTISTS[artist.index()]
}

/// Name of a symbol; empty for a plain card.
pub(crate) fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Plain => "",
        Symbol::Draw => text("masters_gallery_table.symbol_draw"),
        Symbol::Second => text("masters_gallery_table.symbol_second"),
        Symbol::Hidden => text("masters_gallery_table.symbol_hidden"),
        Symbol::Together => text("masters_gallery_table.symbol_together"),
        Symbol::Award => text("masters_gallery_table.symbol_award"),
    }
}

/// Title of a card: `Yoko, award`.
pub(crate) fn card_title(card: Card) -> String {
    match card.symbol {
        Symbol::Plain => artist(card.artist).to_owned(),
        other => message!(
            "masters_gallery_table.card_title",
            artist = artist(card.artist),
            symbol = symbol(other)
        ),
    }
}

texts! {
    "masters_gallery_table";
    /// Label of the viewer's own card face down, for screen readers.
    own_face_down(card: Card) { card = card_title(card) },
}

/// A card in a sentence: `a Yoko (award)`.
pub(crate) fn one(card: Card) -> String {
    let artist = artist(card.artist);
    match card.symbol {
        Symbol::Plain => message!("masters_gallery_table.one", artist),
        other => message!(
            "masters_gallery_table.one_with_symbol",
            artist,
            symbol = symbol(other)
        ),
    }
}

/// The start of a round, numbered from 0.
pub(crate) fn round_begins(number: u8, opener: &str, extra: Option<Card>) -> String {
    let (round, person) = (number + 1, person(opener));
    match extra {
        None => message!(
            "masters_gallery_table.round_begins",
            round,
            who = opener,
            person
        ),
        Some(card) => message!(
            "masters_gallery_table.round_begins_extra",
            round,
            who = opener,
            person,
            artist = artist(card.artist)
        ),
    }
}

texts! {
    "masters_gallery_table";
    /// A card is displayed.
    played(who: &str, card: Card) { who, person = person(who), card = one(card) },
    /// The last card played.
    latest(who: &str, card: Card) { who, person = person(who), card = card_title(card) },
    /// A card is drawn.
    drew(who: &str) { who, person = person(who) },
    /// A second card is displayed.
    second(who: &str, card: Card) { who, person = person(who), card = one(card) },
    /// A card is laid face down.
    laid(who: &str) { who, person = person(who) },
    /// A card is shown together with those of the others.
    shown(who: &str, card: Card) { who, person = person(who), card = one(card) },
    /// An artist gets an award.
    awarded(who: &str, to: Artist) { who, person = person(who), artist = artist(to) },
    /// A pass.
    passed(who: &str) { who, person = person(who) },
    /// The close of a round.
    closed(who: &str) { who, person = person(who) },
    /// A card is turned up.
    turned_up(who: &str, card: Card) { who, person = person(who), card = one(card) },
    /// A card is added after the close.
    added(who: &str, card: Card) { who, person = person(who), card = one(card) },
}

/// The ranked artists and what a card of each pays: `Yoko 5, Krypto 2`.
pub(crate) fn ranked(result: &RoundResult) -> String {
    let each: Vec<String> = result
        .ranked
        .iter()
        .map(|&other| {
            message!(
                "masters_gallery_table.paid_by",
                artist = artist(other),
                pays = result.paid[other.index()]
            )
        })
        .collect();
    joined(&each)
}

/// The end of a round, numbered from 0.
pub(crate) fn round_over(number: u8, result: &RoundResult) -> String {
    let round = number + 1;
    match result.ranked.is_empty() {
        true => message!("masters_gallery_table.round_over_empty", round),
        false => message!(
            "masters_gallery_table.round_over",
            round,
            ranked = ranked(result)
        ),
    }
}

/// Heading of the sums of a round, numbered from 0.
pub(crate) fn sums_heading(number: u8) -> String {
    message!("masters_gallery_table.sums_heading", round = number + 1)
}

/// Reason for the end of a round.
pub(crate) fn why(closer: Option<&str>) -> String {
    match closer {
        Some(who) => message!(
            "masters_gallery_table.why_closed",
            who,
            person = person(who)
        ),
        None => text("masters_gallery_table.why_empty").to_owned(),
    }
}

/// Gains of the ranked artists.
pub(crate) fn ranking(result: &RoundResult, gains: [i32; 3]) -> String {
    let each: Vec<String> = result
        .ranked
        .iter()
        .zip(gains)
        .map(|(&other, gain)| {
            message!(
                "masters_gallery_table.gain_of",
                artist = artist(other),
                gain
            )
        })
        .collect();
    match each.is_empty() {
        true => text("masters_gallery_table.ranking_empty").to_owned(),
        false => message!("masters_gallery_table.ranking", gains = joined(&each)),
    }
}

texts! {
    "masters_gallery_table";
    /// Unit of the sums.
    sums,
    /// Row of an artist in the sums.
    sum_artist(of: Artist, pays: i32) { artist = artist(of), pays },
    /// Row of the totals of the round.
    sum_all,
    /// Row of the totals so far.
    sum_score,
}

/// An action before it is played.
pub(crate) fn proposal(action: Action) -> String {
    match action {
        Action::Play(card) => match card.symbol {
            Symbol::Plain => message!("masters_gallery_table.propose_play", card = one(card)),
            other => message!(
                "masters_gallery_table.propose_play_with_symbol",
                card = one(card),
                symbol = other.name()
            ),
        },
        Action::Second(card) => message!("masters_gallery_table.propose_second", card = one(card)),
        Action::Lay(card) => message!("masters_gallery_table.propose_lay", card = one(card)),
        Action::Show(card) => message!("masters_gallery_table.propose_show", card = one(card)),
        Action::Award(to) => message!("masters_gallery_table.propose_award", artist = artist(to)),
        Action::Add(card) => message!("masters_gallery_table.propose_add", card = one(card)),
        Action::Pass => pass().to_owned(),
    }
}

texts! {
    "masters_gallery_table";
    /// Guidance: no card is chosen to display.
    choose_play,
    /// Guidance: no card is chosen to show together with those of the others.
    choose_show,
    /// Guidance: a card may be laid face down.
    choose_hidden,
    /// Guidance: no artist is chosen for the award.
    choose_award,
    /// Guidance: a card may be added after the close.
    choose_add,
    /// Guidance: no card can be added after the close.
    nothing_to_add,
    /// Guidance: a second card may be displayed.
    choose_second(of: Artist) { artist = artist(of) },
    /// Guidance: no second card can be displayed.
    no_second(of: Artist) { artist = artist(of) },
}

/// The rule that forbids an action.
pub(crate) fn refusal(refusal: &IllegalMove) -> String {
    match *refusal {
        IllegalMove::NotAsked(phase) => match phase {
            Phase::Play => text("masters_gallery_table.illegal_due_play").to_owned(),
            Phase::Second(of) => message!(
                "masters_gallery_table.illegal_due_second",
                artist = artist(of)
            ),
            Phase::Hidden => text("masters_gallery_table.illegal_due_hidden").to_owned(),
            Phase::Together => text("masters_gallery_table.illegal_due_show").to_owned(),
            Phase::Award { .. } => text("masters_gallery_table.illegal_due_award").to_owned(),
            Phase::Add { .. } => text("masters_gallery_table.illegal_due_add").to_owned(),
            Phase::Over => over().to_owned(),
        },
        IllegalMove::NotInHand(card) => message!(
            "masters_gallery_table.illegal_not_in_hand",
            card = card_title(card)
        ),
        IllegalMove::OtherArtist(of) => message!(
            "masters_gallery_table.illegal_other_artist",
            artist = artist(of)
        ),
        IllegalMove::NotOnDisplay(of) => message!(
            "masters_gallery_table.illegal_not_on_display",
            artist = artist(of)
        ),
        IllegalMove::AlreadyAdded => text("masters_gallery_table.illegal_already_added").to_owned(),
    }
}

texts! {
    "masters_gallery_table";
    /// Heading while a seat displays a card.
    displays(who: &str) { who, person = person(who) },
    /// Heading while a seat may display a second card.
    may_second(who: &str, of: Artist) { who, person = person(who), artist = artist(of) },
    /// Heading while a seat may lay a card face down.
    may_hide(who: &str) { who, person = person(who) },
    /// Heading while all seats choose a card.
    all_choose,
    /// Heading while a seat gives an award.
    gives_award(who: &str) { who, person = person(who) },
    /// Heading while a seat may add cards after the close.
    may_add(who: &str) { who, person = person(who) },
    /// Heading after the end of the game.
    over,
    /// Number of cards that closes a round.
    closes_at(number: u8),
    /// Text under the heading after the close.
    after_close,
    /// Text under the heading while all seats choose a card.
    together_about,
    /// Label beside a score.
    points(score: i32),
    /// Label beside what the display would pay.
    from_display,
}

/// Label of the display of a seat, for screen readers.
pub(crate) fn display_of(name: &str, counts: [u8; 5], hidden: u8) -> String {
    let mut each = counted(&ARTISTS, counts);
    if hidden > 0 {
        each.push(message!(
            "masters_gallery_table.face_down_count",
            count = hidden
        ));
    }
    message!(
        "masters_gallery_table.display_of",
        who = name,
        person = person(name),
        cards = listed(&each)
    )
}

/// Number of awards of an artist, for screen readers.
pub(crate) fn award_count(count: u8) -> String {
    message!("masters_gallery_table.award_count", count)
}
