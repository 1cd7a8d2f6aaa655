//! Fields of forms.

use leptos::prelude::*;

/// The length of the longest name, in characters.
pub(crate) const NAME_LENGTH: usize = 24;

/// A name as it is kept: without space around it, and not too long for the table.
pub(crate) fn shortened(name: &str) -> String {
    let name: String = name.trim().chars().take(NAME_LENGTH).collect();
    name.trim_end().to_owned()
}

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
