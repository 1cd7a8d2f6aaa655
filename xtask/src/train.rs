//! `cargo xtask train`: policies that guide searches, learned by self-play.

use std::process::Stdio;

use anyhow::Result;

use crate::process::{cargo, run};

/// Runs the program of `crates/training` with these arguments.
pub(crate) fn train(arguments: &[String]) -> Result<()> {
    run(cargo()
        .args(["run", "--release", "-p", "parlour-training", "--"])
        .args(arguments)
        .stdout(Stdio::inherit()))
}
