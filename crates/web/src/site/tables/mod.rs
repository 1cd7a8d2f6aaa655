//! Tables with people: the list and the form (`#/tables`), and the way to a seat (`#/table/…`).

mod form;
mod list;
mod lobby;
mod seat;

pub(crate) use list::YourTables;
pub(crate) use seat::TablePage;

use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::play::server::api;
use crate::play::strings::server as words;
use crate::ui::page::set_title;
use crate::ui::prose::prose;
use form::NewTableForm;
use leptos::prelude::*;
use leptos::task::spawn_local;
use list::Listed;
use parlour_protocol::tables::About;

/// `#/tables`.
#[component]
pub(crate) fn TablesPage() -> impl IntoView {
    set_title(words::tables());
    let about = RwSignal::new(None::<Result<About, Trouble>>);
    let look = move || {
        about.set(None);
        spawn_local(async move {
            let answer = api::about().await;
            // The page may have been left.
            let _ = about.try_set(Some(answer));
        });
    };
    look();
    let body = move || match about.get() {
        None => view! { <Asking /> }.into_any(),
        Some(Err(trouble)) => {
            view! { <NoTables trouble again=Callback::new(move |()| look()) /> }.into_any()
        }
        Some(Ok(about)) => view! {
            <YourTables />
            <Listed />
            <NewTableForm games=about.games />
        }
        .into_any(),
    };
    view! {
        <main id="main" class="page tables" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            {body}
        </main>
    }
}

/// While the server is asked.
#[component]
fn Asking() -> impl IntoView {
    view! {
        <p role="status">
            <span class="spinner" aria-hidden="true"></span>
            " "
            {words::loading()}
        </p>
    }
}

/// There is no server with tables, or it cannot be reached.
#[component]
fn NoTables(trouble: Trouble, again: Callback<()>) -> impl IntoView {
    let plain = trouble == Trouble::NoRooms;
    view! {
        <div class="note tables-none" role="status" data-testid="no-tables">
            <p>
                <b>{prose(&trouble.to_string())}</b>
            </p>
            {plain.then(|| view! { <p>{words::no_rooms_text()}</p> })}
        </div>
        <div class="button-row">
            {(!plain)
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button button-main"
                            on:click=move |_| again.run(())
                        >
                            {words::try_again()}
                        </button>
                    }
                })}
            <a class="button" href=Route::Home.to_string()>
                {words::play_here()}
            </a>
        </div>
    }
}
