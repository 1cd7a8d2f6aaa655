//! Everything that is saved on this device.

use super::saved::{Damage, DropZone, FinishedGames, InProgress, Open, Shelf};
use crate::shell::set_title;
use crate::text::home as words;
use leptos::prelude::*;

/// Finished games, games in progress, damaged ones, and loading a record.
#[component]
pub(crate) fn Replays() -> impl IntoView {
    set_title(words::REPLAYS);
    Shelf::provide(None);
    view! {
        <DropZone>
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{words::REPLAYS}</h1>
                    <p>{words::REPLAYS_LEDE}</p>
                </div>
                <Open />
                <Damage />
                <FinishedGames latest=None />
                <InProgress />
            </main>
        </DropZone>
    }
}
