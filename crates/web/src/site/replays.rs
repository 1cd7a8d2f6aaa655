//! Everything that is saved on this device.

use super::saved::{Damage, DropZone, FinishedGames, InProgress, Open, SavedGames};
use super::strings::{home as words, statistics};
use crate::platform::route::Route;
use crate::ui::page::set_title;
use leptos::prelude::*;

/// Finished games, games in progress, damaged ones, and loading a record.
#[component]
pub(crate) fn Replays() -> impl IntoView {
    set_title(words::replays());
    SavedGames::provide(None);
    view! {
        <DropZone>
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{words::replays()}</h1>
                    <p>
                        {words::replays_lede()} " "
                        <a href=Route::Statistics(String::new()).to_string()>{statistics::link()}</a>
                    </p>
                </div>
                <Open />
                <Damage />
                <FinishedGames latest=None />
                <InProgress />
            </main>
        </DropZone>
    }
}
