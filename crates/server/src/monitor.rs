//! What the operator of a server watches: `/metrics`, `/healthz`, `/readyz`.

use crate::api_response::{ErrorResponse, NO_STORE, describe_error};
use crate::connection_limit::ConnectionLimit;
use crate::ladder::Ladder;
use crate::metrics::{Gauges, Metrics};
use crate::rooms::RoomRegistry;
use crate::rooms::table_store::TableStore;
use crate::rooms::think_pool::ThinkPool;
use crate::shared_replays::SharedReplays;
use crate::tournaments::DatabaseConnection;
use axum::extract::State;
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use parlour_protocol::ApiError;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The parts of a server that are watched.
pub(crate) struct Monitor {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) shared_replays: Arc<SharedReplays>,
    pub(crate) store: Option<TableStore>,
    pub(crate) thinkers: ThinkPool,
    pub(crate) ladder: Option<Arc<Ladder>>,
    /// The connections of each port.
    pub(crate) connections: Vec<(&'static str, ConnectionLimit)>,
    pub(crate) database: Option<Arc<DatabaseConnection>>,
    pub(crate) is_stopping: AtomicBool,
}

/// `/healthz` and `/readyz`, described as a part of the API.
pub(crate) fn health(monitor: &Arc<Monitor>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(alive))
        .routes(routes!(ready))
        .layer(map_response(describe_error))
        .with_state(Arc::clone(monitor))
}

/// `/metrics`, for the operator only.
pub(crate) fn router(monitor: &Arc<Monitor>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .with_state(Arc::clone(monitor))
}

/// Tells that the process is alive.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "server",
    responses((status = 200, description = "`ok`", body = String, content_type = "text/plain"))
)]
async fn alive() -> &'static str {
    "ok"
}

/// That a server can do its work.
#[derive(Serialize, ToSchema)]
struct Readiness {
    database: DatabaseReadiness,
    /// Always true.
    ready: bool,
}

/// The database of a server that is ready.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DatabaseReadiness {
    /// It can be read.
    Ok,
    /// Nothing was stored yet.
    Empty,
    /// The server was started without one.
    None,
}

/// Tells whether the server can do its work: its database can be read, takes the tables and the games of the ladder, and
/// it is not being stopped.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses((status = 200, description = "It can", body = Readiness))
)]
async fn ready(State(monitor): State<Arc<Monitor>>) -> Result<impl IntoResponse, ErrorResponse> {
    if monitor.is_stopping.load(Ordering::Relaxed) {
        return Err(ApiError::Stopping.into());
    }
    let tables = monitor.store.as_ref().and_then(TableStore::failure);
    let ladder = || monitor.ladder.as_ref().and_then(|ladder| ladder.failure());
    if let Some(failure) = tables.or_else(ladder) {
        return Err(failure.into());
    }
    let database = match &monitor.database {
        None => DatabaseReadiness::None,
        Some(database) => match database.read(async |store| store.leases().await).await? {
            Some(_) => DatabaseReadiness::Ok,
            None => DatabaseReadiness::Empty,
        },
    };
    let body = Readiness {
        database,
        ready: true,
    };
    Ok((NO_STORE, Json(body)))
}

async fn metrics(State(monitor): State<Arc<Monitor>>) -> Response {
    let connections = monitor.connections.iter();
    monitor.metrics.respond(&Gauges {
        connections: connections
            .map(|(port, limit)| (*port, limit.open()))
            .collect(),
        tables: monitor.rooms.count_by_state(),
        shared_replays: monitor.shared_replays.count(),
        ladder_agents: monitor
            .ladder
            .as_ref()
            .map_or(Vec::new(), |ladder| ladder.count_connected()),
        thinking: monitor.thinkers.load(),
        servers: (monitor.store.as_ref()).map_or(0, |store| store.servers().borrow().len()),
    })
}
