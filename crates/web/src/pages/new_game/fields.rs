//! The fields of the form.

use super::Form;
use super::choice::{Choice, NAME_LENGTH};
use crate::text::{common, new_game as words};
use leptos::prelude::*;

/// One of a few, as a row of switches.
#[component]
pub(crate) fn Radios<T: Copy + PartialEq + Send + Sync + 'static>(
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
pub(super) fn Levels(form: &'static Form, choice: RwSignal<Choice>) -> impl IntoView {
    view! {
        <fieldset class="field">
            <legend>{words::LEVEL}</legend>
            <div class="choices">
                {(form.levels)(2)
                    .levels
                    .iter()
                    .map(|&level| {
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
                                    {(form.about_level)(level)}
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
pub(super) fn Watched(
    seat: usize,
    label: &'static str,
    form: &'static Form,
    choice: RwSignal<Choice>,
) -> impl IntoView {
    let level = move || choice.with(|choice| choice.watched[seat].clone());
    let options = (form.levels)(2).levels.iter();
    view! {
        <Select
            id=format!("watched-{seat}")
            label=label.to_owned()
            options=options.map(|&each| (each, common::policy(each))).collect()
            read=Signal::derive(level)
            write=Callback::new(move |level| choice.update(|choice| choice.watched[seat] = level))
            about=Signal::derive(move || (form.about_level)(&level()).to_owned())
        />
    }
}

/// Who sits where at a table of more than two.
#[component]
pub(super) fn Places(
    form: &'static Form,
    choice: RwSignal<Choice>,
    /// The name of the first.
    name: RwSignal<String>,
    error: Signal<Option<&'static str>>,
) -> impl IntoView {
    let players = Memo::new(move |_| choice.with(|choice| choice.players));
    let place = move |at: usize| {
        let level = Memo::new(move |_| {
            choice.with(|choice| choice.places[at].level.clone().unwrap_or_default())
        });
        let mut options = vec![("", words::PERSON.to_owned())];
        let levels = (form.levels)(players.get_untracked()).levels.iter();
        options.extend(levels.map(|&each| (each, common::policy(each))));
        let read = move || match at {
            0 => name.get(),
            _ => choice.with(|choice| choice.places[at].name.clone()),
        };
        let write = move |text| match at {
            0 => name.set(text),
            _ => choice.update(|choice| choice.places[at].name = text),
        };
        let person = move || {
            level.with(String::is_empty).then(|| {
                view! {
                    <Name
                        id=format!("name-{at}")
                        label=words::name_of(at + 1)
                        unnamed=words::player(at + 1)
                        value=Signal::derive(read)
                        write=Callback::new(write)
                        error
                    />
                }
            })
        };
        view! {
            <div class="setup-pair setup-place">
                <Select
                    id=format!("place-{at}")
                    label=words::player(at + 1)
                    options
                    read=Signal::derive(move || level.get())
                    write=Callback::new(move |level: String| {
                        choice.update(|choice| {
                            choice.places[at].level = (!level.is_empty()).then_some(level);
                        })
                    })
                    about=Signal::derive(move || {
                        level.with(|level| {
                            if level.is_empty() { "" } else { (form.about_level)(level) }.to_owned()
                        })
                    })
                />
                {person}
            </div>
        }
    };
    view! {
        <p class="field-hint">{words::PLACES_HINT}</p>
        {move || (0..players.get()).map(place).collect_view()}
    }
}

/// One of many, from a list.
#[component]
pub(crate) fn Select(
    id: String,
    label: String,
    options: Vec<(&'static str, String)>,
    read: Signal<String>,
    write: Callback<String>,
    /// What there is to say of what is chosen.
    about: Signal<String>,
) -> impl IntoView {
    let hint = format!("{id}-about");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                id=id
                class="select"
                aria-describedby=hint.clone()
                prop:value=move || read.get()
                on:change=move |event| write.run(event_target_value(&event))
            >
                {options
                    .into_iter()
                    .map(|(value, name)| {
                        view! {
                            <option value=value selected=read.get_untracked() == value>
                                {name}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
            <p id=hint class="field-hint">
                {move || about.get()}
            </p>
        </div>
    }
}

/// A name.
#[component]
pub(crate) fn Name(
    id: String,
    label: String,
    unnamed: String,
    value: Signal<String>,
    write: Callback<String>,
    error: Signal<Option<&'static str>>,
) -> impl IntoView {
    let error_id = format!("{id}-error");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
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
