//! The list of the rules of all games.

use crate::platform::route::Route;
use crate::play::registry::{covering, games};
use crate::play::strings::rules as words;
use crate::ui::page::set_title;
use leptos::prelude::*;

/// The rules of which game?
#[component]
pub(crate) fn RulesList() -> impl IntoView {
    set_title(words::title());
    view! {
        <main id="main" class="page" tabindex="-1">
            <div class="page-head">
                <h1>{words::title()}</h1>
                <p>{words::lede()}</p>
            </div>
            <ul class="rules-list">
                {games()
                    .iter()
                    .map(|game| {
                        view! {
                            <li>
                                <a href=Route::Rules(game.id.to_owned()).to_string()>
                                    <span
                                        class="rules-list-picture"
                                        inner_html=covering(game)
                                    ></span>
                                    <b>{(game.name)()}</b>
                                </a>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </main>
    }
}
