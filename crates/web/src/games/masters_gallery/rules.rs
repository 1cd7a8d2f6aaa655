//! The rules, with the cards themselves.

use super::strings::rules::heads;
use super::strings::{rules as words, table as table_words};
use crate::play::gallery::rules as gallery;
use crate::play::rules_page::{RulesFrame, Sections, numbered, paragraphs, with};
use leptos::prelude::*;
use parlour_art::painting::{Mark, award};
use parlour_engine::Game as _;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, DEALT, GAINS, Symbol};

const SECTIONS: Sections = &[
    ("goal", heads::GOAL, || paragraphs(words::GOAL)),
    ("cards", heads::CARDS, || {
        let marks = SYMBOLS.map(|(_, mark)| Some(mark));
        let artists = &table_words::ARTISTS;
        let cards = gallery::artists(artists, &ARTIST_CARDS, 23, marks, words::CARDS_CAPTION);
        with(words::CARDS, cards)
    }),
    ("start", heads::START, || {
        let rows = (2..).zip(DEALT.map(|rounds| rounds.map(usize::from)));
        let dealt = gallery::dealt(words::DEALT_CAPTION, &words::DEALT_COLUMNS, rows);
        with(words::START, dealt)
    }),
    ("turn", heads::TURN, || paragraphs(words::TURN)),
    ("symbols", heads::SYMBOLS, || {
        let explained = SYMBOLS.map(|(symbol, mark)| {
            (
                mark,
                capital(table_words::symbol(symbol)),
                words::symbol(symbol),
            )
        });
        gallery::explained(words::SYMBOLS, explained)
    }),
    ("end", heads::END, || paragraphs(words::END)),
    ("worth", heads::WORTH, || with(words::WORTH, worth())),
    ("winning", heads::WINNING, || paragraphs(words::WINNING)),
    ("sets", heads::SETS, || paragraphs(words::SETS)),
    ("advice", heads::ADVICE, || numbered(&words::ADVICE)),
];

/// The symbols as they are explained, each with its pictogram.
const SYMBOLS: [(Symbol, Mark); 5] = [
    (Symbol::Draw, Mark::Draw),
    (Symbol::Second, Mark::Second),
    (Symbol::Hidden, Mark::Hidden),
    (Symbol::Together, Mark::Together),
    (Symbol::Award, Mark::Award),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=MastersGallery::NAME
            title=words::TITLE
            lede=words::LEDE
            sections=SECTIONS
            play=words::PLAY
        />
    }
}

/// With a capital first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Two rounds and an award, and what a card pays after the second.
fn worth() -> AnyView {
    // Places in the rankings, by artist.
    let places: [[Option<usize>; 5]; 2] = [
        [Some(0), Some(1), None, None, Some(2)],
        [None, Some(0), Some(1), Some(2), None],
    ];
    let awards = [0, 1, 0, 0, 0];
    let gained =
        |round: usize, artist: usize| places[round][artist].map_or(0, |place| GAINS[place]);
    let pays = |artist: usize| match places[1][artist] {
        Some(_) => gained(0, artist) + gained(1, artist) + AWARD * awards[artist],
        None => 0,
    };
    let [first, second] = places.map(|places| {
        places.map(|place| place.map(|place| (place, GAINS[place].unsigned_abs() as u16)))
    });
    let stars = awards.map(|count| match count {
        0 => view! { <td>"–"</td> }.into_any(),
        _ => view! {
            <td>
                <span class="gain" aria-hidden="true" inner_html=award()></span>
                <span class="visually-hidden">{AWARD}</span>
            </td>
        }
        .into_any(),
    });
    let [one, awarded, two, paid] = words::WORTH_ROWS;
    let rows = vec![
        gallery::gained(one, first),
        gallery::row(awarded, stars),
        gallery::gained(two, second),
    ];
    let paid = (paid, [0, 1, 2, 3, 4].map(pays));
    gallery::worth(words::WORTH_CAPTION, &table_words::ARTISTS, rows, paid)
}
