//! The page of an address that leads nowhere.

use super::strings::settings as words;
use crate::platform::route::Route;
use crate::ui::page::set_title;
use leptos::prelude::*;

/// Says so, and shows the way back.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    set_title(words::not_found());
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::not_found()}</h1>
                <p>{words::not_found_text()}</p>
            </div>
            <div class="button-row">
                <a class="button button-main" href=Route::Home.to_string()>
                    {words::go_home()}
                </a>
            </div>
        </main>
    }
}
