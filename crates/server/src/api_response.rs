//! Parts of requests and responses that the APIs share, and the form of errors.

use crate::rooms::is_same_origin;
use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use parlour_arena::StoreError;
use parlour_arena::games;
use parlour_arena::ladder::LadderError;
use parlour_protocol::{ApiError, ErrorBody};
use std::time::Duration;
use tokio::time::timeout;

/// The header of responses that change all the time.
pub(crate) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The maximum length of an error of the framework, in bytes.
const MAX_REASON_BYTES: usize = 1 << 10;

/// An error as a response, in the one form of all errors.
#[derive(Debug)]
pub(crate) struct ErrorResponse(pub(crate) ApiError);

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> ErrorResponse {
        ErrorResponse(error)
    }
}

/// Clients are told the kind of error only; the server logs all of it.
impl From<StoreError> for ErrorResponse {
    fn from(error: StoreError) -> ErrorResponse {
        tracing::error!("{error}");
        ErrorResponse(store_error(&error))
    }
}

impl From<LadderError> for ErrorResponse {
    fn from(error: LadderError) -> ErrorResponse {
        match error {
            LadderError::Store(error) => error.into(),
            LadderError::NameTaken(name) => ErrorResponse(ApiError::name_taken(&name)),
            LadderError::NoSeason(_) => ErrorResponse(ApiError::SeasonNotFound),
            LadderError::System(_) => ErrorResponse(ApiError::Internal),
        }
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let ErrorResponse(error) = self;
        let status = StatusCode::from_u16(error.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = error.retry_after();
        let mut response = (status, NO_STORE, Json(ErrorBody::from(error))).into_response();
        if let Some(seconds) = retry_after {
            let headers = response.headers_mut();
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// What clients are told about an error of the store. It is public, so it names no paths or hosts.
pub(crate) fn store_error(error: &StoreError) -> ApiError {
    match error {
        StoreError::Damaged(_) | StoreError::Altered { .. } => ApiError::DatabaseDamaged,
        StoreError::Newer { .. } => ApiError::DatabaseNewer,
        StoreError::Locked(_) => ApiError::DatabaseLocked,
        StoreError::Full(_) => ApiError::DatabaseFull,
        StoreError::Lost { .. } | StoreError::Open { .. } | StoreError::InvalidUrl(_) => {
            ApiError::DatabaseUnreachable
        }
        StoreError::Older { .. } | StoreError::Replaced(_) | StoreError::Other { .. } => {
            ApiError::DatabaseFailed
        }
    }
}

/// There is no game of that name.
pub(crate) fn unknown_game(game: &str) -> ApiError {
    ApiError::UnknownGame {
        game: game.to_owned(),
        known: games::NAMES.join(", "),
    }
}

/// The body or a part of it cannot be read.
pub(crate) fn invalid_request(reason: impl ToString) -> ApiError {
    ApiError::InvalidRequest {
        reason: reason.to_string(),
    }
}

/// Gives an error of the framework the form of all errors: unknown methods, paths and queries that cannot be read,
/// handlers that have panicked.
pub(crate) async fn describe_error(response: Response) -> Response {
    let status = response.status();
    let is_json = |kind: &HeaderValue| kind == "application/json";
    let is_described = response.headers().get(CONTENT_TYPE).is_some_and(is_json);
    if is_described || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let error = match status {
        StatusCode::NOT_FOUND => ApiError::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ApiError::MethodNotAllowed,
        _ if status.is_server_error() => ApiError::Internal,
        _ => {
            let text = to_bytes(body, MAX_REASON_BYTES).await.unwrap_or_default();
            let line = String::from_utf8_lossy(&text);
            invalid_request(line.lines().next().unwrap_or_default())
        }
    };
    let mut described = ErrorResponse(error).into_response();
    *described.status_mut() = status;
    if let Some(methods) = parts.headers.get(ALLOW) {
        described.headers_mut().insert(ALLOW, methods.clone());
    }
    described
}

/// Refuses a request that comes from a page of another site.
///
/// # Errors
/// [`ApiError::OtherSite`].
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), ApiError> {
    match is_same_origin(headers) {
        true => Ok(()),
        false => Err(ApiError::OtherSite),
    }
}

/// Reads a body of at most `limit` bytes, within a time limit.
///
/// # Errors
/// [`ApiError::TooLong`].
pub(crate) async fn read_body(
    body: Body,
    limit: usize,
    time_limit: Duration,
) -> Result<Bytes, ApiError> {
    let read = timeout(time_limit, to_bytes(body, limit)).await;
    let limit = limit as u64;
    (read.ok().and_then(Result::ok)).ok_or(ApiError::TooLong { limit })
}

/// The bearer token of a request; empty if there is none.
pub(crate) fn bearer_token(headers: &HeaderMap) -> &str {
    let value = headers.get(AUTHORIZATION);
    let value = value.and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.strip_prefix("Bearer "));
    token.unwrap_or_default()
}
