//! The rules, with the cards and coins themselves.

use super::form::art;
use super::strings::rules as words;
use super::strings::rules::heads;
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
    ("goal", heads::GOAL, || paragraphs(words::GOAL)),
    ("cards", heads::CARDS, || with(words::CARDS, kinds())),
    ("start", heads::START, || paragraphs(words::START)),
    ("turn", heads::TURN, || with(words::TURN, moves())),
    ("take", heads::TAKE, || paragraphs(words::TAKE)),
    ("camels", heads::CAMELS, || paragraphs(words::CAMELS)),
    ("exchange", heads::EXCHANGE, || {
        with(words::EXCHANGE, exchange())
    }),
    ("sell", heads::SELL, || {
        with(words::SELL, sale(Card::Leather, 4))
    }),
    ("tokens", heads::TOKENS, || {
        let bonus = with(words::BONUS, bonus_tokens());
        with(words::TOKENS, vec![goods_tokens(), bonus])
    }),
    ("end", heads::END, || {
        let camel = beside(coins::camel_coin(), words::CAMEL_TOKEN);
        with(words::END, vec![points(&words::ENDS), camel])
    }),
    ("match", heads::MATCH, || {
        beside(coins::seal(true), words::MATCH)
    }),
    ("advice", heads::ADVICE, || numbered(&words::ADVICE)),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=Jaipur::NAME
            title=words::TITLE
            lede=words::LEDE
            sections=SECTIONS
            play=words::PLAY
        />
    }
}

/// A card of each kind, and how many there are.
fn kinds() -> AnyView {
    let each = Card::ALL.map(|kind| {
        let count = CARD_COUNTS[kind.index()];
        (card(art(kind)), words::good(kind), count)
    });
    rules_page::kinds(each, words::CARDS_CAPTION)
}

/// What one can do, with the ways to it.
fn moves() -> AnyView {
    let at = |section: &str| Route::RulesAt(Jaipur::NAME.to_owned(), section.to_owned());
    let moves: Vec<_> = words::MOVES
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
                    <span>{words::YOU_TAKE}</span>
                    {cards(&[Card::Gold, Card::Gold, Card::Spice])}
                </div>
                <div>
                    <span>{words::YOU_GIVE}</span>
                    {cards(&[Card::Leather, Card::Camel, Card::Camel])}
                </div>
            </div>
            <figcaption>{words::EXCHANGE_EXAMPLE}</figcaption>
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
            {table_head(words::TOKENS_CAPTION, &words::COLUMNS)}
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
            {table_head(words::BONUS_CAPTION, &words::BONUS_COLUMNS)}
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
        for (id, _, _) in words::MOVES {
            assert!(
                SECTIONS.iter().any(|(section, _, _)| *section == id),
                "{id}"
            );
        }
    }
}
