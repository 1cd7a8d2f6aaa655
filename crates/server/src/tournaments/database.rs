//! The database of tournaments and of tables. It may be missing, fail, or be replaced while the server runs.

use crate::api_response::store_error;
use crate::metrics::Metrics;
use parlour_arena::store::sqlite_path;
use parlour_arena::{Store, StoreError};
use parlour_protocol::ApiError;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
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
    pub(crate) fn identity(&self) -> Option<Identity> {
        match self {
            Database::File(path) => identity(path),
            Database::Url(_) => Some(Identity::default()),
        }
    }
}

/// The device and the number of a file.
pub(crate) type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.exists().then(Identity::default)
}

enum Slot {
    Closed,
    Open(Identity, Store),
    Failed(Instant, StoreError),
}

/// A connection to the database, opened when it is needed.
pub(crate) struct DatabaseConnection {
    pub(crate) database: Database,
    slot: Mutex<Slot>,
    /// Whether a missing file is created.
    creates: bool,
    metrics: Arc<Metrics>,
}

impl DatabaseConnection {
    pub(crate) fn new(database: Database, metrics: Arc<Metrics>) -> DatabaseConnection {
        DatabaseConnection {
            database,
            slot: Mutex::new(Slot::Closed),
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
    /// The kind of the store's error, which is logged. The next call opens the database again.
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
                if !matches!(error, StoreError::Locked(_)) {
                    // A lost connection is waited for, while a new one works or fails at once.
                    *self.slot.lock().await = Slot::Closed;
                }
                Err(store_error(&error))
            }
        }
    }
}
