//! Errors of the tournament API.

use crate::api_response::error_response;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlour_arena::StoreError;
use parlour_arena::store::{Holder, Lease};

/// An error of the tournament API, with a one-line message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TournamentError {
    /// The server was started without a database.
    #[error("this server has no database of tournaments")]
    NoDatabase,
    /// The store failed. The message is public, so it names no paths or hosts.
    #[error("{0}")]
    Store(&'static str),
    /// The stored tournament cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// There is no such tournament.
    #[error("there is no such tournament")]
    Tournament,
    /// There is no such game.
    #[error("there is no such game in this tournament, or it has not been played yet")]
    Game,
    /// There is no such agent.
    #[error("there is no agent '{0}'")]
    Agent(String),
    /// The filter is invalid.
    #[error("{0}")]
    Filter(String),
    /// The request comes from a page of another site.
    #[error("only pages of this server may do that")]
    Origin,
    /// The token is missing or wrong.
    #[error("this requires the server's token, which `parlour serve` prints when it starts")]
    Token,
    /// The body is too long, or arrived too slowly.
    #[error("the definition is longer than {0} bytes, or arrived too slowly")]
    Length(usize),
    /// The definition is invalid.
    #[error("{0}")]
    Definition(String),
    /// The tournament exists already, or one is in progress.
    #[error("{0}")]
    Conflict(String),
    /// The system provided no thread.
    #[error("the server cannot start a tournament now")]
    System,
}

impl TournamentError {
    /// Another process plays it.
    pub(super) fn held(lease: &Lease) -> TournamentError {
        let Holder {
            program, process, ..
        } = &lease.holder;
        TournamentError::Conflict(format!(
            "this tournament is being played by `{program}` (process {process}): pause it there; if that process has \
             died, it can be resumed here in {} s",
            lease.seconds_left()
        ))
    }

    fn status(&self) -> StatusCode {
        match self {
            TournamentError::NoDatabase
            | TournamentError::Tournament
            | TournamentError::Game
            | TournamentError::Agent(_) => StatusCode::NOT_FOUND,
            TournamentError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            TournamentError::Unreadable(_) | TournamentError::System => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            TournamentError::Filter(_) | TournamentError::Definition(_) => StatusCode::BAD_REQUEST,
            TournamentError::Origin => StatusCode::FORBIDDEN,
            TournamentError::Token => StatusCode::UNAUTHORIZED,
            TournamentError::Length(_) => StatusCode::PAYLOAD_TOO_LARGE,
            TournamentError::Conflict(_) => StatusCode::CONFLICT,
        }
    }
}

/// Clients are told the kind of error only; the server logs all of it.
impl From<&StoreError> for TournamentError {
    fn from(error: &StoreError) -> TournamentError {
        TournamentError::Store(match error {
            StoreError::Damaged(_) | StoreError::Altered { .. } => {
                "the database of this server is damaged: its administrator has to restore it from a copy"
            }
            StoreError::Newer { .. } => {
                "the database of this server was written by a later version of Parlour, which its administrator has to install"
            }
            StoreError::Locked(_) => {
                "the database of this server is locked by another program; try again in a moment"
            }
            StoreError::Full(_) => {
                "the disk of this server's database is full: its administrator has to free some space"
            }
            StoreError::Lost { .. } | StoreError::Open { .. } => {
                "the database of this server does not answer; try again in a moment"
            }
            StoreError::Older { .. } | StoreError::Other { .. } => {
                "the database of this server failed: its administrator finds the reason in the server's output"
            }
        })
    }
}

impl IntoResponse for TournamentError {
    fn into_response(self) -> Response {
        error_response(self.status(), &self)
    }
}
