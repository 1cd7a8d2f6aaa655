//! A button that opens a file of the device.

use leptos::html;
use leptos::prelude::*;
use web_sys::File;

/// The button. `name` is the name of its field for screen readers, `take` is called with the file.
#[component]
pub(crate) fn FileButton(
    id: &'static str,
    accept: &'static str,
    name: &'static str,
    label: &'static str,
    take: Callback<File>,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    view! {
        <input
            node_ref=input
            id=id
            class="visually-hidden"
            type="file"
            accept=accept
            aria-label=name
            tabindex="-1"
            on:change=move |_| {
                let Some(input) = input.get_untracked() else {
                    return;
                };
                if let Some(file) = input.files().and_then(|files| files.get(0)) {
                    take.run(file);
                }
                // So that the same file can be chosen again.
                input.set_value("");
            }
        />
        <button
            type="button"
            class="button"
            on:click=move |_| {
                if let Some(input) = input.get_untracked() {
                    input.click();
                }
            }
        >
            {label}
        </button>
    }
}
