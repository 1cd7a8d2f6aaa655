//! The look, the saved data, and what this is.

use super::strings::settings as words;
use crate::platform::file;
use crate::platform::notification::may_notify;
use crate::platform::settings::{self, CardSize, Pace, Settings, Theme};
use crate::platform::sound::{Sound, play};
use crate::platform::storage;
use crate::play::backup;
use crate::ui::confirm::{Confirmation, ask};
use crate::ui::fields::Radios;
use crate::ui::file_button::FileButton;
use crate::ui::language::LanguageSelect;
use crate::ui::page::set_title;
use crate::ui::toast::toast;
use leptos::prelude::*;
use leptos::task::spawn_local;
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

/// One of the settings that is on or off.
fn check(
    label: &'static str,
    read: fn(&Settings) -> bool,
    write: fn(&mut Settings, bool),
) -> impl IntoView {
    let settings = settings::shared();
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || settings.with(read)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    settings.update(|settings| write(settings, on));
                }
            />
            {label}
        </label>
    }
}

/// Everything that is saved as one file, and the way back.
#[component]
fn Backup() -> impl IntoView {
    let toast = toast();
    let failed = RwSignal::new(None::<String>);
    let save = move |_| {
        let now = String::from(js_sys::Date::new_0().to_iso_string());
        let day = now.split('T').next().unwrap_or_default();
        file::download(&format!("parlour-{day}.json"), &backup::text());
    };
    let take = move |chosen: web_sys::File| {
        spawn_local(async move {
            let restored = match file::read(chosen).await {
                Ok(text) => backup::restore(&text).ok_or_else(|| words::no_backup().to_owned()),
                Err(reason) => Err(reason),
            };
            let reason = match restored {
                Ok(restored) => {
                    toast.show(words::restored(restored));
                    None
                }
                Err(reason) => Some(reason),
            };
            // The page may have been left.
            let _ = failed.try_set(reason);
        });
    };
    view! {
        <p class="field-error" role="alert">
            {move || failed.get()}
        </p>
        <div class="button-row">
            <button type="button" class="button" on:click=save>
                {words::save_backup()}
            </button>
            <FileButton
                id="backup-file"
                accept=".json"
                name=words::load_backup()
                label=words::load_backup()
                take=Callback::new(take)
            />
        </div>
    }
}

/// The page.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    set_title(words::title());
    let settings = settings::shared();
    let ask = ask();
    let toast = toast();
    // So that it is known what they sound like, and that the browser allows sounds after this click.
    Effect::watch(
        move || settings.with(|settings| settings.sounds),
        |_, _, _| play(Sound::Turn),
        false,
    );
    // Browsers ask the person when the switch is turned on.
    Effect::watch(
        move || settings.with(|settings| settings.turn_notification),
        move |&on, _, _| {
            if on {
                spawn_local(async move {
                    if !may_notify().await {
                        settings.update(|settings| settings.turn_notification = false);
                        toast.show(words::no_notifications());
                    }
                });
            }
        },
        false,
    );
    let clear = move |_| {
        ask.show(Confirmation {
            title: words::clear_title().to_owned(),
            text: words::clear_text().to_owned(),
            yes: words::clear().to_owned(),
            then: Arc::new(move || {
                storage::clear();
                settings::reset();
                toast.show(words::cleared());
            }),
        });
    };
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
            </div>
            <div class="settings">
                <section class="panel form" aria-labelledby="look">
                    <h2 id="look">{words::look()}</h2>
                    <label class="field">
                        <span class="field-label">{words::language()}</span>
                        <LanguageSelect class="" />
                    </label>
                    {segments(
                        words::theme(),
                        "theme",
                        [
                            (words::system(), Theme::System),
                            (words::light(), Theme::Light),
                            (words::dark(), Theme::Dark),
                        ],
                        |settings| settings.theme,
                        |settings, theme| settings.theme = theme,
                    )}
                    {segments(
                        words::card_size(),
                        "card-size",
                        [
                            (words::small(), CardSize::Small),
                            (words::normal_size(), CardSize::Normal),
                            (words::large(), CardSize::Large),
                        ],
                        |settings| settings.card_size,
                        |settings, size| settings.card_size = size,
                    )}
                </section>
                <section class="panel form" aria-labelledby="table">
                    <h2 id="table">{words::table()}</h2>
                    {segments(
                        words::pace(),
                        "pace",
                        [
                            (words::slow(), Pace::Slow),
                            (words::normal(), Pace::Normal),
                            (words::fast(), Pace::Fast),
                        ],
                        |settings| settings.pace,
                        |settings, pace| settings.pace = pace,
                    )}
                    {check(
                        words::show_legal(),
                        |settings| settings.show_legal,
                        |settings, on| settings.show_legal = on,
                    )}
                    {check(
                        words::shortcuts(),
                        |settings| settings.shortcuts,
                        |settings, on| settings.shortcuts = on,
                    )}
                    {check(
                        words::sounds(),
                        |settings| settings.sounds,
                        |settings, on| settings.sounds = on,
                    )}
                </section>
                <section class="panel form" aria-labelledby="online">
                    <h2 id="online">{words::online()}</h2>
                    {check(
                        words::turn_notification(),
                        |settings| settings.turn_notification,
                        |settings, on| settings.turn_notification = on,
                    )}
                </section>
                <section class="panel form" aria-labelledby="data">
                    <h2 id="data">{words::data()}</h2>
                    <p>{words::data_text()}</p>
                    <p>{words::backup_text()}</p>
                    <Backup />
                    <div class="button-row">
                        <button type="button" class="button button-danger" on:click=clear>
                            {words::clear()}
                        </button>
                    </div>
                </section>
                <section class="panel form" aria-labelledby="about">
                    <h2 id="about">{words::about()}</h2>
                    <p>{words::about_text()}</p>
                    <p class="field-hint">{words::version(env!("CARGO_PKG_VERSION"))}</p>
                </section>
            </div>
        </main>
    }
}
