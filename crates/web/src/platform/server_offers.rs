//! What the server of the page offers. It says so in the `Server-Timing` header of the page, so that nothing has to be
//! requested, and a plain file server need not answer.

use super::storage;
use js_sys::{Array, Function, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};

/// Whether there was a ladder when the server last said so.
const LADDER: &str = "parlour/ladder";
/// The same of daily deals.
const DAILY: &str = "parlour/daily-deals";

/// The same of replays that several people watch together.
const SHARED_REPLAYS: &str = "parlour/shared-replays";

/// Whether a replay can be watched together.
pub(crate) fn shared_replays() -> bool {
    offers("shared-replays", SHARED_REPLAYS)
}

/// Whether the server has a ladder.
pub(crate) fn ladder() -> bool {
    offers("ladder", LADDER)
}

/// Whether the server has daily deals.
pub(crate) fn daily() -> bool {
    offers("daily", DAILY)
}

/// Remembers whether the server has a ladder.
pub(crate) fn remember_ladder(has: bool) {
    remember(LADDER, has);
}

/// Remembers that the server has no daily deals any more.
pub(crate) fn forget_daily() {
    remember(DAILY, false);
}

/// A page from the cache has no header: then as it was before.
fn offers(name: &str, key: &str) -> bool {
    match announced(name) {
        true => {
            remember(key, true);
            true
        }
        false => storage::text(key).is_some_and(|known| known == "yes"),
    }
}

fn remember(key: &str, has: bool) {
    let value = if has { "yes" } else { "no" };
    if storage::text(key).as_deref() != Some(value) && (has || storage::text(key).is_some()) {
        // Where nothing is kept, the header says it again.
        let _ = storage::put_text(key, value.to_owned());
    }
}

/// Whether the header of the page names this.
fn announced(name: &str) -> bool {
    timings().is_some_and(|timings| {
        timings.iter().any(|timing| {
            let own = Reflect::get(&timing, &"name".into()).ok();
            own.and_then(|own| own.as_string()).as_deref() == Some(name)
        })
    })
}

fn timings() -> Option<Array> {
    let performance = Reflect::get(&window(), &"performance".into()).ok()?;
    let entries = Reflect::get(&performance, &"getEntriesByType".into()).ok()?;
    let entries: Function = entries.dyn_into().ok()?;
    let entries = entries.call1(&performance, &JsValue::from_str("navigation"));
    let entries: Array = entries.ok()?.dyn_into().ok()?;
    Reflect::get(&entries.get(0), &"serverTiming".into())
        .ok()?
        .dyn_into()
        .ok()
}
