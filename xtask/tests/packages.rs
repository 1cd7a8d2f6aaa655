//! The manifests: the minimum supported Rust version, and what crates.io needs of the published crates.

use std::process::Command;

use serde_json::Value;

/// What `cargo metadata` prints.
fn metadata() -> Value {
    let host = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .expect("rustc runs");
    let host = String::from_utf8(host.stdout).expect("it is text");
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        // Packages for other systems need not be downloaded.
        .args(["--filter-platform", host.trim()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(metadata.status.success(), "{metadata:?}");
    serde_json::from_slice(&metadata.stdout).expect("cargo prints JSON")
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// Those of the workspace that may be published.
fn published(metadata: &Value) -> impl Iterator<Item = &Value> {
    let anywhere = |package: &&Value| package["publish"].is_null();
    packages(metadata).filter(move |package| package["source"].is_null() && anywhere(package))
}

/// The parts of a version like `1.88` or `1.88.0`.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text
        .split('.')
        .map(|part| part.parse().expect("Rust versions are numbers"))
        .collect();
    parts.resize(3, 0);
    parts
}

#[test]
fn no_dependency_needs_a_later_rust() {
    let metadata = metadata();
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let later: Vec<String> = packages(&metadata)
        .filter_map(|package| Some((package, package["rust_version"].as_str()?)))
        .filter(|(_, needed)| version(needed) > ours)
        .map(|(package, needed)| {
            format!("{} {} needs {needed}", package["name"], package["version"])
        })
        .collect();
    assert!(later.is_empty(), "\n{}", later.join("\n"));
}

#[test]
fn published_crates_are_complete() {
    let metadata = metadata();
    let names: Vec<&str> = published(&metadata)
        .filter_map(|package| package["name"].as_str())
        .collect();
    let wanted = [
        "parlour-engine",
        "parlour-games",
        "parlour-agents",
        "parlour-solvers",
    ];
    for name in wanted {
        assert!(names.contains(&name), "{name} is not published");
    }
    for package in published(&metadata) {
        let name = &package["name"];
        for field in ["description", "license", "readme", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        for field in ["keywords", "categories"] {
            let number = package[field].as_array().map_or(0, Vec::len);
            // crates.io refuses more than five.
            assert!((1..=5).contains(&number), "{name}: {field}");
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = dependency["name"].as_str().unwrap_or_default();
            // Those for tests only are left out of the package.
            if dependency["path"].is_string() && dependency["kind"] != "dev" {
                assert!(
                    names.contains(&on),
                    "{name} needs {on}, which is not published"
                );
                assert_ne!(dependency["req"], "*", "{name} needs a version of {on}");
            }
        }
    }
}
