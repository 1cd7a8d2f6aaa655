//! The real binary, run as a person or a script runs it.

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

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
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
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

/// The body of a response over HTTP. `line` is another line of the head, or empty.
pub(crate) fn ask(http: &str, line: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(http).unwrap();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\n{line}");
    let request = format!("{head}Content-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    if !head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked")
    {
        return body.to_owned();
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    whole
}

/// A path in the tests' own folder, with nothing there yet.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
