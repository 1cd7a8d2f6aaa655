//! Notifications of the system.

use leptos::prelude::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions};

/// Asks for the permission, if the browser has not asked before. Whether there is one.
pub(crate) async fn may_notify() -> bool {
    // Browsers without notifications, and pages that did not come over HTTPS, have nothing to ask.
    let Ok(asked) = Notification::request_permission() else {
        return false;
    };
    let answer = JsFuture::from(asked).await;
    answer.is_ok_and(|answer| answer.as_string().as_deref() == Some("granted"))
}

/// Shows a notification. It takes the place of an older one with the same `tag`; a click brings the page to the front.
pub(crate) fn notify(title: &str, text: &str, tag: &str) {
    let options = NotificationOptions::new();
    options.set_body(text);
    options.set_tag(tag);
    // It fails without a permission: the person has decided so.
    let Ok(shown) = Notification::new_with_options(title, &options) else {
        return;
    };
    let front = Closure::once_into_js(|| {
        // Some browsers keep the window where it is.
        let _ = window().focus();
    });
    shown.set_onclick(Some(front.unchecked_ref()));
}
