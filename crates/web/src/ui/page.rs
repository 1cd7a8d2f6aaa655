//! The title and the focus of a page.

use super::strings as words;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, MutationObserver, MutationObserverInit};

/// Sets the title of the browser's tab.
pub(crate) fn set_title(page: &str) {
    document().set_title(&words::title(page));
}

/// Moves the focus to something that need not be a control, without scrolling.
pub(crate) fn focus(element: &web_sys::Element) {
    let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() else {
        return;
    };
    if element.tab_index() < 0 {
        let _ = element.set_attribute("tabindex", "-1");
    }
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Moves the focus to the content: what the skip link does.
pub(crate) fn skip(event: web_sys::MouseEvent) {
    // The address is the page's: a link into the page must not change it.
    event.prevent_default();
    if let Some(main) = document().get_element_by_id("main") {
        focus(&main);
        main.scroll_into_view();
    }
}

/// Gives the focus to the nearest heading when the element that has it is removed from `main`, as long as the owner
/// lives: otherwise it would go to the beginning of the page.
pub(crate) fn keep_focus(main: NodeRef<html::Main>) {
    // The element with the focus, and all around it.
    let around = StoredValue::new_local(Vec::<Element>::new());
    let watching = StoredValue::new_local(None);
    let recover = move || {
        let Some(mut around) = around.try_get_value() else {
            return;
        };
        let is_lost = around
            .first()
            .is_some_and(|focused| !focused.is_connected());
        let elsewhere = document()
            .active_element()
            .is_some_and(|active| active.node_name() != "BODY");
        if !is_lost || elsewhere {
            return;
        }
        around.retain(|part| part.is_connected());
        let heading = |part: &Element| part.query_selector("h1, h2").ok().flatten();
        if let Some(heading) = around.iter().find_map(heading) {
            focus(&heading);
        }
    };
    Effect::new(move |_| {
        let Some(main) = main.get() else {
            return;
        };
        let focused = window_event_listener(leptos::ev::focusin, move |event| {
            let target = event.target().and_then(|target| target.dyn_into().ok());
            let above = std::iter::successors(target, |part: &Element| part.parent_element());
            let _ = around.try_set_value(above.collect());
        });
        let changed = Closure::<dyn FnMut()>::new(recover);
        let Ok(observer) = MutationObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        // It fails only for options that ask for nothing.
        let _ = observer.observe_with_options(&main, &options);
        watching.set_value(Some((focused, observer, changed)));
    });
    on_cleanup(move || {
        if let Some((focused, observer, _)) = watching.try_update_value(Option::take).flatten() {
            focused.remove();
            observer.disconnect();
        }
    });
}
