//! Requests about tables: create, list, look up, end, the record.

use crate::platform::http::{Trouble, json, text};
use crate::platform::socket;
use parlour_protocol::summary::Summary;
use parlour_protocol::tables::{About, Opened, TableList, TableRequest};

/// What the server is.
///
/// # Errors
/// [`Trouble::NoRooms`] where the app is only served as files.
pub(crate) async fn about() -> Result<About, Trouble> {
    match json::<About>("GET", "api/v1/server", None, None).await {
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
    let list = json::<TableList>("GET", "api/v1/tables", None, None).await?;
    Ok(list.tables)
}

/// Makes a table.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn open(table: &TableRequest) -> Result<Opened, Trouble> {
    let body = serde_json::to_string(table).expect("a table has string keys");
    json("POST", "api/v1/tables", Some(&body), None).await
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
    format!("api/v1/tables/{id}{what}")
}

/// Where programs connect by WebSocket to a seat of a table.
pub(crate) fn socket_address(id: &str) -> String {
    socket::full(&address(id, "/socket")).unwrap_or_default()
}
