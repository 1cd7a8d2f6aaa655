//! The table API over HTTP and WebSocket: `/api/…`, documented in `docs/protocol.md`.

use super::join::JoinRequest;
use super::origin;
use super::registry::RoomRegistry;
use super::room::Event;
use super::table_request::{TableError, TableRequest};
use crate::agents::accept::{read_hello, reject};
use crate::agents::link::{Link, WebLink};
use crate::api_response::{NO_STORE, bearer_token, error_response};
use crate::connection_limit::ConnectionPermit;
use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{FromRequestParts as _, Path, Request, State, WebSocketUpgrade};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Extension, Json, Router};
use parlour_arena::games;
use parlour_protocol::lines::{MAX_LINE_BYTES, VERSION};
use parlour_protocol::tables::{About, TableList};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// The maximum length of a request body, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;
/// The read buffer of a WebSocket, in bytes.
const READ_BUFFER: usize = 4 << 10;

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Its address.
    pub(crate) address: IpAddr,
    /// The permit of its connection.
    pub(crate) permit: Arc<ConnectionPermit>,
}

#[derive(Clone)]
struct Api {
    rooms: Arc<RoomRegistry>,
    agents: Option<SocketAddr>,
}

/// The routes below `/api`.
pub(crate) fn router(rooms: Arc<RoomRegistry>, agents: Option<SocketAddr>) -> Router {
    Router::new()
        .route("/server", get(server))
        .route("/tables", get(list).post(open))
        .route("/tables/{id}", get(show).delete(end))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/socket", any(socket))
        .fallback(async || TableError::NotFound)
        .with_state(Api { rooms, agents })
}

impl IntoResponse for TableError {
    fn into_response(self) -> Response {
        error_response(self.status(), &self)
    }
}

async fn server(State(api): State<Api>) -> impl IntoResponse {
    let about = About {
        parlour: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: VERSION,
        agents: api.agents.map(|address| address.to_string()),
        games: games::NAMES.iter().map(|&name| name.to_owned()).collect(),
    };
    (NO_STORE, Json(about))
}

async fn list(State(api): State<Api>) -> impl IntoResponse {
    let tables = api.rooms.list();
    (NO_STORE, Json(TableList { tables }))
}

async fn open(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, TableError> {
    if !origin::is_same_origin(&headers) {
        return Err(TableError::Origin);
    }
    let body = axum::body::to_bytes(body, MAX_BODY_BYTES);
    let body = timeout(api.rooms.limits().message_timeout, body).await;
    let body = body
        .map_err(|_| TableError::Length)?
        .map_err(|_| TableError::Length)?;
    let request: TableRequest =
        serde_json::from_slice(&body).map_err(|error| TableError::Body(error.to_string()))?;
    let opened = api.rooms.open(request, peer.address)?;
    Ok((StatusCode::CREATED, NO_STORE, Json(opened)))
}

async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, TableError> {
    Ok((NO_STORE, Json(api.rooms.summary(&id)?)))
}

async fn record(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, TableError> {
    let record = api.rooms.record(&id)?;
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((NO_STORE, kind, record + "\n"))
}

async fn end(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, TableError> {
    if !origin::is_same_origin(&headers) {
        return Err(TableError::Origin);
    }
    api.rooms.end(&id, bearer_token(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn socket(
    State(api): State<Api>,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, TableError> {
    if !origin::is_same_origin(request.headers()) {
        return Err(TableError::Origin);
    }
    let room = api.rooms.find(&id).ok_or(TableError::Table)?;
    let upgrade = upgrade(request).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let link = Link::from(WebLink::new(socket)).with_permit(peer.permit);
        join(link, room, &api.rooms).await;
    }))
}

/// Upgrades a request to a WebSocket with bounded messages.
pub(crate) async fn upgrade(request: Request) -> Result<WebSocketUpgrade, TableError> {
    if !origin::is_same_origin(request.headers()) {
        return Err(TableError::Origin);
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let refused = |error: WebSocketUpgradeRejection| TableError::Upgrade(error.to_string());
    Ok((upgrade.map_err(refused)?)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .max_message_size(MAX_LINE_BYTES)
        .max_frame_size(MAX_LINE_BYTES))
}

/// Reads the first message, and passes the connection to the room.
async fn join(mut link: Link, room: mpsc::Sender<Event>, rooms: &RoomRegistry) {
    let message_timeout = rooms.limits().message_timeout;
    let Some(hello) = read_hello(&mut link, message_timeout).await else {
        return link.close(Instant::now() + message_timeout).await;
    };
    let spectates = hello.token.is_none();
    let request = JoinRequest::new(link, Some(hello), spectates);
    if let Err(mpsc::error::SendError(Event::Join(mut request))) =
        room.send(Event::Join(request)).await
    {
        reject(&mut request.link, "this table was removed", message_timeout).await;
        request.link.close(Instant::now() + message_timeout).await;
    }
}
