//! What the pages of rules have in common.

use super::registry;
use super::strings::daily;
use super::strings::rules as words;
use crate::platform::route::Route;
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_protocol::daily::daily_game;

/// A section of a page of rules: the name in the address, the heading, and what stands below it.
type Section = (&'static str, fn() -> &'static str, fn() -> AnyView);

/// The sections of a page of rules.
pub(crate) type Sections = &'static [Section];

/// A page of rules: its head, its contents, its sections, and what to do next.
#[component]
pub(crate) fn RulesFrame(
    /// The game's name in addresses.
    game: &'static str,
    title: &'static str,
    lede: &'static str,
    sections: Sections,
    /// What the link to a new game says.
    play: &'static str,
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
                        {words::print()}
                    </button>
                </div>
            </div>
            <div class="rules-body">
                <nav class="rules-contents no-print" aria-label=words::contents()>
                    <ol>
                        {sections
                            .iter()
                            .map(|(id, head, _)| {
                                view! {
                                    <li>
                                        <a href=at(id)>{head()}</a>
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ol>
                </nav>
                <article class="prose">
                    {sections.iter().map(section).collect_view()} {onwards(game, play)}
                </article>
            </div>
        </main>
    }
}

/// To the tutorial, or to a game where there is none.
fn main_link(game: &'static str) -> AnyView {
    let (route, label) = if has_tutorial(game) {
        (Route::Learn(game.to_owned()), words::try_text())
    } else {
        (Route::New(game.to_owned()), words::play())
    };
    view! {
        <a class="button button-main" href=route.to_string()>
            {label}
        </a>
    }
    .into_any()
}

fn has_tutorial(game: &str) -> bool {
    registry::find(game).is_some_and(|game| game.has_tutorial)
}

/// At the foot of the rules: what to do next.
fn onwards(game: &'static str, play: &'static str) -> impl IntoView {
    view! {
        <p class="no-print">
            {daily_terms(game)} " "
            <a href=Route::DailyDeal(game.to_owned()).to_string()>{daily::title()}</a>
        </p>
        <div class="button-row no-print">
            {has_tutorial(game)
                .then(|| {
                    view! {
                        <a class="button" href=Route::Learn(game.to_owned()).to_string()>
                            {words::try_text()}
                        </a>
                    }
                })}
            <a class="button" href=Route::New(game.to_owned()).to_string()>
                {play}
            </a>
        </div>
    }
}

/// What is played every day.
fn daily_terms(game: &str) -> Option<String> {
    let (game, daily) = (registry::find(game)?, daily_game(game)?);
    Some(daily::rules(&game.daily_terms(daily)))
}

/// A section under its heading, which the address can name.
fn section(&(id, head, body): &Section) -> AnyView {
    view! {
        <section aria-labelledby=id>
            <h2 id=id tabindex="-1">
                {head()}
            </h2>
            {body()}
        </section>
    }
    .into_any()
}

/// One paragraph a line.
pub(crate) fn paragraphs(lines: &'static [&'static str]) -> AnyView {
    let lines: Vec<_> = lines.iter().map(|line| view! { <p>{*line}</p> }).collect();
    lines.into_any()
}

/// Paragraphs, and what belongs below them.
pub(crate) fn with(lines: &'static [&'static str], below: impl IntoView) -> AnyView {
    view! {
        {paragraphs(lines)}
        {below.into_any()}
    }
    .into_any()
}

/// A card of each kind in a row: its picture, its name, and how many there are.
pub(crate) fn kinds(
    each: impl IntoIterator<Item = (String, &'static str, u8)>,
    caption: &'static str,
) -> AnyView {
    let each: Vec<_> = each
        .into_iter()
        .map(|(picture, name, count)| {
            view! {
                <div class="rules-card">
                    <div class="card" inner_html=picture></div>
                    <span>{words::count(name, count)}</span>
                </div>
            }
        })
        .collect();
    view! {
        <figure>
            <div class="rules-cards" aria-hidden="true">
                {each}
            </div>
            <figcaption>{caption}</figcaption>
        </figure>
    }
    .into_any()
}

/// One line after the other.
pub(crate) fn points(lines: &'static [&'static str]) -> AnyView {
    let lines: Vec<_> = lines
        .iter()
        .map(|line| view! { <li>{*line}</li> })
        .collect();
    view! { <ul>{lines}</ul> }.into_any()
}

/// The same with numbers.
pub(crate) fn numbered(lines: &'static [&'static str]) -> AnyView {
    let lines: Vec<_> = lines
        .iter()
        .map(|line| view! { <li>{*line}</li> })
        .collect();
    view! { <ol>{lines}</ol> }.into_any()
}

/// The head of a table with its caption.
pub(crate) fn table_head(caption: &'static str, columns: &'static [&'static str]) -> AnyView {
    let columns: Vec<_> = columns
        .iter()
        .map(|head| view! { <th scope="col">{*head}</th> })
        .collect();
    view! {
        <caption>{caption}</caption>
        <thead>
            <tr>{columns}</tr>
        </thead>
    }
    .into_any()
}
