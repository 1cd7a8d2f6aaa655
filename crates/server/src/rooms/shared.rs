//! Data shared by the rooms of a server.

use super::join::JoinRequest;
use super::limits::Limits;
use super::registry::RoomRegistry;
use std::sync::{Arc, Weak};
use tokio::sync::{Notify, Semaphore, mpsc};

/// Data shared by the rooms of a server.
pub(super) struct Shared {
    pub(super) limits: Limits,
    /// Permits for policies that choose.
    pub(super) thinkers: Arc<Semaphore>,
    /// Returns connections to the lobby.
    pub(super) lobby: mpsc::Sender<JoinRequest>,
    /// Notified when a table has a free seat for a remote agent.
    pub(super) wanted: Arc<Notify>,
    /// All tables, for rematches.
    pub(super) rooms: Weak<RoomRegistry>,
}
