//! The form for a new game.

use super::setup::{self, Choice, LEVELS, NAME_LENGTH, Starter, Who};
use crate::art::home;
use crate::route::Route;
use crate::session::Session;
use crate::shell::set_title;
use crate::store;
use crate::text::{common, jaipur_pages as words};
use leptos::prelude::*;
use parlour_engine::Game as _;
use parlour_games::jaipur::Jaipur;

/// The form. It opens with what was chosen last.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    set_title(words::NEW);
    let settings = store::settings();
    let remembered =
        settings.with_untracked(|settings| Choice::remembered(settings.setups.get(Jaipur::NAME)));
    let choice = RwSignal::new(remembered);
    let name = RwSignal::new(settings.with_untracked(|settings| settings.name.clone()));
    let seed = RwSignal::new(String::new());
    let failed = RwSignal::new(None::<String>);
    let who = Memo::new(move |_| choice.with(|choice| choice.who));
    let seed_error = Memo::new(move |_| seed.with(|seed| setup::seed(seed).err()));
    let name_error = Memo::new(move |_| {
        choice.with(|choice| name.with(|name| choice.setup(name, None, false).err()))
    });
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let chosen = choice.get_untracked();
        let given = name.get_untracked();
        let started = setup::seed(&seed.get_untracked())
            .and_then(|seed| chosen.setup(&given, seed, js_sys::Math::random() < 0.5))
            .map_err(str::to_owned)
            .and_then(Session::<Jaipur>::start);
        match started {
            Ok(session) => {
                let value =
                    serde_json::to_value(&chosen).expect("a choice has string keys and no numbers");
                settings.update(|settings| {
                    settings.name = setup::shortened(&given);
                    settings.setups.insert(Jaipur::NAME.to_owned(), value);
                });
                let id = session.id().to_owned();
                match chosen.who {
                    Who::Watch => Route::Watch(id).go(),
                    Who::Ai | Who::People => Route::Play(id).go(),
                }
            }
            Err(reason) => {
                failed.set(Some(reason));
                // To the field that is wrong.
                let wrong = document()
                    .query_selector("[aria-invalid=true]")
                    .ok()
                    .flatten();
                if let Some(wrong) = wrong {
                    use wasm_bindgen::JsCast;
                    if let Some(wrong) = wrong.dyn_ref::<web_sys::HtmlElement>() {
                        // A field that cannot take the focus is still marked.
                        let _ = wrong.focus();
                    }
                }
            }
        }
    };
    view! {
        <main id="main" class="page setup-page" tabindex="-1">
            <div class="page-head">
                <h1>{words::NEW}</h1>
                <p>
                    {words::NEW_LEDE} " "
                    <a href=Route::Learn(Jaipur::NAME.to_owned()).to_string()>{words::NEW_LEARN}</a>
                </p>
            </div>
            <div class="setup-picture" aria-hidden="true" inner_html=home::jaipur()></div>
            <form class="form setup" on:submit=start novalidate autocomplete="off">
                <Radios
                    legend=words::WHO
                    name="who"
                    options=vec![
                        (words::AGAINST_AI.to_owned(), Who::Ai),
                        (words::AGAINST_PERSON.to_owned(), Who::People),
                        (words::WATCH.to_owned(), Who::Watch),
                    ]
                    read=Signal::derive(move || who.get())
                    write=Callback::new(move |who| choice.update(|choice| choice.who = who))
                />
                {move || match who.get() {
                    Who::Ai => {
                        view! {
                            <Levels choice=choice />
                            <Name
                                id="name"
                                label=words::YOUR_NAME
                                unnamed=words::YOU
                                value=Signal::derive(move || name.get())
                                write=Callback::new(move |text| name.set(text))
                                error=Signal::derive(|| None)
                            />
                        }
                            .into_any()
                    }
                    Who::People => {
                        view! {
                            <p class="field-hint">{words::PERSON_HINT}</p>
                            <div class="setup-pair">
                                <Name
                                    id="name"
                                    label=words::FIRST_NAME
                                    unnamed=words::PLAYER_1
                                    value=Signal::derive(move || name.get())
                                    write=Callback::new(move |text| name.set(text))
                                    error=Signal::derive(|| None)
                                />
                                <Name
                                    id="friend"
                                    label=words::SECOND_NAME
                                    unnamed=words::PLAYER_2
                                    value=Signal::derive(move || {
                                        choice.with(|choice| choice.friend.clone())
                                    })
                                    write=Callback::new(move |text| {
                                        choice.update(|choice| choice.friend = text)
                                    })
                                    error=Signal::derive(move || name_error.get())
                                />
                            </div>
                        }
                            .into_any()
                    }
                    Who::Watch => {
                        view! {
                            <p class="field-hint">{words::WATCH_HINT}</p>
                            <div class="setup-pair">
                                <Watched seat=0 label=words::FIRST_AI choice=choice />
                                <Watched seat=1 label=words::SECOND_AI choice=choice />
                            </div>
                        }
                            .into_any()
                    }
                }}
                <div class="setup-pair">
                    <div class="field">
                        <Radios
                            legend=words::LENGTH
                            name="length"
                            options=vec![
                                (words::ROUND.to_owned(), false),
                                (words::MATCH.to_owned(), true),
                            ]
                            read=Signal::derive(move || choice.with(|choice| choice.is_match))
                            write=Callback::new(move |is_match| {
                                choice.update(|choice| choice.is_match = is_match)
                            })
                        />
                        <p class="field-hint" aria-live="polite">
                            {move || {
                                if choice.with(|choice| choice.is_match) {
                                    words::MATCH_HINT
                                } else {
                                    words::ROUND_HINT
                                }
                            }}
                        </p>
                    </div>
                    {move || {
                        let (first, second) = match who.get() {
                            Who::Ai => (words::YOU, words::THE_AI),
                            Who::People => (words::PLAYER_1, words::PLAYER_2),
                            Who::Watch => (words::FIRST_AI, words::SECOND_AI),
                        };
                        view! {
                            <Radios
                                legend=words::STARTER
                                name="starter"
                                options=vec![
                                    (first.to_owned(), Starter::First),
                                    (second.to_owned(), Starter::Second),
                                    (words::BY_CHANCE.to_owned(), Starter::Chance),
                                ]
                                read=Signal::derive(move || choice.with(|choice| choice.starter))
                                write=Callback::new(move |starter| {
                                    choice.update(|choice| choice.starter = starter)
                                })
                            />
                        }
                    }}
                </div>
                <details class="setup-more">
                    <summary>{words::MORE}</summary>
                    <div class="field">
                        <label for="seed">{words::SEED}</label>
                        <input
                            id="seed"
                            class="input setup-seed"
                            inputmode="numeric"
                            prop:value=move || seed.get()
                            on:input=move |event| {
                                failed.set(None);
                                seed.set(event_target_value(&event));
                            }
                            aria-describedby="seed-hint seed-error"
                            aria-invalid=move || seed_error.get().map(|_| "true")
                        />
                        <p id="seed-error" class="field-error" role="status">
                            {move || seed_error.get()}
                        </p>
                        <p id="seed-hint" class="field-hint">
                            {words::SEED_HINT}
                        </p>
                    </div>
                </details>
                <div class="setup-foot">
                    <p class="field-error" role="alert">
                        {move || failed.get()}
                    </p>
                    <button type="submit" class="button button-main setup-start">
                        {move || {
                            if who.get() == Who::Watch {
                                words::START_WATCHING
                            } else {
                                words::START
                            }
                        }}
                    </button>
                </div>
            </form>
        </main>
    }
}

