//! `cargo xtask package`: a Debian package, a portable archive and an OCI image of the binary, a wheel of the Python
//! package, bills of materials and checksums. The same commit and compiler give the same bytes.

mod check;
mod image;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::materials::Materials;
use crate::process::{cargo, command, find_program, output, run, say, target, workspace};
use crate::tools::CargoTool;
use crate::{apt, web};

const DEB: CargoTool = CargoTool {
    name: "cargo-deb",
    version: "3.8.0",
    features: &[],
};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds everything into `packages/` of the target directory. With `--check` it then installs each package on a system
/// without Rust; `--check-only` installs those that were built before, and `--twice` builds everything a second time from
/// a clone in another folder and compares the bytes.
pub(crate) fn package(arguments: &[String]) -> Result<()> {
    let packages = target()?.join("packages");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => build(&packages),
        ["--check"] => build(&packages).and_then(|()| check::install_all(&packages)),
        ["--check-only"] => check::install_all(&packages),
        ["--twice"] => check::require_committed()
            .and_then(|()| build(&packages))
            .and_then(|()| check::build_again(&packages)),
        _ => bail!("say `cargo xtask package [--check | --check-only | --twice]`"),
    }
}

fn build(packages: &Path) -> Result<()> {
    // Finds the libraries that the Debian package depends on.
    if find_program("dpkg-shlibdeps").is_none() {
        apt::install(&["dpkg-dev"]).context("a Debian package needs dpkg-dev")?;
    }
    web::build()?;
    let build = Build::new()?;
    say("compiling parlour for packages");
    build.compile()?;
    build.write_extras()?;
    empty(packages)?;
    build.debian(packages)?;
    build.archive(packages)?;
    build.image(packages)?;
    build.wheel(packages)?;
    for (name, materials) in [
        ("parlour", &build.materials),
        ("parlour-python", &build.wheel_materials),
    ] {
        materials.write_bill(&packages.join(format!("{name}-{VERSION}.cdx.json")))?;
    }
    let sums = checksums(packages)?;
    eprint!("{sums}");
    say(&format!("the packages are in {}", packages.display()));
    Ok(())
}

/// A build for packages: its own target directory, since its paths are replaced, and the time that files carry.
struct Build {
    target: PathBuf,
    /// Seconds since 1970.
    time: String,
    /// The system it is for.
    host: String,
    /// What is in the binary.
    materials: Materials,
    /// What is in the extension of the wheel.
    wheel_materials: Materials,
}

