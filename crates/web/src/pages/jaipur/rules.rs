//! The rules.
use leptos::prelude::*;
/// The rules.
#[component]
pub(crate) fn RulesPage() -> impl IntoView {
    view! { <main id="main" class="page"><h1>"Rules"</h1></main> }
}
