//! The web app. One wasm module serves two threads: `boot.js` starts [`app_main`] on
//! the page, `worker.js` starts [`worker_main`] in a worker, so that the page never
//! waits for an AI.

#![expect(
    unreachable_pub,
    reason = "the component macro writes pub, and art is a library within the app"
)]

mod art;
mod route;
mod session;
mod store;
mod table;
mod text;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Starts the page. `worker_url` is the address of `worker.js`, which only a module
/// beside it can know when the app is hosted under any path.
#[wasm_bindgen]
pub fn app_main(worker_url: String) {
    console_error_panic_hook::set_once();
    mount_to_body(move || view! { <App worker_url=worker_url.clone() /> });
}

/// Starts the worker: says `ready` once it listens, then answers each message.
///
/// # Panics
/// If it runs anywhere but in a dedicated worker.
#[wasm_bindgen]
pub fn worker_main() {
    console_error_panic_hook::set_once();
    let scope: web_sys::DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer_scope = scope.clone();
    let answer = Closure::<dyn FnMut(_)>::new(move |event: web_sys::MessageEvent| {
        let _ = answer_scope.post_message(&event.data());
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    // A message that comes before a listener stands is lost: the page waits for this.
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

/// Where the worker's script is.
#[derive(Clone, Debug)]
pub(crate) struct WorkerUrl(pub(crate) String);

#[component]
fn App(worker_url: String) -> impl IntoView {
    store::provide();
    provide_context(WorkerUrl(worker_url));
    let route = RwSignal::new(route::Route::current());
    let handle = window_event_listener(leptos::ev::hashchange, move |_| {
        route.set(route::Route::current());
    });
    on_cleanup(move || handle.remove());
    view! {
        <main id="main">
            {move || match route.get() {
                route::Route::Play(id) | route::Route::Watch(id) => {
                    view! { <table::PlayPage id /> }.into_any()
                }
                route::Route::Replay(id) => view! { <table::ReplayPage id /> }.into_any(),
                _ => view! { <h1>{text::common::PARLOUR}</h1> }.into_any(),
            }}
        </main>
    }
}
