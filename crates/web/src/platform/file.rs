//! Files of the person at this device.

use super::strings as words;
use js_sys::{Array, JsString};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The largest file that is read, in bytes: thousands of records, and more than a browser stores.
const LARGEST: f64 = 20_000_000.0;

/// Offers `text` as a file to keep.
pub(crate) fn download(name: &str, text: &str) {
    // Only a browser without memory refuses, and then there is nothing to offer.
    let _ = try_download(name, text);
}

fn try_download(name: &str, text: &str) -> Result<(), JsValue> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("application/x-ndjson");
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url)
}

/// The text of a file, or why it cannot be read.
pub(crate) async fn read(file: web_sys::File) -> Result<String, String> {
    if file.size() > LARGEST {
        return Err(words::too_large().to_owned());
    }
    let text = JsFuture::from(file.text()).await;
    text.ok()
        .and_then(|text| text.dyn_into::<JsString>().ok())
        .map(String::from)
        .filter(|text| !text.contains('\u{fffd}'))
        .ok_or_else(|| words::unreadable().to_owned())
}
