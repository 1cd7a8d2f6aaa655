//! The rules, with the cards themselves.

use crate::art::primi::card;
use crate::pages::rules::{Onwards, RulesFrame, Section, Sections, paragraphs};
use crate::text::primi::{self as table_words, equation};
use crate::text::primi_rules::{self as words, heads};
use leptos::prelude::*;
use parlour_engine::Game as _;
use parlour_games::primi_composti::PrimiComposti;

/// The sections: the name in the address, and the heading.
const SECTIONS: Sections = &[
    ("goal", heads::GOAL),
    ("cards", heads::CARDS),
    ("turn", heads::TURN),
    ("operations", heads::OPERATIONS),
    ("scoring", heads::SCORING),
    ("stealing", heads::STEALING),
    ("players", heads::PLAYERS),
    ("levels", heads::LEVELS),
    ("advice", heads::ADVICE),
];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=PrimiComposti::NAME
            title=words::TITLE
            lede=words::LEDE
            sections=SECTIONS
        >
            <Section id="goal" sections=SECTIONS>
                {paragraphs(words::GOAL)}
            </Section>
            <Section id="cards" sections=SECTIONS>
                {paragraphs(words::CARDS)}
                <figure>
                    <div class="rules-row" aria-hidden="true">
                        {[2, 7, 12, 15].map(drawn)}
                    </div>
                    <figcaption>{words::CARDS_CAPTION}</figcaption>
                </figure>
            </Section>
            <Section id="turn" sections=SECTIONS>
                {paragraphs(words::TURN)}
            </Section>
            <Section id="operations" sections=SECTIONS>
                {paragraphs(words::OPERATIONS)}
                <div class="rules-operations">
                    {[(5, [2, 3]), (9, [7, 16]), (24, [3, 8]), (4, [5, 20])].map(example)}
                </div>
                {paragraphs(words::NO_OPERATION)}
            </Section>
            <Section id="scoring" sections=SECTIONS>
                {paragraphs(words::SCORING)}
                <ul>{words::SCORES.map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </Section>
            <Section id="stealing" sections=SECTIONS>
                {paragraphs(words::STEALING)}
                <ul>{words::STEALS.map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </Section>
            <Section id="players" sections=SECTIONS>
                {paragraphs(words::PLAYERS)}
            </Section>
            <Section id="levels" sections=SECTIONS>
                {paragraphs(words::LEVELS)}
            </Section>
            <Section id="advice" sections=SECTIONS>
                <ol>{words::ADVICE.map(|line| view! { <li>{line}</li> }).collect_view()}</ol>
                <Onwards game=PrimiComposti::NAME play=words::PLAY />
            </Section>
        </RulesFrame>
    }
}

fn drawn(number: u8) -> impl IntoView {
    view! { <div class="card" inner_html=card(number)></div> }
}

/// An operation between its three cards.
fn example((result, operands): (u8, [u8; 2])) -> impl IntoView {
    let (first, sign, second) =
        table_words::operation(result, operands).expect("the examples are operations");
    let number = |text: String| text.parse().expect("an operand is a number");
    view! {
        <figure class="rules-operation">
            <div class="operation-cards" aria-hidden="true">
                {drawn(number(first))}
                <span class="operation-sign">{sign}</span>
                {drawn(number(second))}
                <span class="operation-sign">"="</span>
                {drawn(result)}
            </div>
            <figcaption>{equation(result, Some(operands))}</figcaption>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use parlour_games::primi_composti::Pair;

    #[test]
    fn the_examples_are_operations() {
        for (result, [a, b]) in [(5, [2, 3]), (9, [7, 16]), (24, [3, 8]), (4, [5, 20])] {
            assert!(Pair::new(a, b).gives(result));
        }
    }
}
