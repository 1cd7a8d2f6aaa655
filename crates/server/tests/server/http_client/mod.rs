//! Sends an HTTP request, written by hand to test the server byte by byte.

pub(crate) mod description;

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Longer than any answer takes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Connects from an address of 127.0.0.0/8, all of which are this machine.
pub(crate) async fn connect_from(source: [u8; 4], address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((source, 0))).unwrap();
    socket.connect(address).await.unwrap()
}

/// Asks the server at an address: the answer's status, its head in small letters, its body.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    ask_from([127, 0, 0, 1], address, method, path, headers, body).await
}

/// The same from another address. What the API answers must be described.
pub(crate) async fn ask_from(
    source: [u8; 4],
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let (status, head, body) = send(source, address, method, path, headers, body).await;
    description::check(method, path, status, &head, &body);
    (status, head, body)
}

async fn send(
    source: [u8; 4],
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let mut stream = connect_from(source, address).await;
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += "\r\n";
    request += body;
    // A server that refuses before it has read all may close first.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut answer))
        .await
        .unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let head = head.to_lowercase();
    let body = match head.contains("transfer-encoding: chunked") {
        true => unchunked(body),
        false => body.to_owned(),
    };
    (status, head, body)
}

/// A body that was sent in chunks, each after its length in hexadecimal digits.
fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    body
}
