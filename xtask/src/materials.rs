//! The crates in a binary: their bill of materials in CycloneDX's JSON, and the texts of their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::process::{cargo, output, workspace};

/// The crates in the binary of a package.
pub(crate) struct Materials {
    /// The package itself first.
    crates: Vec<Crate>,
}

struct Crate {
    name: String,
    version: String,
    /// An SPDX expression.
    licence: String,
    /// Of the archive on crates.io. Crates of the workspace have none.
    checksum: Option<String>,
    folder: PathBuf,
}

impl Materials {
    /// The crates that `package` is linked from on `host`.
    pub(crate) fn read(package: &str, host: &str) -> Result<Self> {
        let linked = output(
            cargo()
                .args([
                    "tree",
                    "--locked",
                    "--package",
                    package,
                    "--edges",
                    "normal",
                ])
                .args(["--target", host, "--prefix", "none", "--format", "{p}"]),
        )?;
        let metadata = output(
            cargo()
                .args(["metadata", "--format-version", "1", "--locked"])
                .args(["--filter-platform", host]),
        )?;
        let metadata = serde_json::from_str(&metadata).context("cargo metadata printed no JSON")?;
        let lock = workspace().join("Cargo.lock");
        let lock =
            fs::read_to_string(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
        Self::new(&linked, &metadata, &lock)
    }

    fn new(linked: &str, metadata: &Value, lock: &str) -> Result<Self> {
        let checksums = checksums(lock);
        let known: BTreeMap<_, _> = (metadata["packages"].as_array().into_iter().flatten())
            .map(|package| ((text(package, "name"), text(package, "version")), package))
            .collect();
        let mut listed = BTreeSet::new();
        let mut crates = Vec::new();
        for line in linked.lines() {
            // `name v1.2.3`, and more for some.
            let mut words = line.split(' ');
            let name = words.next().unwrap_or_default();
            let version = words.next().unwrap_or_default().trim_start_matches('v');
            // Once for each crate that depends on it.
            if !listed.insert((name, version)) {
                continue;
            }
            let package = known
                .get(&(name, version))
                .with_context(|| format!("cargo metadata has no {name} {version}"))?;
            let manifest = Path::new(text(package, "manifest_path"));
            crates.push(Crate {
                name: name.to_owned(),
                version: version.to_owned(),
                // Older manifests separate alternatives by a slash.
                licence: text(package, "license")
                    .replace(" / ", " OR ")
                    .replace('/', " OR "),
                checksum: checksums
                    .get(&(name, version))
                    .map(|&checksum| checksum.to_owned()),
                folder: manifest.parent().unwrap_or(manifest).to_path_buf(),
            });
        }
        Ok(Self { crates })
    }

    /// Writes the bill of materials to a file.
    pub(crate) fn write_bill(&self, file: &Path) -> Result<()> {
        fs::write(file, format!("{:#}\n", self.bill()))
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// The bill of materials, version 1.5 of the format.
    fn bill(&self) -> Value {
        let mut components = self.crates.iter().map(Crate::component);
        let mut binary = components.next().unwrap_or_default();
        binary["type"] = json!("application");
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": binary },
            "components": components.collect::<Vec<_>>(),
        })
    }

    /// The texts of the licences of all crates that are not of the workspace, each text once.
    pub(crate) fn licences(&self) -> Result<String> {
        let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for found in self.crates.iter().filter(|found| found.checksum.is_some()) {
            let name = format!("{} {} ({})", found.name, found.version, found.licence);
            let mut texts = licence_texts(&found.folder)?;
            if texts.is_empty() {
                texts.push(
                    "The archives of these crates name their licences without the texts."
                        .to_owned(),
                );
            }
            for text in texts {
                users.entry(text).or_default().push(name.clone());
            }
        }
        let mut texts: Vec<(Vec<String>, String)> = users
            .into_iter()
            .map(|(text, users)| (users, text))
            .collect();
        texts.sort();
        let mut all = "Parlour contains these crates under these licences.\n".to_owned();
        for (users, text) in texts {
            all += &format!(
                "\n{}\n{}\n\n{}\n",
                "=".repeat(80),
                users.join("\n"),
                text.trim()
            );
        }
        Ok(all)
    }
}

