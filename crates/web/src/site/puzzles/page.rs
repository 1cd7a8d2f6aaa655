//! An exercise, and the way to the next.

use super::MISTAKES;
use crate::platform::route::Route;
use crate::platform::{assets, http};
use crate::play::puzzles::progress::{self, Progress};
use crate::play::puzzles::{Exercise, ExerciseTask, Mistake, Position, Source, mistakes};
use crate::play::registry::{self, Game};
use crate::play::saved_analysis::checksum;
use crate::play::strings::puzzles as words;
use crate::play::table::Sitting;
use crate::site::not_found::NotFound;
use crate::ui::page::set_title;
use crate::ui::strings as ui_words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_agents::analysis::Estimate;
use parlour_agents::puzzles::{GRADES, PuzzleFile, StoredPuzzle};
use parlour_engine::{Seat, json};

/// The exercises of a grade, or the player's own mistakes.
#[component]
pub(in crate::site) fn ExercisePage(game: String, set: String) -> impl IntoView {
    let Some(game) = registry::find(&game) else {
        return view! { <NotFound /> }.into_any();
    };
    match (set.as_str(), set.parse()) {
        (MISTAKES, _) => view! { <OwnMistakes game /> }.into_any(),
        (_, Ok(grade)) if (1..=GRADES).contains(&grade) => {
            view! { <Prepared game grade /> }.into_any()
        }
        _ => view! { <NotFound /> }.into_any(),
    }
}

/// The puzzles of a game, loaded or not.
#[derive(Clone, PartialEq)]
enum Stage {
    Loading,
    Failed,
    Loaded,
}

/// The prepared puzzles of a grade.
#[component]
fn Prepared(game: &'static Game, grade: u8) -> impl IntoView {
    let stage = RwSignal::new(Stage::Loading);
    let file = StoredValue::new(PuzzleFile::new(game.id, 0));
    let current = RwSignal::new(0);
    let load = move || {
        stage.set(Stage::Loading);
        spawn_local(async move {
            let path = assets::url(&format!("puzzles/{}.json", game.id));
            let text = http::text("GET", &path, None, None).await;
            let read = |text: String| json::from_str::<PuzzleFile>(&text).ok();
            let mut loaded = text.ok().and_then(read);
            if let Some(loaded) = &mut loaded {
                loaded.puzzles.retain(|puzzle| puzzle.3 == grade);
            }
            let loaded = loaded.filter(|file| file.fault().is_none() && !file.puzzles.is_empty());
            let next = match loaded {
                Some(loaded) => {
                    let first = next_unsolved(&loaded, None);
                    // The page may have been left.
                    if file.try_set_value(loaded).is_some() {
                        return;
                    }
                    current.set(first);
                    Stage::Loaded
                }
                None => Stage::Failed,
            };
            stage.try_set(next);
        });
    };
    load();
    let exercise = move || {
        let index = current.get();
        file.with_value(|file| {
            let StoredPuzzle(of, ply, seat, _, best, value, lead) = &file.puzzles[index];
            let count = file.puzzles.len();
            let task = ExerciseTask {
                title: words::exercise((game.name)(), grade, index + 1, count),
                best: best.clone(),
                value: Estimate::exact(f64::from(*value) / 100.0),
                lead: Some(Estimate::exact(f64::from(*lead) / 100.0)),
                played: None,
            };
            let position = Position {
                source: Source::Link(file.games[*of].clone()),
                ply: *ply,
                seat: Seat(*seat),
            };
            let key = key(file, index);
            let tell = Callback::new(move |(right, first)| {
                progress::answer_puzzle(&key, right, first);
            });
            (task, position, tell)
        })
    };
    let next = Callback::new(move |()| {
        let index = file.with_value(|file| next_unsolved(file, Some(current.get_untracked())));
        current.set(index);
    });
    move || match stage.get() {
        Stage::Loading => view! {
            <main id="main" class="page later" tabindex="-1" aria-busy="true">
                <p role="status">{ui_words::loading()}</p>
            </main>
        }
        .into_any(),
        Stage::Failed => {
            set_title(ui_words::not_loaded());
            view! {
                <main id="main" class="page" tabindex="-1" data-testid="not-loaded">
                    <div class="page-head">
                        <h1>{ui_words::not_loaded()}</h1>
                        <p>{ui_words::not_loaded_text()}</p>
                    </div>
                    <div class="button-row">
                        <button type="button" class="button button-main" on:click=move |_| load()>
                            {ui_words::try_again()}
                        </button>
                    </div>
                </main>
            }
            .into_any()
        }
        Stage::Loaded => (move || {
            let (task, position, tell) = exercise();
            untrack(|| sit(game, task, position, tell, next))
        })
        .into_any(),
    }
}

