//! The choice of a language.

use super::confirm::{Confirmation, ask};
use super::strings as words;
use crate::platform::locale;
use crate::platform::settings::{self, SETTINGS};
use crate::platform::storage::{self, StoreError};
use leptos::prelude::*;
use std::sync::Arc;

/// A list of all languages, each named in itself. Choosing one loads the page again; a question comes before that if
/// something would be lost.
#[component]
pub(crate) fn LanguageSelect(class: &'static str) -> impl IntoView {
    let ask = ask();
    let chosen = locale::language();
    let change = move |event: web_sys::Event| {
        let code = event_target_value(&event);
        // The page stays in its language until it is loaded again.
        let list: web_sys::HtmlSelectElement = event_target(&event);
        list.set_value(&locale::language());
        if storage::unsaved().iter().all(|key| key == SETTINGS) {
            choose(&code);
            return;
        }
        let problem = storage::problem().get_untracked();
        ask.show(Confirmation {
            title: words::language().to_owned(),
            text: problem.unwrap_or(StoreError::Off).to_string(),
            yes: words::reload().to_owned(),
            then: Arc::new(move || choose(&code)),
        });
    };
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
            on:change=change
        >
            {options}
        </select>
    }
}

fn choose(code: &str) {
    settings::shared().update(|settings| settings.language = Some(code.to_owned()));
    let search = format!("?language={code}");
    // The settings are saved by an effect, which runs before the next frame.
    request_animation_frame(move || {
        // Where the browser has not stored them, the language stands in the address (see preferences.js).
        let is_saved = !storage::unsaved().iter().any(|key| key == SETTINGS);
        let search = if is_saved { String::new() } else { search };
        let location = window().location();
        // It fails only where the page is gone already.
        let _ = match location.search() {
            Ok(now) if now != search => location.set_search(&search),
            _ => location.reload(),
        };
    });
}
