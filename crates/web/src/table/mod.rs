//! The page of a table: what every game's page has in common.

use crate::store;
use leptos::prelude::*;

/// A game in progress: people play, or AIs are watched. What cannot be loaded is told.
#[component]
pub(crate) fn PlayPage(id: String) -> impl IntoView {
    let found = store::game(&id).is_some();
    view! { <p>{id} " " {found}</p> }
}

/// A game, forward and back.
#[component]
pub(crate) fn ReplayPage(id: String) -> impl IntoView {
    view! { <p>{id}</p> }
}
