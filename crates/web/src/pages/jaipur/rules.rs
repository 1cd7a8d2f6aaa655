//! The rules, with the cards and coins themselves.

use super::art;
use crate::art::{coins, jaipur::card, jaipur::symbol};
use crate::pages::rules::{Onwards, RulesFrame, Section, paragraphs};
use crate::route::Route;
use crate::text::jaipur_rules::{self as words, heads};
use leptos::prelude::*;
use parlour_engine::Game as _;
use parlour_games::jaipur::rules::{BONUS_TOKENS, CARD_COUNTS, TOKENS};
use parlour_games::jaipur::{Bonus, Card, Jaipur};

/// The sections: the name in the address, and the heading.
const SECTIONS: [(&str, &str); 12] = [
    ("goal", heads::GOAL),
    ("cards", heads::CARDS),
    ("start", heads::START),
    ("turn", heads::TURN),
    ("take", heads::TAKE),
    ("camels", heads::CAMELS),
    ("exchange", heads::EXCHANGE),
    ("sell", heads::SELL),
    ("tokens", heads::TOKENS),
    ("end", heads::END),
    ("match", heads::MATCH),
    ("advice", heads::ADVICE),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    let at =
        |section: &str| Route::RulesAt(Jaipur::NAME.to_owned(), section.to_owned()).to_string();
    view! {
        <RulesFrame game=Jaipur::NAME title=words::TITLE lede=words::LEDE sections=&SECTIONS>
                    <Section id="goal" sections=&SECTIONS>{paragraphs(words::GOAL)}</Section>
                    <Section id="cards" sections=&SECTIONS>
                        {paragraphs(words::CARDS)}
                        <figure>
                            <div class="rules-cards" aria-hidden="true">
                                {Card::ALL
                                    .map(|each| {
                                        view! {
                                            <div class="rules-card">
                                                <div class="card" inner_html=card(art(each))></div>
                                                <span>
                                                    {words::count(each, CARD_COUNTS[each.index()])}
                                                </span>
                                            </div>
                                        }
                                    })
                                    .collect_view()}
                            </div>
                            <figcaption>{words::CARDS_CAPTION}</figcaption>
                        </figure>
                    </Section>
                    <Section id="start" sections=&SECTIONS>{paragraphs(words::START)}</Section>
                    <Section id="turn" sections=&SECTIONS>
                        {paragraphs(words::TURN)}
                        <ul class="rules-moves">
                            {words::MOVES
                                .map(|(id, name, line)| {
                                    view! {
                                        <li>
                                            <a href=at(id)>{name}</a>
                                            <span>{line}</span>
                                        </li>
                                    }
                                })
                                .collect_view()}
                        </ul>
                    </Section>
                    <Section id="take" sections=&SECTIONS>{paragraphs(words::TAKE)}</Section>
                    <Section id="camels" sections=&SECTIONS>{paragraphs(words::CAMELS)}</Section>
                    <Section id="exchange" sections=&SECTIONS>
                        {paragraphs(words::EXCHANGE)}
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
                    </Section>
                    <Section id="sell" sections=&SECTIONS>
                        {paragraphs(words::SELL)}
                        <Sale good=Card::Leather count=4 />
                    </Section>
                    <Section id="tokens" sections=&SECTIONS>
                        {paragraphs(words::TOKENS)} <GoodsTokens /> {paragraphs(words::BONUS)}
                        <BonusTokens />
                    </Section>
                    <Section id="end" sections=&SECTIONS>
                        {paragraphs(words::END)}
                        <ul>{words::ENDS.map(|end| view! { <li>{end}</li> }).collect_view()}</ul>
                        <div class="rules-camel">
                            <div class="rules-coin" inner_html=coins::camel_coin()></div>
                            {paragraphs(words::CAMEL_TOKEN)}
                        </div>
                    </Section>
                    <Section id="match" sections=&SECTIONS>
                        <div class="rules-camel">
                            <div class="rules-coin" inner_html=coins::seal(true)></div>
                            <div>{paragraphs(words::MATCH)}</div>
                        </div>
                    </Section>
                    <Section id="advice" sections=&SECTIONS>
                        <ol>
                            {words::ADVICE.map(|line| view! { <li>{line}</li> }).collect_view()}
                        </ol>
                        <Onwards game=Jaipur::NAME play=words::PLAY />
                    </Section>
        </RulesFrame>
    }
}

fn cards(shown: &[Card]) -> impl IntoView + use<> {
    let drawn = shown
        .iter()
        .map(|&each| view! { <div class="card" inner_html=card(art(each))></div> })
        .collect_view();
    view! { <div class="rules-row">{drawn}</div> }
}

/// A first sale of a good, and what it brings.
#[component]
fn Sale(good: Card, count: u8) -> impl IntoView {
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
}

fn values(values: &[u8]) -> String {
    let words: Vec<String> = values.iter().map(u8::to_string).collect();
    words.join(", ")
}

#[component]
fn GoodsTokens() -> impl IntoView {
    view! {
        <table class="rules-tokens">
            <caption>{words::TOKENS_CAPTION}</caption>
            <thead>
                <tr>{words::COLUMNS.map(|head| view! { <th scope="col">{head}</th> }).collect_view()}</tr>
            </thead>
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
}

#[component]
fn BonusTokens() -> impl IntoView {
    view! {
        <table class="rules-tokens">
            <caption>{words::BONUS_CAPTION}</caption>
            <thead>
                <tr>
                    {words::BONUS_COLUMNS.map(|head| view! { <th scope="col">{head}</th> }).collect_view()}
                </tr>
            </thead>
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_sections() {
        for (id, _, _) in words::MOVES {
            assert!(SECTIONS.iter().any(|(section, _)| *section == id), "{id}");
        }
    }
}
