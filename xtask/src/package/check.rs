//! Installs the packages on systems without Rust, and plays.
//!
//! Each system is a copy of a fresh Debian that debootstrap has made; a server in it has a network of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{VERSION, empty, find, wheel};
use crate::apt;
use crate::process::{command, find_program, output, run, say, target, workspace};

/// The time from the start of the installation until a game has been played.
const FIRST_GAME_LIMIT: Duration = Duration::from_secs(60);
/// The oldest Python that the wheel is for: 3.10.
const MIN_PYTHON: u32 = 10;
/// The addresses of the server.
const HTTP: &str = "127.0.0.1:8080";
const AGENTS: &str = "127.0.0.1:10000";

/// Mounts what programs expect, and runs the arguments in the root directory `$1`. The mounts end with the program.
const ENTER: &str = r#"set -e
root=$1; shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
exec chroot "$root" "$@"
"#;

/// The same as the user of the image, with nothing to write to but the volume.
const ENTER_READ_ONLY: &str = r#"set -e
root=$1 user=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t tmpfs -o "uid=${user%:*},gid=${user#*:},mode=755" tmpfs "$root/var/lib/parlour"
mount -o remount,bind,ro "$root"
ip link set lo up
exec chroot --userspec="$user" "$root" "$@"
"#;

/// Runs the service as systemd would, as far as its command, its environment and its user go.
const SERVICE: &str = r#"set -e
unit=$(dpkg --listfiles parlour | grep '/parlour.service$')
install --directory --owner=65534 --group=65534 /var/lib/parlour
set -a
. /etc/default/parlour
eval "exec setpriv --reuid=65534 --regid=65534 --clear-groups $(sed -n 's/^ExecStart=//p' "$unit")"
"#;

/// Installs every package on a system of its own.
pub(super) fn install_all(packages: &Path) -> Result<()> {
    ensure!(
        output(command("id").arg("-u"))? == "0",
        "installing on fresh systems needs root"
    );
    let needed = [
        ("debootstrap", "debootstrap"),
        ("umoci", "umoci"),
        ("ip", "iproute2"),
    ];
    let missing: Vec<&str> = (needed.into_iter())
        .filter(|(program, _)| find_program(program).is_none())
        .map(|(_, package)| package)
        .collect();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    run(command("sha256sum")
        .args(["--check", "--quiet", "SHA256SUMS"])
        .current_dir(packages))?;
    let systems = Systems::new()?;
    debian(&systems, packages)?;
    archive(&systems, packages)?;
    image(&systems, packages)?;
    wheels(&systems, packages)?;
    say("every package is installed and plays");
    Ok(())
}

/// `apt install` of the Debian package, then its service.
fn debian(systems: &Systems, packages: &Path) -> Result<()> {
    let system = systems.fresh("deb")?;
    let deb = system.receive(&find(packages, ".deb")?)?;
    say(&format!("apt install ./{deb}"));
    let start = Instant::now();
    run(&mut system.enter(&[
        "apt-get",
        "install",
        "--yes",
        "--quiet",
        &format!("./{deb}"),
    ]))?;
    let server = Server::start(system.serve(&["sh", "-c", SERVICE]))?;
    server.play()?;
    let time = start.elapsed();
    ensure!(
        time < FIRST_GAME_LIMIT,
        "the first game took {time:?} from the start of the installation"
    );
    say(&format!(
        "a game was over {:.1} s after the start of the installation",
        time.as_secs_f64()
    ));
    run(&mut server.enter(&system.enter(&["parlour", "health"])))?;
    drop(server);
    run(&mut system.enter(&[
        "sh",
        "-c",
        "man -w parlour-serve 2>/dev/null || ls /usr/share/man/man1/parlour-serve.1*",
    ]))?;
    run(&mut system.enter(&["apt-get", "purge", "--yes", "--quiet", "parlour"]))
}

/// The archive, unpacked by a user.
fn archive(systems: &Systems, packages: &Path) -> Result<()> {
    let system = systems.fresh("archive")?;
    let archive = system.receive(&find(packages, ".tar.gz")?)?;
    say(&format!("unpacking {archive}"));
    run(&mut system.enter(&["tar", "--extract", "--file", &archive]))?;
    let program = format!("/{}/bin/parlour", archive.trim_end_matches(".tar.gz"));
    let series = ["match", "jaipur", "--seats", "random,utility"];
    run(&mut system.enter(&[&[program.as_str()][..], &series].concat()))?;
    let serve = ["env", "HOME=/tmp", &program, "serve"];
    Server::start(system.serve(&serve))?.play()
}

