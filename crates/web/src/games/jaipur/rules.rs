//! The rules, with the cards and coins themselves.

use super::form::art;
use super::strings::rules as words;
use crate::platform::route::Route;
use crate::play::rules_page::{
    self, RulesFrame, Sections, numbered, paragraphs, points, table_head, with,
};
use leptos::prelude::*;
use parlour_art::coins;
use parlour_art::jaipur::{card, symbol};
use parlour_engine::Game as _;
use parlour_games::jaipur::rules::{BONUS_TOKENS, CARD_COUNTS, TOKENS};
use parlour_games::jaipur::{Bonus, Card, Jaipur};

const SECTIONS: Sections = &[
    ("goal", words::head_goal, || paragraphs(words::goal())),
    ("cards", words::head_cards, || with(words::cards(), kinds())),
    ("start", words::head_start, || paragraphs(words::start())),
    ("turn", words::head_turn, || with(words::turn(), moves())),
    ("take", words::head_take, || paragraphs(words::take())),
    ("camels", words::head_camels, || paragraphs(words::camels())),
    ("exchange", words::head_exchange, || {
        with(words::exchange(), exchange())
    }),
    ("sell", words::head_sell, || {
        with(words::sell(), sale(Card::Leather, 4))
    }),
    ("tokens", words::head_tokens, || {
        let bonus = with(words::bonus(), bonus_tokens());
        with(words::tokens(), vec![goods_tokens(), bonus])
    }),
    ("end", words::head_end, || {
        let camel = beside(coins::camel_coin(), words::camel_token());
        with(words::end(), vec![points(words::ends()), camel])
    }),
    ("match", words::head_match, || {
        beside(coins::seal(true), words::match_text())
    }),
    ("advice", words::head_advice, || numbered(words::advice())),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=Jaipur::NAME
            title=words::title()
            lede=words::lede()
            sections=SECTIONS
            play=words::play()
        />
    }
}

/// A card of each kind, and how many there are.
fn kinds() -> AnyView {
    let each = Card::ALL.map(|kind| {
        let count = CARD_COUNTS[kind.index()];
        (card(art(kind)), words::good(kind), count)
    });
    rules_page::kinds(each, words::cards_caption())
}

/// What one can do, with the ways to it.
fn moves() -> AnyView {
    let at = |section: &str| Route::RulesAt(Jaipur::NAME.to_owned(), section.to_owned());
    let moves: Vec<_> = words::moves()
        .into_iter()
        .map(|(id, name, line)| {
            view! {
                <li>
                    <a href=at(id).to_string()>{name}</a>
                    <span>{line}</span>
                </li>
            }
        })
        .collect();
    view! { <ul class="rules-moves">{moves}</ul> }.into_any()
}

fn exchange() -> AnyView {
    view! {
        <figure>
            <div class="rules-exchange" aria-hidden="true">
                <div>
                    <span>{words::you_take()}</span>
                    {cards(&[Card::Gold, Card::Gold, Card::Spice])}
                </div>
                <div>
                    <span>{words::you_give()}</span>
                    {cards(&[Card::Leather, Card::Camel, Card::Camel])}
                </div>
            </div>
            <figcaption>{words::exchange_example()}</figcaption>
        </figure>
    }
    .into_any()
}

/// Paragraphs beside a coin.
fn beside(coin: String, lines: &'static [&'static str]) -> AnyView {
    view! {
        <div class="rules-camel">
            <div class="rules-coin" inner_html=coin></div>
            <div>{paragraphs(lines)}</div>
        </div>
    }
    .into_any()
}

fn cards(shown: &[Card]) -> impl IntoView + use<> {
    let drawn = shown
        .iter()
        .map(|&each| view! { <div class="card" inner_html=card(art(each))></div> })
        .collect_view();
    view! { <div class="rules-row">{drawn}</div> }
}

/// A first sale of a good, and what it brings.
fn sale(good: Card, count: u8) -> AnyView {
    let values = &TOKENS[good.index()][..usize::from(count)];
    let bonus = Bonus::for_sale(count).map(|bonus| coins::bonus_coin(bonus.cards(), None));
    view! {
        <figure>
            <div class="rules-sale" aria-hidden="true">
                {cards(&vec![good; usize::from(count)])}
                <div class="rules-coins">
                    {values
                        .iter()
                        .map(|&value| coins::goods_coin(art(good), value))
                        .chain(bonus)
                        .map(|coin| view! { <div class="rules-coin" inner_html=coin></div> })
                        .collect_view()}
                </div>
            </div>
            <figcaption>{words::sell_example(values.iter().sum())}</figcaption>
        </figure>
    }
    .into_any()
}

fn values(values: &[u8]) -> String {
    let words: Vec<String> = values.iter().map(u8::to_string).collect();
    words.join(", ")
}

fn goods_tokens() -> AnyView {
    view! {
        <table class="rules-tokens">
            {table_head(words::tokens_caption(), words::columns())}
            <tbody>
                {Card::GOODS
                    .map(|good| {
                        let tokens = TOKENS[good.index()];
                        view! {
                            <tr>
                                <th scope="row">
                                    <span class="rules-good">
                                        <span
                                            class="rules-symbol"
                                            inner_html=symbol(art(good), "currentColor")
                                        ></span>
                                        {words::good(good)}
                                    </span>
                                </th>
                                <td>{CARD_COUNTS[good.index()]}</td>
                                <td>
                                    <span class="visually-hidden">{values(tokens)}</span>
                                    <span class="rules-coins" aria-hidden="true">
                                        {tokens
                                            .iter()
                                            .map(|&value| {
                                                let coin = coins::goods_coin(art(good), value);
                                                view! { <span class="rules-coin" inner_html=coin></span> }
                                            })
                                            .collect_view()}
                                    </span>
                                </td>
                            </tr>
                        }
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}

fn bonus_tokens() -> AnyView {
    view! {
        <table class="rules-tokens">
            {table_head(words::bonus_caption(), words::bonus_columns())}
            <tbody>
                {Bonus::ALL
                    .map(|bonus| {
                        let tokens = BONUS_TOKENS[bonus.index()];
                        let least = tokens.iter().min().copied().unwrap_or_default();
                        let most = tokens.iter().max().copied().unwrap_or_default();
                        let coin = coins::bonus_coin(bonus.cards(), None);
                        view! {
                            <tr>
                                <th scope="row">
                                    <span class="rules-good">
                                        <span class="rules-coin" inner_html=coin></span>
                                        {words::bonus_for(bonus.cards())}
                                    </span>
                                </th>
                                <td>{values(tokens)}</td>
                                <td>{words::bonus_worth(least, most)}</td>
                            </tr>
                        }
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_sections() {
        for (id, _, _) in words::moves() {
            assert!(
                SECTIONS.iter().any(|(section, _, _)| *section == id),
                "{id}"
            );
        }
    }
}
