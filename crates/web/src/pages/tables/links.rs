//! Links to give away, and the end of a table.

use crate::online::{api, yours};
use crate::route::Route;
use crate::shell::{Question, ask, toast};
use crate::text::online as words;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The address of a page of the app, in full.
fn full(route: &Route) -> String {
    let here = window().location().href().unwrap_or_default();
    let base = here.split('#').next().unwrap_or_default();
    format!("{base}{route}")
}

/// The link of a seat.
pub(super) fn seat_link(id: &str, token: &str) -> String {
    full(&Route::SeatLink(id.to_owned(), token.to_owned()))
}

/// The link to look on.
pub(crate) fn watch_link(id: &str) -> String {
    full(&Route::Table(id.to_owned()))
}

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
        let text = copied.clone();
        spawn_local(async move {
            let done = match clipboard() {
                Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                None => false,
            };
            let said = if done {
                words::COPIED
            } else {
                words::NOT_COPIED
            };
            toast.show(said);
        });
    };
    let shared = text.clone();
    let share = (share && can_share()).then(|| {
        let send = move |_| {
            let data = web_sys::ShareData::new();
            data.set_url(&shared);
            let sharing = window().navigator().share_with_data(&data);
            // Whoever thinks better of it has not shared.
            spawn_local(async move { drop(JsFuture::from(sharing).await) });
        };
        view! {
            <button type="button" class="button" on:click=send>
                {words::SHARE}
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
                {words::COPY}
                <span class="visually-hidden">" " {label}</span>
            </button>
            {share}
        </div>
    }
}

/// The clipboard; browsers have none on pages that came without encryption.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    clipboard.dyn_into().ok()
}

/// The button of whoever made the table.
#[component]
pub(crate) fn EndTable(id: String) -> impl IntoView {
    let ask = ask();
    let toast = toast();
    let keeper = yours::one(&id).and_then(|yours| yours.keeper);
    keeper.map(|keeper| {
        let question = move || {
            let (id, keeper) = (id.clone(), keeper.clone());
            Question {
                title: words::END_SURE.to_owned(),
                text: words::END_TEXT.to_owned(),
                yes: words::END.to_owned(),
                then: Arc::new(move || {
                    let (id, keeper) = (id.clone(), keeper.clone());
                    spawn_local(async move {
                        let said = match api::end(&id, &keeper).await {
                            Ok(()) => words::ENDED.to_owned(),
                            Err(trouble) => trouble.to_string(),
                        };
                        toast.show(said);
                    });
                }),
            }
        };
        view! {
            <div class="button-row">
                <button
                    type="button"
                    class="button button-danger"
                    data-testid="end-table"
                    on:click=move |_| ask.show(question())
                >
                    {words::END}
                </button>
            </div>
        }
    })
}
