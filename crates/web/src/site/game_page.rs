//! A saved game, to play or to replay, and what to do where it cannot be loaded.

use crate::platform::file::download;
use crate::platform::route::Route;
use crate::play::registry;
use crate::play::saved_game::{self, Damaged, Entry};
use crate::play::strings::table as words;
use crate::play::table::Sitting;
use crate::ui::page::set_title;
use leptos::prelude::*;

/// A game in progress: people play, or AIs are watched. What cannot be loaded is told.
#[component]
pub(crate) fn PlayPage(id: String) -> impl IntoView {
    page(&id, false)
}

/// A game, forward and back.
#[component]
pub(crate) fn ReplayPage(id: String) -> impl IntoView {
    page(&id, true)
}

fn page(id: &str, replay: bool) -> AnyView {
    match saved_game::game(id) {
        None => view! { <Missing /> }.into_any(),
        Some(Entry::Damaged(damaged)) => view! { <Broken damaged /> }.into_any(),
        Some(Entry::Game(stored)) => {
            let raw = stored.record.clone();
            let shown = registry::find(&stored.game)
                .ok_or_else(|| words::unknown_game(&stored.game))
                .and_then(|game| {
                    (game.table)(if replay {
                        Sitting::Replay(*stored)
                    } else {
                        Sitting::Here(*stored)
                    })
                });
            shown.unwrap_or_else(|reason| {
                let id = id.to_owned();
                let damaged = Damaged { id, reason, raw };
                view! { <Broken damaged /> }.into_any()
            })
        }
    }
}

/// Nothing of that id is kept here.
#[component]
fn Missing() -> impl IntoView {
    set_title(words::no_game());
    view! {
        <main id="main" class="page">
            <div class="page-head">
                <h1>{words::no_game()}</h1>
                <p>{words::no_game_text()}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::home()}
                </a>
            </div>
        </main>
    }
}

/// Something is kept, but it cannot be played on.
#[component]
fn Broken(damaged: Damaged) -> impl IntoView {
    set_title(words::damaged());
    let Damaged { id, reason, raw } = damaged;
    let file = format!("parlour-damaged-{id}.json");
    let delete = move |_| {
        saved_game::remove(&id);
        Route::Home.go();
    };
    view! {
        <main id="main" class="page" data-testid="damaged">
            <div class="page-head">
                <h1>{words::damaged()}</h1>
                <p>{words::damaged_reason(&reason)}</p>
            </div>
            <div class="button-row">
                <button type="button" class="button button-danger" on:click=delete>
                    {words::delete()}
                </button>
                <button type="button" class="button" on:click=move |_| download(&file, &raw)>
                    {words::download()}
                </button>
                <a class="button" href=Route::Home.to_string()>
                    {words::home()}
                </a>
            </div>
        </main>
    }
}
