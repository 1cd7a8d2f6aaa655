//! The table API over HTTP and WebSocket: `/api/v1/…`, documented in `docs/protocol.md`.

use super::join::JoinRequest;
use super::registry::{MAX_LISTED, RoomRegistry};
use super::room::Event;
use super::table_request::{Opened, TableRequest};
use crate::agents::accept::{read_hello, reject};
use crate::agents::link::{Link, WebLink};
use crate::api_response::{
    ErrorResponse, NO_STORE, bearer_token, check_origin, invalid_request, read_body,
};
use crate::cluster::{Cluster, Forwarded, route_table};
use crate::connection_limit::ConnectionPermit;
use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{FromRequestParts as _, Path, Request, State, WebSocketUpgrade};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use parlour_arena::games;
use parlour_protocol::ApiError;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::lines::{MAX_LINE_BYTES, VERSION};
use parlour_protocol::summary::Summary;
use parlour_protocol::tables::{About, TableList};
use std::cmp::Reverse;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum length of a request body, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;
const JSON: &str = "application/json";
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
    ladder: bool,
    cluster: Option<Arc<Cluster>>,
}

/// The routes of the API. `ladder` says whether the server has one.
pub(crate) fn router(
    rooms: Arc<RoomRegistry>,
    agents: Option<SocketAddr>,
    ladder: bool,
    cluster: Option<Arc<Cluster>>,
) -> OpenApiRouter {
    let mut tables = OpenApiRouter::new()
        .routes(routes!(show, end))
        .routes(routes!(record))
        .routes(routes!(socket));
    if let Some(cluster) = &cluster {
        tables = tables.route_layer(from_fn_with_state(Arc::clone(cluster), route_table));
    }
    OpenApiRouter::new()
        .routes(routes!(server))
        .routes(routes!(list, open))
        .merge(tables)
        .with_state(Api {
            rooms,
            agents,
            ladder,
            cluster,
        })
}

/// The server: versions, games, what it offers.
#[utoipa::path(get, path = "/server", tag = "server", responses((status = 200, body = About)))]
async fn server(State(api): State<Api>) -> impl IntoResponse {
    let about = About {
        parlour: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: VERSION,
        agents: api.agents.map(|address| address.to_string()),
        games: games::NAMES.iter().map(|&name| name.to_owned()).collect(),
        ladder: api.ladder,
    };
    (NO_STORE, Json(about))
}

/// The listed tables that have not ended, the newest first, at most 200.
#[utoipa::path(get, path = "/tables", tag = "tables", responses((status = 200, body = TableList)))]
async fn list(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    forwarded: Option<Extension<Forwarded>>,
) -> Result<Response, ErrorResponse> {
    // Another server of the cluster, which asks at most once a second.
    if forwarded.is_some() {
        let tables = api.rooms.list();
        return Ok((NO_STORE, Json(TableList { tables })).into_response());
    }
    let list = async {
        let mut tables = api.rooms.list();
        if let Some(cluster) = &api.cluster {
            tables.extend(cluster.listed(peer.address).await);
            tables.sort_by_key(|table| Reverse(table.created));
            tables.truncate(MAX_LISTED);
        }
        TableList { tables }
    };
    let json = api.rooms.list_cache().get(list).await;
    let json = json.map_err(|_| ErrorResponse(ApiError::Internal))?;
    Ok((NO_STORE, [(CONTENT_TYPE, JSON)], json).into_response())
}

/// Makes a table.
#[utoipa::path(
    post,
    path = "/tables",
    tag = "tables",
    request_body = TableRequest,
    responses((status = 201, description = "The table, with the tokens of its owner and its seats", body = Opened))
)]
async fn open(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, ErrorResponse> {
    check_origin(&headers)?;
    let body = read_body(body, MAX_BODY_BYTES, api.rooms.limits().message_timeout).await?;
    let request: TableRequest = serde_json::from_slice(&body).map_err(invalid_request)?;
    let opened = api.rooms.open(request, peer.address).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(opened)))
}

/// The public state of a table.
#[utoipa::path(
    get,
    path = "/tables/{id}",
    tag = "tables",
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 200, body = Summary))
)]
async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.rooms.recall(&id).await?;
    Ok((NO_STORE, Json(api.rooms.summary(&id)?)))
}

/// The record of a finished game, one line of JSON.
#[utoipa::path(
    get,
    path = "/tables/{id}/record",
    tag = "tables",
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 200, body = Object))
)]
async fn record(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    api.rooms.recall(&id).await?;
    let record = api.rooms.record(&id)?;
    let kind = [(CONTENT_TYPE, JSON)];
    Ok((NO_STORE, kind, record + "\n"))
}

/// Ends a table with the token of its owner (`keeper`).
#[utoipa::path(
    delete,
    path = "/tables/{id}",
    tag = "tables",
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 204, description = "The table has ended")),
    security(("token" = []))
)]
async fn end(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ErrorResponse> {
    check_origin(&headers)?;
    api.rooms.end(&id, bearer_token(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A WebSocket to a table, which speaks the Parlour dialect.
#[utoipa::path(
    get,
    path = "/tables/{id}/socket",
    tag = "tables",
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 101, description = "A WebSocket"))
)]
async fn socket(
    State(api): State<Api>,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ErrorResponse> {
    api.rooms.recall(&id).await?;
    let room = api.rooms.find(&id).ok_or(ApiError::TableNotFound)?;
    let upgrade = upgrade(request).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let link = Link::from(WebLink::new(socket)).with_permit(peer.permit);
        join(link, room, &api.rooms).await;
    }))
}

/// Upgrades a request to a WebSocket with bounded messages.
pub(crate) async fn upgrade(request: Request) -> Result<WebSocketUpgrade, ApiError> {
    check_origin(request.headers())?;
    let (mut parts, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let refused = |error: WebSocketUpgradeRejection| ApiError::UpgradeRequired {
        reason: error.to_string(),
    };
    Ok((upgrade.map_err(refused)?)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .max_message_size(MAX_LINE_BYTES)
        .max_frame_size(MAX_LINE_BYTES))
}

/// Reads the first message, and passes the connection to the room.
pub(super) async fn join(mut link: Link, room: mpsc::Sender<Event>, rooms: &RoomRegistry) {
    let message_timeout = rooms.limits().message_timeout;
    let Some(hello) = read_hello(&mut link, message_timeout).await else {
        return link.close(Instant::now() + message_timeout).await;
    };
    let spectates = hello.token.is_none();
    let request = JoinRequest::new(link, Some(hello), spectates);
    if let Err(mpsc::error::SendError(Event::Join(mut request))) =
        room.send(Event::Join(request)).await
    {
        let code = ByeCode::Removed;
        reject(
            &mut request.link,
            &code.to_string(),
            Some(code),
            message_timeout,
        )
        .await;
        request.link.close(Instant::now() + message_timeout).await;
    }
}
