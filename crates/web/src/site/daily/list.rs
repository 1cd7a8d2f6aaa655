//! The daily deals of all games.

use super::told;
use crate::platform::route::Route;
use crate::platform::storage;
use crate::play::daily::{Attempts, today};
use crate::play::registry::{Game, games};
use crate::play::strings::{daily as words, puzzles};
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_protocol::daily::daily_game;

/// Every game with the attempt of today.
#[component]
pub(in crate::site) fn DailyPage() -> impl IntoView {
    set_title(words::title());
    let attempts = RwSignal::new(Attempts::load());
    storage::on_change(move |_| attempts.set(Attempts::load()));
    let sections = move || {
        attempts.with(|attempts| {
            let sections = games().iter().map(|game| section(game, attempts));
            sections.collect_view()
        })
    };
    view! {
        <main id="main" class="page puzzles" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            <div class="puzzle-games">{sections}</div>
        </main>
    }
}

fn section(game: &'static Game, attempts: &Attempts) -> Option<AnyView> {
    let daily = daily_game(game.id)?;
    let today = today();
    let (state, label, is_open) = match attempts.find(game.id, today) {
        None => (words::not_played().to_owned(), words::play(), true),
        Some(attempt) => match &attempt.result {
            Some(result) => (told(result, 0), words::show(), false),
            None if attempt.is_lost() => (words::no_result().to_owned(), words::show(), false),
            None => (words::in_progress().to_owned(), words::go_on(), true),
        },
    };
    Some(
        view! {
            <section class="panel daily-game" data-game=game.id>
                <h2>{(game.name)()}</h2>
                <p>{game.daily_terms(daily)}</p>
                <ul class="chips">
                    <li class="chip" data-testid="state">{state}</li>
                    <li class="chip">{puzzles::days(attempts.streak(game.id, today))}</li>
                </ul>
                <a
                    class="button"
                    class:button-main=is_open
                    href=Route::DailyDeal(game.id.to_owned()).to_string()
                >
                    {label}
                    <span class="visually-hidden">" " {(game.name)()}</span>
                </a>
            </section>
        }
        .into_any(),
    )
}
