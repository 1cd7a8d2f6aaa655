//! Tournaments of the server: how it is asked. What it answers is told in `docs/tournaments.md`; it is read as
//! plain JSON, since a type for each answer would weigh more than all the pages that show them.

use super::api::{self, Trouble};
use serde_json::Value;

/// What stands at an address of the server.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn read(path: &str) -> Result<Value, Trouble> {
    api::json("GET", path, None, None).await
}

/// The record of a game, one line.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn record(id: &str, number: &str) -> Result<String, Trouble> {
    let number = String::from(js_sys::encode_uri_component(number));
    let path = address(id, &format!("/games/{number}/record"));
    api::text("GET", &path, None, None).await
}

/// Whether this is the server's token.
///
/// # Errors
/// [`Trouble::Refused`] when it is not.
pub(crate) async fn is_keeper(token: &str) -> Result<(), Trouble> {
    let answer = api::text("GET", "api/keeper", None, Some(token)).await;
    answer.map(drop)
}

/// Begins a tournament and tells its key.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn begin(definition: &str, token: &str) -> Result<String, Trouble> {
    let begun = api::json::<Value>("POST", "api/tournaments", Some(definition), Some(token));
    begun.await.map(|begun| begun["id"].to_string())
}

/// Pauses a tournament, or goes on with it.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn steer(id: &str, what: &str, token: &str) -> Result<(), Trouble> {
    let answer = api::text("POST", &address(id, what), None, Some(token)).await;
    answer.map(drop)
}

/// The address of a tournament within the server. Its key comes from the page's address, and may be anything.
pub(crate) fn address(id: &str, what: &str) -> String {
    let id = String::from(js_sys::encode_uri_component(id));
    format!("api/tournaments/{id}{what}")
}
