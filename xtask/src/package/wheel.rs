//! The wheel of the Python package, for every Python from 3.10 on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Build, empty, files};
use crate::process::{run, workspace};
use crate::python;

/// Builds wheels, checks which systems they run on, and includes libraries that those may lack.
const MATURIN: &str = "maturin==1.16.0";

impl Build {
    /// Builds a wheel with the oldest manylinux tag that its symbols allow.
    pub(super) fn wheel(&self, packages: &Path) -> Result<()> {
        let python = python::tool(MATURIN)?;
        let folder = self.target.join("wheel");
        empty(&folder)?;
        let bill = self.target.join("parlour-python.cdx.json");
        self.wheel_materials.write_bill(&bill)?;
        let mut maturin = crate::process::command(python);
        maturin
            .args(["-m", "maturin", "build", "--release", "--locked"])
            .args(["--auditwheel", "check", "--manifest-path"])
            .arg(workspace().join("crates/python/Cargo.toml"))
            .arg("--sbom-include")
            .arg(&bill)
            .arg("--out")
            .arg(&folder);
        self.remap_paths(&mut maturin);
        // The files beside the modules are in the wheel: this one for the time of the build.
        let licences = workspace().join("crates/python/python/parlour/THIRD-PARTY.txt");
        fs::write(&licences, self.wheel_materials.licences()?)
            .with_context(|| format!("cannot write {}", licences.display()))?;
        let built = run(self.reproducible(&mut maturin));
        fs::remove_file(&licences)
            .with_context(|| format!("cannot remove {}", licences.display()))?;
        built?;
        for wheel in files(&folder)? {
            let to = packages.join(wheel.file_name().unwrap_or_default());
            fs::copy(&wheel, &to).with_context(|| format!("cannot copy {}", wheel.display()))?;
        }
        Ok(())
    }
}

/// The wheel in a folder of packages.
pub(super) fn find(packages: &Path) -> Result<PathBuf> {
    super::find(packages, ".whl")
}