impl Build {
    fn new() -> Result<Self> {
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => output(command("git").args(["log", "-1", "--format=%ct"]))
                .context("without SOURCE_DATE_EPOCH, the time of the last commit is taken")?,
        };
        let host = output(command("rustc").args(["--print", "host-tuple"]))?;
        Ok(Self {
            target: target()?.join("package"),
            time,
            materials: Materials::read("parlour", &host)?,
            wheel_materials: Materials::read("parlour-python", &host)?,
            host,
        })
    }

    fn release(&self) -> PathBuf {
        self.target.join("release")
    }

    fn program(&self) -> PathBuf {
        self.release().join("parlour")
    }

    /// `command` with what makes its result the same everywhere.
    fn reproducible<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("SOURCE_DATE_EPOCH", &self.time)
            .env("CARGO_TARGET_DIR", &self.target)
    }

    /// Strips the result of a build, and replaces the paths of this machine in it.
    fn remap_paths(&self, build: &mut Command) {
        let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        let registry = std::env::var_os("CARGO_HOME").map_or(home.join(".cargo"), PathBuf::from);
        build.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").env(
            "RUSTFLAGS",
            format!(
                "--remap-path-prefix={}=cargo --remap-path-prefix={}=parlour --remap-path-prefix={}=target",
                registry.display(),
                workspace().display(),
                // The last one that matches is taken: the target directory may be in the workspace.
                self.target.display()
            ),
        );
    }

    fn compile(&self) -> Result<()> {
        let mut build = cargo();
        build.args(["build", "--release", "--locked"]).args([
            "--package",
            "parlour",
            "--bin",
            "parlour",
        ]);
        self.remap_paths(&mut build);
        run(self.reproducible(&mut build))
    }

    /// Writes manual pages and completions, which the binary prints, and the licences of what is in it.
    fn write_extras(&self) -> Result<()> {
        let extras = self.release().join("package");
        let (man, completions) = (extras.join("man"), extras.join("completions"));
        empty(&man)?;
        empty(&completions)?;
        let licences = extras.join("THIRD-PARTY.txt");
        fs::write(&licences, self.materials.licences()?)
            .with_context(|| format!("cannot write {}", licences.display()))?;
        run(command(self.program()).arg("manual").arg(&man))?;
        // The names by which the shells look for them.
        for (shell, file) in [
            ("bash", "parlour"),
            ("fish", "parlour.fish"),
            ("zsh", "_parlour"),
        ] {
            let script = output(command(self.program()).args(["completions", shell]))?;
            let file = completions.join(file);
            fs::write(&file, script + "\n")
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }

    fn debian(&self, packages: &Path) -> Result<()> {
        let mut deb = command(DEB.ready()?);
        // The binary is stripped already.
        deb.args([
            "--package",
            "parlour",
            "--no-build",
            "--no-strip",
            "--locked",
        ])
        .arg("--output")
        .arg(packages);
        run(self.reproducible(&mut deb))
    }

    /// A gzipped tar archive that can be unpacked anywhere; `bin/parlour` needs nothing else of it.
    fn archive(&self, packages: &Path) -> Result<()> {
        let name = format!("parlour-{VERSION}-{}", self.host);
        let staged = self.target.join("archive");
        empty(&staged)?;
        let root = workspace();
        let extras = self.release().join("package");
        let folders = [
            ("bin", vec![self.program()]),
            ("share/man/man1", files(&extras.join("man"))?),
            ("share/completions", files(&extras.join("completions"))?),
            (
                "share/examples",
                [
                    files(&root.join("docs/examples"))?,
                    files(&root.join("crates/cli/debian"))?,
                ]
                .concat(),
            ),
            (
                "",
                [
                    root.join("README.md"),
                    root.join("CHANGELOG.md"),
                    root.join("LICENSE-APACHE"),
                    root.join("LICENSE-MIT"),
                    extras.join("THIRD-PARTY.txt"),
                ]
                .to_vec(),
            ),
        ];
        for (folder, files) in folders {
            let folder = staged.join(&name).join(folder);
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            for file in files {
                let to = folder.join(file.file_name().unwrap_or_default());
                fs::copy(&file, &to).with_context(|| format!("cannot copy {}", file.display()))?;
            }
        }
        let archive = packages.join(format!("{name}.tar.gz"));
        let mut tar = command("tar");
        tar.args(["--create", "--sort=name", "--format=gnu", "--numeric-owner"])
            .args(["--owner=0", "--group=0", "--mode=u=rwX,go=rX"])
            .arg(format!("--mtime=@{}", self.time))
            .args(["--use-compress-program", "gzip --no-name --best"])
            .arg("--directory")
            .arg(&staged)
            .arg("--file")
            .arg(&archive)
            .arg(&name);
        run(&mut tar)
    }
}

/// Writes the checksums of the files in `folder` as `sha256sum --check` reads them, and returns them.
fn checksums(folder: &Path) -> Result<String> {
    let mut sums = String::new();
    for file in files(folder)? {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        sums += &format!("{}  {name}\n", digest(&bytes));
    }
    if sums.is_empty() {
        bail!("no packages in {}", folder.display());
    }
    let file = folder.join("SHA256SUMS");
    fs::write(&file, &sums).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(sums)
}

/// The SHA-256 of bytes, in hexadecimal digits.
fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The files of a folder in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The package whose file name has this ending.
fn find(packages: &Path, ending: &str) -> Result<PathBuf> {
    let mut found = files(packages)?.into_iter();
    found
        .find(|file| file.to_string_lossy().ends_with(ending))
        .with_context(|| {
            format!(
                "no {ending} in {}: build the packages first",
                packages.display()
            )
        })
}

/// Makes `folder` an empty folder.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