/// One of a few, as a row of switches.
#[component]
fn Radios<T: Copy + PartialEq + Send + Sync + 'static>(
    legend: &'static str,
    name: &'static str,
    options: Vec<(String, T)>,
    read: Signal<T>,
    write: Callback<T>,
) -> impl IntoView {
    view! {
        <fieldset class="field">
            <legend>{legend}</legend>
            <div class="segments">
                {options
                    .into_iter()
                    .map(|(label, value)| {
                        view! {
                            <label class="segment">
                                <input
                                    type="radio"
                                    name=name
                                    prop:checked=move || read.get() == value
                                    on:change=move |_| write.run(value)
                                />
                                <span>{label}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </div>
        </fieldset>
    }
}

/// The levels with what can be said of each.
#[component]
fn Levels(choice: RwSignal<Choice>) -> impl IntoView {
    view! {
        <fieldset class="field">
            <legend>{words::LEVEL}</legend>
            <div class="choices">
                {LEVELS
                    .map(|level| {
                        let about = format!("about-{}", level.replace(':', "-"));
                        view! {
                            <label class="choice">
                                <input
                                    type="radio"
                                    name="level"
                                    value=level
                                    aria-describedby=about.clone()
                                    prop:checked=move || choice.with(|choice| choice.level == level)
                                    on:change=move |_| {
                                        choice.update(|choice| choice.level = level.to_owned())
                                    }
                                />
                                <span class="choice-name">{common::policy(level)}</span>
                                <span class="choice-text" id=about aria-hidden="true">
                                    {words::level(level)}
                                </span>
                            </label>
                        }
                    })
                    .collect_view()}
            </div>
        </fieldset>
    }
}

/// The level of an AI that is watched.
#[component]
fn Watched(seat: usize, label: &'static str, choice: RwSignal<Choice>) -> impl IntoView {
    let id = format!("watched-{seat}");
    let hint = format!("watched-{seat}-about");
    let level = move || choice.with(|choice| choice.watched[seat].clone());
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                id=id
                class="select"
                aria-describedby=hint.clone()
                prop:value=level
                on:change=move |event| {
                    let level = event_target_value(&event);
                    choice.update(|choice| choice.watched[seat] = level);
                }
            >
                {LEVELS
                    .map(|each| {
                        view! {
                            <option value=each selected=level() == each>
                                {common::policy(each)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
            <p id=hint class="field-hint">
                {move || words::level(&level())}
            </p>
        </div>
    }
}

/// A name.
#[component]
fn Name(
    id: &'static str,
    label: &'static str,
    unnamed: &'static str,
    value: Signal<String>,
    write: Callback<String>,
    error: Signal<Option<&'static str>>,
) -> impl IntoView {
    let error_id = format!("{id}-error");
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input
                id=id
                class="input"
                maxlength=NAME_LENGTH
                placeholder=unnamed
                autocomplete="off"
                prop:value=move || value.get()
                on:input=move |event| write.run(event_target_value(&event))
                aria-describedby=error_id.clone()
                aria-invalid=move || error.get().map(|_| "true")
            />
            <p id=error_id class="field-error" role="status">
                {move || error.get()}
            </p>
        </div>
    }
}
