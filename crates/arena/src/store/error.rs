//! What can go wrong with a database.

use sqlx::Error;

/// Why the store did not do what was asked. Each is one line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened.
    #[error("cannot open the database {place}: {reason}")]
    Open {
        /// The database.
        place: String,
        /// Why.
        reason: String,
    },
    /// It is not the URL of a database. Holds what of it may be shown.
    #[error(
        "'{0}' is not the URL of a database: it is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME"
    )]
    InvalidUrl(String),
    /// A later program wrote it.
    #[error(
        "the database {place} was written by a later Parlour (schema {found}; this one knows \
         {known}): use that one, or another database"
    )]
    Newer {
        /// The database.
        place: String,
        /// Its version.
        found: i64,
        /// The latest known here.
        known: i64,
    },
    /// An earlier program wrote it, and it was opened for reading only.
    #[error(
        "the database {place} was written by an earlier Parlour (schema {found}; this one reads \
         {known}): `parlour tournament` and `parlour serve` bring it up to date"
    )]
    Older {
        /// The database.
        place: String,
        /// Its version.
        found: i64,
        /// The version needed.
        known: i64,
    },
    /// Its tables are not those that the program made.
    #[error("the database {place} has been altered: {reason}")]
    Altered {
        /// The database.
        place: String,
        /// How that is known.
        reason: String,
    },
    /// Another process holds it.
    #[error("the database {0} is locked by another process")]
    Locked(String),
    /// There is no room for more.
    #[error(
        "no room is left for the database {0}: what was recorded is safe; make room, then resume"
    )]
    Full(String),
    /// What is in the file makes no sense.
    #[error("the database {0} is damaged, or is none: restore it from a copy, or name another")]
    Damaged(String),
    /// Its file is not the one that was opened.
    #[error(
        "the file of the database {0} was deleted or replaced: nothing more is written to the former one"
    )]
    Replaced(String),
    /// It does not answer.
    #[error("the connection to the database {place} is lost: {reason}")]
    Lost {
        /// The database.
        place: String,
        /// Why.
        reason: String,
    },
    /// Whatever else it says.
    #[error("the database {place}: {reason}")]
    Other {
        /// The database.
        place: String,
        /// What it says.
        reason: String,
    },
}

/// The kinds that are known by their codes.
enum Kind {
    Locked,
    Full,
    Damaged,
    Lost,
    Other,
}

impl StoreError {
    /// Whether a retry may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::Locked(_) | StoreError::Lost { .. })
    }

    pub(super) fn of(place: &str, error: Error) -> StoreError {
        let place = place.to_owned();
        let reason = reason(&error);
        match kind(&error) {
            Kind::Locked => StoreError::Locked(place),
            Kind::Full => StoreError::Full(place),
            Kind::Damaged => StoreError::Damaged(place),
            Kind::Lost => StoreError::Lost { place, reason },
            Kind::Other => StoreError::Other { place, reason },
        }
    }

    /// The same when it is being opened: there is no connection to be lost yet.
    pub(super) fn opening(place: &str, error: Error) -> StoreError {
        match StoreError::of(place, error) {
            StoreError::Lost { place, reason } | StoreError::Other { place, reason } => {
                StoreError::Open { place, reason }
            }
            known => known,
        }
    }
}

fn kind(error: &Error) -> Kind {
    match error {
        Error::Io(_)
        | Error::PoolTimedOut
        | Error::PoolClosed
        | Error::WorkerCrashed
        | Error::Protocol(_)
        | Error::Tls(_) => Kind::Lost,
        Error::Database(database) => match database.code().as_deref() {
            Some(code) if code.len() == 5 => postgres(code),
            Some(code) => code.parse().map_or(Kind::Other, sqlite),
            None => Kind::Other,
        },
        _ => Kind::Other,
    }
}

/// Result codes of SQLite; the kind is in the lowest byte.
fn sqlite(code: i64) -> Kind {
    match code & 0xff {
        5 | 6 => Kind::Locked,
        13 => Kind::Full,
        // No room for the index of the write-ahead log.
        10 if code == 4874 => Kind::Full,
        11 | 26 => Kind::Damaged,
        _ => Kind::Other,
    }
}

/// SQLSTATE of PostgreSQL.
fn postgres(code: &str) -> Kind {
    match code {
        "53100" => Kind::Full,
        "XX001" | "XX002" => Kind::Damaged,
        "55P03" | "40P01" | "40001" => Kind::Locked,
        "57P01" | "57P02" | "57P03" | "53300" => Kind::Lost,
        _ => match &code[..2] {
            "08" => Kind::Lost,
            _ => Kind::Other,
        },
    }
}

/// The reason without the library's own preamble, in one line.
fn reason(error: &Error) -> String {
    let text = match error {
        Error::Database(database) => database.message().to_owned(),
        Error::Io(error) => error.to_string(),
        Error::PoolTimedOut => "it does not answer".to_owned(),
        other => other.to_string(),
    };
    text.replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_codes_are_classified() {
        assert!(matches!(sqlite(5), Kind::Locked));
        assert!(matches!(sqlite(261), Kind::Locked));
        assert!(matches!(sqlite(13), Kind::Full));
        assert!(matches!(sqlite(267), Kind::Damaged));
        assert!(matches!(sqlite(1), Kind::Other));
        assert!(matches!(postgres("57P01"), Kind::Lost));
        assert!(matches!(postgres("08006"), Kind::Lost));
        assert!(matches!(postgres("53100"), Kind::Full));
        assert!(matches!(postgres("42P01"), Kind::Other));
    }

    #[test]
    fn only_transient_errors_are_retried() {
        assert!(StoreError::Locked("x".to_owned()).may_pass());
        assert!(!StoreError::Full("x".to_owned()).may_pass());
        assert!(!StoreError::Damaged("x".to_owned()).may_pass());
    }
}
