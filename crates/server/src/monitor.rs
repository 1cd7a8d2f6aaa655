//! What the operator of a server watches: `/metrics`, `/healthz`, `/readyz`.

use crate::api_response::{ErrorResponse, NO_STORE};
use crate::connection_limit::ConnectionLimit;
use crate::ladder::Ladder;
use crate::metrics::{Gauges, Metrics};
use crate::rooms::RoomRegistry;
use crate::rooms::table_store::TableStore;
use crate::rooms::think_pool::ThinkPool;
use crate::tournaments::DatabaseConnection;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use parlour_protocol::ApiError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parts of a server that are watched.
pub(crate) struct Monitor {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) store: Option<TableStore>,
    pub(crate) thinkers: ThinkPool,
    pub(crate) ladder: Option<Arc<Ladder>>,
    /// The connections of each port.
    pub(crate) connections: Vec<(&'static str, ConnectionLimit)>,
    pub(crate) database: Option<Arc<DatabaseConnection>>,
    pub(crate) is_stopping: AtomicBool,
}

/// `/healthz`: the process is alive. `/readyz`: it can do its work.
pub(crate) fn health(monitor: &Arc<Monitor>) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(monitor))
}

/// `/metrics`, for the operator only.
pub(crate) fn router(monitor: &Arc<Monitor>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .with_state(Arc::clone(monitor))
}

async fn ready(State(monitor): State<Arc<Monitor>>) -> Result<impl IntoResponse, ErrorResponse> {
    if monitor.is_stopping.load(Ordering::Relaxed) {
        return Err(ApiError::Stopping.into());
    }
    let database = match &monitor.database {
        None => "none",
        Some(database) => match database.read(async |store| store.leases().await).await? {
            Some(_) => "ok",
            None => "empty",
        },
    };
    let body = serde_json::json!({"ready": true, "database": database});
    Ok((NO_STORE, Json(body)))
}

async fn metrics(State(monitor): State<Arc<Monitor>>) -> Response {
    let connections = monitor.connections.iter();
    monitor.metrics.respond(&Gauges {
        connections: connections
            .map(|(port, limit)| (*port, limit.open()))
            .collect(),
        tables: monitor.rooms.count_by_state(),
        ladder_agents: monitor
            .ladder
            .as_ref()
            .map_or(Vec::new(), |ladder| ladder.count_connected()),
        thinking: monitor.thinkers.load(),
        servers: (monitor.store.as_ref()).map_or(0, |store| store.servers().borrow().len()),
    })
}
