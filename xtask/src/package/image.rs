//! The OCI image of the server: the Debian packages that the binary needs, and the binary.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::{Build, VERSION, digest, empty, files};
use crate::process::{command, output, run};

/// The user that the server runs as. It owns nothing but its database.
const USER: u32 = 65532;
/// What `FROM scratch` lacks, besides what the Debian package depends on.
const BASE_PACKAGES: [&str; 1] = ["base-files"];
/// Packages that others depend on for their maintainer scripts only, which an image does not run.
const SCRIPT_PACKAGES: [&str; 3] = ["awk", "debconf", "debconf-2.0"];

impl Build {
    /// Writes an image as an archive in the layout of OCI, which `podman load`, `docker load` and `skopeo` read.
    pub(super) fn image(&self, packages: &Path) -> Result<()> {
        let deb = super::find(packages, ".deb")?;
        let rootfs = self.target.join("image/rootfs");
        empty(&rootfs)?;
        for package in self.debian_packages(&deb)? {
            run(command("dpkg-deb")
                .arg("--extract")
                .arg(package)
                .arg(&rootfs))?;
        }
        write_accounts(&rootfs)?;
        let layout = self.target.join("image/layout");
        empty(&layout.join("blobs/sha256"))?;
        let layer = self.target.join("image/layer.tar");
        write_layer(&rootfs, &layer, &self.time)?;
        write_layout(&layout, &layer, &self.time)?;
        let archive = packages.join(format!("parlour-{VERSION}-{}.oci.tar", self.host));
        run(tar("--create", &layout, &archive, 0, &self.time).args([
            "oci-layout",
            "index.json",
            "blobs",
        ]))
    }

    /// The archives of the package, of all that it depends on and of the base, downloaded by apt.
    fn debian_packages(&self, deb: &Path) -> Result<Vec<PathBuf>> {
        let depends = output(command("dpkg-deb").arg("--field").arg(deb).arg("Depends"))?;
        let mut wanted: Vec<String> = BASE_PACKAGES.map(str::to_owned).to_vec();
        wanted.extend(names_of(&depends));
        let mut names: BTreeSet<String> = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            if SCRIPT_PACKAGES.contains(&&*name) || !names.insert(name.clone()) {
                continue;
            }
            let about = output(command("apt-cache").args(["show", "--no-all-versions", &name]))
                .with_context(|| format!("apt does not know {name}"))?;
            let fields = about.lines();
            let needed = fields.filter_map(|line| {
                line.strip_prefix("Depends:")
                    .or_else(|| line.strip_prefix("Pre-Depends:"))
            });
            wanted.extend(needed.flat_map(names_of));
        }
        let folder = self.target.join("image/packages");
        empty(&folder)?;
        let mut download = command("apt-get");
        download.args(["download", "--quiet"]).args(&names);
        // As another user apt could not write there.
        download.args(["--option", "APT::Sandbox::User=root"]);
        run(download.current_dir(&folder))?;
        let mut archives = files(&folder)?;
        archives.push(deb.to_path_buf());
        Ok(archives)
    }
}

/// A command for a tar archive whose bytes follow from the content alone. All files belong to `user`.
fn tar(mode: &str, folder: &Path, archive: &Path, user: u32, time: &str) -> Command {
    let mut tar = command("tar");
    tar.args([mode, "--sort=name", "--format=gnu", "--numeric-owner"])
        .arg(format!("--owner={user}"))
        .arg(format!("--group={user}"))
        .arg(format!("--mtime=@{time}"))
        .arg("--directory")
        .arg(folder)
        .arg("--file")
        .arg(archive);
    tar
}

/// Writes the only layer, without compression: the files of `rootfs`, and the folder of the database.
fn write_layer(rootfs: &Path, layer: &Path, time: &str) -> Result<()> {
    const HOME: &str = "./var/lib/parlour";
    let home = rootfs.join(HOME);
    fs::create_dir_all(&home).with_context(|| format!("cannot make {}", home.display()))?;
    // Whatever the umask is.
    run(command("chmod").arg("755").arg(rootfs).arg(&home))?;
    let mut create = tar("--create", rootfs, layer, 0, time);
    run(create.arg(format!("--exclude={HOME}")).arg("."))?;
    run(tar("--append", rootfs, layer, USER, time).arg(HOME))
}

/// Writes the image of a layer, in the layout that the specification of OCI describes.
fn write_layout(layout: &Path, layer: &Path, time: &str) -> Result<()> {
    let created = output(command("date").args([
        "--utc",
        "--date",
        &format!("@{time}"),
        "+%Y-%m-%dT%H:%M:%SZ",
    ]))?;
    let plain = digest(&read(layer)?);
    let packed = layer.with_extension("tar.gz");
    run(command("gzip")
        .args(["--no-name", "--best", "--force", "--keep"])
        .arg(layer))?;
    let blob = |bytes: &[u8], kind: &str| -> Result<Value> {
        let digest = digest(bytes);
        write(&layout.join("blobs/sha256").join(&digest), bytes)?;
        let kind = format!("application/vnd.oci.image.{kind}");
        Ok(json!({"mediaType": kind, "digest": format!("sha256:{digest}"), "size": bytes.len()}))
    };
    let layer = blob(&read(&packed)?, "layer.v1.tar+gzip")?;
    let config = json!({
        "created": created,
        "architecture": architecture()?,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": [
                "PATH=/usr/bin",
                "HOME=/var/lib/parlour",
                "PARLOUR_HTTP=0.0.0.0:8080",
                "PARLOUR_DATABASE=sqlite:/var/lib/parlour/arena.sqlite",
            ],
            "Entrypoint": ["/usr/bin/parlour"],
            "Cmd": ["serve"],
            "ExposedPorts": { "8080/tcp": {} },
            "Volumes": { "/var/lib/parlour": {} },
            "WorkingDir": "/var/lib/parlour",
            "StopSignal": "SIGTERM",
            // No part of OCI's specification, but Docker and Podman read it.
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/parlour", "health"],
                "Interval": 30_000_000_000_u64,
                "Timeout": 10_000_000_000_u64,
                "StartPeriod": 10_000_000_000_u64,
                "Retries": 3,
            },
            "Labels": {
                "org.opencontainers.image.title": "Parlour",
                "org.opencontainers.image.description": "Play, pit and solve modern card games",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{plain}")] },
        "history": [{ "created": created, "created_by": "cargo xtask package" }],
    });
    let config = blob(config.to_string().as_bytes(), "config.v1+json")?;
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut manifest = blob(manifest.to_string().as_bytes(), "manifest.v1+json")?;
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": VERSION });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    write(&layout.join("index.json"), index.to_string().as_bytes())?;
    write(
        &layout.join("oci-layout"),
        json!({ "imageLayoutVersion": "1.0.0" })
            .to_string()
            .as_bytes(),
    )
}

