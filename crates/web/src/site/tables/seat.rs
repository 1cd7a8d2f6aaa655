//! The way to a seat, or to a place from which to look on.

use super::list::{open_seats, titled, who};
use super::lobby::Lobby;
use super::{Asking, NoTables};
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::platform::settings;
use crate::play::registry;
use crate::play::server::{Link, api, own_tables};
use crate::play::strings::server as words;
use crate::play::table::Sitting;
use crate::site::strings::{home as home_words, new_game as form_words};
use crate::ui::fields::{Name, shortened};
use crate::ui::page::set_title;
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::summary::Summary;

/// How far one has come.
#[derive(Clone, PartialEq)]
enum Stage {
    /// The server is asked for the table.
    Looking,
    /// There is no table, or no server.
    Failed(Trouble),
    /// The table is there, and one has not said one's name.
    Asked(Summary),
    /// One has no seat, but may take one.
    Offered(Summary),
    /// Nothing more is to be asked; with the name, if one sits down for the first time, and whether one takes an open
    /// seat.
    There(Summary, Option<String>, bool),
}

/// `#/table/ID` to look on, without a token; `#/table/ID/seat` to sit there.
#[component]
pub(crate) fn TablePage(id: String, token: Option<String>) -> impl IntoView {
    set_title(words::tables());
    let stage = RwSignal::new(Stage::Looking);
    let token = StoredValue::new(token);
    let id = StoredValue::new(id);
    let look = move || {
        stage.set(Stage::Looking);
        let id = id.get_value();
        spawn_local(async move {
            let answer = api::summary(&id).await;
            let next = match answer {
                Err(trouble) => Stage::Failed(trouble),
                Ok(summary) => {
                    let known = own_tables::one(&summary.id);
                    let own = token.try_get_value().flatten();
                    let sat = known.is_some_and(|known| own.is_some() && known.token == own);
                    match own {
                        Some(_) if !sat => Stage::Asked(summary),
                        None if open_seats(&summary) > 0 => Stage::Offered(summary),
                        _ => {
                            let name = own_tables::one(&summary.id).and_then(|known| known.name);
                            Stage::There(summary, name, false)
                        }
                    }
                }
            };
            // The page may have been left.
            let _ = stage.try_set(next);
        });
    };
    look();
    move || match stage.get() {
        Stage::Looking => view! {
            <main id="main" class="page" tabindex="-1">
                <h1>{words::tables()}</h1>
                <Asking />
            </main>
        }
        .into_any(),
        Stage::Failed(Trouble::Gone(reason)) => view! { <Gone reason /> }.into_any(),
        Stage::Failed(trouble) => view! {
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{words::title()}</h1>
                </div>
                <NoTables trouble again=Callback::new(move |()| look()) />
            </main>
        }
        .into_any(),
        Stage::Asked(summary) => {
            let there = move |summary, name| Stage::There(summary, name, false);
            view! { <TakeSeat summary sit=Callback::new(move |(summary, name)| stage.set(there(summary, Some(name)))) watch=None /> }.into_any()
        }
        Stage::Offered(summary) => {
            let there = move |summary, name: Option<String>| {
                let sits = name.is_some();
                Stage::There(summary, name, sits)
            };
            view! {
                <TakeSeat
                    summary
                    sit=Callback::new(move |(summary, name)| stage.set(there(summary, Some(name))))
                    watch=Some(Callback::new(move |summary| stage.set(there(summary, None))))
                />
            }
            .into_any()
        }
        Stage::There(summary, name, sits) => {
            view! { <There summary token=token.get_value() name sits /> }.into_any()
        }
    }
}

/// There is no such table, or no longer.
#[component]
fn Gone(reason: String) -> impl IntoView {
    view! {
        <main id="main" class="page" tabindex="-1" data-testid="gone">
            <div class="page-head">
                <h1>{words::gone_text()}</h1>
                <p>{words::gone(&reason)}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Tables.to_string()>
                    {words::all_tables()}
                </a>
            </div>
        </main>
    }
}

/// One has a link or has found an open seat, and says one's name. At an open seat one may `watch` instead.
#[component]
fn TakeSeat(
    summary: Summary,
    sit: Callback<(Summary, String)>,
    watch: Option<Callback<Summary>>,
) -> impl IntoView {
    set_title(words::take_seat());
    let settings = settings::shared();
    let name = RwSignal::new(settings.with_untracked(|settings| settings.name.clone()));
    let (game, rules) = titled(&summary);
    let names = who(&summary);
    let invitation = match watch {
        None => words::invited(&game, &rules),
        Some(_) => words::take_open_seat(&game, &rules),
    };
    let table = StoredValue::new(summary.clone());
    let watch = watch.map(|watch| {
        view! {
            <button
                type="button"
                class="button"
                on:click=move |_| watch.run(table.get_value())
            >
                {words::watch_instead()}
            </button>
        }
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = shortened(&name.get_untracked());
        settings.update(|settings| settings.name.clone_from(&given));
        let unnamed = || form_words::player(1);
        let name = if given.is_empty() { unnamed() } else { given };
        sit.run((table.get_value(), name));
    };
    view! {
        <main id="main" class="page" tabindex="-1" data-testid="take-seat">
            <div class="page-head">
                <h1>{words::take_seat()}</h1>
                <p>{invitation}</p>
            </div>
            {(!names.is_empty()).then(|| view! { <p>{words::seated_names(&names)}</p> })}
            {summary.clock.map(|clock| view! { <p class="field-hint">{words::clocked(clock)}</p> })}
            {summary.bank.map(|bank| view! { <p class="field-hint">{words::banked(bank)}</p> })}
            <form class="form setup" on:submit=submit novalidate autocomplete="off">
                <Name
                    id="name".to_owned()
                    label=words::your_name().to_owned()
                    unnamed=form_words::player(1)
                    value=Signal::derive(move || name.get())
                    write=Callback::new(move |text| name.set(text))
                    error=Signal::derive(|| None)
                />
                <p class="field-hint">{words::name_hint()}</p>
                <div class="button-row">
                    <button type="submit" class="button button-main">
                        {words::sit_down()}
                    </button>
                    {watch}
                    <a class="button button-quiet" href=Route::Rules(summary.game.clone()).to_string()>
                        {home_words::rules()}
                    </a>
                </div>
            </form>
        </main>
    }
}

/// Connected: the lobby, then the game.
#[component]
fn There(
    summary: Summary,
    token: Option<String>,
    name: Option<String>,
    sits: bool,
) -> impl IntoView {
    let game = summary.game.clone();
    let link = Link::new(summary, token, name, sits);
    let begun = Memo::new(move |_| link.received.with(Option::is_some));
    move || {
        if !begun.get() {
            return view! { <Lobby link /> }.into_any();
        }
        let gone = |reason| view! { <Gone reason /> }.into_any();
        match registry::find(&game) {
            None => gone(home_words::unknown_game(&game)),
            Some(game) => registry::table(game, Sitting::Online(link), gone),
        }
    }
}
