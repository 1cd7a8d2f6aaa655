//! Runs pytest on the package as it was built for this very test: the modules of `python/` beside
//! the extension. `cargo xtask test` prepares the interpreter; each file of tests is a test here.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The interpreter with the packages of `tests/requirements.txt`.
fn python() -> PathBuf {
    let Some(python) = std::env::var_os("PARLOUR_PYTHON") else {
        panic!(
            "PARLOUR_PYTHON is not set: run `cargo xtask test`, which installs what pytest needs"
        );
    };
    python.into()
}

/// The extension, which cargo puts beside this test.
fn extension() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().unwrap();
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folder.join(format!("{prefix}_parlour{suffix}"))
}

fn pytest(file: &str) {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let site = tempfile::tempdir().unwrap();
    let package = site.path().join("parlour");
    std::fs::create_dir(&package).unwrap();
    for entry in std::fs::read_dir(crate_folder.join("python/parlour")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().unwrap())).unwrap();
        }
    }
    std::fs::copy(extension(), package.join("_parlour.abi3.so")).unwrap();
    let status = Command::new(python())
        .args(["-m", "pytest", "-p", "no:cacheprovider", "--strict-markers"])
        .arg(crate_folder.join("tests").join(file))
        .current_dir(crate_folder)
        .env("PYTHONPATH", site.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // Tests run beside each other: one thread for each is enough.
        .env("OMP_NUM_THREADS", "1")
        .status()
        .unwrap();
    assert!(status.success(), "pytest {file}: {status}");
}

#[test]
fn games() {
    pytest("test_games.py");
}

#[test]
fn errors() {
    pytest("test_errors.py");
}

#[test]
fn work() {
    pytest("test_work.py");
}

#[test]
fn environments() {
    pytest("test_environments.py");
}

#[test]
fn vector() {
    pytest("test_vector.py");
}

#[test]
fn example() {
    pytest("test_example.py");
}

#[test]
fn openspiel() {
    pytest("test_openspiel.py");
}

#[test]
fn types() {
    pytest("test_types.py");
}

#[test]
fn rllib() {
    pytest("test_rllib.py");
}

#[test]
fn ray() {
    pytest("test_ray.py");
}
