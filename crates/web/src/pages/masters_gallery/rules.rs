//! The rules, with the cards themselves.

use crate::art::painting::{Artist as Painter, Mark, award, card, gain, mark, tile};
use crate::pages::rules::{Onwards, RulesFrame, Section, paragraphs};
use crate::text::masters_gallery as table_words;
use crate::text::masters_gallery_rules::{self as words, heads};
use leptos::prelude::*;
use parlour_engine::Game as _;
use parlour_games::masters_gallery::MastersGallery;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, Artist, DEALT, GAINS, Symbol};

/// The sections: the name in the address, and the heading.
const SECTIONS: [(&str, &str); 10] = [
    ("goal", heads::GOAL),
    ("cards", heads::CARDS),
    ("start", heads::START),
    ("turn", heads::TURN),
    ("symbols", heads::SYMBOLS),
    ("end", heads::END),
    ("worth", heads::WORTH),
    ("winning", heads::WINNING),
    ("sets", heads::SETS),
    ("advice", heads::ADVICE),
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
        <RulesFrame game=MastersGallery::NAME title=words::TITLE lede=words::LEDE sections=&SECTIONS>
            <Section id="goal" sections=&SECTIONS>{paragraphs(words::GOAL)}</Section>
            <Section id="cards" sections=&SECTIONS>
                {paragraphs(words::CARDS)}
                <figure>
                    <div class="rules-cards" aria-hidden="true">
                        {Artist::ALL
                            .map(|artist| {
                                let index = artist.index();
                                let (painter, symbol) = (Painter::ALL[index], SYMBOLS[index].1);
                                let name = table_words::artist(artist);
                                view! {
                                    <div class="rules-card">
                                        <div
                                            class="card"
                                            inner_html=card(painter, 23, Some(symbol))
                                        ></div>
                                        <span>{format!("{name} × {}", ARTIST_CARDS[index])}</span>
                                    </div>
                                }
                            })
                            .collect_view()}
                    </div>
                    <figcaption>{words::CARDS_CAPTION}</figcaption>
                </figure>
            </Section>
            <Section id="start" sections=&SECTIONS>{paragraphs(words::START)} <Dealt /></Section>
            <Section id="turn" sections=&SECTIONS>{paragraphs(words::TURN)}</Section>
            <Section id="symbols" sections=&SECTIONS>
                {paragraphs(words::SYMBOLS)}
                <dl class="rules-marks">
                    {SYMBOLS
                        .map(|(symbol, drawn)| {
                            view! {
                                <div>
                                    <dt>
                                        <span
                                            class="rules-mark"
                                            aria-hidden="true"
                                            inner_html=mark(drawn)
                                        ></span>
                                        {capital(table_words::symbol(symbol))}
                                    </dt>
                                    <dd>{words::symbol(symbol)}</dd>
                                </div>
                            }
                        })
                        .collect_view()}
                </dl>
            </Section>
            <Section id="end" sections=&SECTIONS>{paragraphs(words::END)}</Section>
            <Section id="worth" sections=&SECTIONS>{paragraphs(words::WORTH)} <Worth /></Section>
            <Section id="winning" sections=&SECTIONS>{paragraphs(words::WINNING)}</Section>
            <Section id="sets" sections=&SECTIONS>{paragraphs(words::SETS)}</Section>
            <Section id="advice" sections=&SECTIONS>
                <ol>{words::ADVICE.map(|line| view! { <li>{line}</li> }).collect_view()}</ol>
                <Onwards game=MastersGallery::NAME play=words::PLAY />
            </Section>
        </RulesFrame>
    }
}

/// With a capital first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// How many cards are dealt when.
#[component]
fn Dealt() -> impl IntoView {
    view! {
        <table class="rules-tokens">
            <caption>{words::DEALT_CAPTION}</caption>
            <thead>
                <tr>
                    {words::DEALT_COLUMNS.map(|head| view! { <th scope="col">{head}</th> }).collect_view()}
                </tr>
            </thead>
            <tbody>
                {(2..)
                    .zip(DEALT)
                    .map(|(players, rounds): (u8, _)| {
                        view! {
                            <tr>
                                <th scope="row">{players}</th>
                                {rounds.map(|cards| view! { <td>{cards}</td> }).collect_view()}
                            </tr>
                        }
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
}

/// Two rounds and an award, and what a card pays after the second.
#[component]
fn Worth() -> impl IntoView {
    // Places in the ranking of rounds 1 and 2, by artist.
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
    let coins = |round: usize| {
        places[round]
            .map(|place| match place {
                Some(place) => {
                    let value = GAINS[place].unsigned_abs() as u16;
                    view! {
                        <td>
                            <span class="gain" aria-hidden="true" inner_html=gain(place, value)></span>
                            <span class="visually-hidden">{value}</span>
                        </td>
                    }
                    .into_any()
                }
                None => view! { <td>"–"</td> }.into_any(),
            })
            .into_iter()
            .collect_view()
    };
    let stars = awards
        .map(|count| match count {
            0 => view! { <td>"–"</td> }.into_any(),
            _ => view! {
                <td>
                    <span class="gain" aria-hidden="true" inner_html=award()></span>
                    <span class="visually-hidden">{AWARD}</span>
                </td>
            }
            .into_any(),
        })
        .into_iter()
        .collect_view();
    let [first, awarded, second, paid] = words::WORTH_ROWS;
    view! {
        <table class="values rules-values">
            <caption>{words::WORTH_CAPTION}</caption>
            <thead>
                <tr>
                    <td></td>
                    {Artist::ALL
                        .map(|artist| {
                            let painter = Painter::ALL[artist.index()];
                            view! {
                                <th scope="col">
                                    <span class="tile" inner_html=tile(painter)></span>
                                    <span class="artist-name">{table_words::artist(artist)}</span>
                                </th>
                            }
                        })
                        .collect_view()}
                </tr>
            </thead>
            <tbody>
                <tr>
                    <th scope="row">{first}</th>
                    {coins(0)}
                </tr>
                <tr>
                    <th scope="row">{awarded}</th>
                    {stars}
                </tr>
                <tr>
                    <th scope="row">{second}</th>
                    {coins(1)}
                </tr>
            </tbody>
            <tfoot>
                <tr>
                    <th scope="row">{paid}</th>
                    {(0..5)
                        .map(|artist| {
                            view! {
                                <td>
                                    <b>{pays(artist)}</b>
                                </td>
                            }
                        })
                        .collect_view()}
                </tr>
            </tfoot>
        </table>
    }
}
