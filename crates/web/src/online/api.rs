//! Requests over HTTP.

use super::messages::{About, Listed, NewTable, Opened, Refused, Summary};
use crate::text::online as words;
use leptos::prelude::window;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};

/// Why there is no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// The app comes from a plain file server.
    #[error("{}", words::NO_ROOMS)]
    NoRooms,
    /// Nobody answers.
    #[error("{}", words::NO_ANSWER)]
    Offline,
    /// There is no such table.
    #[error("{0}")]
    Gone(String),
    /// The server says why not.
    #[error("{0}")]
    Refused(String),
}

/// What the server is.
///
/// # Errors
/// [`Trouble::NoRooms`] where the app is only served as files.
pub(crate) async fn about() -> Result<About, Trouble> {
    match json::<About>("GET", "api/server", None, None).await {
        // A plain file server may answer with anything.
        Err(Trouble::Gone(_) | Trouble::Refused(_)) => Err(Trouble::NoRooms),
        answer => answer,
    }
}

/// The tables that everybody may find.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn list() -> Result<Vec<Summary>, Trouble> {
    let listed = json::<Listed>("GET", "api/tables", None, None).await?;
    Ok(listed.tables)
}

/// Makes a table.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn open(table: &NewTable) -> Result<Opened, Trouble> {
    let body = serde_json::to_string(table).expect("a table has string keys");
    json("POST", "api/tables", Some(&body), None).await
}

/// How a table stands.
///
/// # Errors
/// [`Trouble::Gone`] when there is none.
pub(crate) async fn summary(id: &str) -> Result<Summary, Trouble> {
    json("GET", &address(id, ""), None, None).await
}

/// The record of a finished game, one line.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn record(id: &str) -> Result<String, Trouble> {
    text("GET", &address(id, "/record"), None, None).await
}

/// Ends a table.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn end(id: &str, keeper: &str) -> Result<(), Trouble> {
    text("DELETE", &address(id, ""), None, Some(keeper))
        .await
        .map(drop)
}

/// The address of a table within the app.
pub(super) fn address(id: &str, what: &str) -> String {
    let id = String::from(js_sys::encode_uri_component(id));
    format!("api/tables/{id}{what}")
}

/// Where programs connect by WebSocket to a seat of a table.
pub(crate) fn socket_address(id: &str) -> String {
    super::socket::full(&address(id, "/socket")).unwrap_or_default()
}

pub(super) async fn json<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: Option<&str>,
    bearer: Option<&str>,
) -> Result<T, Trouble> {
    let text = text(method, path, body, bearer).await?;
    serde_json::from_str(&text).map_err(|_| Trouble::NoRooms)
}

pub(super) async fn text(
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