/// The image, as umoci unpacks it: its command as its user, with a root directory that cannot be written.
fn image(systems: &Systems, packages: &Path) -> Result<()> {
    let archive = find(packages, ".oci.tar")?;
    say(&format!("running {}", archive.display()));
    let folder = systems.folder.join("image");
    let (layout, bundle) = (folder.join("layout"), folder.join("bundle"));
    empty(&layout)?;
    run(command("tar")
        .arg("--extract")
        .arg("--file")
        .arg(&archive)
        .arg("--directory")
        .arg(&layout))?;
    run(command("umoci")
        .arg("unpack")
        .arg("--image")
        .arg(format!("{}:{VERSION}", layout.display()))
        .arg(&bundle))?;
    let config =
        fs::read_to_string(bundle.join("config.json")).context("umoci wrote no config.json")?;
    let config: Value = serde_json::from_str(&config).context("umoci wrote no JSON")?;
    let process = &config["process"];
    let texts = |value: &Value| -> Vec<String> {
        let values = value.as_array().into_iter().flatten();
        values
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let user = format!("{}:{}", process["user"]["uid"], process["user"]["gid"]);
    ensure!(!user.starts_with("0:"), "the image runs as root");
    let enter = |arguments: &[String]| {
        let mut enter = command("unshare");
        enter
            .args(["--mount", "--net", "sh", "-c", ENTER_READ_ONLY, "sh"])
            .arg(bundle.join("rootfs"))
            .arg(&user)
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        for variable in texts(&process["env"]) {
            if let Some((name, value)) = variable.split_once('=')
                && name != "PATH"
            {
                enter.env(name, value);
            }
        }
        enter
    };
    let mut serve = enter(&texts(&process["args"]));
    serve.env("PARLOUR_AGENTS", AGENTS);
    let server = Server::start(serve)?;
    server.play()?;
    let test = health_check(&layout)?;
    // In the mounts of the server, as a container engine does.
    let mut check = command("nsenter");
    check
        .args(["--mount", "--net", "--root", "--target", &server.id()])
        .args(test);
    run(&mut check)
}

/// The health check in the configuration of the image.
fn health_check(layout: &Path) -> Result<Vec<String>> {
    let read = |path: PathBuf| -> Result<Value> {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))
    };
    let blob = |descriptor: &Value| {
        let digest = descriptor["digest"].as_str().unwrap_or_default();
        read(layout.join("blobs").join(digest.replace(':', "/")))
    };
    let index = read(layout.join("index.json"))?;
    let manifest = blob(&index["manifests"][0])?;
    let config = blob(&manifest["config"])?;
    let test = config["config"]["Healthcheck"]["Test"].as_array();
    let test: Vec<String> = (test.into_iter().flatten().filter_map(Value::as_str))
        .map(str::to_owned)
        .collect();
    match test.split_first() {
        Some((kind, command)) if kind == "CMD" => Ok(command.to_vec()),
        _ => bail!("the image has no health check"),
    }
}

/// The wheel, in Debian's own Python and in every other that this machine has.
fn wheels(systems: &Systems, packages: &Path) -> Result<()> {
    let wheel = wheel::find(packages)?;
    say(&format!("installing {}", wheel.display()));
    for (version, python) in pythons()? {
        let folder = systems.folder.join(format!("python-3.{version}"));
        empty(&folder)?;
        run(command(&python).args(["-m", "venv"]).arg(&folder))?;
        let python = folder.join("bin/python");
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        run(command(&python).args(install).arg(&wheel))?;
        run(command(&python).arg(smoke()))?;
    }
    let system = systems.fresh("wheel")?;
    run(&mut system.enter(&["apt-get", "install", "--yes", "--quiet", "python3-venv"]))?;
    let version = output(&mut system.enter(&[
        "python3",
        "-c",
        "import sys; print('%d.%d' % sys.version_info[:2])",
    ]))?;
    // PyPI is asked from here: the fresh system knows no proxies or certificates of this machine.
    let wheels = system.root.join("wheels");
    empty(&wheels)?;
    run(command("python3")
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
        ])
        .args([
            "--only-binary=:all:",
            "--python-version",
            &version,
            "--dest",
        ])
        .arg(&wheels)
        .arg(&wheel))?;
    fs::copy(smoke(), system.root.join("smoke.py")).context("cannot copy smoke.py")?;
    run(&mut system.enter(&["python3", "-m", "venv", "/venv"]))?;
    let install = [
        "/venv/bin/pip",
        "install",
        "--quiet",
        "--no-index",
        "--find-links=/wheels",
        "parlour",
    ];
    run(&mut system.enter(&install))?;
    run(&mut system.enter(&["/venv/bin/python", "/smoke.py"]))
}

