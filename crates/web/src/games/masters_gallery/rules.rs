//! The rules, with the cards themselves.

use super::strings::{rules as words, table as table_words};
use crate::play::gallery::rules as gallery;
use crate::play::rules_page::{RulesFrame, Sections, numbered, paragraphs, with};
use leptos::prelude::*;
use parlour_art::painting::{Mark, award};
use parlour_engine::Game as _;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, DEALT, GAINS, Symbol};

const SECTIONS: Sections = &[
    ("goal", words::head_goal, || paragraphs(words::goal())),
    ("cards", words::head_cards, || {
        let marks = SYMBOLS.map(|(_, mark)| Some(mark));
        let artists = &table_words::artists();
        let cards = gallery::artists(artists, &ARTIST_CARDS, 23, marks, words::cards_caption());
        with(words::cards(), cards)
    }),
    ("start", words::head_start, || {
        let rows = (2..).zip(DEALT.map(|rounds| rounds.map(usize::from)));
        let dealt = gallery::dealt(words::dealt_caption(), words::dealt_columns(), rows);
        with(words::start(), dealt)
    }),
    ("turn", words::head_turn, || paragraphs(words::turn())),
    ("symbols", words::head_symbols, || {
        let explained = SYMBOLS.map(|(symbol, mark)| {
            (
                mark,
                capital(table_words::symbol(symbol)),
                words::symbol(symbol),
            )
        });
        gallery::explained(words::symbols(), explained)
    }),
    ("end", words::head_end, || paragraphs(words::end())),
    ("worth", words::head_worth, || with(words::worth(), worth())),
    ("winning", words::head_winning, || {
        paragraphs(words::winning())
    }),
    ("sets", words::head_sets, || paragraphs(words::sets())),
    ("advice", words::head_advice, || numbered(words::advice())),
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
            title=words::title()
            lede=words::lede()
            sections=SECTIONS
            play=words::play()
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
    let [one, awarded, two, paid] = words::worth_rows();
    let rows = vec![
        gallery::gained(one, first),
        gallery::row(awarded, stars),
        gallery::gained(two, second),
    ];
    let paid = (paid, [0, 1, 2, 3, 4].map(pays));
    gallery::worth(words::worth_caption(), table_words::artists(), rows, paid)
}