impl Crate {
    fn component(&self) -> Value {
        let purl = format!("pkg:cargo/{}@{}", self.name, self.version);
        let mut component = json!({
            "type": "library",
            "bom-ref": purl,
            "name": self.name,
            "version": self.version,
            "purl": purl,
            "licenses": [{ "expression": self.licence }],
        });
        if let Some(checksum) = &self.checksum {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        component
    }
}

/// The files with licences and notices in the folder of a crate, in the order of their names.
fn licence_texts(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_ascii_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
        if path.is_file() && starts.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
        })
        .collect()
}

fn text<'a>(package: &'a Value, field: &str) -> &'a str {
    package[field].as_str().unwrap_or_default()
}

/// The checksums in a `Cargo.lock` by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let mut checksums = BTreeMap::new();
    for block in lock.split("[[package]]").skip(1) {
        let value = |field: &str| {
            let mut values = block.lines().filter_map(|line| line.strip_prefix(field));
            values.find_map(|value| value.strip_prefix(" = \"")?.strip_suffix('"'))
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (value("name"), value("version"), value("checksum"))
        {
            checksums.insert((name, version), checksum);
        }
    }
    checksums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crate_is_listed_once() {
        let linked = "tool v0.1.0 (/here/tool)\na v1.2.3\nb-derive v2.0.0+x (proc-macro)\na v1.2.3\na v2.0.0\n";
        let package = |name: &str, version: &str, licence: &str| json!({"name": name, "version": version, "license": licence, "manifest_path": "/there/Cargo.toml"});
        let metadata = json!({"packages": [
            package("a", "1.2.3", "MIT/Apache-2.0"),
            package("a", "2.0.0", "Zlib"),
            package("b-derive", "2.0.0+x", "Apache-2.0 / MIT"),
            package("tool", "0.1.0", "MIT"),
            package("unused", "0.1.0", "MIT"),
        ]});
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nchecksum = \"12ab\"\n\
                    dependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"tool\"\nversion = \"0.1.0\"\n";
        let bill = Materials::new(linked, &metadata, lock).unwrap().bill();
        assert_eq!(
            bill["metadata"]["component"]["purl"],
            "pkg:cargo/tool@0.1.0"
        );
        let components = bill["components"].as_array().unwrap();
        let field = |name: &str| -> Vec<&str> {
            components
                .iter()
                .map(|component| component[name].as_str().unwrap())
                .collect()
        };
        assert_eq!(field("name"), ["a", "b-derive", "a"]);
        assert_eq!(field("version"), ["1.2.3", "2.0.0+x", "2.0.0"]);
        let licence = |index: usize| &components[index]["licenses"][0]["expression"];
        assert_eq!(licence(0), "MIT OR Apache-2.0");
        assert_eq!(licence(1), "Apache-2.0 OR MIT");
        assert_eq!(components[0]["hashes"][0]["content"], "12ab");
        assert!(components[2]["hashes"].is_null());
        assert!(Materials::new("missing v1.0.0", &metadata, lock).is_err());
    }

    #[test]
    fn equal_licences_are_written_once() {
        let folder = std::env::temp_dir().join(format!("parlour-materials-{}", std::process::id()));
        let found = |name: &str, text: &str| {
            let folder = folder.join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("LICENSE-MIT"), text).unwrap();
            fs::write(folder.join("lib.rs"), "no licence").unwrap();
            Crate {
                name: name.to_owned(),
                version: "1.0.0".to_owned(),
                licence: "MIT".to_owned(),
                checksum: Some(String::new()),
                folder,
            }
        };
        let mut crates = vec![
            found("a", "one\r\n"),
            found("b", "two"),
            found("c", "one\n"),
        ];
        let mut bare = found("d", "");
        fs::remove_file(bare.folder.join("LICENSE-MIT")).unwrap();
        bare.version = "2.0.0".to_owned();
        crates.push(bare);
        let licences = Materials { crates }.licences().unwrap();
        assert!(
            licences.contains("a 1.0.0 (MIT)\nc 1.0.0 (MIT)\n\none\n"),
            "{licences}"
        );
        assert_eq!(licences.matches("one\n").count(), 1);
        assert!(licences.contains("b 1.0.0 (MIT)\n\ntwo\n"));
        assert!(
            licences.contains("d 2.0.0 (MIT)\n\nThe archives of"),
            "{licences}"
        );
        assert!(!licences.contains("no licence"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
