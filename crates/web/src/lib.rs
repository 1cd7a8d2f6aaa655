//! The web app. One wasm module serves two threads: `boot.js` starts [`app_main`] on
//! the page, `worker.js` starts [`worker_main`] in a worker, so that the page never
//! waits for an AI.

#![expect(unreachable_pub, reason = "the component macro writes pub")]

mod app;
mod games;
#[cfg(test)]
mod layers;
mod platform;
mod play;
mod site;
mod ui;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Starts the page. `worker_url` is the address of `worker.js`, which only a module
/// beside it can know when the app is hosted under any path; `texts` are those of the language.
#[wasm_bindgen]
pub fn app_main(worker_url: String, texts: &str) {
    platform::locale::provide(texts);
    platform::assets::provide(&worker_url);
    app::watch_for_panics();
    mount_to_body(move || view! { <app::App worker_url=worker_url.clone() /> });
}

/// Starts the worker with the texts of the page's language: says `ready` once it listens, then answers each message.
///
/// # Panics
/// If it runs anywhere but in a dedicated worker.
#[wasm_bindgen]
pub fn worker_main(texts: &str) {
    platform::locale::provide(texts);
    console_error_panic_hook::set_once();
    let scope: web_sys::DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer_scope = scope.clone();
    let answer = Closure::<dyn FnMut(_)>::new(move |event: web_sys::MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let scope = answer_scope.clone();
        spawn_local(async move {
            let reply = app::worker_answer(&message).await;
            // A string can always be cloned to another thread.
            let _ = scope.post_message(&JsValue::from_str(&reply));
        });
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    // A message that comes before a listener stands is lost: the page waits for this.
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
