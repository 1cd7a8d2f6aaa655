//! Everything that is saved on this device.

use super::saved::{Damage, DropZone, Finished, Open, Resume, Shelf};
use crate::shell::set_title;
use crate::text::home as words;
use leptos::prelude::*;

/// Finished games, games in progress, damaged ones, and loading a record.
#[component]
pub(crate) fn Replays() -> impl IntoView {
    set_title(words::REPLAYS);
    let shelf = Shelf::provide();
    view! {
        <DropZone>
            <main id="main" class="page" tabindex="-1">
                <div class="page-head">
                    <h1>{words::REPLAYS}</h1>
                    <p>{words::REPLAYS_LEDE}</p>
                </div>
                <Open />
                <Damage />
                <section class="home-part" aria-labelledby="finished">
                    <h2 id="finished">{words::FINISHED}</h2>
                    {move || {
                        let games = shelf.finished();
                        if games.is_empty() {
                            view! { <p class="note">{words::NONE}</p> }.into_any()
                        } else {
                            view! {
                                <ul class="entries">
                                    {games
                                        .into_iter()
                                        .map(|game| view! { <Finished game /> })
                                        .collect_view()}
                                </ul>
                            }
                                .into_any()
                        }
                    }}
                </section>
                {move || {
                    let games = shelf.in_progress();
                    (!games.is_empty())
                        .then(|| {
                            view! {
                                <section class="home-part" aria-labelledby="go-on">
                                    <h2 id="go-on">{words::GO_ON}</h2>
                                    <ul class="resumes">
                                        {games
                                            .into_iter()
                                            .map(|game| view! { <Resume game /> })
                                            .collect_view()}
                                    </ul>
                                </section>
                            }
                        })
                }}
            </main>
        </DropZone>
    }
}