fn smoke() -> PathBuf {
    workspace().join("xtask/src/package/smoke.py")
}

/// The Pythons of this machine for which the wheel is, by minor version: those on the PATH, and those of pyenv.
fn pythons() -> Result<BTreeMap<u32, PathBuf>> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if find_program("pyenv").is_some() {
        let versions = Path::new(&output(command("pyenv").arg("root"))?).join("versions");
        for version in fs::read_dir(versions).into_iter().flatten().flatten() {
            folders.push(version.path().join("bin"));
        }
    }
    let mut found = BTreeMap::new();
    for folder in folders {
        for file in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let minor = name
                .strip_prefix("python3.")
                .and_then(|minor| minor.parse().ok());
            let Some(minor) = minor.filter(|&minor: &u32| minor >= MIN_PYTHON) else {
                continue;
            };
            // A shim of pyenv starts a version only where that is chosen.
            let starts = output(command(file.path()).args(["-c", "import venv, ensurepip"]));
            if starts.is_ok() {
                found.entry(minor).or_insert_with(|| file.path());
            }
        }
    }
    Ok(found)
}

/// Fresh systems of this Debian release.
struct Systems {
    folder: PathBuf,
    base: PathBuf,
}

impl Systems {
    /// Makes the system that the others are copies of.
    fn new() -> Result<Systems> {
        let folder = target()?.join("systems");
        let suite =
            output(command("sh").args(["-c", ". /etc/os-release && echo $VERSION_CODENAME"]))?;
        let base = folder.join(&suite);
        let done = folder.join(format!("{suite}.done"));
        if !done.is_file() {
            let mirror = mirror(&suite)?;
            say(&format!("making a fresh {suite} with debootstrap"));
            empty(&base)?;
            let mut debootstrap = command("debootstrap");
            debootstrap
                .args(["--variant=minbase", &suite])
                .arg(&base)
                .arg(&mirror);
            let proxy =
                output(command("apt-config").args(["shell", "proxy", "Acquire::http::Proxy"]))?;
            if let Some(proxy) = proxy.strip_prefix("proxy=") {
                debootstrap.env("http_proxy", proxy.trim_matches('\''));
                let line = format!("Acquire::http::Proxy \"{}\";\n", proxy.trim_matches('\''));
                fs::create_dir_all(base.join("etc/apt/apt.conf.d"))
                    .context("cannot write to the new system")?;
                fs::write(base.join("etc/apt/apt.conf.d/proxy"), line)
                    .context("cannot write to the new system")?;
            }
            run(&mut debootstrap)?;
            for file in ["resolv.conf", "hosts"] {
                let from = Path::new("/etc").join(file);
                fs::copy(&from, base.join("etc").join(file))
                    .with_context(|| format!("cannot copy {}", from.display()))?;
            }
            let system = System {
                root: base.clone(),
                keep: true,
            };
            run(&mut system.enter(&["apt-get", "update", "--quiet"]))?;
            fs::write(&done, "").with_context(|| format!("cannot write {}", done.display()))?;
        }
        Ok(Systems { folder, base })
    }

    /// A copy of the fresh system.
    fn fresh(&self, name: &str) -> Result<System> {
        let root = self.folder.join(name);
        if root.exists() {
            fs::remove_dir_all(&root)
                .with_context(|| format!("cannot remove {}", root.display()))?;
        }
        run(command("cp")
            .args(["--archive", "--reflink=auto"])
            .arg(&self.base)
            .arg(&root))?;
        let system = System { root, keep: false };
        let look = "for program in cargo rustc; do command -v $program; done; true";
        let rust = output(&mut system.enter(&["sh", "-c", look]))?;
        ensure!(rust.is_empty(), "the fresh system has Rust: {rust}");
        Ok(system)
    }
}

/// The mirror of a suite that apt uses.
fn mirror(suite: &str) -> Result<String> {
    let targets = output(command("apt-get").args([
        "indextargets",
        "--format",
        "$(REPO_URI)",
        "Created-By: Packages",
        &format!("Codename: {suite}"),
        "Component: main",
    ]))?;
    let mirror = targets.lines().next();
    mirror
        .map(str::to_owned)
        .with_context(|| format!("apt has no mirror of {suite}"))
}

