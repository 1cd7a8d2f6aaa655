//! Several servers of one PostgreSQL database.
//!
//! A table runs on the server that holds its row. A request for a table of another server is forwarded there, so that
//! clients may connect to any of them. Shared replays are not stored: the servers ask each other for them.
//!
//! | module | what it holds |
//! |---|---|
//! | `options` | [`ClusterOptions`]: where the other servers reach this one |
//! | `agents` | remote agents that show the token of a seat at another server |
//! | `forward` | requests to other servers, and the tunnel of a WebSocket |

mod agents;
mod forward;
mod options;

pub(crate) use agents::NotForwarded;
pub(crate) use forward::{AGENT_PATH, SEAT, forwarded_client};
pub use options::ClusterOptions;

use crate::api_response::ErrorResponse;
use crate::metrics::Metrics;
use crate::rooms::api::Peer;
use crate::rooms::table_store::{TableStore, server_name};
use crate::rooms::{RoomRegistry, is_table_id};
use crate::shared_replays::{SharedReplays, is_replay_id};
use crate::tournaments::DatabaseConnection;
use axum::extract::{Path, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use forward::Forwarding;
use futures_util::future::join_all;
use parlour_arena::store::server_tables::Endpoint;
use parlour_protocol::ApiError;
use parlour_protocol::shared_replay::SharedReplay;
use parlour_protocol::summary::Summary;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long the lists of other servers are kept.
const LIST_INTERVAL: Duration = Duration::from_secs(1);

/// Marks a request that another server has forwarded. It is never forwarded again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forwarded;

/// The other servers of the database.
pub(crate) struct Cluster {
    rooms: Arc<RoomRegistry>,
    store: TableStore,
    /// Where the holder of a table is looked up. The thread that writes tables may be waiting for a transaction.
    database: DatabaseConnection,
    metrics: Arc<Metrics>,
    /// The listed tables of the other servers, and when they were read.
    lists: Mutex<Option<(Instant, Vec<Summary>)>>,
}

impl Cluster {
    pub(crate) fn new(
        rooms: Arc<RoomRegistry>,
        store: TableStore,
        database: DatabaseConnection,
        metrics: Arc<Metrics>,
    ) -> Cluster {
        Cluster {
            rooms,
            store,
            database,
            metrics,
            lists: Mutex::default(),
        }
    }

    /// The server to which requests for a table go, with its key; `None` if this one answers them.
    ///
    /// # Errors
    /// [`ApiError::TablesLoading`] while the table moves from one server to another, and errors of the database.
    async fn locate(&self, id: &str) -> Result<Option<(String, Endpoint)>, ApiError> {
        if !is_table_id(id) || self.rooms.holds(id) {
            return Ok(None);
        }
        if !self.store.is_ready() {
            return Err(ApiError::TablesLoading);
        }
        let holder = self
            .database
            .read(async |store| store.table_holder(id).await);
        let Some(holder) = holder.await?.flatten() else {
            return Ok(None);
        };
        if holder.key == self.store.key() {
            // Claimed a moment ago, unless it cannot be restored.
            return match holder.is_live && !self.rooms.is_damaged(id) {
                true => Err(ApiError::TablesLoading),
                false => Ok(None),
            };
        }
        if holder.is_running {
            // A server outside the cluster cannot be reached.
            return Ok(holder.endpoint.map(|endpoint| (holder.key, endpoint)));
        }
        if holder.is_live {
            self.store.claim_soon();
            return Err(ApiError::TablesLoading);
        }
        Ok(None)
    }

    /// The listed tables of the other servers. Those of a server that does not answer are missing.
    pub(crate) async fn listed(&self, client: IpAddr) -> Vec<Summary> {
        let mut lists = self.lists.lock().await;
        if let Some((read, tables)) = &*lists
            && read.elapsed() < LIST_INTERVAL
        {
            return tables.clone();
        }
        let servers = Arc::clone(&self.store.servers().borrow());
        let read = servers.iter().map(async |(key, endpoint)| {
            let read = forward::listed_tables(endpoint, client).await;
            read.unwrap_or_else(|error| {
                tracing::debug!(server = server_name(key), "its tables are unknown: {error}");
                Vec::new()
            })
        });
        let tables = join_all(read).await.concat();
        *lists = Some((Instant::now(), tables.clone()));
        tables
    }
}

impl Cluster {
    /// The shared replay with this id at another server, and that server with its key.
    ///
    /// # Errors
    /// [`ApiError::TablesLoading`] if none has it that answers, and one does not answer.
    pub(crate) async fn find_shared_replay(
        &self,
        id: &str,
        client: IpAddr,
    ) -> Result<Option<(String, Endpoint, SharedReplay)>, ApiError> {
        if !is_replay_id(id) {
            return Ok(None);
        }
        let servers = Arc::clone(&self.store.servers().borrow());
        let asked = servers.iter().map(async |(key, endpoint)| {
            let found = forward::shared_replay(endpoint, client, id).await;
            (key, endpoint, found)
        });
        let mut is_certain = true;
        for (key, endpoint, found) in join_all(asked).await {
            match found {
                Ok(None) => {}
                Ok(Some(replay)) => return Ok(Some((key.clone(), endpoint.clone(), replay))),
                Err(error) => {
                    tracing::debug!(
                        server = server_name(key),
                        "its replays are unknown: {error}"
                    );
                    is_certain = false;
                }
            }
        }
        match is_certain {
            true => Ok(None),
            false => Err(ApiError::TablesLoading),
        }
    }

    /// Forwards a request to another server.
    async fn forward(
        &self,
        request: Request,
        peer: Peer,
        key: String,
        endpoint: Endpoint,
    ) -> Response {
        let server = server_name(&key).to_owned();
        let forwarding = Forwarding {
            endpoint,
            key,
            servers: self.store.servers(),
            peer,
        };
        let forwarded = forwarding.send(request).await;
        self.metrics.count_forwarded(forwarded.is_ok());
        match forwarded {
            Ok(response) => {
                tracing::debug!(server, "forwarded");
                response
            }
            Err(error) => {
                tracing::debug!(server, "not forwarded: {error}");
                // It has ended or stopped, or another server takes the table over.
                ErrorResponse(ApiError::TablesLoading).into_response()
            }
        }
    }
}

/// Forwards requests for shared replays of other servers.
pub(crate) async fn route_shared_replay(
    State((cluster, own)): State<(Arc<Cluster>, Arc<SharedReplays>)>,
    Path(id): Path<String>,
    request: Request,
    next: Next,
) -> Response {
    let extensions = request.extensions();
    let has_moved = extensions.get::<Forwarded>().is_some();
    let peer = extensions.get::<Peer>().cloned();
    let Some(peer) = peer.filter(|_| !has_moved && !own.holds(&id)) else {
        return next.run(request).await;
    };
    match cluster.find_shared_replay(&id, peer.address).await {
        Ok(None) => next.run(request).await,
        Ok(Some((key, endpoint, _))) => cluster.forward(request, peer, key, endpoint).await,
        Err(error) => ErrorResponse(error).into_response(),
    }
}

/// Forwards requests for tables of other servers.
pub(crate) async fn route_table(
    State(cluster): State<Arc<Cluster>>,
    Path(id): Path<String>,
    request: Request,
    next: Next,
) -> Response {
    let (key, endpoint) = match cluster.locate(&id).await {
        Ok(None) => return next.run(request).await,
        Ok(Some(server)) => server,
        Err(error) => return ErrorResponse(error).into_response(),
    };
    let extensions = request.extensions();
    // A server forwards to the holder of a table, so it has changed since.
    let has_moved = extensions.get::<Forwarded>().is_some();
    let Some(peer) = extensions.get::<Peer>().cloned().filter(|_| !has_moved) else {
        return ErrorResponse(ApiError::TablesLoading).into_response();
    };
    cluster.forward(request, peer, key, endpoint).await
}
