//! Python environments for the tests of the Python package, and for tools from PyPI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::process::{cache, command, find_program, output, run, say, workspace};

/// The packages that the tests need, with versions.
const REQUIREMENTS: &str = "crates/python/tests/requirements.txt";

/// A Python interpreter with the packages that the tests need, installed if it is missing. Clones share it; an
/// interrupted installation is started again.
pub(crate) fn ready() -> Result<PathBuf> {
    let wanted = fs::read_to_string(workspace().join(REQUIREMENTS))
        .with_context(|| format!("cannot read {REQUIREMENTS}"))?;
    let folder = cache()?.join("python");
    let done = folder.join("installed.txt");
    let python = folder.join("bin/python");
    if python.is_file() && fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    say("installing the packages that the tests of the Python package need");
    environment(&folder)?;
    run(pip_install(&python).args(["--quiet", "--requirement", REQUIREMENTS]))
        .context("the tests need these packages from PyPI")?;
    fs::write(&done, wanted).with_context(|| format!("cannot write {}", done.display()))?;
    Ok(python)
}

/// A Python interpreter with a tool from PyPI such as `maturin==1.9.0`, installed if this version is missing.
pub(crate) fn tool(requirement: &str) -> Result<PathBuf> {
    let folder = cache()?.join(requirement.replace("==", "-"));
    let (python, done) = (folder.join("bin/python"), folder.join("installed.txt"));
    if !done.is_file() {
        say(&format!("installing {requirement}"));
        environment(&folder)?;
        run(pip_install(&python).args(["--quiet", requirement]))?;
        fs::write(&done, requirement)
            .with_context(|| format!("cannot write {}", done.display()))?;
    }
    Ok(python)
}

/// Installs the package into a fresh environment as users do, and runs all its tests there.
pub(crate) fn installed() -> Result<()> {
    let folder = cache()?.join("python-installed");
    environment(&folder)?;
    let python = folder.join("bin/python");
    run(pip_install(&python).args(["--quiet", "--requirement", REQUIREMENTS]))?;
    run(pip_install(&python).arg("./crates/python"))?;
    run(command(&python)
        .args(["-m", "pytest", "-p", "no:cacheprovider"])
        .current_dir(workspace().join("crates/python")))
}

/// `pip install` of an interpreter, without the packages.
fn pip_install(python: &Path) -> Command {
    let mut pip = command(python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check"]);
    pip
}

/// A fresh virtual environment in the folder.
fn environment(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    }
    let make = || run(command("python3").args(["-m", "venv"]).arg(folder));
    if find_program("python3").is_none() || make().is_err() {
        // Debian's Python has no venv of its own.
        apt::install(&["python3", "python3-venv"])
            .context("the tests of the package need Python")?;
        make()?;
    }
    let version = output(command(folder.join("bin/python")).args([
        "-c",
        "import sys; print('%d.%d' % sys.version_info[:2], sys.version_info >= (3, 11))",
    ]))?;
    if !version.ends_with("True") {
        bail!("the tests of the package need Python 3.11 or later, not {version}");
    }
    Ok(())
}
