//! What the pages of rules have in common, and the list of them.

use super::games::{self, GAMES};
use super::home::covering;
use crate::route::Route;
use crate::shell::set_title;
use crate::text::rules as words;
use leptos::prelude::*;

/// The sections of a page of rules: the name in the address, and the heading.
pub(crate) type Sections = &'static [(&'static str, &'static str)];

/// The page around the sections: its head and its contents.
#[component]
pub(crate) fn RulesFrame(
    /// The game's name in addresses.
    game: &'static str,
    title: &'static str,
    lede: &'static str,
    sections: Sections,
    children: Children,
) -> impl IntoView {
    set_title(title);
    let at = |section: &str| Route::RulesAt(game.to_owned(), section.to_owned()).to_string();
    view! {
        <main id="main" class="page rules" tabindex="-1">
            <div class="page-head">
                <h1>{title}</h1>
                <p>{lede}</p>
                <div class="button-row no-print">
                    {main_link(game)}
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| {
                            // A browser without printing has no print function to call.
                            let _ = window().print();
                        }
                    >
                        {words::PRINT}
                    </button>
                </div>
            </div>
            <div class="rules-body">
                <nav class="rules-contents no-print" aria-label=words::CONTENTS>
                    <ol>
                        {sections
                            .iter()
                            .map(|(id, head)| {
                                view! {
                                    <li>
                                        <a href=at(id)>{*head}</a>
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ol>
                </nav>
                <article class="prose">{children()}</article>
            </div>
        </main>
    }
}

/// To the tutorial, or to a game where there is none.
fn main_link(game: &'static str) -> AnyView {
    let (route, label) = if has_tutorial(game) {
        (Route::Learn(game.to_owned()), words::TRY)
    } else {
        (Route::New(game.to_owned()), words::PLAY)
    };
    view! {
        <a class="button button-main" href=route.to_string()>
            {label}
        </a>
    }
    .into_any()
}

fn has_tutorial(game: &str) -> bool {
    games::find(game).is_some_and(|game| game.learn.is_some())
}

/// At the foot of the rules: what to do next.
#[component]
pub(crate) fn Onwards(
    /// The game's name in addresses.
    game: &'static str,
    /// What the link to a new game says.
    play: &'static str,
) -> impl IntoView {
    view! {
        <div class="button-row no-print">
            {has_tutorial(game)
                .then(|| {
                    view! {
                        <a class="button" href=Route::Learn(game.to_owned()).to_string()>
                            {words::TRY}
                        </a>
                    }
                })}
            <a class="button" href=Route::New(game.to_owned()).to_string()>
                {play}
            </a>
        </div>
    }
}

/// A section under its heading, which the address can name.
#[component]
pub(crate) fn Section(id: &'static str, sections: Sections, children: Children) -> impl IntoView {
    let head = sections.iter().find(|(other, _)| *other == id);
    view! {
        <section aria-labelledby=id>
            <h2 id=id tabindex="-1">
                {head.map(|(_, head)| *head)}
            </h2>
            {children()}
        </section>
    }
}

/// One paragraph a line.
pub(crate) fn paragraphs(lines: &'static [&'static str]) -> impl IntoView {
    lines
        .iter()
        .map(|line| view! { <p>{*line}</p> })
        .collect_view()
}

/// The rules of which game?
#[component]
pub(crate) fn RulesList() -> impl IntoView {
    set_title(words::TITLE);
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::TITLE}</h1>
                <p>{words::LEDE}</p>
            </div>
            <ul class="rules-list">
                {GAMES
                    .iter()
                    .map(|game| {
                        view! {
                            <li>
                                <a href=Route::Rules(game.id.to_owned()).to_string()>
                                    <span
                                        class="rules-list-picture"
                                        inner_html=covering(game)
                                    ></span>
                                    <b>{game.name}</b>
                                </a>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </main>
    }
}
