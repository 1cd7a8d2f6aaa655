//! `cargo xtask play`: from a fresh clone to a game in the browser.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo, run, say, target};
use crate::web;

/// Builds the web app and the binary that holds it, and lets that binary serve.
pub(crate) fn play(arguments: &[String]) -> Result<()> {
    web::build()?;
    let program = release_binary()?;
    let mut serve = Command::new(&program);
    serve.arg("serve").args(arguments);
    become_program(serve).with_context(|| format!("cannot run {}", program.display()))
}

/// Builds `parlour` for use and tells where it is.
pub(crate) fn release_binary() -> Result<PathBuf> {
    say("compiling parlour");
    run(cargo().args([
        "build",
        "--release",
        "--package",
        "parlour",
        "--bin",
        "parlour",
    ]))?;
    Ok(target()?
        .join("release")
        .join(format!("parlour{EXE_SUFFIX}")))
}

/// Runs `program` in the place of xtask, so that signals reach it and nothing else.
fn become_program(mut program: Command) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(program.exec())
    }
    #[cfg(not(unix))]
    program.status().map(drop)
}
