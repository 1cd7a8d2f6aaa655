//! The rules, with the paintings themselves.

use super::strings::{rules as words, table as table_words};
use crate::play::gallery::rules as gallery;
use crate::play::rules_page::{RulesFrame, Sections, numbered, paragraphs, with};
use leptos::prelude::*;
use parlour_art::painting::{Artist, Mark, card};
use parlour_engine::Game as _;
use parlour_games::modern_art::rules::{GAINS, PAINTING_COUNTS, dealt};
use parlour_games::modern_art::{Auction, ModernArt};

const SECTIONS: Sections = &[
    ("goal", words::head_goal, || paragraphs(words::goal())),
    ("paintings", words::head_paintings, || {
        let caption = words::paintings_caption();
        let artists = &table_words::artists();
        let cards = gallery::artists(artists, &PAINTING_COUNTS, 11, [None; 5], caption);
        with(words::paintings(), cards)
    }),
    ("start", words::head_start, || {
        let rows =
            [3, 4, 5].map(|players| (players, [0, 1, 2, 3].map(|round| dealt(players, round))));
        let dealt = gallery::dealt(words::dealt_caption(), words::dealt_columns(), rows);
        with(words::start(), dealt)
    }),
    ("turn", words::head_turn, || paragraphs(words::turn())),
    ("auctions", words::head_auctions, || {
        let explained = AUCTIONS.map(|(auction, mark)| {
            let name = table_words::auction(auction).to_owned();
            (mark, name, words::auction(auction))
        });
        gallery::explained(words::auctions(), explained)
    }),
    ("double", words::head_double, || {
        with(words::double(), double())
    }),
    ("end", words::head_end, || paragraphs(words::end())),
    ("worth", words::head_worth, || with(words::worth(), worth())),
    ("winning", words::head_winning, || {
        paragraphs(words::winning())
    }),
    ("advice", words::head_advice, || numbered(words::advice())),
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
            title=words::title()
            lede=words::lede()
            sections=SECTIONS
            play=words::play()
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
            <figcaption>{words::double_caption()}</figcaption>
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
    let [one, two, paid] = words::worth_rows();
    let rows = vec![gallery::gained(one, first), gallery::gained(two, second)];
    let paid = (paid, [0, 1, 2, 3, 4].map(pays));
    gallery::worth(words::worth_caption(), table_words::artists(), rows, paid)
}
