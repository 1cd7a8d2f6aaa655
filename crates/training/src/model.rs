//! Files of a model: its weights, and what is written about them.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of this package; at run time, since one target directory can serve several clones.
fn package() -> PathBuf {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR");
    folder.map_or_else(|| PathBuf::from("crates/training"), PathBuf::from)
}

/// A folder of the workspace.
pub(crate) fn workspace(folder: &str) -> PathBuf {
    package().join("../..").join(folder)
}

/// The commit of the program, if it is in a repository; with a plus sign where files differ from it.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(package()).args(arguments);
        let output = git.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) else {
        return "an unknown commit".to_owned();
    };
    let is_changed = git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty());
    format!("`{commit}`{}", if is_changed { "+" } else { "" })
}

/// Writes the weights of a game and their description.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn write(models: &Path, game: &str, weights: Vec<u8>, card: String) -> Result<()> {
    fs::create_dir_all(models).with_context(|| format!("cannot make {}", models.display()))?;
    for (extension, contents) in [("weights", weights), ("md", card.into_bytes())] {
        let file = models.join(format!("{game}.{extension}"));
        fs::write(&file, contents).with_context(|| format!("cannot write {}", file.display()))?;
        eprintln!("{} is written", file.display());
    }
    Ok(())
}
