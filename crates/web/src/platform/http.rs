//! Requests over HTTP.

use super::strings as words;
use leptos::prelude::window;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};

/// Why there is no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// The app comes from a plain file server.
    #[error("{}", words::no_rooms())]
    NoRooms,
    /// Nobody answers.
    #[error("{}", words::no_answer())]
    Offline,
    /// There is no such table.
    #[error("{0}")]
    Gone(String),
    /// The server says why not.
    #[error("{0}")]
    Refused(String),
}

/// The body of a response with an error status.
#[derive(Deserialize)]
struct Refused {
    error: String,
}

/// The response as JSON.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn json<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: Option<&str>,
    bearer: Option<&str>,
) -> Result<T, Trouble> {
    let text = text(method, path, body, bearer).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::NoRooms)
}

/// The text of the response.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn text(
    method: &str,
    path: &str,
    body: Option<&str>,
    bearer: Option<&str>,
) -> Result<String, Trouble> {
    let response = send(method, path, body, bearer)
        .await
        .map_err(|_| Trouble::Offline)?;
    let text = match response.text() {
        Ok(text) => JsFuture::from(text).await,
        Err(error) => Err(error),
    };
    let text = text.map_err(|_| Trouble::Offline)?;
    let text = String::from(text.unchecked_into::<js_sys::JsString>());
    if response.ok() {
        return Ok(text);
    }
    // Who answers without a reason is no server of ours.
    let Ok(Refused { error }) = serde_json::from_str(&text) else {
        return Err(Trouble::NoRooms);
    };
    Err(match response.status() {
        404 => Trouble::Gone(error),
        _ => Trouble::Refused(error),
    })
}

async fn send(
    method: &str,
    path: &str,
    body: Option<&str>,
    bearer: Option<&str>,
) -> Result<Response, JsValue> {
    let headers = Headers::new()?;
    if body.is_some() {
        headers.set("Content-Type", "application/json")?;
    }
    if let Some(bearer) = bearer {
        headers.set("Authorization", &format!("Bearer {bearer}"))?;
    }
    let init = RequestInit::new();
    init.set_method(method);
    init.set_headers(&headers);
    if let Some(body) = body {
        init.set_body(&JsValue::from_str(body));
    }
    let request = Request::new_with_str_and_init(path, &init)?;
    JsFuture::from(window().fetch_with_request(&request))
        .await?
        .dyn_into()
}
