//! The look, the saved data, and what this is.

use super::strings::settings as words;
use crate::platform::settings::{self, Pace, Settings, Theme};
use crate::platform::storage;
use crate::ui::confirm::{Confirmation, ask};
use crate::ui::fields::Radios;
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::prelude::*;
use std::sync::Arc;

/// One of the settings, as a row of switches.
fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    legend: &'static str,
    name: &'static str,
    options: [(&'static str, T); 3],
    read: fn(&Settings) -> T,
    write: fn(&mut Settings, T),
) -> impl IntoView {
    let settings = settings::shared();
    let options = options.map(|(label, value)| (label.to_owned(), value));
    view! {
        <Radios
            legend
            name
            options=options.into()
            read=Signal::derive(move || settings.with(read))
            write=Callback::new(move |value| {
                settings.update(|settings| write(settings, value));
            })
        />
    }
}

/// The page.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    set_title(words::TITLE);
    let settings = settings::shared();
    let ask = ask();
    let toast = toast();
    let clear = move |_| {
        ask.show(Confirmation {
            title: words::CLEAR_TITLE.to_owned(),
            text: words::CLEAR_TEXT.to_owned(),
            yes: words::CLEAR.to_owned(),
            then: Arc::new(move || {
                storage::clear();
                settings::reset();
                toast.show(words::CLEARED);
            }),
        });
    };
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::TITLE}</h1>
            </div>
            <div class="settings">
                <section class="panel form" aria-labelledby="look">
                    <h2 id="look">{words::LOOK}</h2>
                    {segments(
                        words::THEME,
                        "theme",
                        [
                            (words::SYSTEM, Theme::System),
                            (words::LIGHT, Theme::Light),
                            (words::DARK, Theme::Dark),
                        ],
                        |settings| settings.theme,
                        |settings, theme| settings.theme = theme,
                    )}
                </section>
                <section class="panel form" aria-labelledby="table">
                    <h2 id="table">{words::TABLE}</h2>
                    {segments(
                        words::PACE,
                        "pace",
                        [
                            (words::SLOW, Pace::Slow),
                            (words::NORMAL, Pace::Normal),
                            (words::FAST, Pace::Fast),
                        ],
                        |settings| settings.pace,
                        |settings, pace| settings.pace = pace,
                    )}
                    <label class="check">
                        <input
                            type="checkbox"
                            prop:checked=move || settings.with(|settings| settings.show_legal)
                            on:change=move |event| {
                                let on = event_target_checked(&event);
                                settings.update(|settings| settings.show_legal = on);
                            }
                        />
                        {words::SHOW_LEGAL}
                    </label>
                </section>
                <section class="panel form" aria-labelledby="data">
                    <h2 id="data">{words::DATA}</h2>
                    <p>{words::DATA_TEXT}</p>
                    <div class="button-row">
                        <button type="button" class="button button-danger" on:click=clear>
                            {words::CLEAR}
                        </button>
                    </div>
                </section>
                <section class="panel form" aria-labelledby="about">
                    <h2 id="about">{words::ABOUT}</h2>
                    <p>{words::ABOUT_TEXT}</p>
                    <p class="field-hint">{words::version(env!("CARGO_PKG_VERSION"))}</p>
                </section>
            </div>
        </main>
    }
}
