//! Where the keyboard's focus goes when what had it is gone.

use super::Controller;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

impl Controller {
    /// What had the focus may have gone: then it goes to the table.
    pub(in crate::play::table) fn keep_focus(self) {
        request_animation_frame(move || {
            let lost = match document().active_element() {
                None => true,
                Some(element) => element.tag_name().eq_ignore_ascii_case("body"),
            };
            if lost {
                focus_first();
            }
        });
    }

    pub(super) fn focus_main(self) {
        request_animation_frame(|| request_animation_frame(focus_first));
    }
}

/// The first thing on the table that can be used, or its heading.
fn focus_first() {
    const PLACES: [&str; 4] = [
        "#main [data-focus]",
        "#main .table-common button[tabindex='0']",
        "#main .table-you button[tabindex='0']",
        "#main h1",
    ];
    let first = PLACES
        .iter()
        .find_map(|place| document().query_selector(place).ok().flatten());
    if let Some(element) = first
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        // An element on the page takes the focus.
        let _ = element.focus();
    }
}
