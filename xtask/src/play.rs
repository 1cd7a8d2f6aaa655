//! `cargo xtask play`: from a fresh clone to a game in the browser.

use anyhow::{Context, Result};

use crate::commands::{cargo, run, say, target};
use crate::web;

/// Builds the web app and the binary that holds it, and lets that binary serve.
pub(crate) fn play(arguments: &[String]) -> Result<()> {
    web::build()?;
    let program = release_binary()?;
    let mut serve = std::process::Command::new(&program);
    serve.arg("serve").args(arguments);
    become_program(serve).with_context(|| format!("cannot run {}", program.display()))
}

/// Builds `parlour` for use and tells where it is.
pub(crate) fn release_binary() -> Result<std::path::PathBuf> {
    say("compiling parlour");
    run(cargo().args([
        "build",
        "--release",
        "--package",
        "parlour",
        "--bin",
        "parlour",
    ]))?;
    Ok(target()?.join("release/parlour"))
}

/// Runs `program` in the place of xtask, so that signals reach it and nothing else.
fn become_program(mut program: std::process::Command) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(program.exec())
    }
    #[cfg(not(unix))]
    program.status().map(drop)
}
