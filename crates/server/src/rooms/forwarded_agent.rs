//! Agents that other servers of the cluster have forwarded. Not a part of the API: only servers reach it.

use super::api::{Peer, join};
use super::registry::RoomRegistry;
use crate::agents::link::{Link, TcpLink};
use crate::api_response::ErrorResponse;
use crate::cluster::{AGENT_PATH, SEAT};
use crate::token::TokenHash;
use crate::write_timeout::WriteTimeout;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, UPGRADE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto;
use parlour_protocol::ApiError;
use std::sync::Arc;
use tokio::net::TcpStream;

/// The route of agents that other servers of the cluster have forwarded.
pub(crate) fn router(rooms: Arc<RoomRegistry>) -> Router {
    Router::new()
        .route(AGENT_PATH, get(forwarded_agent))
        .with_state(rooms)
}

/// Accepts a connection at the port for agents of another server, for the seat whose token has the hash in a header.
async fn forwarded_agent(
    State(rooms): State<Arc<RoomRegistry>>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
) -> Result<Response, ErrorResponse> {
    let seat =
        (request.headers().get(SEAT)).and_then(|hash| TokenHash::from_hex(hash.to_str().ok()?));
    let room = seat.and_then(|seat| rooms.find_token(seat));
    let room = room.ok_or(ApiError::TableNotFound)?;
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Fails if the other server has disconnected.
        let Ok(upgraded) = upgrade.await else { return };
        let parts = auto::upgrade::downcast::<TokioIo<WriteTimeout<TcpStream>>>(upgraded);
        // The other server speaks only after the response.
        let stream = parts.ok().map(|parts| parts.io.into_inner().into_inner());
        if let Some(Ok(link)) = stream.map(TcpLink::new) {
            join(Link::from(link).with_permit(peer.permit), room, &rooms).await;
        }
    });
    let headers = [(CONNECTION, "upgrade"), (UPGRADE, "parlour")];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}
