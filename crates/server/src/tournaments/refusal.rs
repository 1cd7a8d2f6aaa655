//! Why the server does not do what it was asked for.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use parlour_arena::StoreError;
use parlour_arena::store::{Holder, Lease};

/// A refusal, in one line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The server was started without a database.
    #[error("this server keeps no tournaments")]
    NoDatabase,
    /// The store, in words for visitors: paths and hosts are nobody's business.
    #[error("{0}")]
    Store(&'static str),
    /// What is stored makes no sense.
    #[error("{0}")]
    Unreadable(String),
    /// There is no such tournament.
    #[error("there is no such tournament")]
    Tournament,
    /// There is no such game.
    #[error("there is no such game in this tournament, or it has not been played yet")]
    Game,
    /// Nobody of this name has played.
    #[error("no agent of the name '{0}' has played here")]
    Agent(String),
    /// A filter that means nothing.
    #[error("{0}")]
    Filter(String),
    /// The page is not ours.
    #[error("only pages of this server may ask for that")]
    Origin,
    /// No token, or a wrong one.
    #[error(
        "only whoever has the server's token may do that: `parlour serve` prints it when it starts"
    )]
    Token,
    /// The body is too long, or came too slowly.
    #[error("the definition is longer than {0} bytes, or came too slowly")]
    Length(usize),
    /// The definition does not fit.
    #[error("{0}")]
    Definition(String),
    /// It is there, or another one is played.
    #[error("{0}")]
    Conflict(String),
    /// The system gives no thread.
    #[error("the server cannot start a tournament now")]
    System,
}

impl Refusal {
    /// Somebody else plays it.
    pub(super) fn held(lease: &Lease) -> Refusal {
        let Holder {
            program, process, ..
        } = &lease.holder;
        Refusal::Conflict(format!(
            "this tournament is being played by `{program}` (process {process}): pause it there; should that \
             have stopped without a word, it can be taken over in {} s",
            lease.seconds_left()
        ))
    }

    fn status(&self) -> StatusCode {
        match self {
            Refusal::NoDatabase | Refusal::Tournament | Refusal::Game | Refusal::Agent(_) => {
                StatusCode::NOT_FOUND
            }
            Refusal::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Unreadable(_) | Refusal::System => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::Filter(_) | Refusal::Definition(_) => StatusCode::BAD_REQUEST,
            Refusal::Origin => StatusCode::FORBIDDEN,
            Refusal::Token => StatusCode::UNAUTHORIZED,
            Refusal::Length(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
        }
    }
}

/// Visitors hear the kind only; all of it stands in the server's own output.
impl From<&StoreError> for Refusal {
    fn from(error: &StoreError) -> Refusal {
        Refusal::Store(match error {
            StoreError::Damaged(_) | StoreError::Altered { .. } => {
                "the database of this server is damaged: its keeper has to restore it from a copy"
            }
            StoreError::Newer { .. } => {
                "the database of this server was written by a later Parlour: its keeper has to use that one"
            }
            StoreError::Locked(_) => {
                "the database of this server is locked by another program; try again in a moment"
            }
            StoreError::Full(_) => {
                "no room is left for the database of this server: its keeper has to make some"
            }
            StoreError::Lost { .. } | StoreError::Open { .. } => {
                "the database of this server does not answer; try again in a moment"
            }
            StoreError::Other { .. } => {
                "the database of this server fails: its keeper finds the reason in the server's output"
            }
        })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::json!({"error": self.to_string()});
        let fresh = [(CACHE_CONTROL, "no-store")];
        (self.status(), fresh, Json(body)).into_response()
    }
}
