//! The choice of a language.

use super::strings as words;
use crate::platform::{locale, settings};
use leptos::prelude::*;

/// A list of all languages, each named in itself. Choosing one loads the page again.
#[component]
pub(crate) fn LanguageSelect(class: &'static str) -> impl IntoView {
    let chosen = locale::language();
    let options = locale::languages()
        .into_iter()
        .map(|(code, name)| {
            let selected = code == chosen;
            view! {
                <option value=code.clone() lang=code selected=selected>
                    {name}
                </option>
            }
        })
        .collect_view();
    view! {
        <select
            class=format!("select language {class}")
            aria-label=words::language()
            on:change=move |event| choose(event_target_value(&event))
        >
            {options}
        </select>
    }
}

fn choose(code: String) {
    settings::shared().update(|settings| settings.language = Some(code));
    // The settings are saved by an effect, which runs before the next frame.
    request_animation_frame(|| {
        // It fails only where the page is gone already.
        let _ = window().location().reload();
    });
}
