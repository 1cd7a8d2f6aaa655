//! The ladder in the store.
//!
//! | module | what it holds |
//! |---|---|
//! | [`agents`] | agents and anchors, their states and tokens |
//! | [`games`] | games with their seats and logs |
//! | [`seasons`] | seasons and their frozen tables |

pub mod agents;
pub mod games;
pub mod seasons;

pub use agents::{Agent, token_hash};
pub use games::{GameQuery, LadderGame, MAX_LOGS, SeatRow};

use crate::{Store, StoreError};

/// An error of the ladder, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another agent of the board has the name.
    #[error("{}", parlour_protocol::ApiError::name_taken(.0))]
    NameTaken(String),
    /// The board has no open season.
    #[error("{0} has no season that is open; `parlour serve --ladder {0}` opens one")]
    NoSeason(String),
    /// The system provides no random numbers, or no thread.
    #[error("the system cannot run a ladder: {0}")]
    System(String),
}

impl Store {
    pub(super) fn unreadable(&self, what: &str) -> StoreError {
        StoreError::Altered {
            place: self.place().to_owned(),
            reason: format!("{what} of the ladder is unreadable"),
        }
    }

    /// Executes a statement with a key.
    pub(super) async fn ladder_change(
        &self,
        statement: &'static str,
        key: i64,
    ) -> Result<(), StoreError> {
        let changed = sqlx::query(statement).bind(key).execute(&self.pool).await;
        changed.map(drop).map_err(|error| self.failed(error))
    }
}

/// Whether a value that must be unique is there already.
fn is_duplicate(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
