//! The rules, with the paintings themselves.

use super::strings::rules::heads;
use super::strings::{rules as words, table as table_words};
use crate::play::gallery::rules as gallery;
use crate::play::rules_page::{RulesFrame, Sections, numbered, paragraphs, with};
use leptos::prelude::*;
use parlour_art::painting::{Artist, Mark, card};
use parlour_engine::Game as _;
use parlour_games::modern_art::rules::{GAINS, PAINTING_COUNTS, dealt};
use parlour_games::modern_art::{Auction, ModernArt};

const SECTIONS: Sections = &[
    ("goal", heads::GOAL, || paragraphs(words::GOAL)),
    ("paintings", heads::PAINTINGS, || {
        let caption = words::PAINTINGS_CAPTION;
        let artists = &table_words::ARTISTS;
        let cards = gallery::artists(artists, &PAINTING_COUNTS, 11, [None; 5], caption);
        with(words::PAINTINGS, cards)
    }),
    ("start", heads::START, || {
        let rows =
            [3, 4, 5].map(|players| (players, [0, 1, 2, 3].map(|round| dealt(players, round))));
        let dealt = gallery::dealt(words::DEALT_CAPTION, &words::DEALT_COLUMNS, rows);
        with(words::START, dealt)
    }),
    ("turn", heads::TURN, || paragraphs(words::TURN)),
    ("auctions", heads::AUCTIONS, || {
        let explained = AUCTIONS.map(|(auction, mark)| {
            let name = table_words::auction(auction).to_owned();
            (mark, name, words::auction(auction))
        });
        gallery::explained(words::AUCTIONS, explained)
    }),
    ("double", heads::DOUBLE, || with(words::DOUBLE, double())),
    ("end", heads::END, || paragraphs(words::END)),
    ("worth", heads::WORTH, || with(words::WORTH, worth())),
    ("winning", heads::WINNING, || paragraphs(words::WINNING)),
    ("advice", heads::ADVICE, || numbered(&words::ADVICE)),
];

/// The auctions as they are explained, each with its pictogram.
const AUCTIONS: [(Auction, Mark); 5] = [
    (Auction::Open, Mark::Open),
    (Auction::Once, Mark::Once),
    (Auction::Sealed, Mark::Sealed),
    (Auction::Fixed, Mark::Fixed),
    (Auction::Double, Mark::Double),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=ModernArt::NAME
            title=words::TITLE
            lede=words::LEDE
            sections=SECTIONS
            play=words::PLAY
        />
    }
}

/// Two paintings that are sold together.
fn double() -> AnyView {
    view! {
        <figure>
            <div class="rules-row" aria-hidden="true">
                <div class="card" inner_html=card(Artist::C, 4, Some(Mark::Double))></div>
                <div class="card" inner_html=card(Artist::C, 5, Some(Mark::Once))></div>
            </div>
            <figcaption>{words::DOUBLE_CAPTION}</figcaption>
        </figure>
    }
    .into_any()
}

/// Two rounds, and what a painting pays after the second.
fn worth() -> AnyView {
    // Places in the rankings, by artist.
    let [first, second] = [
        [None, Some(2), Some(1), None, Some(0)],
        [Some(1), Some(0), None, Some(2), None],
    ]
    .map(|places: [Option<usize>; 5]| places.map(|place| place.map(|place| (place, GAINS[place]))));
    let value = |gained: Option<(usize, u16)>| gained.map_or(0, |(_, value)| i32::from(value));
    let pays = |artist: usize| match second[artist] {
        Some(_) => value(first[artist]) + value(second[artist]),
        None => 0,
    };
    let [one, two, paid] = words::WORTH_ROWS;
    let rows = vec![gallery::gained(one, first), gallery::gained(two, second)];
    let paid = (paid, [0, 1, 2, 3, 4].map(pays));
    gallery::worth(words::WORTH_CAPTION, &table_words::ARTISTS, rows, paid)
}
