//! Files that a command writes at its end.

use anyhow::anyhow;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Checks that a file can be written, before work that may take long. Nothing is changed.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    let is_special = |kind: fs::FileType| !kind.is_file() && !kind.is_dir();
    if (path.metadata()).is_ok_and(|metadata| is_special(metadata.file_type())) {
        // The reader of a pipe would find its end.
        return Ok(());
    }
    let is_new = path.symlink_metadata().is_err();
    let opened = File::options().append(true).create(true).open(path);
    opened.map_err(|error| failed(path, &error))?;
    if is_new {
        fs::remove_file(path).map_err(|error| failed(path, &error))?;
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, bytes).map_err(|error| failed(path, &error))
}

// As text, so that a broken pipe here is not mistaken for a closed stdout.
pub(crate) fn failed(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}", path.display())
}
