//! Child processes, and the paths of the workspace.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    // At run time, since one target directory can serve several clones.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.parent().map(Path::to_path_buf).unwrap_or(manifest)
}

/// The path of the binary `name` in the profile that xtask itself was built with.
pub(crate) fn binary(name: &str) -> Result<PathBuf> {
    Ok(binaries()?.join(format!("{name}{EXE_SUFFIX}")))
}

fn binaries() -> Result<PathBuf> {
    let program = std::env::current_exe().context("the path of xtask is unknown")?;
    match program.parent() {
        Some(folder) => Ok(folder.to_path_buf()),
        None => bail!("{} lies in no folder", program.display()),
    }
}

/// The target directory that xtask was built in.
pub(crate) fn target() -> Result<PathBuf> {
    let binaries = binaries()?;
    match binaries.parent() {
        Some(folder) => Ok(folder.to_path_buf()),
        None => bail!("{} lies in no target directory", binaries.display()),
    }
}

/// A folder for files that clones share.
pub(crate) fn cache() -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty()) {
        Some(cache) => PathBuf::from(cache),
        None => PathBuf::from(std::env::var_os("HOME").context("HOME is not set")?).join(".cache"),
    };
    Ok(base.join("parlour"))
}

/// Prints a progress message on stderr.
pub(crate) fn say(what: &str) {
    eprintln!("xtask: {what}");
}

/// A command in the workspace's folder without input, whose output goes to stderr.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(workspace())
        .stdin(Stdio::null())
        .stdout(std::io::stderr());
    command
}

/// The cargo that runs xtask.
pub(crate) fn cargo() -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Variables that `cargo run` sets for xtask must not reach other builds.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name.as_ref());
        }
    }
    cargo
}

/// Runs `command`; an error if it cannot start or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot run {}", name(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// The stdout of `command`, trimmed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .with_context(|| format!("cannot run {}", name(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said
            .trim()
            .lines()
            .last()
            .unwrap_or("it said nothing")
            .to_owned();
        bail!("`{}` failed ({}): {last}", line(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The path of a program on the PATH, if there is one.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

fn name(command: &Command) -> String {
    Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned()
}

fn line(command: &Command) -> String {
    std::iter::once(name(command))
        .chain(
            command
                .get_args()
                .map(|argument| argument.to_string_lossy().into_owned()),
        )
        .collect::<Vec<_>>()
        .join(" ")
}
