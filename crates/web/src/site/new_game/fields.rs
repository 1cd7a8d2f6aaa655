//! The fields of the form.

use super::choice::Choice;
use crate::play::setup_form::Form;
use crate::play::strings::policies;
use crate::site::strings::new_game as words;
use crate::ui::fields::{Name, Select};
use leptos::prelude::*;

/// The levels with what can be said of each.
#[component]
pub(super) fn Levels(form: &'static Form, choice: RwSignal<Choice>) -> impl IntoView {
    view! {
        <fieldset class="field">
            <legend>{words::level()}</legend>
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
                                <span class="choice-name">{policies::policy(level)}</span>
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
            options=options.map(|&each| (each, policies::policy(each))).collect()
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
        let mut options = vec![("", words::person().to_owned())];
        let levels = (form.levels)(players.get_untracked()).levels.iter();
        options.extend(levels.map(|&each| (each, policies::policy(each))));
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
        <p class="field-hint">{words::places_hint()}</p>
        {move || (0..players.get()).map(place).collect_view()}
    }
}
