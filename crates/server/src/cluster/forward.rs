//! Requests to other servers of the cluster, and tunnels to them.
//!
//! A server shows the secret of the other one, which both have from the database, and names the client.

use crate::agents::link::keep_alive;
use crate::openapi::VERSION_PATH;
use crate::rooms::api::Peer;
use crate::rooms::table_store::Servers;
use crate::token::{Token, TokenHash};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    CONNECTION, CONTENT_LENGTH, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use parlour_arena::store::server_tables::Endpoint;
use parlour_protocol::shared_replay::SharedReplay;
use parlour_protocol::summary::Summary;
use parlour_protocol::tables::TableList;
use serde::de::DeserializeOwned;
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, copy, split};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

/// The header with the secret of the server that a request is sent to.
const SECRET: HeaderName = HeaderName::from_static("x-parlour-server");
/// The header with the address of the client.
const CLIENT: HeaderName = HeaderName::from_static("x-parlour-client");
/// Where a server accepts agents from others, and the header with the hash of a seat's token.
pub(crate) const AGENT_PATH: &str = "/cluster/agent";
pub(crate) const SEAT: HeaderName = HeaderName::from_static("x-parlour-seat");

/// The time limits for the connection to another server, and for the head of its response.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// The time limit for the list of its tables, or for a shared replay.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum length of that answer, in bytes: 200 tables with ten seats each have less.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// The time limit for the end of a tunnel.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Headers that concern one connection only.
const HOP_BY_HOP: [HeaderName; 8] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-authorization"),
    HeaderName::from_static("proxy-connection"),
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// The client of a request that another server has forwarded. `None` if it does not show the secret of this one.
pub(crate) fn forwarded_client(headers: &HeaderMap, secret: &Token) -> Option<IpAddr> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if !secret.matches(text(SECRET)?) {
        return None;
    }
    text(CLIENT)?.parse().ok()
}

/// A request that goes to another server.
pub(super) struct Forwarding {
    pub(super) endpoint: Endpoint,
    /// The key of that server.
    pub(super) key: String,
    /// The servers that run.
    pub(super) servers: watch::Receiver<Servers>,
    /// The client.
    pub(super) peer: Peer,
}

impl Forwarding {
    /// Sends the request, and returns the response. A WebSocket is connected to that of the other server, until one
    /// side ends or the other server leaves the cluster.
    ///
    /// # Errors
    /// If the other server does not answer.
    pub(super) async fn send(self, mut request: Request) -> io::Result<Response> {
        let upgrade = request.headers().get(UPGRADE).cloned();
        let client = upgrade.is_some().then(|| hyper::upgrade::on(&mut request));
        let (mut head, _) = request.into_parts();
        head.extensions.clear();
        remove_hop_by_hop(&mut head.headers);
        // No request for a table or a shared replay has a body.
        head.headers.remove(CONTENT_LENGTH);
        if let Some(protocol) = upgrade {
            head.headers
                .insert(CONNECTION, HeaderValue::from_static("upgrade"));
            head.headers.insert(UPGRADE, protocol);
        }
        // The routes are nested, so that the path lacks its beginning here.
        let path = head.uri.path_and_query().map_or("", |path| path.as_str());
        let path = format!("{VERSION_PATH}{path}");
        head.uri = path.parse().map_err(io::Error::other)?;
        let request = Request::from_parts(head, Body::empty());
        let mut response = send_request(&self.endpoint, self.peer.address, request).await?;
        match client {
            Some(client) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
                let server = hyper::upgrade::on(&mut response);
                tokio::spawn(async move {
                    if let (Ok(client), Ok(server)) = tokio::join!(client, server) {
                        let (client, server) = (TokioIo::new(client), TokioIo::new(server));
                        tunnel(client, server, self.servers, &self.key).await;
                    }
                    // The client's share of connections is held until then.
                    drop(self.peer);
                });
            }
            _ => remove_hop_by_hop(response.headers_mut()),
        }
        Ok(response.map(Body::new))
    }
}

/// Copies both ways until one side ends, or the server leaves the cluster.
pub(super) async fn tunnel(
    client: impl AsyncRead + AsyncWrite,
    server: impl AsyncRead + AsyncWrite,
    servers: watch::Receiver<Servers>,
    key: &str,
) {
    let (mut from_client, mut to_client) = split(client);
    let (mut from_server, mut to_server) = split(server);
    // Each way ends with its sender, or when its receiver cannot be written to.
    tokio::select! {
        _ = copy(&mut from_client, &mut to_server) => {}
        _ = copy(&mut from_server, &mut to_client) => {}
        () = until_left(servers, key) => {}
    }
    // Fails if that side has ended.
    let _ = timeout(CLOSE_TIMEOUT, to_client.shutdown()).await;
    let _ = timeout(CLOSE_TIMEOUT, to_server.shutdown()).await;
}

