//! The rules, with the cards themselves.

use super::strings::table::equation;
use super::strings::{rules as words, table as table_words};
use crate::play::rules_page::{RulesFrame, Sections, numbered, paragraphs, points, with};
use leptos::prelude::*;
use parlour_art::primi::card;
use parlour_engine::Game as _;
use parlour_games::primi_composti::PrimiComposti;

const SECTIONS: Sections = &[
    ("goal", words::head_goal, || paragraphs(words::goal())),
    ("cards", words::head_cards, || {
        let cards = view! {
            <figure>
                <div class="rules-row" aria-hidden="true">
                    {[2, 7, 12, 15].map(drawn)}
                </div>
                <figcaption>{words::cards_caption()}</figcaption>
            </figure>
        };
        with(words::cards(), cards)
    }),
    ("turn", words::head_turn, || paragraphs(words::turn())),
    ("operations", words::head_operations, || {
        let examples = view! {
            <div class="rules-operations">{EXAMPLES.map(example)}</div>
            {paragraphs(words::no_operation())}
        };
        with(words::operations(), examples)
    }),
    ("scoring", words::head_scoring, || {
        with(words::scoring(), points(words::scores()))
    }),
    ("stealing", words::head_stealing, || {
        with(words::stealing(), points(words::steals()))
    }),
    ("players", words::head_players, || {
        paragraphs(words::players())
    }),
    ("levels", words::head_levels, || paragraphs(words::levels())),
    ("advice", words::head_advice, || numbered(words::advice())),
];

/// Examples of operations: a card, and what it is made of.
const EXAMPLES: [(u8, [u8; 2]); 4] = [(5, [2, 3]), (9, [7, 16]), (24, [3, 8]), (4, [5, 20])];

/// The rules in full.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! {
        <RulesFrame
            game=PrimiComposti::NAME
            title=words::title()
            lede=words::lede()
            sections=SECTIONS
            play=words::play()
        />
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
    use super::EXAMPLES;
    use parlour_games::primi_composti::Pair;

    #[test]
    fn the_examples_are_operations() {
        for (result, [a, b]) in EXAMPLES {
            assert!(Pair::new(a, b).gives(result));
        }
    }
}
