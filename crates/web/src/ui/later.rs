//! Parts of pages whose code is a module of its own, which the browser loads when it is first needed.

use super::navigation::arrive_again;
use super::page::set_title;
use super::strings as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use wasm_split_helpers::SplitLoaderError;

/// A module that is being loaded, and what it returns.
pub(crate) type Loading<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// Loads a module. Once the browser has it, the future is ready when it is first polled.
pub(crate) type Load<T> = fn() -> Loading<T>;

/// The output of a future that is ready when it is polled; `None` if it is pending.
pub(crate) fn at_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    match Pin::new(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// The page that `make` returns for a loaded module, without delay if it was loaded before. Until it is loaded, and if
/// it cannot be loaded, a notice takes the place of the page.
pub(crate) fn later<T: 'static>(
    load: Load<T>,
    make: impl FnOnce(T) -> AnyView + 'static,
) -> AnyView {
    let mut loading = load();
    let (first, loading) = match at_once(&mut loading) {
        Some(Ok(loaded)) => return untrack(|| make(loaded)),
        Some(Err(_)) => (Stage::Failed, None),
        None => (Stage::Loading, Some(loading)),
    };
    let stage = RwSignal::new_local(first);
    let wait = move |loading: Loading<T>| {
        spawn_local(async move {
            let next = match loading.await {
                Ok(loaded) => Stage::Loaded(RefCell::new(Some(loaded))),
                Err(_) => Stage::Failed,
            };
            // The page may have been left.
            if stage.try_set(next).is_none() {
                request_animation_frame(arrive_again);
            }
        });
    };
    if let Some(loading) = loading {
        wait(loading);
    }
    let make = StoredValue::new_local(Some(make));
    let again = move |_| {
        stage.set(Stage::Loading);
        wait(load());
    };
    (move || {
        let loaded = stage.with(|stage| match stage {
            Stage::Loading => Err(view! { <Wait /> }.into_any()),
            Stage::Failed => Err(view! { <Failed again=Callback::new(again) /> }.into_any()),
            Stage::Loaded(loaded) => Ok(loaded.take()),
        });
        match loaded {
            // The stage is the last one: both are there.
            Ok(loaded) => {
                let make = make.try_update_value(Option::take).flatten();
                let made = loaded.zip(make);
                made.map(|(loaded, make)| untrack(|| make(loaded)))
                    .into_any()
            }
            Err(notice) => notice,
        }
    })
    .into_any()
}

enum Stage<T> {
    Loading,
    Loaded(RefCell<Option<T>>),
    Failed,
}

/// Shown after a moment, so that a page that is there soon does not flicker.
#[component]
fn Wait() -> impl IntoView {
    view! {
        <main id="main" class="page later" tabindex="-1" aria-busy="true">
            <p role="status">{words::loading()}</p>
        </main>
    }
}

#[component]
fn Failed(again: Callback<()>) -> impl IntoView {
    set_title(words::not_loaded());
    view! {
        <main id="main" class="page" tabindex="-1" data-testid="not-loaded">
            <div class="page-head">
                <h1>{words::not_loaded()}</h1>
                <p>{words::not_loaded_text()}</p>
            </div>
            <div class="button-row">
                <button type="button" class="button button-main" on:click=move |_| again.run(())>
                    {words::try_again()}
                </button>
            </div>
        </main>
    }
}
