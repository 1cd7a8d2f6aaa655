//! The store: a database of tournaments with their games, seats, faults, ratings and records, and of the tables of a
//! server, in SQLite or PostgreSQL.
//!
//! | module | what it holds |
//! |---|---|
//! | [`error`] | [`StoreError`] |
//! | [`schema`] | migrations, and the rejection of databases written by a later version |
//! | [`write`](mod@write) | adding tournaments, games and ratings |
//! | [`read`](mod@read) | reading them |
//! | [`queries`] | games by a filter, players of all tournaments |
//! | [`maintenance`] | checking, backup, renaming, deletion, retention |
//! | [`lease`] | leases: one process plays a tournament at a time |
//! | [`server_tables`] | tables of a server, between its restarts |
//! | [`daily`] | attempts at the daily deals of a server |
//! | [`export`] | [`Files`]: records, CSV and Parquet |
//!
//! The same statements serve both databases. Transactions can be repeated: a game is in the store with all its seats
//! and faults, or not at all.

pub mod daily;
pub mod error;
pub mod export;
pub mod lease;
pub mod maintenance;
pub mod queries;
pub mod read;
pub mod schema;
pub mod server_tables;
pub mod write;

pub use error::StoreError;
pub use export::Files;
pub use lease::{Holder, Lease};
pub use maintenance::MaintenanceError;
pub use queries::{GameFilter, GameRow, PlayerLine, TournamentFilter};
pub use read::{RatingPoint, Tournament};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Executor as _, Transaction};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::{Duration, Instant};

/// The time for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The time between two attempts to open a database that is locked.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// The file of a URL `sqlite:PATH`.
pub fn sqlite_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    Some(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

/// Checks that a URL is `sqlite:PATH` or `postgres://…`.
///
/// # Errors
/// [`StoreError::InvalidUrl`].
pub fn check_url(url: &str) -> Result<(), StoreError> {
    let is_valid = match sqlite_path(url) {
        Some(path) => !path.as_os_str().is_empty(),
        None => {
            let schemes = ["postgres://", "postgresql://"];
            schemes.iter().any(|scheme| url.starts_with(scheme)) && url::Url::parse(url).is_ok()
        }
    };
    match is_valid {
        true => Ok(()),
        false => Err(StoreError::InvalidUrl(without_secrets(url))),
    }
}

/// A URL for messages: without user, password and parameters, one of which may be a password. It need not be valid.
fn without_secrets(url: &str) -> String {
    let shown = match url.rsplit_once('@') {
        Some((before, place)) => match before.split_once("://") {
            Some((scheme, _)) => format!("{scheme}://{place}"),
            None => place.to_owned(),
        },
        None => url.to_owned(),
    };
    let end = shown.find('?').unwrap_or(shown.len());
    shown[..end].to_owned()
}

/// The device and the number of a file.
pub type FileIdentity = (u64, u64);

/// The identity of a file, which changes when it is replaced; `None` while there is none.
#[cfg(unix)]
pub fn file_identity(path: &Path) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

/// The identity of a file, which changes when it is replaced; `None` while there is none.
#[cfg(not(unix))]
pub fn file_identity(path: &Path) -> Option<FileIdentity> {
    path.exists().then(FileIdentity::default)
}

/// Whether a database is opened for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

/// A database of tournaments. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    /// Its name in messages, without a password.
    pub(crate) place: String,
    /// Whether it is SQLite, else PostgreSQL.
    sqlite: bool,
    /// How a transaction that writes begins.
    begin: &'static str,
    /// The file that it writes to, if it is SQLite.
    file: Option<(PathBuf, FileIdentity)>,
}

impl Store {
    /// Opens a SQLite database, creates it if it is missing, and migrates it to the current version.
    ///
    /// # Errors
    /// As [`open`](Store::open).
    pub async fn open_file(path: &Path) -> Result<Store, StoreError> {
        Store::open_path(path, Mode::Write).await
    }

    async fn open_path(path: &Path, mode: Mode) -> Result<Store, StoreError> {
        let place = path.display().to_string();
        let cannot = |reason: String| StoreError::Open {
            place: place.clone(),
            reason,
        };
        let path = std::path::absolute(path).map_err(|error| cannot(error.to_string()))?;
        match path.parent() {
            Some(folder) if mode == Mode::Write => std::fs::create_dir_all(folder)
                .map_err(|error| cannot(format!("{}: {error}", folder.display())))?,
            _ => {}
        }
        let url = url::Url::from_file_path(&path)
            .map_err(|()| cannot("no such path can be".to_owned()))?;
        let access = match mode {
            Mode::Write => "rwc",
            Mode::Read => "ro",
        };
        let url = format!("sqlite{}?mode={access}", &url.as_str()["file".len()..]);
        let mut store = Store::connect(&url, place, mode).await?;
        store.file = file_identity(&path).map(|identity| (path, identity));
        Ok(store)
    }

