//! The page of an address that leads nowhere.

use super::strings::settings as words;
use crate::platform::route::Route;
use crate::ui::page::set_title;
use leptos::prelude::*;

/// Says so, and shows the way back.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    set_title(words::NOT_FOUND);
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::NOT_FOUND}</h1>
                <p>{words::NOT_FOUND_TEXT}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::GO_HOME}
                </a>
            </div>
        </main>
    }
}
