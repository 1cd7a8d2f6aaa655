//! The API of shared replays over HTTP and WebSocket.

use super::connection::serve;
use super::registry::{SharedReplays, id_of};
use crate::agents::link::{Link, WebLink};
use crate::api_response::{
    ErrorResponse, NO_STORE, bearer_token, check_origin, invalid_request, read_body,
};
use crate::cluster::{Cluster, Forwarded, route_shared_replay};
use crate::rooms::api::{Peer, upgrade};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use parlour_protocol::shared_replay::{NewSharedReplay, SharedReplay};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum length of a request body, in bytes: records of whole games are shorter.
const MAX_BODY_BYTES: usize = 64 << 10;

#[derive(Clone)]
struct Api {
    replays: Arc<SharedReplays>,
    cluster: Option<Arc<Cluster>>,
}

/// The routes of the API.
pub(crate) fn router(replays: Arc<SharedReplays>, cluster: Option<Arc<Cluster>>) -> OpenApiRouter {
    let mut known = OpenApiRouter::new()
        .routes(routes!(show, end))
        .routes(routes!(socket));
    if let Some(cluster) = &cluster {
        let holders = (Arc::clone(cluster), Arc::clone(&replays));
        known = known.route_layer(from_fn_with_state(holders, route_shared_replay));
    }
    OpenApiRouter::new()
        .routes(routes!(make))
        .merge(known)
        .with_state(Api { replays, cluster })
}

/// Makes a shared replay. The bearer token of its creator is chosen by the client: 32 hexadecimal digits that nobody can
/// guess. The id follows from it: with the same token, the same replay is found, or made again after a restart.
#[utoipa::path(
    post,
    path = "/shared-replays",
    tag = "shared replays",
    request_body = NewSharedReplay,
    responses(
        (status = 201, description = "The replay, which was made", body = SharedReplay),
        (status = 200, description = "The replay, which was there", body = SharedReplay)
    ),
    security(("token" = []))
)]
async fn make(
    State(api): State<Api>,
    Extension(peer): Extension<Peer>,
    forwarded: Option<Extension<Forwarded>>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, ErrorResponse> {
    check_origin(&headers)?;
    let token = bearer_token(&headers);
    let id = id_of(token)?;
    let time_limit = api.replays.limits().message_timeout;
    let body = read_body(body, MAX_BODY_BYTES, time_limit).await?;
    let request: NewSharedReplay = serde_json::from_slice(&body).map_err(invalid_request)?;
    if let Ok(replay) = api.replays.find(&id) {
        return Ok((StatusCode::OK, NO_STORE, Json(replay.summary())));
    }
    if let (Some(cluster), None) = (&api.cluster, forwarded)
        && let Some((.., replay)) = cluster.find_shared_replay(&id, peer.address).await?
    {
        return Ok((StatusCode::OK, NO_STORE, Json(replay)));
    }
    let replay = api.replays.make(&request, token, peer.address)?;
    Ok((StatusCode::CREATED, NO_STORE, Json(replay)))
}

/// The record of a shared replay, and what its leader shows.
#[utoipa::path(
    get,
    path = "/shared-replays/{id}",
    tag = "shared replays",
    params(("id" = String, Path, description = "The id of the replay")),
    responses((status = 200, body = SharedReplay))
)]
async fn show(
    State(api): State<Api>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ErrorResponse> {
    let replay = api.replays.find(&id)?;
    Ok((NO_STORE, Json(replay.summary())))
}

/// Ends a shared replay with the token of its creator or its leader.
#[utoipa::path(
    delete,
    path = "/shared-replays/{id}",
    tag = "shared replays",
    params(("id" = String, Path, description = "The id of the replay")),
    responses((status = 204, description = "The replay has ended")),
    security(("token" = []))
)]
async fn end(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ErrorResponse> {
    check_origin(&headers)?;
    api.replays.end(&id, bearer_token(&headers))?;
    Ok(StatusCode::NO_CONTENT)
}

/// A WebSocket to a shared replay.
#[utoipa::path(
    get,
    path = "/shared-replays/{id}/socket",
    tag = "shared replays",
    params(("id" = String, Path, description = "The id of the replay")),
    responses((status = 101, description = "A WebSocket"))
)]
async fn socket(
    State(api): State<Api>,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ErrorResponse> {
    let replay = api.replays.find(&id)?;
    let upgrade = upgrade(request).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let link = Link::from(WebLink::new(socket)).with_permit(peer.permit);
        serve(link, replay, api.replays.limits()).await;
    }))
}
