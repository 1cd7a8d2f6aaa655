//! The programs of `clients/python` where something is wrong: one line, and a status that is not zero.

use crate::common::failure_of;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

const LINES: [&str; 2] = ["terminal.py", "random_agent.py"];

/// Runs a program to its end.
fn python(script: &str, args: &[&str]) -> Output {
    let scripts = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/python"));
    let mut child = Command::new("python3")
        .arg(scripts.join(script))
        .args(args)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What a person would type. A program that does not ask closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(b"camels\n");
    child.wait_with_output().unwrap()
}

/// What a program tells of a table that answers hello with these lines, then ends the connection.
fn at_a_table(script: &str, lines: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let table = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut stream = BufReader::new(stream);
        let mut hello = String::new();
        stream.read_line(&mut hello).unwrap();
        stream.get_mut().write_all(lines.as_bytes()).unwrap();
        hello
    });
    let told = failed(script, address);
    assert!(table.join().unwrap().contains("\"name\": \"me\""));
    told
}

/// The one line on stderr.
fn failed(script: &str, address: SocketAddr) -> String {
    let (host, port) = (address.ip().to_string(), address.port().to_string());
    let args = ["me", &host, &port];
    failure_of(&python(script, &args), 1, &[script])
}

#[test]
fn a_missing_server_is_reported() {
    // A reserved port, so that no other program listens there meanwhile.
    let address: SocketAddr = "127.0.0.1:1".parse().unwrap();
    for script in ["terminal.py", "random_agent.py", "classic_agent.py"] {
        let told = failed(script, address);
        let place = format!("table at {address}: Connection refused");
        assert!(told.contains(&place), "{script}: {told}");
    }
}

#[test]
fn a_rejected_agent_reports_the_reason() {
    for script in LINES {
        let told = at_a_table(
            script,
            "{\"type\":\"bye\",\"reason\":\"no seat has that token\"}\n",
        );
        assert_eq!(told, "error: no seat has that token\n", "{script}");
    }
}

/// Before a message, in the middle of one, and while an answer is awaited.
#[test]
fn a_lost_connection_is_reported() {
    for script in LINES {
        for lines in [
            "",
            "{\"type\":\"welcome\"}\n{\"type\":\"ga",
            "{\"type\":\"welcome\"}\n{\"type\":\"turn\",\"id\":1,\"time\":5000,\"view\":{},\"legal\":[\"camels\"]}\n",
        ] {
            let told = at_a_table(script, lines);
            assert_eq!(
                told, "error: the connection to the table is lost\n",
                "{script}, {lines}"
            );
        }
    }
}

#[test]
fn another_protocol_is_reported() {
    for script in LINES {
        let told = at_a_table(script, "HTTP/1.1 400 Bad Request\r\n\r\n");
        assert!(
            told.contains("does not speak the Parlour dialect"),
            "{told}"
        );
    }
}

#[test]
fn help_lists_the_arguments() {
    for script in ["terminal.py", "random_agent.py", "classic_agent.py"] {
        let output = python(script, &["--help"]);
        assert!(output.status.success(), "{script}");
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(help.contains("[name] [host] [port]"), "{script}: {help}");
        let wrong = python(script, &["me", "127.0.0.1", "door"]);
        assert_eq!(wrong.status.code(), Some(2), "{script}");
    }
}
