//! A text with buttons that copy and share it.

use super::strings as words;
use super::toast::{Toast, toast};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Whether the browser can hand text to other apps.
fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &JsValue::from_str("share")).unwrap_or(false)
}

/// A text with a button that copies it.
#[component]
pub(crate) fn CopyField(
    /// What it is.
    label: String,
    /// The text.
    text: String,
    /// Whether it is a link that may be shared.
    #[prop(optional)]
    share: bool,
) -> impl IntoView {
    let toast = toast();
    let field = NodeRef::<html::Input>::new();
    let copied = text.clone();
    let copy = move |_| {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
        copy(toast, copied.clone());
    };
    let shared = text.clone();
    let share = (share && can_share()).then(|| {
        let send = move |_| {
            let data = web_sys::ShareData::new();
            data.set_url(&shared);
            let sharing = window().navigator().share_with_data(&data);
            // The visitor may cancel sharing.
            spawn_local(async move { drop(JsFuture::from(sharing).await) });
        };
        view! {
            <button type="button" class="button" on:click=send>
                {words::share()}
                <span class="visually-hidden">" " {label.clone()}</span>
            </button>
        }
    });
    view! {
        <div class="copy">
            <label class="copy-label">
                <span>{label.clone()}</span>
                <input class="input" type="text" readonly node_ref=field prop:value=text />
            </label>
            <button type="button" class="button" on:click=copy>
                {words::copy()}
                <span class="visually-hidden">" " {label}</span>
            </button>
            {share}
        </div>
    }
}

/// A text of several lines with a button that copies it.
#[component]
pub(crate) fn CopyText(
    /// The text.
    text: String,
) -> impl IntoView {
    let toast = toast();
    let copied = text.clone();
    view! {
        <div class="copy">
            <pre class="copy-label" data-testid="copy-text">{text}</pre>
            <button type="button" class="button" on:click=move |_| copy(toast, copied.clone())>
                {words::copy()}
            </button>
        </div>
    }
}

/// Copies a text, and says whether that went.
fn copy(toast: Toast, text: String) {
    spawn_local(async move {
        let done = match clipboard() {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
            None => false,
        };
        toast.show(if done {
            words::copied()
        } else {
            words::not_copied()
        });
    });
}

/// The clipboard; browsers have none on pages that came without encryption.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    clipboard.dyn_into().ok()
}
