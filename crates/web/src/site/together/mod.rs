//! Replays that several people watch together at a server, one of whom leads (`#/together/ID`).

mod api;
mod link;
mod panel;

use super::strings::together as words;
use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::play::daily::random_token;
use crate::play::registry;
use crate::play::strings::{replay as replay_words, server as server_words, table as table_words};
use crate::play::table::{Controller, Sitting};
use crate::ui::page::set_title;
use crate::ui::prose::prose;
use api::Own;
use leptos::prelude::*;
use leptos::task::spawn_local;
use link::ReplayLink;
use parlour_engine::RecordLink;
use parlour_protocol::shared_replay::SharedReplay;

/// How far one has come.
#[derive(Clone)]
enum Stage {
    /// The server is asked.
    Looking,
    /// The replay does not exist, or there is no server to ask.
    Failed(Trouble),
    /// The replay is there.
    There(SharedReplay),
}

/// `#/together/ID`: a shared replay.
#[component]
pub(crate) fn TogetherPage(id: String) -> impl IntoView {
    let id = StoredValue::new(id);
    page(move || {
        let id = id.get_value();
        Box::pin(async move { link::find(&id, None).await })
    })
}

/// `#/together/new/PLY/TEXT`: makes one of the game of a link.
#[component]
pub(crate) fn NewTogetherPage(ply: usize, text: String) -> impl IntoView {
    let own = StoredValue::new(Own {
        token: random_token(),
        link: Some(text),
    });
    page(move || {
        let own = own.get_value();
        Box::pin(async move {
            let made = api::make(&own, ply).await?;
            own.keep(&made.id);
            // The link of the address is that of the replay from now on.
            Route::Together(made.id.clone()).replace();
            Ok(made)
        })
    })
}

type Asking = std::pin::Pin<Box<dyn Future<Output = Result<SharedReplay, Trouble>>>>;

/// The page of the replay that `ask` finds or makes.
fn page(ask: impl Fn() -> Asking + Copy + Send + Sync + 'static) -> AnyView {
    set_title(words::title());
    let stage = RwSignal::new(Stage::Looking);
    let look = move || {
        stage.set(Stage::Looking);
        spawn_local(async move {
            let next = match ask().await {
                Ok(replay) => Stage::There(replay),
                Err(trouble) => Stage::Failed(trouble),
            };
            // The page may have been left.
            let _ = stage.try_set(next);
        });
    };
    look();
    (move || match stage.get() {
        Stage::Looking => view! {
            <main id="main" class="page" tabindex="-1">
                <h1>{words::title()}</h1>
                <p role="status">
                    <span class="spinner" aria-hidden="true"></span>
                    " "
                    {server_words::loading()}
                </p>
            </main>
        }
        .into_any(),
        Stage::Failed(trouble) => failed(&trouble, Some(Callback::new(move |()| look()))),
        Stage::There(replay) => there(&replay),
    })
    .into_any()
}

/// There is nothing to watch.
fn failed(trouble: &Trouble, again: Option<Callback<()>>) -> AnyView {
    let (title, text) = match trouble {
        Trouble::NoRooms => (words::title(), words::no_server().to_owned()),
        Trouble::Gone(_) => (words::ended(), words::ended_text().to_owned()),
        Trouble::Offline | Trouble::Refused(_) => (words::title(), trouble.to_string()),
    };
    let again = again.filter(|_| *trouble != Trouble::NoRooms).map(|again| {
        view! {
            <button type="button" class="button button-main" on:click=move |_| again.run(())>
                {server_words::try_again()}
            </button>
        }
    });
    view! {
        <main id="main" class="page" tabindex="-1" data-testid="not-together">
            <div class="page-head">
                <h1>{title}</h1>
                <p>{prose(&text)}</p>
            </div>
            <div class="button-row">
                {again}
                <a class="button" href=Route::Home.to_string()>
                    {table_words::home()}
                </a>
            </div>
        </main>
    }
    .into_any()
}

/// The replay with what the others do.
fn there(replay: &SharedReplay) -> AnyView {
    // A later version of the server may have a game that this page does not know.
    let unknown = || {
        let reason = replay_words::bad_link_text().to_owned();
        failed(&Trouble::Refused(reason), None)
    };
    let Ok(record) = RecordLink::read(&replay.link) else {
        return unknown();
    };
    let Some(game) = registry::find(record.game()) else {
        return unknown();
    };
    let link = ReplayLink::new(replay);
    let parts = Callback::new(move |controller: Controller| {
        link.follow(controller);
        (panel::line(link, controller), panel::people(link))
    });
    let sitting = Sitting::Together(record, replay.ply as usize, parts);
    registry::table(game, sitting, move |_| unknown())
}
