//! The browser's history: the page of the address, and the scroll position and focus of each entry.

use super::page::focus;
use crate::platform::route::Route;
use leptos::prelude::*;
use std::cell::RefCell;
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
        let arrival = Arrival {
            route: next,
            place: place.unwrap_or(0.0),
            back: known.is_some(),
        };
        LAST.replace(Some(arrival));
        request_animation_frame(arrive_again);
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
    if let route @ Route::RulesAt(..) = Route::current() {
        LAST.replace(Some(Arrival {
            route,
            place: 0.0,
            back: false,
        }));
        request_animation_frame(arrive_again);
    }
    on_cleanup(move || listening.remove());
}

/// A page that has just been opened, by an address that was followed.
struct Arrival {
    route: Route,
    /// Where it was scrolled to before.
    place: f64,
    /// Whether it is one that was left.
    back: bool,
}

thread_local! {
    /// The last arrival; `None` on the first page.
    static LAST: RefCell<Option<Arrival>> = const { RefCell::new(None) };
}

/// Puts focus and scroll where they belong on the page that was opened last. A page that is loaded later calls it
/// once more.
pub(crate) fn arrive_again() {
    LAST.with_borrow(|last| last.as_ref().map(arrive));
}

fn arrive(arrival: &Arrival) {
    if let Route::RulesAt(_, section) = &arrival.route
        && !arrival.back
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
    window().scroll_to_with_x_and_y(0.0, arrival.place);
}
