//! Where the app is served from.

use super::process::Process;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// The binary that `cargo xtask test` has built.
///
/// # Panics
/// If there is none.
pub(crate) fn parlour() -> PathBuf {
    let Some(program) = std::env::var_os("PARLOUR_BIN") else {
        panic!("the browser tests need the web app: run `cargo xtask test`");
    };
    program.into()
}

/// What whoever may start tournaments shows.
pub(crate) const TOKEN: &str = "0123456789abcdef";

/// `parlour serve`.
pub(crate) struct Server {
    process: Process,
    /// Where its tournaments are.
    folder: TempDir,
    /// The address of the app, with a `/` at the end.
    pub(crate) url: String,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start() -> Server {
        Server::start_at("127.0.0.1:0")
    }

    /// The address it listens on, with its port.
    pub(crate) fn address(&self) -> String {
        let address = self.url.trim_start_matches("http://");
        address.trim_end_matches('/').to_owned()
    }

    /// Starts it at an address.
    pub(crate) fn start_at(address: &str) -> Server {
        Server::start_with(address, &[])
    }

    /// Starts it with these options too.
    pub(crate) fn start_with(address: &str, options: &[&str]) -> Server {
        // Tournaments of its own: never those of whoever runs the tests.
        let folder = TempDir::with_prefix("parlour-tournaments-").expect("a folder can be made");
        Server::start_in(folder, address, options)
    }

    /// Ends it, and starts it at the same address with the same database.
    pub(crate) fn restart(self) -> Server {
        let address = self.address();
        let Server {
            process, folder, ..
        } = self;
        drop(process);
        Server::start_in(folder, &address, &[])
    }

    fn start_in(folder: TempDir, address: &str, options: &[&str]) -> Server {
        let mut command = Command::new(parlour());
        command.args(["serve", "--http", address]).args(options);
        command.args(["--database", &database(&folder)]);
        command.env("PARLOUR_TOKEN", TOKEN);
        let (process, url) = Process::start(&mut command, |line| {
            let url = line.split_once("http://")?.1;
            Some(format!("http://{}", url.trim()))
        });
        Server {
            process,
            folder,
            url,
        }
    }

    /// The file of its database, which may not be there yet.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }

    /// The command that plays a tournament in its database, as one does in a terminal.
    pub(crate) fn tournament(&self, definition: &str) -> Command {
        let file = self.folder.path().join("tournament.toml");
        fs::write(&file, definition).expect("a file can be written");
        let mut command = Command::new(parlour());
        command.arg("tournament").arg(file).arg("--resume");
        command.args(["--database", &database(&self.folder)]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

const DATABASE: &str = "arena.sqlite";

fn database(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join(DATABASE).display())
}

/// A static file server of the plainest kind: it knows nothing but files, and hosts `dist/`
/// in a folder.
pub(crate) struct PlainServer {
    /// The address of the app, with a `/` at the end.
    pub(crate) url: String,
    up: Arc<AtomicBool>,
}

impl PlainServer {
    /// Hosts the app below `folder`, e.g. `games/parlour`.
    pub(crate) fn start(folder: &'static str) -> PlainServer {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
        assert!(
            dist.join("index.html").is_file(),
            "there is no web build: run `cargo xtask test`"
        );
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it listens").port();
        let up = Arc::new(AtomicBool::new(true));
        let open = Arc::clone(&up);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if !open.load(Ordering::SeqCst) {
                    return;
                }
                let dist = dist.clone();
                // A browser that goes away in the middle of an answer is not our trouble.
                std::thread::spawn(move || answer(&stream, &dist, folder).ok());
            }
        });
        PlainServer {
            url: format!("http://127.0.0.1:{port}/{folder}/"),
            up,
        }
    }

    /// Stops listening.
    pub(crate) fn stop(&self) {
        self.up.store(false, Ordering::SeqCst);
        // The listener looks up once more.
        let address = self.url.split('/').nth(2).expect("it has an address");
        let _ = TcpStream::connect(address);
        let gone = || TcpStream::connect(address).is_err();
        assert!(
            (0..100).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                gone()
            }),
            "the plain server does not stop"
        );
    }
}

fn answer(stream: &TcpStream, dist: &Path, folder: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers say nothing that matters here, but the browser wants to be heard out.
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let file = path
        .strip_prefix('/')
        .and_then(|path| path.strip_prefix(folder))
        .and_then(|path| path.strip_prefix('/'))
        .filter(|path| !path.contains(".."))
        .map(|path| dist.join(if path.is_empty() { "index.html" } else { path }));
    let found = file.and_then(|file| Some((fs::read(&file).ok()?, kind(&file))));
    let (status, bytes, kind) = match found {
        Some((bytes, kind)) => ("200 OK", bytes, kind),
        None => ("404 Not Found", b"no such file".to_vec(), "text/plain"),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    stream.write_all(&bytes)
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|name| name.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
