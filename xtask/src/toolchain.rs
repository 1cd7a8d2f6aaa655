//! A compiler for `wasm32-unknown-unknown`: rustup's target if it can be installed, else Debian's `rustc-web`, unpacked
//! into the cache and used for the wasm build only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::process::{cache, command, find_program, output, run, say};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// How to build for the browser on this machine.
pub(crate) enum WasmToolchain {
    /// The toolchain in use has the target.
    Rustup,
    /// Debian's compiler, which has the target's code generation but not its libraries.
    Debian {
        /// Starts Debian's rustc with its own libraries.
        rustc: PathBuf,
        /// The linker of the toolchain in use.
        linker: PathBuf,
    },
}

impl WasmToolchain {
    /// Finds a toolchain, or installs one.
    pub(crate) fn ready() -> Result<Self> {
        // For testing the second way on machines where the first one works.
        let only_debian = std::env::var("PARLOUR_WASM_TOOLCHAIN").is_ok_and(|way| way == "debian");
        if only_debian {
            return debian();
        }
        if has_target()? {
            return Ok(Self::Rustup);
        }
        let refused = match add_target() {
            Ok(()) => return Ok(Self::Rustup),
            Err(error) => error,
        };
        say(&format!("{refused:#}; taking Debian's compiler instead"));
        debian()
            .with_context(|| format!("no compiler for {WASM}: {refused:#}, and Debian's failed"))
    }

    /// Makes a `cargo build` build for the browser.
    pub(crate) fn apply(&self, cargo: &mut Command) {
        cargo.args(["--target", WASM]);
        if let Self::Debian { rustc, linker } = self {
            cargo
                .arg("-Zbuild-std=std,panic_abort")
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
}

fn has_target() -> Result<bool> {
    let folder = output(command("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    Ok(Path::new(&folder).is_dir())
}

fn add_target() -> Result<()> {
    if find_program("rustup").is_none() {
        bail!("there is no rustup to add the target {WASM}");
    }
    say(&format!("adding the target {WASM} with rustup"));
    // `timeout` because a closed network may leave the download hanging.
    let mut add = match find_program("timeout") {
        Some(timeout) => {
            let mut command = command(timeout);
            command.args(["180", "rustup"]);
            command
        }
        None => command("rustup"),
    };
    // Quiet, since there is another way if this fails.
    add.args(["target", "add", WASM])
        .env_remove("RUST_BACKTRACE");
    output(&mut add).context("rustup cannot add the target")?;
    if !has_target()? {
        bail!("rustup added the target {WASM}, but rustc does not have it");
    }
    Ok(())
}

fn debian() -> Result<WasmToolchain> {
    let root = cache()?.join("rustc-web");
    if !root.is_dir() {
        unpack(&root)?;
    }
    Ok(WasmToolchain::Debian {
        rustc: root.join("rustc"),
        linker: linker()?,
    })
}

/// rust-lld of the toolchain in use; Debian's packages have none for wasm.
fn linker() -> Result<PathBuf> {
    let sysroot = output(command("rustc").args(["--print", "sysroot"]))?;
    let libraries = Path::new(&sysroot).join("lib/rustlib");
    let hosts = fs::read_dir(&libraries)
        .with_context(|| format!("cannot look into {}", libraries.display()))?;
    hosts
        .flatten()
        .map(|host| host.path().join("bin/rust-lld"))
        .find(|linker| linker.is_file())
        .with_context(|| format!("no rust-lld below {}", libraries.display()))
}

/// Downloads Debian's compiler and unpacks it to `root`. It is not installed, since it
/// conflicts with Debian's own rustup. An interrupted run never leaves a half `root`.
fn unpack(root: &Path) -> Result<()> {
    for tool in ["apt-get", "apt-cache", "dpkg"] {
        if find_program(tool).is_none() {
            bail!("there is no {tool} here; install a Rust toolchain that has the target {WASM}");
        }
    }
    let packages = match packages() {
        Ok(packages) => packages,
        Err(_) => {
            apt::update()?;
            packages()?
        }
    };
    let partial = root.with_extension("partial");
    let downloads = partial.join("downloads");
    let _ = fs::remove_dir_all(&partial);
    fs::create_dir_all(&downloads)
        .with_context(|| format!("cannot make {}", downloads.display()))?;

    say("downloading Debian's compiler for the browser (150 MB, once)");
    let mut download = command("apt-get");
    download
        // The user that apt-get would rather be cannot look into a home folder.
        .args(["--option", "APT::Sandbox::User=root", "download"])
        .args(&packages)
        .current_dir(&downloads);
    if run(&mut download).is_err() {
        // Old lists name versions that are no longer there.
        apt::update()?;
        run(&mut download)?;
    }
    for package in &packages {
        say(&format!("unpacking {package}"));
        let file = downloaded(&downloads, package)?;
        run(command("dpkg").arg("-x").arg(&file).arg(&partial))?;
    }
    fs::remove_dir_all(&downloads)
        .with_context(|| format!("cannot remove {}", downloads.display()))?;

    let wrapper = partial.join("rustc");
    // By its own place, which changes with the rename below.
    let script = "#!/bin/sh\n\
        here=$(dirname \"$0\")\n\
        LD_LIBRARY_PATH=$(echo \"$here\"/usr/lib/*-linux-gnu)\n\
        export LD_LIBRARY_PATH\n\
        exec \"$here/usr/bin/rustc\" \"$@\"\n";
    fs::write(&wrapper, script).with_context(|| format!("cannot write {}", wrapper.display()))?;
    run(command("chmod").arg("+x").arg(&wrapper))?;
    output(command(&wrapper).arg("--version")).context("Debian's compiler does not start")?;
    fs::rename(&partial, root).with_context(|| format!("cannot make {}", root.display()))
}

/// The compiler, its source and the libraries it needs, by the names they have now.
fn packages() -> Result<Vec<String>> {
    let compiler = "rustc-web";
    let libraries = dependency(compiler, "libstd-rust-web-dev")?;
    let host_libraries = dependency(&libraries, "libstd-rust-web-")?;
    let llvm = dependency(&host_libraries, "libllvm")?;
    Ok(vec![
        compiler.to_owned(),
        "rust-web-src".to_owned(),
        libraries,
        host_libraries,
        llvm,
    ])
}

/// The package that `package` depends on whose name starts with `prefix`.
fn dependency(package: &str, prefix: &str) -> Result<String> {
    let listed = output(command("apt-cache").args(["depends", "--important", package]))?;
    listed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Depends: "))
        .find(|name| name.starts_with(prefix))
        .map(str::to_owned)
        .with_context(|| format!("Debian's {package} depends on no {prefix}…"))
}

fn downloaded(downloads: &Path, package: &str) -> Result<PathBuf> {
    let prefix = format!("{package}_");
    fs::read_dir(downloads)
        .with_context(|| format!("cannot look into {}", downloads.display()))?
        .flatten()
        .find(|file| file.file_name().to_string_lossy().starts_with(&prefix))
        .map(|file| file.path())
        .with_context(|| format!("apt-get downloaded no {package}"))
}
