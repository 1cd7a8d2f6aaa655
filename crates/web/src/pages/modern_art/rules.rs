//! The rules, with the paintings themselves.

use crate::art::painting::{Artist, Mark, card, gain, mark, tile};
use crate::pages::rules::{Onwards, RulesFrame, Section, paragraphs};
use crate::text::modern_art as table_words;
use crate::text::modern_art_rules::{self as words, heads};
use leptos::prelude::*;
use parlour_engine::Game as _;
use parlour_games::modern_art::rules::{GAINS, PAINTING_COUNTS, dealt};
use parlour_games::modern_art::{Auction, ModernArt};

/// The sections: the name in the address, and the heading.
const SECTIONS: [(&str, &str); 10] = [
    ("goal", heads::GOAL),
    ("paintings", heads::PAINTINGS),
    ("start", heads::START),
    ("turn", heads::TURN),
    ("auctions", heads::AUCTIONS),
    ("double", heads::DOUBLE),
    ("end", heads::END),
    ("worth", heads::WORTH),
    ("winning", heads::WINNING),
    ("advice", heads::ADVICE),
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
        <RulesFrame game=ModernArt::NAME title=words::TITLE lede=words::LEDE sections=&SECTIONS>
            <Section id="goal" sections=&SECTIONS>{paragraphs(words::GOAL)}</Section>
            <Section id="paintings" sections=&SECTIONS>
                {paragraphs(words::PAINTINGS)}
                <figure>
                    <div class="rules-cards" aria-hidden="true">
                        {Artist::ALL
                            .map(|artist| {
                                let index = artist as usize;
                                let name = table_words::artist(index);
                                view! {
                                    <div class="rules-card">
                                        <div class="card" inner_html=card(artist, 11, None)></div>
                                        <span>{format!("{name} × {}", PAINTING_COUNTS[index])}</span>
                                    </div>
                                }
                            })
                            .collect_view()}
                    </div>
                    <figcaption>{words::PAINTINGS_CAPTION}</figcaption>
                </figure>
            </Section>
            <Section id="start" sections=&SECTIONS>{paragraphs(words::START)} <Dealt /></Section>
            <Section id="turn" sections=&SECTIONS>{paragraphs(words::TURN)}</Section>
            <Section id="auctions" sections=&SECTIONS>
                {paragraphs(words::AUCTIONS)}
                <dl class="rules-marks">
                    {AUCTIONS
                        .map(|(auction, drawn)| {
                            view! {
                                <div>
                                    <dt>
                                        <span
                                            class="rules-mark"
                                            aria-hidden="true"
                                            inner_html=mark(drawn)
                                        ></span>
                                        {table_words::auction(auction)}
                                    </dt>
                                    <dd>{words::auction(auction)}</dd>
                                </div>
                            }
                        })
                        .collect_view()}
                </dl>
            </Section>
            <Section id="double" sections=&SECTIONS>
                {paragraphs(words::DOUBLE)}
                <figure>
                    <div class="rules-row" aria-hidden="true">
                        <div class="card" inner_html=card(Artist::C, 4, Some(Mark::Double))></div>
                        <div class="card" inner_html=card(Artist::C, 5, Some(Mark::Once))></div>
                    </div>
                    <figcaption>{words::DOUBLE_CAPTION}</figcaption>
                </figure>
            </Section>
            <Section id="end" sections=&SECTIONS>{paragraphs(words::END)}</Section>
            <Section id="worth" sections=&SECTIONS>{paragraphs(words::WORTH)} <Worth /></Section>
            <Section id="winning" sections=&SECTIONS>{paragraphs(words::WINNING)}</Section>
            <Section id="advice" sections=&SECTIONS>
                <ol>{words::ADVICE.map(|line| view! { <li>{line}</li> }).collect_view()}</ol>
                <Onwards game=ModernArt::NAME play=words::PLAY />
            </Section>
        </RulesFrame>
    }
}

/// How many paintings are dealt when.
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
                {[3, 4, 5]
                    .map(|players| {
                        view! {
                            <tr>
                                <th scope="row">{players}</th>
                                {[0, 1, 2, 3]
                                    .map(|round| view! { <td>{dealt(players, round)}</td> })
                                    .collect_view()}
                            </tr>
                        }
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
}

/// Two rounds, and what a painting pays after the second.
#[component]
fn Worth() -> impl IntoView {
    // Places in the ranking of rounds 1 and 2, by artist.
    let places: [[Option<usize>; 5]; 2] = [
        [None, Some(2), Some(1), None, Some(0)],
        [Some(1), Some(0), None, Some(2), None],
    ];
    let gained =
        |round: usize, artist: usize| places[round][artist].map_or(0, |place| GAINS[place]);
    let pays = |artist: usize| match places[1][artist] {
        Some(_) => gained(0, artist) + gained(1, artist),
        None => 0,
    };
    let coins = move |round: usize| {
        (0..5)
            .map(|artist| match places[round][artist] {
                Some(place) => view! {
                    <td>
                        <span class="gain" aria-hidden="true" inner_html=gain(place, GAINS[place])></span>
                        <span class="visually-hidden">{GAINS[place]}</span>
                    </td>
                }
                .into_any(),
                None => view! { <td>"–"</td> }.into_any(),
            })
            .collect_view()
    };
    let [first, second, paid] = words::WORTH_ROWS;
    view! {
        <table class="values rules-values">
            <caption>{words::WORTH_CAPTION}</caption>
            <thead>
                <tr>
                    <td></td>
                    {Artist::ALL
                        .map(|artist| {
                            view! {
                                <th scope="col">
                                    <span class="tile" inner_html=tile(artist)></span>
                                    <span class="artist-name">
                                        {table_words::artist(artist as usize)}
                                    </span>
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
