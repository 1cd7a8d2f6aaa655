//! The real binary, run as a person or a script runs it.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than any response takes, also on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) fn parlour(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command
        .args(args)
        .stdin(Stdio::null())
        // Not the user's own tournaments and tables.
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("NO_COLOR");
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    parlour(args).output().unwrap()
}

pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = parlour(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that ends without reading closes the pipe: its business.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The stdout of a command that succeeds and says nothing on stderr.
pub(crate) fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
    assert_eq!(stderr, "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line of JSON that a command prints.
pub(crate) fn json(args: &[&str]) -> Value {
    let text = stdout(&run(args));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.ends_with('\n'));
    serde_json::from_str(&text).unwrap()
}

/// The one line on stderr of a command that fails with this status, having printed nothing.
pub(crate) fn failure(args: &[&str], status: i32) -> String {
    failure_of(&run(args), status, args)
}

pub(crate) fn failure_of(output: &Output, status: i32, args: &[&str]) -> String {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(stderr.starts_with("error: "), "{args:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    stderr
}

/// Whether a process has a handler of its own for SIGINT.
fn catches_interrupts(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
    caught >> (2 - 1) & 1 == 1
}

/// Ctrl-C for a command, once it listens to it.
fn interrupt(child: &Child) {
    let start = Instant::now();
    while !catches_interrupts(child.id()) {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(child, "-INT");
}

/// Sends a signal to a process.
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(sent.success());
}

/// A process that is killed at the end of the test.
pub(crate) struct Killed(pub(crate) Child);

impl Killed {
    /// SIGKILL: nothing can be saved any more.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Asks the process to stop, and waits for it.
    pub(crate) fn terminate(&mut self) {
        signal(&self.0, "-TERM");
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended by itself; the test has said so then.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a command whose output is read when it has ended.
pub(crate) fn start(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What a command has written when Ctrl-C has ended it, and its stderr as text.
pub(crate) fn interrupted(child: Child) -> (Output, String) {
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    (output, told)
}

/// An address on the loopback network that only this process listens on: while a server is down, nobody else gets its
/// port, and a client that asks it does not reach another test.
pub(crate) fn own_host() -> String {
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    format!("127.{}.{middle}.{low}:0", 128 | high)
}

/// The addresses in the first lines of a server, each after the words `before` it.
pub(crate) fn addresses<const N: usize>(server: &mut Child, before: [&str; N]) -> [String; N] {
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    before.map(|before| {
        let line = lines.next().unwrap().unwrap();
        let address = line.strip_prefix(before).unwrap();
        match before.ends_with("http://") {
            true => address.strip_suffix('/').unwrap().to_owned(),
            false => address.to_owned(),
        }
    })
}

/// The status and the body of a response over HTTP; `None` if the server is not there or ends before it has responded.
pub(crate) fn request(
    http: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(http).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let length = body.len().to_string();
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    let own = [
        ("Host", http),
        ("Connection", "close"),
        ("Content-Length", &length),
    ];
    for (name, value) in own.iter().chain(headers) {
        head += &format!("{name}: {value}\r\n");
    }
    let request = format!("{head}\r\n{body}");
    stream.write_all(request.as_bytes()).ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).ok()?;
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    if !head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked")
    {
        return Some((status, body.to_owned()));
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).ok()?;
        whole += after.get(..length)?;
        rest = after[length..].trim_start_matches("\r\n");
    }
    Some((status, whole))
}

/// A connection of the Parlour dialect.
pub(crate) struct Line(BufReader<TcpStream>);

impl Line {
    /// Connects with a first message; `None` if the server is not there.
    pub(crate) fn connect(agents: &str, hello: &Value) -> Option<Line> {
        let stream = TcpStream::connect(agents).ok()?;
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_nodelay(true).ok()?;
        let mut line = Line(BufReader::new(stream));
        line.say(hello)?;
        Some(line)
    }

    /// Sends a message; `None` if the connection has ended.
    pub(crate) fn say(&mut self, message: &Value) -> Option<()> {
        writeln!(self.0.get_mut(), "{message}").ok()
    }

    /// The next message; `None` if the connection has ended.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        let mut text = String::new();
        match self.0.read_line(&mut text) {
            // A server that is killed may have sent a part of a message.
            Ok(_) if !text.ends_with('\n') => None,
            Ok(_) => Some(serde_json::from_str(&text).unwrap()),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
                None
            }
        }
    }

    /// The next message of a kind.
    pub(crate) fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().unwrap_or_else(|| panic!("no {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }
}

/// A path in the tests' own folder, with nothing there yet.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Programs in Python that do not end by themselves: each holds a connection as long as it lives.
pub(crate) struct Processes(TcpListener);

impl Processes {
    pub(crate) fn new() -> Processes {
        Processes(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    /// Changes a program so that it waits for ever where it would end.
    pub(crate) fn keep_alive(&self, path: impl AsRef<Path>) {
        let program = std::fs::read_to_string(&path).unwrap();
        let address = self.0.local_addr().unwrap();
        let connect = format!(
            "import socket\nalive = socket.create_connection(('127.0.0.1', {}))\n",
            address.port()
        );
        std::fs::write(path, connect + &program + "\nalive.recv(1)\n").unwrap();
    }

    /// Waits until this number of processes has ended.
    pub(crate) fn have_ended(&self, count: usize) {
        for _ in 0..count {
            let (mut process, _) = self.0.accept().unwrap();
            process.set_read_timeout(Some(TIMEOUT)).unwrap();
            match process.read(&mut [0]) {
                Ok(0) => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
                other => panic!("a process goes on: {other:?}"),
            }
        }
    }
}
