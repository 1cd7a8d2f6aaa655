//! Links for sharing, and the end of a table.

use super::{api, own_tables};
use crate::platform::route::Route;
use crate::play::strings::server as words;
use crate::ui::confirm::{Confirmation, ask};
use crate::ui::toast::toast;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// The link of a seat.
pub(crate) fn seat_link(id: &str, token: &str) -> String {
    Route::SeatLink(id.to_owned(), token.to_owned()).address()
}

/// The link to look on.
pub(crate) fn watch_link(id: &str) -> String {
    Route::Table(id.to_owned()).address()
}

/// The button of the creator of the table.
#[component]
pub(crate) fn EndTable(id: String) -> impl IntoView {
    let ask = ask();
    let toast = toast();
    let keeper = own_tables::one(&id).and_then(|table| table.keeper);
    keeper.map(|keeper| {
        let question = move || {
            let (id, keeper) = (id.clone(), keeper.clone());
            Confirmation {
                title: words::end_sure().to_owned(),
                text: words::end_text().to_owned(),
                yes: words::end().to_owned(),
                then: Arc::new(move || {
                    let (id, keeper) = (id.clone(), keeper.clone());
                    spawn_local(async move {
                        let said = match api::end(&id, &keeper).await {
                            Ok(()) => words::ended().to_owned(),
                            Err(trouble) => trouble.to_string(),
                        };
                        toast.show(said);
                    });
                }),
            }
        };
        view! {
            <div class="button-row">
                <button
                    type="button"
                    class="button button-danger"
                    data-testid="end-table"
                    on:click=move |_| ask.show(question())
                >
                    {words::end()}
                </button>
            </div>
        }
    })
}
