//! Notices that come and go, and the one that stays: a new version is ready.

use super::prose::prose;
use super::strings as words;
use crate::platform::storage;
use leptos::ev::Custom;
use leptos::prelude::*;
use std::time::Duration;

/// How long a notice stays.
const STAY: Duration = Duration::from_secs(6);

/// Shows notices. It belongs to the app: it may be kept by whatever outlives a page.
#[derive(Clone, Copy)]
pub(crate) struct Toast(RwSignal<Option<(u32, String)>>);

impl Toast {
    /// Shows a notice for a while.
    pub(crate) fn show(self, text: impl Into<String>) {
        let Toast(shown) = self;
        let number =
            shown.with_untracked(|shown| shown.as_ref().map_or(0, |(number, _)| number + 1));
        shown.set(Some((number, text.into())));
        set_timeout(
            move || {
                let same = |shown: &Option<(u32, String)>| {
                    shown.as_ref().is_some_and(|(now, _)| *now == number)
                };
                if shown.with_untracked(same) {
                    shown.set(None);
                }
            },
            STAY,
        );
    }
}

pub(crate) fn provide() {
    provide_context(Toast(RwSignal::new(None)));
}

/// The notices of the app; call it where the context is, and keep it as long as needed.
pub(crate) fn toast() -> Toast {
    expect_context()
}

/// Where notices appear. `boot.js`, which looks after the service worker, sends
/// `parlour-update` when a new version waits, and takes `parlour-reload`.
#[component]
pub(crate) fn Toasts() -> impl IntoView {
    let Toast(shown) = expect_context();
    let update = RwSignal::new(false);
    let heard = window_event_listener(Custom::<web_sys::Event>::new("parlour-update"), move |_| {
        update.set(true)
    });
    // It may have been ready before this was listening.
    send("parlour-listening");
    on_cleanup(move || heard.remove());
    let problem = storage::problem();
    let dismissed = RwSignal::new(None);
    let trouble = move || {
        problem
            .get()
            .filter(|problem| dismissed.get() != Some(*problem))
    };
    view! {
        <div class="toasts" aria-live="polite">
            {move || {
                shown.get().map(|(_, text)| view! { <div class="toast"><span>{prose(&text)}</span></div> })
            }}
            {move || {
                trouble()
                    .map(|problem| {
                        view! {
                            <div class="toast">
                                <span>{problem.to_string()}</span>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| dismissed.set(Some(problem))
                                >
                                    {words::ok()}
                                </button>
                            </div>
                        }
                    })
            }}
            {move || {
                update
                    .get()
                    .then(|| {
                        view! {
                            <div class="toast" data-update>
                                <span>{words::update()}</span>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| send("parlour-reload")
                                >
                                    {words::reload()}
                                </button>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| update.set(false)
                                >
                                    {words::dismiss()}
                                </button>
                            </div>
                        }
                    })
            }}
        </div>
    }
}

/// Sends an event without contents to `boot.js`.
fn send(name: &str) {
    if let Ok(event) = web_sys::Event::new(name) {
        // It fails only for an event that is already on its way.
        let _ = window().dispatch_event(&event);
    }
}
