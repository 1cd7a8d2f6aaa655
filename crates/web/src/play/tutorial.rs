//! What all tutorials have in common: steps with a text, a task on a real position, and the way on.

use super::strings::tutorial as words;
use super::strings::tutorial::Step;
use crate::platform::route::Route;
use crate::ui::card_row::CardButton;
use crate::ui::page::set_title;
use leptos::html;
use leptos::prelude::*;

/// How far a tutorial is.
#[derive(Clone, Copy)]
pub(crate) struct Course {
    pub(crate) step: RwSignal<usize>,
    /// Whether the step's move is played.
    pub(crate) done: RwSignal<bool>,
    /// Whether something is said about a move that is not the one asked for.
    pub(crate) nudge: RwSignal<bool>,
}

impl Course {
    pub(crate) fn new() -> Course {
        Course {
            step: RwSignal::new(0),
            done: RwSignal::new(false),
            nudge: RwSignal::new(false),
        }
    }

    /// A move was played: the one asked for, or another.
    pub(crate) fn played(self, is_asked: bool) {
        self.nudge.set(!is_asked);
        if is_asked {
            self.done.set(true);
        }
    }
}

/// A tutorial.
pub(crate) struct Tutorial {
    /// The game it teaches.
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// After the last step: starts a game.
    pub(crate) first: &'static str,
    pub(crate) steps: Vec<Step>,
    pub(crate) course: Course,
    /// Whether a move is awaited.
    pub(crate) asks: Signal<bool>,
    /// Forgets what is chosen.
    pub(crate) forget: Callback<()>,
    /// Chooses what the step asks for.
    pub(crate) show: Callback<()>,
    /// What has happened since the step before.
    pub(crate) answer: AnyView,
    /// The table.
    pub(crate) board: AnyView,
}

impl Tutorial {
    pub(crate) fn page(self) -> AnyView {
        set_title(self.title);
        let Tutorial {
            steps,
            course,
            asks,
            forget,
            show,
            ..
        } = self;
        let Course { step, done, nudge } = course;
        let heading = NodeRef::<html::H2>::new();
        let next = NodeRef::<html::Button>::new();
        // A new step is read from its heading; after a move one goes on with the button.
        Effect::new(move |before: Option<usize>| {
            let step = step.get();
            if before.is_some_and(|before| before != step)
                && let Some(heading) = heading.get_untracked()
            {
                // What is on the page can take the focus.
                let _ = heading.focus();
            }
            step
        });
        Effect::new(move |_| {
            if done.get() {
                request_animation_frame(move || {
                    if let Some(next) = next.try_get_untracked().flatten() {
                        let _ = next.focus();
                    }
                });
            }
        });
        let count = steps.len();
        let steps = StoredValue::new(steps);
        let text = move || steps.with_value(|steps| steps[step.get()]);
        let go = move |to: usize| {
            forget.run(());
            nudge.set(false);
            done.set(false);
            step.set(to);
        };
        let quiet = move |label: &'static str, act: Callback<()>| {
            view! {
                <button type="button" class="button button-quiet" on:click=move |_| act.run(())>
                    {label}
                </button>
            }
        };
        let shown = Callback::new(move |()| {
            nudge.set(false);
            show.run(());
        });
        let again = Callback::new(move |()| go(0));
        let onwards = move || {
            if step.get() + 1 == count {
                view! {
                    <a class="button button-main" href=Route::New(self.game.to_owned()).to_string()>
                        {self.first}
                    </a>
                    <a class="button" href=Route::Rules(self.game.to_owned()).to_string()>
                        {words::rules()}
                    </a>
                    {quiet(words::again(), again)}
                }
                .into_any()
            } else {
                view! {
                    <button
                        node_ref=next
                        type="button"
                        class="button"
                        class:button-quiet=move || asks.get()
                        class:button-main=move || !asks.get()
                        on:click=move |_| go(step.get_untracked() + 1)
                    >
                        {move || if asks.get() { words::skip() } else { words::next() }}
                    </button>
                }
                .into_any()
            }
        };
        view! {
            <main id="main" class="page learn" tabindex="-1" data-step=move || step.get() + 1>
                <div class="learn-head">
                    <h1>{self.title}</h1>
                    <p class="learn-count">{move || words::step_of(step.get() + 1, count)}</p>
                    <progress
                        class="meter learn-meter"
                        aria-label=words::progress()
                        max=count
                        prop:value=move || (step.get() + 1) as f64
                    ></progress>
                </div>
                <section class="panel learn-step">
                    <h2 node_ref=heading tabindex="-1">
                        {move || text().title}
                    </h2>
                    {self.answer}
                    {move || text().lines.iter().map(|line| view! { <p>{*line}</p> }).collect_view()}
                    <p class="learn-task" class:is-done=move || done.get()>
                        {move || if done.get() { "" } else { text().task }}
                    </p>
                    <p class="learn-done" role="status">
                        {move || if done.get() { text().done } else { "" }}
                    </p>
                    <p class="learn-nudge" role="status">
                        {move || if nudge.get() { text().other } else { "" }}
                    </p>
                    <div class="button-row learn-buttons">
                        <button
                            type="button"
                            class="button button-quiet"
                            disabled=move || step.get() == 0
                            on:click=move |_| go(step.get_untracked().saturating_sub(1))
                        >
                            {words::back()}
                        </button>
                        {move || asks.get().then(|| quiet(words::show(), shown))}
                        {onwards}
                    </div>
                </section>
                {self.board}
            </main>
        }
        .into_any()
    }
}

/// A card that can be chosen.
pub(crate) struct Choosing {
    pub(crate) is_legal: Signal<bool>,
    pub(crate) is_selected: Signal<bool>,
    pub(crate) choose: Callback<()>,
}

/// A card of a row: to choose from, or to look at.
pub(crate) fn card(name: String, drawn: String, choosing: Option<Choosing>) -> AnyView {
    let Some(Choosing {
        is_legal,
        is_selected,
        choose,
    }) = choosing
    else {
        return view! {
            <li>
                <div class="card" role="img" aria-label=name inner_html=drawn></div>
            </li>
        }
        .into_any();
    };
    let button = CardButton {
        id: 0,
        picture: drawn,
        name: Signal::stored(name),
        text: None,
        zone: None,
        rover: None,
        is_selected,
        is_legal,
        shows_legal: Signal::stored(true),
        is_dim: Signal::stored(false),
        is_hint: Signal::stored(false),
        is_disabled: Signal::stored(false),
        choose,
        dragging: None,
    };
    view! { <li>{button.view()}</li> }.into_any()
}

/// What the choice amounts to, and the button that plays it, beside what is chosen from.
pub(crate) fn controls(
    modes: AnyView,
    line: Signal<String>,
    is_legal: Signal<bool>,
    confirm: Callback<()>,
) -> AnyView {
    view! {
        <div class="action-bar">
            {modes}
            <p class="action-reason" role="status">
                {line}
            </p>
            <button
                type="button"
                class="button"
                class:button-main=move || is_legal.get()
                data-main
                aria-disabled=move || (!is_legal.get()).then_some("true")
                on:click=move |_| confirm.run(())
            >
                {words::confirm()}
            </button>
        </div>
    }
    .into_any()
}
