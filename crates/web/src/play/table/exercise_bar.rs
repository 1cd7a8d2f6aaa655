//! What stands at a table whose position is an exercise: which one it is, what was answered, and the way on.

use super::Guidance;
use super::controller::Controller;
use crate::platform::route::Route;
use crate::play::puzzles::{Answer, Exercise};
use crate::play::strings::analysis::about_scale;
use crate::play::strings::puzzles as words;
use crate::play::strings::table;
use leptos::prelude::*;

/// Which exercise it is, above the table.
#[component]
pub(super) fn ExerciseHead(controller: Controller, exercise: Exercise) -> impl IntoView {
    let title = exercise.task.with_value(|task| task.title.clone());
    let played = exercise.task.with_value(|task| task.played.clone());
    let played = played.map(|action| words::was_played(&controller.proposal(&action)));
    let scale = (controller.session).with_untracked(|session| session.known().scale());
    view! {
        <div class="exercise-head">
            <a href=Route::Puzzles.to_string()>{words::all()}</a>
            <p data-testid="exercise">
                <b>{title}</b>
                " "
                {words::task()}
                " "
                {played}
            </p>
            <p class="field-hint">{about_scale(scale)}</p>
        </div>
    }
}

/// The bar of one who answers.
#[component]
pub(super) fn ExerciseBar(
    controller: Controller,
    exercise: Exercise,
    modes: AnyView,
    guidance: Signal<Guidance<String>>,
) -> impl IntoView {
    let scale = (controller.session).with_untracked(|session| session.known().scale());
    let legal = Memo::new(move |_| {
        controller.mover.get().is_some() && guidance.with(|guidance| guidance.action.is_some())
    });
    let line = move || match controller.mover.get() {
        Some(_) => guidance.with(|guidance| guidance.line.clone()),
        None => String::new(),
    };
    let says = move || {
        let (best, value, lead) =
            (exercise.task).with_value(|task| (task.best.clone(), task.value, task.lead));
        match exercise.answer.get() {
            Answer::None => String::new(),
            Answer::Compared(_) => words::comparing().to_owned(),
            Answer::Right(action) if action == best => {
                words::right(scale, &controller.proposal(&action), value, lead)
            }
            Answer::Right(action) => words::as_good(&controller.proposal(&action)),
            Answer::Wrong(action, cost) => {
                let wrong = words::wrong(scale, &controller.proposal(&action), cost);
                format!("{wrong} {}", words::try_again())
            }
            Answer::Shown => words::shown(scale, &controller.proposal(&best), value, lead),
        }
    };
    let state = move || {
        exercise.answer.with(|answer| match answer {
            Answer::None | Answer::Compared(_) => "open",
            Answer::Right(_) => "right",
            Answer::Wrong(..) => "wrong",
            Answer::Shown => "shown",
        })
    };
    let is_open = Memo::new(move |_| exercise.is_open());
    let confirm = move |_| {
        if let Some(action) = guidance.with_untracked(|guidance| guidance.action.clone()) {
            controller.act(&action);
        }
    };
    view! {
        <div class="action-bar" data-testid="actions">
            <p class="exercise-says" role="status" data-testid="answer" data-state=state>
                {says}
            </p>
            {modes}
            <p class="action-reason" role="status" data-testid="guidance">
                {line}
            </p>
            <button
                type="button"
                class="button button-quiet"
                data-testid="solution"
                hidden=move || !is_open.get()
                on:click=move |_| {
                    exercise.set(Answer::Shown);
                    controller.keep_focus();
                }
            >
                {words::solution()}
            </button>
            <button
                type="button"
                class="button"
                class:button-main=move || !is_open.get()
                data-testid="next-exercise"
                on:click=move |_| exercise.next.run(())
            >
                {words::next()}
            </button>
            <button
                type="button"
                class="button"
                class:button-main=move || legal.get()
                data-main=""
                data-testid="confirm"
                hidden=move || !is_open.get()
                aria-disabled=move || (!legal.get()).then_some("true")
                on:click=confirm
            >
                {table::confirm()}
            </button>
        </div>
    }
}
