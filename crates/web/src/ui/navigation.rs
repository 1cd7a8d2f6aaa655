//! The browser's history: the page of the address, and the scroll position and focus of each entry.

use super::page::focus;
use crate::platform::route::Route;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// Keeps `route` at the address, and puts focus and scroll where they belong: on a page one
/// comes to, at its top and on its heading; on a page one goes back to, where one was.
pub(crate) fn follow_address(route: RwSignal<Route>, arrived: fn() -> Route) {
    let history = window().history().ok();
    if let Some(history) = &history {
        // Only a browser that is shutting down refuses.
        let _ = history.set_scroll_restoration(web_sys::ScrollRestoration::Manual);
    }
    let here = StoredValue::new(0.0f64);
    let places = StoredValue::new(vec![0.0f64]);
    let listening = window_event_listener(leptos::ev::hashchange, move |_| {
        let Ok(history) = window().history() else {
            route.set(arrived());
            return;
        };
        // Each entry of the browser's history carries its number; a new one has none yet.
        let entry = |state: JsValue| state.as_f64();
        places.update_value(|places| {
            let left = here.get_value() as usize;
            if let Some(place) = places.get_mut(left) {
                *place = window().scroll_y().unwrap_or(0.0);
            }
        });
        let known = history.state().ok().and_then(entry);
        let number = known.unwrap_or_else(|| {
            let next = here.get_value() + 1.0;
            let _ = history.replace_state(&JsValue::from_f64(next), "");
            next
        });
        here.set_value(number);
        let place = places.try_update_value(|places| {
            places.resize((number as usize + 1).max(places.len()), 0.0);
            if known.is_none() {
                places[number as usize] = 0.0;
            }
            places[number as usize]
        });
        let next = arrived();
        route.set(next.clone());
        request_animation_frame(move || arrive(&next, place.unwrap_or(0.0), known.is_some()));
    });
    if let Some(history) = history {
        match history.state().ok().and_then(|state| state.as_f64()) {
            Some(number) => here.set_value(number),
            None => {
                let _ = history.replace_state(&JsValue::from_f64(0.0), "");
            }
        }
    }
    // An address with a place on its page may be the first one that is opened.
    request_animation_frame(move || {
        if let next @ Route::RulesAt(..) = Route::current() {
            arrive(&next, 0.0, false);
        }
    });
    on_cleanup(move || listening.remove());
}

/// Focus and scroll on a page that has just been shown.
fn arrive(route: &Route, place: f64, back: bool) {
    if let Route::RulesAt(_, section) = route
        && !back
        && let Some(section) = document().get_element_by_id(section)
    {
        section.scroll_into_view();
        focus(&section);
        return;
    }
    let find = |what: &str| document().query_selector(what).ok().flatten();
    if let Some(heading) = find("#main h1").or_else(|| find("#main")) {
        focus(&heading);
    }
    window().scroll_to_with_x_and_y(0.0, place);
}
