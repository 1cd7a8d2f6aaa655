//! The server over real sockets.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use parlour_server::{Addresses, ServeError, ServeOptions, Server, stop_signal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const ANY_PORT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

fn at(http: SocketAddr) -> ServeOptions {
    ServeOptions {
        http,
        ..ServeOptions::default()
    }
}

/// A server and its address; it answers until the test ends.
async fn start() -> SocketAddr {
    let server = Server::bind(&at(ANY_PORT)).await.expect("a free port");
    let address = server.addresses().http;
    tokio::spawn(server.run(std::future::pending()));
    address
}

/// What the server says to a request with this first line: head and body.
async fn ask(address: SocketAddr, first_line: &str) -> (String, String) {
    ask_with(address, first_line, &format!("Host: {address}\r\n")).await
}

/// The same with these headers.
async fn ask_with(address: SocketAddr, first_line: &str, headers: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("{first_line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it reads");
    let mut answer = Vec::new();
    // A server that refuses before it has read all may reset the connection.
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .expect("an empty line ends the head");
    (head.to_lowercase(), body.to_owned())
}

#[tokio::test]
async fn pages_have_security_headers() {
    let address = start().await;
    let (head, body) = ask(address, "GET /").await;
    assert!(head.starts_with("http/1.1 200 ok"), "{head}");
    assert!(body.contains("Parlour"));
    for (path, status) in [("/", "200"), ("/healthz", "200"), ("/nothing", "404")] {
        let (head, _) = ask(address, &format!("GET {path}")).await;
        assert!(
            head.starts_with(&format!("http/1.1 {status}")),
            "{path}: {head}"
        );
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
            // Sockets to the tables of the same host are meant by it too.
            "connect-src 'self';",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "permissions-policy: ",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path} lacks {header}");
        }
        assert!(!head.contains("unsafe-inline"), "{head}");
    }
}

#[tokio::test]
async fn healthz_returns_ok() {
    let (head, body) = ask(start().await, "GET /healthz").await;
    assert!(head.starts_with("http/1.1 200 ok"), "{head}");
    assert_eq!(body, "ok");
}

/// A server with these options and its addresses.
async fn start_with(options: ServeOptions) -> Addresses {
    let server = Server::bind(&options).await.expect("a free port");
    let addresses = server.addresses();
    tokio::spawn(server.run(std::future::pending()));
    addresses
}

#[tokio::test]
async fn metrics_are_on_a_port_of_their_own() {
    let options = ServeOptions {
        metrics: Some(ANY_PORT),
        agents: Some(ANY_PORT),
        ..at(ANY_PORT)
    };
    let addresses = start_with(options).await;
    let (head, _) = ask(addresses.http, "GET /metrics").await;
    assert!(head.starts_with("http/1.1 404"), "{head}");
    let (_, body) = ask(addresses.http, "GET /readyz").await;
    assert_eq!(body, "{\"database\":\"none\",\"ready\":true}");
    ask(addresses.http, "GET /api/v1/tables/0123456789abcdef").await;
    let metrics = addresses.metrics.unwrap();
    let (head, body) = ask(metrics, "GET /metrics").await;
    assert!(
        head.contains("content-type: application/openmetrics-text"),
        "{head}"
    );
    for line in [
        "parlour_http_requests_total{route=\"/api/v1/tables/{id}\",status=\"404\"} 1",
        "parlour_http_request_seconds_count{route=\"/readyz\"} 1",
        "parlour_connections{port=\"agents\"} 0",
        "parlour_tables{state=\"playing\"} 0",
        "parlour_think_queue 0",
        "parlour_store_errors_total 0",
        "# EOF",
    ] {
        assert!(body.lines().any(|found| found == line), "{line}: {body}");
    }
    let memory = body
        .lines()
        .find_map(|line| line.strip_prefix("parlour_resident_memory_bytes "));
    assert!(
        memory.unwrap().parse::<u64>().unwrap() > 1 << 20,
        "{memory:?}"
    );
    let (_, body) = ask(metrics, "GET /healthz").await;
    assert_eq!(body, "ok");
}

/// A page of another site that has given its name the address of this server (DNS rebinding).
#[tokio::test]
async fn requests_for_other_names_are_refused() {
    let options = ServeOptions {
        hosts: vec!["play.example".to_owned()],
        ..at(ANY_PORT)
    };
    let address = start_with(options).await.http;
    for (host, status) in [
        ("play.example", "200"),
        ("PLAY.example:443", "200"),
        ("evil.example", "421"),
    ] {
        let (head, body) =
            ask_with(address, "GET /api/v1/server", &format!("Host: {host}\r\n")).await;
        assert!(
            head.starts_with(&format!("http/1.1 {status}")),
            "{host}: {head}"
        );
        let code = "\"code\":\"unknown_host\"";
        assert!(status == "200" || body.contains(code), "{body}");
    }
}