    /// Opens a database by its URL (`postgres://…`, `sqlite:…`) and migrates it to the current version.
    ///
    /// # Errors
    /// [`StoreError`]: if the URL is invalid, or the database does not exist, does not answer, is damaged, or was written
    /// by a later version.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Store::open_url(url, Mode::Write).await
    }

    /// Opens a database for reading: it is neither created nor migrated, and nothing in it changes.
    ///
    /// # Errors
    /// As [`open`](Store::open), and if an earlier version has written it.
    pub async fn open_read_only(url: &str) -> Result<Store, StoreError> {
        Store::open_url(url, Mode::Read).await
    }

    async fn open_url(url: &str, mode: Mode) -> Result<Store, StoreError> {
        check_url(url)?;
        if let Some(path) = sqlite_path(url) {
            return Store::open_path(path, mode).await;
        }
        Store::connect(url, without_secrets(url), mode).await
    }

    /// Connects. SQLite does not wait for a process that creates or migrates the same database at the same time, but
    /// fails: so this tries again for some seconds.
    async fn connect(url: &str, place: String, mode: Mode) -> Result<Store, StoreError> {
        let deadline = Instant::now() + CONNECT_TIMEOUT;
        loop {
            match Store::connect_once(url, place.clone(), mode).await {
                Err(StoreError::Locked(_)) if Instant::now() < deadline => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                ended => return ended,
            }
        }
    }

    async fn connect_once(url: &str, place: String, mode: Mode) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let cannot = |error: sqlx::Error| StoreError::opening(&place, error);
        let options = AnyConnectOptions::from_str(url).map_err(cannot)?;
        // Readers do not wait for the writer, and a commit survives a power cut.
        // A transaction that reads before it writes does not wait for another writer in SQLite, but
        // fails: so it says at once that it will write.
        let sqlite = url.starts_with("sqlite");
        let (settings, begin) = match (sqlite, mode) {
            (true, Mode::Write) => (
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
                "BEGIN IMMEDIATE",
            ),
            // The file is opened for reading, so nothing else is needed.
            (true, Mode::Read) => ("SELECT 1", "BEGIN"),
            // A process that is suspended within a transaction, or whose machine is gone, must not keep its locks.
            (false, Mode::Write) => ("SET idle_in_transaction_session_timeout = '10s'", "BEGIN"),
            (false, Mode::Read) => (
                "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
                "BEGIN",
            ),
        };
        // A single connection first: a pool retries, and then reports only that it has timed out.
        let attempt = async {
            let mut connection = AnyConnection::connect_with(&options).await?;
            connection.execute(settings).await?;
            connection.close().await
        };
        match tokio::time::timeout(CONNECT_TIMEOUT * 2, attempt).await {
            Ok(done) => done.map_err(cannot)?,
            Err(_) => return Err(cannot(sqlx::Error::PoolTimedOut)),
        }
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(CONNECT_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(settings).await.map(drop) })
            })
            // SQLite ends a transaction by itself when the disk is full, and the connection then rejects each later one.
            .before_acquire(|connection, _| {
                let is_usable = !connection.is_in_transaction();
                Box::pin(async move { Ok(is_usable) })
            })
            .connect_with(options)
            .await
            .map_err(cannot)?;
        let store = Store {
            pool,
            place,
            sqlite,
            begin,
            file: None,
        };
        match mode {
            Mode::Write => schema::migrate(&store).await?,
            Mode::Read => store.check_schema().await?,
        }
        Ok(store)
    }

    /// The database's name in messages.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Closes the connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// A transaction that writes. Fails if the file is not at its place any more: what SQLite writes to it then is lost.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        if let Some((path, identity)) = &self.file
            && file_identity(path) != Some(*identity)
        {
            return Err(StoreError::Replaced(self.place.clone()));
        }
        let begun = self.pool.begin_with(self.begin).await;
        begun.map_err(|error| self.failed(error))
    }

    pub(crate) fn failed(&self, error: sqlx::Error) -> StoreError {
        StoreError::of(&self.place, error)
    }
}
