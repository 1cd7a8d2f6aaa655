//! Requests about tournaments, which `docs/tournaments.md` documents.

use crate::platform::http::{self, Trouble};
use serde::Deserialize;

/// The record of a game, one line.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn record(id: &str, number: &str) -> Result<String, Trouble> {
    let number = String::from(js_sys::encode_uri_component(number));
    let path = address(id, &format!("/games/{number}/record"));
    http::text("GET", &path, None, None).await
}

/// Whether this is the server's token.
///
/// # Errors
/// [`Trouble::Refused`] when it is not.
pub(crate) async fn is_keeper(token: &str) -> Result<(), Trouble> {
    let answer = http::text("GET", "api/v1/keeper", None, Some(token)).await;
    answer.map(drop)
}

/// Begins a tournament and returns its id.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn begin(definition: &str, token: &str) -> Result<String, Trouble> {
    #[derive(Deserialize)]
    struct Begun {
        id: i64,
    }
    let begun = http::json::<Begun>("POST", "api/v1/tournaments", Some(definition), Some(token));
    begun.await.map(|begun| begun.id.to_string())
}

/// Pauses a tournament, or goes on with it.
///
/// # Errors
/// [`Trouble`].
pub(crate) async fn steer(id: &str, what: &str, token: &str) -> Result<(), Trouble> {
    let answer = http::text("POST", &address(id, what), None, Some(token)).await;
    answer.map(drop)
}

/// The address of a tournament within the server. Its key comes from the page's address, and may be anything.
pub(crate) fn address(id: &str, what: &str) -> String {
    let id = String::from(js_sys::encode_uri_component(id));
    format!("api/v1/tournaments/{id}{what}")
}