/// Behind a trusted proxy each client has its own limits, and nobody else can claim to be another.
#[tokio::test]
async fn clients_behind_a_proxy_are_told_apart() {
    let mut options = at(ANY_PORT);
    options.limits.requests = 1;
    options.limits.connections_per_address = 1;
    options.proxies.networks = vec!["127.0.0.1/32".parse().unwrap()];
    let address = start_with(options.clone()).await.http;
    let status = async |client: &str| {
        let headers = format!("Host: x\r\nX-Forwarded-For: 6.6.6.6, {client}\r\n");
        let (head, _) = ask_with(address, "GET /healthz", &headers).await;
        head[9..12].to_owned()
    };
    for _ in 0..10 {
        assert_eq!(status("192.0.2.1").await, "200");
    }
    assert_eq!(status("192.0.2.1").await, "429");
    assert_eq!(status("192.0.2.2").await, "200");
    // More connections of the proxy than one address may have.
    let _open = TcpStream::connect(address).await.unwrap();
    assert_eq!(status("192.0.2.3").await, "200");

    options.proxies.networks.clear();
    let address = start_with(options).await.http;
    let status = async |client: &str| {
        let headers = format!("Host: x\r\nX-Forwarded-For: {client}\r\n");
        let (head, _) = ask_with(address, "GET /healthz", &headers).await;
        head[9..12].to_owned()
    };
    for _ in 0..10 {
        assert_eq!(status("192.0.2.1").await, "200");
    }
    assert_eq!(status("192.0.2.2").await, "429", "no proxy is trusted");
}

#[tokio::test]
async fn the_proxy_protocol_tells_clients_apart() {
    let mut options = at(ANY_PORT);
    options.limits.new_connections = 1;
    options.proxies.networks = vec!["127.0.0.1/32".parse().unwrap()];
    options.proxies.proxy_protocol = true;
    let address = start_with(options).await.http;
    let status = async |client: &str| {
        let line = format!("PROXY TCP4 {client} 127.0.0.1 4711 80\r\nGET /healthz");
        let (head, _) = ask_with(address, &line, "Host: x\r\n").await;
        head[9..12].to_owned()
    };
    for _ in 0..10 {
        assert_eq!(status("192.0.2.1").await, "200");
    }
    assert_eq!(status("192.0.2.1").await, "429");
    assert_eq!(status("192.0.2.2").await, "200");
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let address = start().await;
    let (_, page) = ask(address, "GET /").await;
    let (head, body) = ask(address, "HEAD /").await;
    assert!(
        head.contains(&format!("content-length: {}", page.len())),
        "{head}"
    );
    assert_eq!(body, "");
}

#[tokio::test]
async fn post_is_not_allowed() {
    let address = start().await;
    for path in ["/", "/healthz", "/nothing"] {
        let (head, _) = ask(address, &format!("POST {path}")).await;
        assert!(head.starts_with("http/1.1 405"), "{path}: {head}");
        assert!(head.contains("allow: get,head"), "{path}: {head}");
    }
}

/// A head that never ends holds its connection for some seconds, and no other.
#[tokio::test]
async fn silent_connections_delay_nobody() {
    let address = start().await;
    let mut silent = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
        silent.push(stream);
    }
    let (head, _) = ask(address, "GET /healthz").await;
    assert!(head.starts_with("http/1.1 200 ok"), "{head}");
}

#[tokio::test]
async fn a_port_in_use_is_a_one_line_error() {
    let first = Server::bind(&at(ANY_PORT)).await.unwrap();
    let taken = first.addresses().http;
    let error = Server::bind(&at(taken)).await.unwrap_err();
    assert!(matches!(error, ServeError::InUse { address, .. } if address == taken));
    assert_eq!(
        error.to_string(),
        format!("{taken} is already in use; choose another with --http ADDR")
    );
}

#[tokio::test]
async fn a_foreign_address_cannot_be_listened_on() {
    // From the block for documentation, which no machine has.
    let address = SocketAddr::from(([192, 0, 2, 1], 8080));
    let error = Server::bind(&at(address)).await.unwrap_err();
    assert!(matches!(error, ServeError::Listen { .. }), "{error:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn sigterm_stops_the_server_despite_an_open_connection() {
    let stop = stop_signal().unwrap();
    let server = Server::bind(&at(ANY_PORT)).await.unwrap();
    let address = server.addresses().http;
    let running: JoinHandle<_> = tokio::spawn(server.run(stop));
    ask(address, "GET /healthz").await;
    let idle = TcpStream::connect(address).await.unwrap();

    let me = std::process::id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &me])
        .status()
        .unwrap();
    assert!(sent.success());
    timeout(Duration::from_secs(120), running)
        .await
        .unwrap()
        .unwrap();
    drop(idle);
    assert!(TcpStream::connect(address).await.is_err());
}
