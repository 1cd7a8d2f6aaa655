//! The database of tournaments and of tables. It may be missing, fail, or be replaced while the server runs.

use crate::api_response::store_error;
use crate::metrics::Metrics;
use parlour_arena::store::{FileIdentity, file_identity, sqlite_path};
use parlour_arena::{Store, StoreError};
use parlour_protocol::ApiError;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The time between two attempts to open the database.
const REOPEN_INTERVAL: Duration = Duration::from_secs(1);

/// The location of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file, which may not exist yet.
    File(PathBuf),
    /// `postgres://USER:PASSWORD@HOST/NAME`.
    Url(String),
}

impl Database {
    /// The database of a URL: `sqlite:PATH` or `postgres://…`.
    #[must_use]
    pub fn of(url: &str) -> Database {
        match sqlite_path(url) {
            Some(path) => Database::File(path.to_owned()),
            None => Database::Url(url.to_owned()),
        }
    }

    /// Whether servers of several machines can share it.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self, Database::Url(_))
    }

    /// Opens the store, and creates a missing file.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn open(&self) -> Result<Store, StoreError> {
        match self {
            Database::File(path) => Store::open_file(path).await,
            Database::Url(url) => Store::open(url).await,
        }
    }

    /// The identity of the file, which changes when it is replaced; `None` while there is none.
    pub(crate) fn identity(&self) -> Option<FileIdentity> {
        match self {
            Database::File(path) => note_file(path),
            Database::Url(_) => Some(FileIdentity::default()),
        }
    }
}

/// A file, and the write-ahead log that SQLite has made for it.
#[derive(Clone, Copy)]
struct KnownFile {
    file: FileIdentity,
    log: Option<FileIdentity>,
}

/// The files that this process has opened, by their paths. Several parts of a server have connections of their own, and
/// only the first that meets a new file may remove the log of the one before.
static KNOWN_FILES: LazyLock<Mutex<HashMap<PathBuf, KnownFile>>> = LazyLock::new(Mutex::default);

/// The identity of a file. If it has taken the place of another, the write-ahead log of that one is removed: SQLite would
/// apply it to the new file.
fn note_file(path: &Path) -> Option<FileIdentity> {
    let beside = |suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let log = beside("-wal");
    let mut known = KNOWN_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = file_identity(path)?;
    let mut found = KnownFile {
        file,
        log: file_identity(&log),
    };
    if let Some(before) = known.get(path)
        && before.file != file
        && before.log.is_some()
        && before.log == found.log
    {
        tracing::warn!(
            "the file of the database {} was replaced: the log of the former one is removed",
            path.display()
        );
        for stale in [log, beside("-shm")] {
            // What cannot be removed is reported when the database is opened.
            let _ = std::fs::remove_file(stale);
        }
        found.log = None;
    }
    known.insert(path.to_owned(), found);
    Some(file)
}

enum Slot {
    Closed,
    Open(FileIdentity, Store),
    Failed(Instant, StoreError),
}

/// A connection to the database, opened when it is needed.
pub(crate) struct DatabaseConnection {
    pub(crate) database: Database,
    slot: tokio::sync::Mutex<Slot>,
    /// Whether a missing file is created.
    creates: bool,
    metrics: Arc<Metrics>,
}

impl DatabaseConnection {
    pub(crate) fn new(database: Database, metrics: Arc<Metrics>) -> DatabaseConnection {
        DatabaseConnection {
            database,
            slot: tokio::sync::Mutex::new(Slot::Closed),
            creates: false,
            metrics,
        }
    }

    /// The same, which creates a missing file.
    pub(crate) fn creating(self) -> DatabaseConnection {
        DatabaseConnection {
            creates: true,
            ..self
        }
    }

    /// The store; `None` while the file is missing.
    async fn store(&self) -> Result<Option<Store>, StoreError> {
        let mut slot = self.slot.lock().await;
        let identity = self.database.identity();
        if identity.is_none() && !self.creates {
            *slot = Slot::Closed;
            return Ok(None);
        }
        match &*slot {
            Slot::Open(known, store) if Some(*known) == identity => return Ok(Some(store.clone())),
            Slot::Failed(when, error) if when.elapsed() < REOPEN_INTERVAL => {
                return Err(error.clone());
            }
            _ => {}
        }
        match self.database.open().await {
            Ok(store) => {
                let identity = identity.or_else(|| self.database.identity());
                *slot = Slot::Open(identity.unwrap_or_default(), store.clone());
                Ok(Some(store))
            }
            Err(error) => {
                self.report(&error);
                *slot = Slot::Failed(Instant::now(), error.clone());
                Err(error)
            }
        }
    }

    fn report(&self, error: &StoreError) {
        self.metrics.count_store_error();
        tracing::error!("{error}");
    }

    /// Reads from the store; `None` while there is none.
    ///
    /// # Errors
    /// The kind of the store's error, which is logged. The next call opens the database again, unless it was locked or
    /// only the statement has failed.
    pub(crate) async fn read<T>(
        &self,
        reading: impl AsyncFnOnce(Store) -> Result<T, StoreError>,
    ) -> Result<Option<T>, ApiError> {
        let refused = |error: StoreError| store_error(&error);
        let Some(store) = self.store().await.map_err(refused)? else {
            return Ok(None);
        };
        let start = Instant::now();
        let read = reading(store).await;
        self.metrics.time_store(start.elapsed());
        match read {
            Ok(read) => Ok(Some(read)),
            Err(error) => {
                self.report(&error);
                let is_lost = match error {
                    StoreError::Locked(_) => false,
                    // SQLite also reports a file that cannot be read any more by one of many codes.
                    StoreError::Other { .. } => matches!(self.database, Database::File(_)),
                    _ => true,
                };
                if is_lost {
                    // A lost connection is waited for, while a new one works or fails at once.
                    *self.slot.lock().await = Slot::Closed;
                }
                Err(store_error(&error))
            }
        }
    }
}