/// The names of the packages in a field such as `libc6 (>= 2.36), libgcc-s1 | libgcc1`: the first of alternatives.
fn names_of(field: &str) -> impl Iterator<Item = String> {
    let names = field.split(',').filter_map(|part| {
        let name = part.split('|').next()?.split('(').next()?.trim();
        let name = name.split(':').next()?;
        (!name.is_empty()).then(|| name.to_owned())
    });
    names.collect::<Vec<_>>().into_iter()
}

/// The accounts that an image has: base-passwd writes these files in a script, which is not run.
fn write_accounts(rootfs: &Path) -> Result<()> {
    let etc = rootfs.join("etc");
    write(
        &etc.join("passwd"),
        format!(
            "root:x:0:0:root:/root:/usr/sbin/nologin\n\
             parlour:x:{USER}:{USER}:Parlour:/var/lib/parlour:/usr/sbin/nologin\n"
        )
        .as_bytes(),
    )?;
    write(
        &etc.join("group"),
        format!("root:x:0:\nparlour:x:{USER}:\n").as_bytes(),
    )?;
    run(command("chmod")
        .arg("644")
        .arg(etc.join("passwd"))
        .arg(etc.join("group")))
}

/// The architecture as Go and OCI call it; Debian's names are the same where the binary is built.
fn architecture() -> Result<String> {
    let architecture = output(command("dpkg").arg("--print-architecture"))?;
    match architecture.as_str() {
        "amd64" | "arm64" | "riscv64" | "ppc64el" | "s390x" => {
            Ok(architecture.replace("ppc64el", "ppc64le"))
        }
        other => bail!("no name in OCI images is known for {other}"),
    }
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_are_the_same_image() {
        let folder = std::env::temp_dir().join(format!("parlour-image-{}", std::process::id()));
        let image = |name: &str| {
            let rootfs = folder.join(name).join("rootfs");
            empty(&rootfs.join("usr/bin")).unwrap();
            empty(&rootfs.join("etc")).unwrap();
            write(&rootfs.join("usr/bin/parlour"), b"program").unwrap();
            write_accounts(&rootfs).unwrap();
            let (layer, layout) = (
                folder.join(name).join("layer.tar"),
                folder.join(name).join("layout"),
            );
            empty(&layout.join("blobs/sha256")).unwrap();
            write_layer(&rootfs, &layer, "1700000000").unwrap();
            write_layout(&layout, &layer, "1700000000").unwrap();
            layout
        };
        let (one, two) = (image("one"), image("two"));
        let index = read(&one.join("index.json")).unwrap();
        assert_eq!(index, read(&two.join("index.json")).unwrap());
        // Every digest is that of its blob, down to the layer.
        let blob = |descriptor: &Value| {
            let named = descriptor["digest"]
                .as_str()
                .unwrap()
                .strip_prefix("sha256:")
                .unwrap();
            let bytes = read(&one.join("blobs/sha256").join(named)).unwrap();
            assert_eq!(
                (digest(&bytes), bytes.len() as u64),
                (named.to_owned(), descriptor["size"].as_u64().unwrap())
            );
            bytes
        };
        let json = |bytes: &[u8]| -> Value { serde_json::from_slice(bytes).unwrap() };
        let manifest = json(&blob(&json(&index)["manifests"][0]));
        let config = json(&blob(&manifest["config"]));
        assert_eq!(config["created"], "2023-11-14T22:13:20Z");
        assert!(
            config["config"]["User"]
                .as_str()
                .unwrap()
                .starts_with("65532:")
        );
        blob(&manifest["layers"][0]);
        let layer = read(&folder.join("one/layer.tar")).unwrap();
        assert_eq!(
            config["rootfs"]["diff_ids"][0],
            format!("sha256:{}", digest(&layer))
        );
        let listed = output(
            command("tar")
                .args(["--list", "--verbose", "--numeric-owner", "--file"])
                .arg(folder.join("one/layer.tar")),
        );
        let listed = listed.unwrap();
        let owned = listed.lines().filter(|line| line.contains("65532/65532"));
        assert!(
            owned.eq(listed
                .lines()
                .filter(|line| line.contains("var/lib/parlour"))),
            "{listed}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_first_of_alternatives_is_taken() {
        let names: Vec<String> =
            names_of(" libc6 (>= 2.36), libgcc-s1:any | libgcc1, a (= 1) | b").collect();
        assert_eq!(names, ["libc6", "libgcc-s1", "a"]);
        assert_eq!(names_of(" ").count(), 0);
    }
}
