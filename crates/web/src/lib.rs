//! The web app. One wasm module serves two threads: `boot.js` starts [`app_main`] on
//! the page, `worker.js` starts [`worker_main`] in a worker, so that the page never
//! waits for an AI.

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

#[component]
fn App(worker_url: String) -> impl IntoView {
    let (status, set_status) = signal(String::from("starting"));
    let options = web_sys::WorkerOptions::new();
    options.set_type(web_sys::WorkerType::Module);
    match web_sys::Worker::new_with_options(&worker_url, &options) {
        Ok(worker) => {
            let listen = Closure::<dyn FnMut(_)>::new(move |event: web_sys::MessageEvent| {
                set_status.set(event.data().as_string().unwrap_or_default());
            });
            worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
            listen.forget();
        }
        Err(_) => set_status.set(String::from("this browser starts no worker")),
    }
    view! {
        <main>
            <h1>"Parlour"</h1>
            <p id="worker">"Engine: " {status}</p>
        </main>
    }
}