/// The key of a puzzle in the progress, with a checksum that survives a new order of the file.
fn key(file: &PuzzleFile, index: usize) -> String {
    let StoredPuzzle(game, ply, _, grade, ..) = &file.puzzles[index];
    let sum = checksum(&format!("{} {ply}", file.games[*game]));
    progress::puzzle_key(&file.game, *grade, &sum[..8])
}

/// The next puzzle after this one that was not solved yet, else the next one; from the last on to the first.
fn next_unsolved(file: &PuzzleFile, after: Option<usize>) -> usize {
    let progress = Progress::load();
    let count = file.puzzles.len();
    let first = after.map_or(0, |index| index + 1);
    let mut order = (first..first + count).map(|index| index % count);
    let unsolved = order.find(|&index| !progress.is_solved(&key(file, index)));
    unsolved.unwrap_or(first % count)
}

/// The player's own mistakes that are due.
#[component]
fn OwnMistakes(game: &'static Game) -> impl IntoView {
    let due = || {
        let now = js_sys::Date::now();
        let mut due = mistakes(game.id, &Progress::load());
        due.retain(|mistake| mistake.due <= now);
        due
    };
    let queue = RwSignal::new(due());
    let next = Callback::new(move |()| {
        // Those that were not answered come again after all others.
        let passed = queue.with_untracked(|queue| queue.first().map(|it| it.key.clone()));
        let mut left = due();
        if let Some(at) = left.iter().position(|it| Some(&it.key) == passed.as_ref()) {
            left.rotate_left(at + 1);
        }
        queue.set(left);
    });
    move || {
        let Some((mistake, left)) =
            queue.with(|queue| queue.first().cloned().zip(Some(queue.len())))
        else {
            return nothing_due(game);
        };
        let Mistake {
            key,
            record,
            ply,
            judged,
            ..
        } = mistake;
        let task = ExerciseTask {
            title: words::own_mistake((game.name)(), left),
            best: judged.best,
            value: judged.value,
            lead: None,
            played: Some(judged.played),
        };
        let position = Position {
            source: Source::Record(record),
            ply,
            seat: judged.seat,
        };
        let tell = Callback::new(move |(right, first)| {
            if first {
                progress::answer_mistake(&key, right);
            }
        });
        untrack(|| sit(game, task, position, tell, next))
    }
}

fn nothing_due(game: &'static Game) -> AnyView {
    set_title(words::mistakes());
    let any = !mistakes(game.id, &Progress::load()).is_empty();
    let text = if any {
        words::nothing_due()
    } else {
        words::no_mistakes()
    };
    view! {
        <main id="main" class="page" tabindex="-1" data-testid="nothing-due">
            <div class="page-head">
                <h1>{(game.name)()} ": " {words::mistakes()}</h1>
                <p>{text}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Puzzles.to_string()>
                    {words::all()}
                </a>
            </div>
        </main>
    }
    .into_any()
}

/// The table of an exercise.
fn sit(
    game: &'static Game,
    task: ExerciseTask,
    position: Position,
    tell: Callback<(bool, bool)>,
    next: Callback<()>,
) -> AnyView {
    let exercise = Exercise::new(task, tell, next);
    let failed = move |reason: String| {
        view! {
            <main id="main" class="page" tabindex="-1" data-testid="damaged">
                <div class="page-head">
                    <h1>{ui_words::not_loaded()}</h1>
                    <p>{reason}</p>
                </div>
                <div class="button-row">
                    <button type="button" class="button button-main" on:click=move |_| next.run(())>
                        {words::next()}
                    </button>
                </div>
            </main>
        }
        .into_any()
    };
    registry::table(game, Sitting::Exercise(position, exercise), failed)
}
