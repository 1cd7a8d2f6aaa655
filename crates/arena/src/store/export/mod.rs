//! Taking games out, to files for people, programs and notebooks.
//!
//! | module | what it holds |
//! |---|---|
//! | `text` | records, one a line, and a CSV with a row for each seat of each game |
//! | `parquet` | the same rows with typed columns |
//! | `rows` | those rows, read a part at a time |

mod parquet;
mod rows;
mod text;

pub use text::CsvParts;

use super::{Store, StoreError};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Why an export ended.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The definition in the store is unreadable.
    #[error("{0}")]
    Definition(String),
    /// What it is written to.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A file that was not written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct FileError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub reason: ExportError,
}

/// The files that the games of a tournament are taken out to: those that are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The records, a line each.
    pub records: Option<PathBuf>,
    /// A row for each seat of each game.
    pub csv: Option<PathBuf>,
    /// The same rows as Parquet.
    pub parquet: Option<PathBuf>,
}

impl Store {
    /// Writes the games of a tournament below number `end` to files, in order, or all of them. A file that is there
    /// already is written anew.
    ///
    /// # Errors
    /// [`FileError`], for the first that cannot be written; those after it are not begun.
    pub async fn export(
        &self,
        tournament: i64,
        end: Option<u64>,
        files: &Files,
    ) -> Result<(), FileError> {
        if let Some(path) = &files.records {
            let written = async {
                self.export_records(tournament, end, &mut create(path)?)
                    .await
            };
            told(path, written.await)?;
        }
        if let Some(path) = &files.csv {
            let written = async { self.export_csv(tournament, end, &mut create(path)?).await };
            told(path, written.await)?;
        }
        if let Some(path) = &files.parquet {
            let written = async {
                self.export_parquet(tournament, end, &mut create(path)?)
                    .await
            };
            told(path, written.await)?;
        }
        Ok(())
    }
}

fn create(path: &Path) -> io::Result<BufWriter<File>> {
    File::create(path).map(BufWriter::new)
}

fn told(path: &Path, written: Result<u64, ExportError>) -> Result<(), FileError> {
    let path = path.to_owned();
    (written.map(drop)).map_err(|reason| FileError { path, reason })
}
