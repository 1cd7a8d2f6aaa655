//! Requests about the ladder, which `docs/ladder.md` documents.

use crate::platform::http::{self, Trouble};
use parlour_protocol::ladder::{Registered, Registration, Renaming};

/// The address of a part of the ladder within the server. Its keys come from the page's address, and may be anything.
pub(super) fn address(parts: &[&str]) -> String {
    let mut path = "api/v1/ladder".to_owned();
    for part in parts {
        path.push('/');
        path += &String::from(js_sys::encode_uri_component(part));
    }
    path
}

/// Registers an agent.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn register(request: &Registration) -> Result<Registered, Trouble> {
    let body = serde_json::to_string(request).unwrap_or_default();
    http::json("POST", &address(&["agents"]), Some(&body), None).await
}

/// The log of an agent.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn log(agent: &str, token: &str) -> Result<String, Trouble> {
    http::text(
        "GET",
        &address(&["agents", agent, "log"]),
        None,
        Some(token),
    )
    .await
}

/// Pauses, resumes or withdraws an agent.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn change(agent: &str, what: &str, token: &str) -> Result<(), Trouble> {
    let path = address(&["agents", agent, what]);
    http::text("POST", &path, None, Some(token)).await.map(drop)
}

/// Gives an agent another name.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn rename(agent: &str, name: &str, token: &str) -> Result<(), Trouble> {
    let name = name.to_owned();
    let body = serde_json::to_string(&Renaming { name }).unwrap_or_default();
    let path = address(&["agents", agent, "rename"]);
    let answer = http::text("POST", &path, Some(&body), Some(token));
    answer.await.map(drop)
}

/// Replaces the token of an agent.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn replace_token(agent: &str, token: &str) -> Result<Registered, Trouble> {
    let path = address(&["agents", agent, "token"]);
    http::json("POST", &path, None, Some(token)).await
}

/// The record of a game, one line.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn record(season: &str, number: &str) -> Result<String, Trouble> {
    let path = address(&["seasons", season, "games", number, "record"]);
    http::text("GET", &path, None, None).await
}
