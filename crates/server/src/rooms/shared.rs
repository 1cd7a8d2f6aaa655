//! Data shared by the rooms of a server.

use super::join::JoinRequest;
use super::limits::Limits;
use super::list_cache::ListCache;
use super::registry::RoomRegistry;
use super::seat_index::SeatIndex;
use super::table_store::TableStore;
use super::think_pool::ThinkPool;
use crate::metrics::Metrics;
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// Data shared by the rooms of a server.
pub(super) struct Shared {
    pub(super) limits: Limits,
    pub(super) metrics: Arc<Metrics>,
    /// Permits for policies that choose.
    pub(super) thinkers: ThinkPool,
    /// Returns connections to the lobby.
    pub(super) lobby: mpsc::Sender<JoinRequest>,
    /// Finds tables by tokens and free seats.
    pub(super) index: Arc<SeatIndex>,
    pub(super) list: Arc<ListCache>,
    /// Stores tables with people, if there is a database.
    pub(super) store: Option<TableStore>,
    /// All tables, for rematches.
    pub(super) rooms: Weak<RoomRegistry>,
}
