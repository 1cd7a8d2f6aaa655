//! Requests over HTTP.

use super::{server_error, strings as words};
use leptos::prelude::window;
use parlour_engine::json;
use parlour_protocol::api_error::ReceivedError;
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
    /// Unknown table.
    #[error("{}", words::sentence(.0))]
    Gone(String),
    /// The server says why not: words without a full stop, in the language of the page.
    #[error("{}", words::sentence(.0))]
    Refused(String),
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
    json::from_str(&text).map_err(|_| Trouble::NoRooms)
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
    let Ok(error) = json::from_str::<ReceivedError>(&text) else {
        return Err(Trouble::NoRooms);
    };
    let reason = server_error::text(&error.reason, &error.error);
    Err(match response.status() {
        404 => Trouble::Gone(reason),
        _ => Trouble::Refused(reason),
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
