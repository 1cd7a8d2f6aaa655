//! A dialog over the page.

use super::strings as words;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// A dialog over the page: it holds the focus, and gives it back.
#[component]
pub(crate) fn Dialog(
    /// Whether it is open.
    #[prop(into)]
    open: Signal<bool>,
    /// The id of its heading.
    labelled_by: &'static str,
    /// Escape was pressed.
    on_close: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = node.get() else {
            return;
        };
        match (open.get(), dialog.open()) {
            (true, false) => {
                // It fails only for a dialog that is not on the page.
                let _ = dialog.show_modal();
                // Its contents may come a moment later than it opens.
                request_animation_frame(move || focus_within(&dialog));
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let children = StoredValue::new(children);
    view! {
        <dialog
            class="dialog"
            aria-labelledby=labelled_by
            node_ref=node
            on:cancel=move |event: web_sys::Event| {
                event.prevent_default();
                on_close.run(());
            }
        >
            {move || open.get().then(|| children.with_value(|children| children()))}
        </dialog>
    }
}

/// The foot of a dialog that has nothing to choose: the button that closes it.
#[component]
pub(crate) fn CloseFoot(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <div class="dialog-foot">
            <button
                type="button"
                class="button button-main"
                autofocus
                on:click=move |_| open.set(false)
            >
                {words::close()}
            </button>
        </div>
    }
}

/// The button that a dialog offers first gets the focus.
fn focus_within(dialog: &web_sys::Element) {
    let first = dialog.query_selector("[autofocus]").ok().flatten();
    if let Some(first) = first.and_then(|first| first.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element on the page takes the focus.
        let _ = first.focus();
    }
}
