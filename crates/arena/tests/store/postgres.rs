//! A PostgreSQL server for one test, from the system's packages.
//!
//! It listens on a Unix socket in its own folder, so that no other program can take its address.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A server with an empty database. It ends with this.
pub(crate) struct Postgres {
    folder: TempDir,
}

impl Postgres {
    pub(crate) fn start() -> Postgres {
        let folder = TempDir::with_prefix("parlour-pg").unwrap();
        // The server refuses to run as root; then it is somebody else's folder.
        if let Some(user) = other_user() {
            chown(folder.path(), Some(user), None).unwrap();
        }
        let server = Postgres { folder };
        let data = server.data();
        let data = data.to_str().unwrap();
        let quick = "--no-sync --auth=trust --username=parlour --encoding=UTF8 --locale=C";
        let line: Vec<&str> = ["-D", data].into_iter().chain(quick.split(' ')).collect();
        server.run("initdb", &line);
        server.resume();
        server
    }

    /// Starts the server that was stopped.
    pub(crate) fn resume(&self) {
        self.resume_with("-c listen_addresses=''");
    }

    /// The same with these options.
    pub(crate) fn resume_with(&self, options: &str) {
        let data = self.data();
        let sockets = self.folder.path().display();
        // No fsync: what is tested is not the machine's loss of power.
        let options = format!("-c unix_socket_directories={sockets} -c fsync=off {options}");
        let log = self.folder.path().join("log");
        let line = ["-D", data.to_str().unwrap(), "-w", "-o", &options, "-l"];
        let line: Vec<&str> = line
            .into_iter()
            .chain([log.to_str().unwrap(), "start"])
            .collect();
        self.run("pg_ctl", &line);
    }

    /// Ends the server at once, with all its connections.
    pub(crate) fn stop(&self) {
        let data = self.data();
        self.run(
            "pg_ctl",
            &[
                "-D",
                data.to_str().unwrap(),
                "-m",
                "immediate",
                "-w",
                "stop",
            ],
        );
    }

    pub(crate) fn url(&self) -> String {
        let sockets = self.folder.path().display();
        format!("postgres://parlour@localhost/postgres?host={sockets}")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, program: &str, line: &[&str]) {
        let output = self.try_run(program, line);
        let said = String::from_utf8_lossy(&output.stderr);
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(output.status.success(), "{program}: {said}\n{log}");
    }

    fn try_run(&self, program: &str, line: &[&str]) -> Output {
        let program = binaries().join(program);
        let mut command = match other_user() {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("setpriv");
                command
                    .args([&format!("--reuid={user}"), "--clear-groups", "--"])
                    .arg(program);
                command
            }
        };
        // In its own folder: the one of the tests may be closed to the other user.
        command
            .args(line)
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.data();
        // It may have been stopped already.
        self.try_run(
            "pg_ctl",
            &["-D", data.to_str().unwrap(), "-m", "immediate", "stop"],
        );
    }
}

/// The user of Debian's package, when we are root.
fn other_user() -> Option<u32> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let line = users.lines().find(|line| line.starts_with("postgres:"))?;
    is_root.then(|| line.split(':').nth(2)?.parse().ok())?
}

/// Where the programs of the newest server are.
fn binaries() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    versions
        .map(|version| version.path().join("bin"))
        .filter(|folder: &PathBuf| folder.join("initdb").is_file())
        .max_by_key(|folder| version(folder))
        .expect("PostgreSQL is installed: `cargo xtask test` does it")
}

fn version(folder: &Path) -> u32 {
    let name = folder
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy());
    name.and_then(|name| name.parse().ok()).unwrap_or(0)
}
