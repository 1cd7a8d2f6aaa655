//! The list of exercises.

use super::MISTAKES;
use crate::platform::route::Route;
use crate::platform::storage;
use crate::play::puzzles::mistakes;
use crate::play::puzzles::progress::{PROGRESS, Progress, today};
use crate::play::registry::{Game, games};
use crate::play::strings::puzzles as words;
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_agents::puzzles::GRADES;

/// Every game with its grades, and what was solved.
#[component]
pub(in crate::site) fn PuzzlesPage() -> impl IntoView {
    set_title(words::title());
    let progress = RwSignal::new(Progress::load());
    storage::on_change(move |key| {
        if key.is_none_or(|key| key == PROGRESS) {
            progress.set(Progress::load());
        }
    });
    let streaks = move || {
        progress.with(|progress| {
            view! {
                <ul class="chips" data-testid="streaks">
                    <li class="chip">{words::run(progress.run, progress.best_run)}</li>
                    <li class="chip">{words::days(progress.streak(today()))}</li>
                </ul>
            }
        })
    };
    let sections = move || {
        progress.with(|progress| {
            let sections = games().iter().map(|game| section(game, progress));
            sections.collect_view()
        })
    };
    view! {
        <main id="main" class="page puzzles" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            {streaks}
            <div class="puzzle-games">{sections}</div>
            <p class="field-hint">{words::about_grades()}</p>
            <p class="field-hint">{words::about_mistakes()}</p>
        </main>
    }
}

fn section(game: &'static Game, progress: &Progress) -> AnyView {
    let route = |set: String| Route::Exercise(game.id.to_owned(), set).to_string();
    let grades = (1..=GRADES).map(|grade| {
        let solved = progress.solved(game.id, grade);
        view! {
            <li>
                <a class="button" href=route(grade.to_string())>
                    <b>{words::grade(grade)}</b>
                    <small>{words::solved(solved)}</small>
                </a>
            </li>
        }
    });
    let own = mistakes(game.id, progress);
    let now = js_sys::Date::now();
    let due = own.iter().filter(|mistake| mistake.due <= now).count();
    let own = match own.len() {
        0 => view! { <small class="field-hint">{words::no_mistakes()}</small> }.into_any(),
        of => view! {
            <a class="button" class:button-main=due != 0 href=route(MISTAKES.to_owned())>
                <b>{words::mistakes()}</b>
                <small>{words::due(due, of)}</small>
            </a>
        }
        .into_any(),
    };
    view! {
        <section class="panel" data-game=game.id>
            <h2>{(game.name)()}</h2>
            <ul class="puzzle-grades">{grades.collect_view()} <li class="puzzle-own">{own}</li></ul>
        </section>
    }
    .into_any()
}