/// A system in a folder, which is removed when this is dropped.
struct System {
    root: PathBuf,
    keep: bool,
}

impl Drop for System {
    fn drop(&mut self) {
        if !self.keep {
            // What is left takes only space.
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

impl System {
    fn in_namespaces(&self, namespaces: &[&str], script: &str, arguments: &[&str]) -> Command {
        let mut enter = command("unshare");
        enter
            .args(namespaces)
            .args(["sh", "-c", script, "sh"])
            .arg(&self.root)
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("LC_ALL", "C.UTF-8")
            .env("DEBIAN_FRONTEND", "noninteractive");
        enter
    }

    /// A command in the system.
    fn enter(&self, arguments: &[&str]) -> Command {
        self.in_namespaces(&["--mount"], ENTER, arguments)
    }

    /// A server in the system, with a network of its own.
    fn serve(&self, arguments: &[&str]) -> Command {
        let script = format!("ip link set lo up\n{ENTER}");
        let mut serve = self.in_namespaces(&["--mount", "--net"], &script, arguments);
        serve.env("PARLOUR_AGENTS", AGENTS);
        serve
    }

    /// Copies a file to the top of the system, and returns its name.
    fn receive(&self, file: &Path) -> Result<String> {
        let name = file.file_name().unwrap_or_default();
        fs::copy(file, self.root.join(name))
            .with_context(|| format!("cannot copy {}", file.display()))?;
        Ok(name.to_string_lossy().into_owned())
    }
}

/// A server, which ends when this is dropped.
struct Server(Child);

impl Server {
    /// Starts a server, and returns when it has its own network.
    fn start(mut command: Command) -> Result<Server> {
        let mut server = Server(command.spawn().context("cannot start the server")?);
        let network = |process: &str| fs::read_link(format!("/proc/{process}/ns/net"));
        let ours = network("self").context("cannot read the network namespace")?;
        let deadline = Instant::now() + Duration::from_secs(10);
        while network(&server.id()).is_ok_and(|theirs| theirs == ours) {
            ensure!(
                server.0.try_wait()?.is_none() && Instant::now() < deadline,
                "the server has not entered a network of its own"
            );
            thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// Its process, which the commands before it have become.
    fn id(&self) -> String {
        self.0.id().to_string()
    }

    /// A command in the server's network.
    fn enter(&self, inner: &Command) -> Command {
        let mut enter = command("nsenter");
        enter
            .args(["--net", "--target", &self.id()])
            .arg(inner.get_program())
            .args(inner.get_args());
        enter
    }

    /// Plays a game at a table of the server.
    fn play(&self) -> Result<()> {
        let folder = workspace();
        let mut game = command("python3");
        game.arg(folder.join("xtask/src/package/first_game.py"))
            .args([HTTP, AGENTS])
            .arg(folder.join("clients/python"));
        run(&mut self.enter(&game))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A clone has nothing but what is committed: with other changes its packages would differ.
pub(super) fn require_committed() -> Result<()> {
    ensure!(
        output(command("git").args(["status", "--porcelain"]))?.is_empty(),
        "there are changes that are not committed, which a clone does not have"
    );
    Ok(())
}

/// Builds everything again from a clone in another folder, and compares the checksums.
pub(super) fn build_again(packages: &Path) -> Result<()> {
    let folder = target()?.join("again");
    empty(&folder)?;
    let clone = folder.join("a-clone-with-a-longer-path");
    run(command("git")
        .args(["clone", "--quiet", "--no-hardlinks"])
        .arg(workspace())
        .arg(&clone))?;
    say("building everything again");
    let again = folder.join("target");
    run(crate::process::cargo()
        .args(["xtask", "package"])
        .current_dir(&clone)
        .env("CARGO_TARGET_DIR", &again))?;
    let sums = |folder: &Path| {
        let file = folder.join("SHA256SUMS");
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
    };
    let (first, second) = (sums(packages)?, sums(&again.join("packages"))?);
    let changed: Vec<&str> = first
        .lines()
        .filter(|line| !second.contains(line))
        .collect();
    if !changed.is_empty() || first.lines().count() != second.lines().count() {
        bail!(
            "the bytes of a second build differ:\n{}",
            changed.join("\n")
        );
    }
    say(&format!(
        "all {} packages are the same bytes",
        first.lines().count()
    ));
    Ok(())
}
