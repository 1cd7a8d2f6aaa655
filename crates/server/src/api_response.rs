//! Parts of requests and responses that the APIs share.

use axum::Json;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};

/// The header of responses that change all the time.
pub(crate) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The response for an error, with its message as JSON.
pub(crate) fn error_response(status: StatusCode, error: &impl ToString) -> Response {
    let body = serde_json::json!({"error": error.to_string()});
    (status, NO_STORE, Json(body)).into_response()
}

/// The bearer token of a request; empty if there is none.
pub(crate) fn bearer_token(headers: &HeaderMap) -> &str {
    let value = headers.get(AUTHORIZATION);
    let value = value.and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.strip_prefix("Bearer "));
    token.unwrap_or_default()
}