/// Connects to the port for agents of another server, if it has the seat of a token.
///
/// # Errors
/// If it does not answer.
pub(super) async fn open_agent(
    endpoint: &Endpoint,
    client: IpAddr,
    seat: TokenHash,
) -> io::Result<Option<TcpStream>> {
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = Uri::from_static(AGENT_PATH);
    let headers = request.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("parlour"));
    let hash = HeaderValue::from_str(&seat.to_hex()).map_err(io::Error::other)?;
    headers.insert(SEAT, hash);
    let mut response = send_request(endpoint, client, request).await?;
    match response.status() {
        StatusCode::SWITCHING_PROTOCOLS => {
            let upgraded = hyper::upgrade::on(&mut response).await;
            let parts = upgraded
                .map_err(io::Error::other)?
                .downcast::<TokioIo<TcpStream>>();
            // The other server speaks only after the agent.
            let stream = parts.ok().map(|parts| parts.io.into_inner());
            Ok(Some(stream.ok_or(io::ErrorKind::InvalidData)?))
        }
        StatusCode::NOT_FOUND => Ok(None),
        status => Err(io::Error::other(format!("it answers {status}"))),
    }
}

/// Completes when a server leaves the cluster. One that is stopped keeps its connections, and another takes its tables
/// over.
async fn until_left(mut servers: watch::Receiver<Servers>, key: &str) {
    // Fails if this server ends.
    while servers.changed().await.is_ok() {
        if !servers.borrow_and_update().contains_key(key) {
            return;
        }
    }
}

/// The listed tables of another server.
///
/// # Errors
/// If it does not answer.
pub(super) async fn listed_tables(endpoint: &Endpoint, client: IpAddr) -> io::Result<Vec<Summary>> {
    let list: Option<TableList> = get(endpoint, client, "/tables").await?;
    Ok(list.map_or_else(Vec::new, |list| list.tables))
}

/// A shared replay of another server, if it has it.
///
/// # Errors
/// If it does not answer.
pub(super) async fn shared_replay(
    endpoint: &Endpoint,
    client: IpAddr,
    id: &str,
) -> io::Result<Option<SharedReplay>> {
    get(endpoint, client, &format!("/shared-replays/{id}")).await
}

/// What another server answers at a path of the API; `None` if there is nothing.
async fn get<T: DeserializeOwned>(
    endpoint: &Endpoint,
    client: IpAddr,
    path: &str,
) -> io::Result<Option<T>> {
    let answer = async {
        let mut request = Request::new(Body::empty());
        let path = format!("{VERSION_PATH}{path}");
        *request.uri_mut() = path.parse().map_err(io::Error::other)?;
        let response = send_request(endpoint, client, request).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            status => return Err(io::Error::other(format!("it answers {status}"))),
        }
        let body = to_bytes(Body::new(response.into_body()), MAX_ANSWER_BYTES).await;
        let body = body.map_err(io::Error::other)?;
        Ok(Some(serde_json::from_slice(&body)?))
    };
    timeout(ANSWER_TIMEOUT, answer).await?
}

/// Sends a request for a client on a connection of its own.
async fn send_request(
    endpoint: &Endpoint,
    client: IpAddr,
    mut request: Request,
) -> io::Result<hyper::Response<Incoming>> {
    let invalid = |_| io::Error::from(io::ErrorKind::InvalidData);
    let mut secret = HeaderValue::from_str(&endpoint.secret).map_err(invalid)?;
    secret.set_sensitive(true);
    let client = HeaderValue::from_str(&client.to_string()).map_err(invalid)?;
    request.headers_mut().insert(SECRET, secret);
    request.headers_mut().insert(CLIENT, client);
    let stream = timeout(CONNECT_TIMEOUT, TcpStream::connect(&endpoint.address)).await??;
    stream.set_nodelay(true)?;
    keep_alive(&stream)?;
    let response = async {
        let connecting = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = connecting.map_err(io::Error::other)?;
        // Its errors are those of the response.
        tokio::spawn(connection.with_upgrades());
        let sent = sender.send_request(request).await;
        sent.map_err(io::Error::other)
    };
    timeout(RESPONSE_TIMEOUT, response).await?
}

fn remove_hop_by_hop(headers: &mut HeaderMap) {
    for name in &HOP_BY_HOP {
        headers.remove(name);
    }
}
