//! Programs that checks need, installed into the cache from crates.io and npm. Clones share them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::apt;
use crate::process::{cache, cargo, command, find_program, run, say};

/// Checks proofs of bounds of pseudo-Boolean programs.
pub(crate) const VERIPB: CargoTool = CargoTool {
    name: "veripb",
    version: "3.0.2",
    features: &[],
};

/// A program that `cargo install` builds.
pub(crate) struct CargoTool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// Arguments of `cargo install` that choose features.
    pub(crate) features: &'static [&'static str],
}

impl CargoTool {
    /// The path of the program, installed if this version is missing.
    pub(crate) fn ready(&self) -> Result<PathBuf> {
        let Self { name, version, .. } = self;
        let root = cache()?.join(format!("{name}-{version}"));
        let program = root.join("bin").join(name);
        if !program.is_file() {
            say(&format!("installing {name} {version}"));
            // Not optimised: it builds in a third of the time, and runs for seconds.
            run(cargo()
                .args(["install", name, "--version", version, "--locked", "--debug"])
                .args(self.features)
                .arg("--root")
                .arg(&root)
                // What is compiled is not worth keeping: without this, cargo removes it.
                .env_remove("CARGO_TARGET_DIR")
                .env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
        }
        Ok(program)
    }
}

/// The folder of an npm package without dependencies, installed if this version is missing. `file` is one of its files.
pub(crate) fn npm_package(name: &str, version: &str, file: &str) -> Result<PathBuf> {
    let folder = cache()?.join(format!("{name}-{version}"));
    let package = folder.join("node_modules").join(name);
    if package.join(file).is_file() {
        return Ok(package);
    }
    if find_program("npm").is_none() {
        apt::install(&["npm"]).with_context(|| format!("npm installs {name}"))?;
    }
    say(&format!("fetching {name}"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    run(command("npm")
        .args([
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
        ])
        .arg(&folder)
        .arg(format!("{name}@{version}")))
    .with_context(|| format!("cannot install {name}"))?;
    Ok(package)
}
