//! The tutorial.
use leptos::prelude::*;
/// The tutorial.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    view! { <main id="main" class="page"><h1>"Learn"</h1></main> }
}
