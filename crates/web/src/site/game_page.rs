//! A saved game, to play or to replay, and what to do where it cannot be loaded.

use crate::platform::file::download;
use crate::platform::route::Route;
use crate::play::registry;
use crate::play::saved_game::{self, Damaged, Entry, StoredGame};
use crate::play::strings::replay as replay_words;
use crate::play::strings::table as words;
use crate::play::table::Sitting;
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_engine::RecordLink;

/// A game in progress: people play, or AIs are watched. What cannot be loaded is told.
#[component]
pub(crate) fn PlayPage(id: String) -> impl IntoView {
    page(&id, Sitting::Here)
}

/// A game, forward and back.
#[component]
pub(crate) fn ReplayPage(id: String) -> impl IntoView {
    page(&id, |stored| Sitting::Replay(stored, None))
}

/// The same, from a position.
#[component]
pub(crate) fn ReplayAtPage(id: String, ply: usize) -> impl IntoView {
    page(&id, |stored| Sitting::Replay(stored, Some(ply)))
}

/// The game of a link, forward and back.
#[component]
pub(crate) fn LinkPage(text: String) -> impl IntoView {
    let bad = || nothing(replay_words::bad_link(), replay_words::bad_link_text());
    let shown = RecordLink::read(&text).ok().and_then(|link| {
        let game = registry::find(link.game())?;
        Some(registry::table(game, Sitting::Link(link), move |_| bad()))
    });
    shown.unwrap_or_else(bad)
}

/// A game, forward and back, with its analysis.
#[component]
pub(crate) fn AnalysisPage(id: String) -> impl IntoView {
    page(&id, Sitting::Analysis)
}

fn page(id: &str, sitting: impl FnOnce(StoredGame) -> Sitting) -> AnyView {
    match saved_game::game(id) {
        None => nothing(words::no_game(), words::no_game_text()),
        Some(Entry::Damaged(damaged)) => view! { <Broken damaged /> }.into_any(),
        Some(Entry::Game(stored)) => {
            let (id, raw) = (id.to_owned(), stored.record.clone());
            let broken = |reason| {
                let damaged = Damaged { id, reason, raw };
                view! { <Broken damaged /> }.into_any()
            };
            match registry::find(&stored.game) {
                None => broken(words::unknown_game(&stored.game)),
                Some(game) => registry::table(game, sitting(*stored), broken),
            }
        }
    }
}

/// There is no game to show.
fn nothing(title: &'static str, text: &'static str) -> AnyView {
    set_title(title);
    view! {
        <main id="main" class="page">
            <div class="page-head">
                <h1>{title}</h1>
                <p>{text}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::home()}
                </a>
            </div>
        </main>
    }
    .into_any()
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
