//! The registry of the tables of a server.

use super::join::JoinRequest;
use super::limits::Limits;
use super::list_cache::ListCache;
use super::published::Published;
use super::room::Event;
use super::seat_index::AgentKind;
use super::shared::Shared;
use super::table_store::TableStore;
use super::think_pool::ThinkPool;
use crate::metrics::Metrics;
use crate::rate_limit::RateLimit;
use crate::token::TokenHash;
use parlour_protocol::ApiError;
use parlour_protocol::lines::Hello;
use parlour_protocol::summary::{State, Summary};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Number of tables in a list.
pub(super) const MAX_LISTED: usize = 200;
/// The time for storing tables and telling their clients when the server stops.
const SUSPEND_TIMEOUT: Duration = Duration::from_secs(3);
/// The time for the last messages when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(300);

/// All tables of a server.
pub(crate) struct RoomRegistry {
    pub(super) shared: Arc<Shared>,
    tables: Mutex<HashMap<String, Entry>>,
    /// The sequence number of the next table.
    pub(super) next: AtomicU64,
    pub(super) new_tables: RateLimit,
    /// Whether the server stops, so that no table is made.
    pub(super) stopping: AtomicBool,
    /// The ids of stored tables that are damaged.
    pub(super) damaged: Mutex<HashSet<String>>,
}

/// A table in the registry.
pub(super) struct Entry {
    pub(super) published: Arc<Published>,
    pub(super) events: mpsc::Sender<Event>,
    pub(super) keeper: TokenHash,
    /// The address from which it was made.
    pub(super) owner: IpAddr,
}

impl RoomRegistry {
    /// An empty registry, and the connections that rooms return to the lobby.
    pub(crate) fn new(
        limits: Limits,
        thinkers: ThinkPool,
        store: Option<TableStore>,
        metrics: Arc<Metrics>,
    ) -> (Arc<RoomRegistry>, mpsc::Receiver<JoinRequest>) {
        let (lobby, returned) = mpsc::channel(limits.lobby.max(1));
        let rooms = Arc::new_cyclic(|rooms| {
            let shared = Shared {
                thinkers,
                limits,
                metrics,
                lobby,
                store,
                index: Arc::default(),
                list: Arc::default(),
                rooms: Weak::clone(rooms),
            };
            RoomRegistry {
                new_tables: RateLimit::per_minute(shared.limits.new_tables),
                shared: Arc::new(shared),
                tables: Mutex::default(),
                next: AtomicU64::new(0),
                stopping: AtomicBool::new(false),
                damaged: Mutex::default(),
            }
        });
        (rooms, returned)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Whether the tables of the database are known.
    pub(super) fn is_ready(&self) -> bool {
        self.shared.store.as_ref().is_none_or(TableStore::is_ready)
    }

    /// Where connections are returned to the lobby.
    pub(super) fn lobby(&self) -> mpsc::Sender<JoinRequest> {
        self.shared.lobby.clone()
    }

    /// Completes when a table has a free seat for a remote agent, or the tables of the database are known.
    pub(super) async fn wanted(&self) {
        self.shared.index.wanted.notified().await;
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a table, within the limits. Room is made by removing ended tables of the same owner, or tables of others
    /// whose game was never finished or is stored; then the newest table whose game has not begun, of an owner with many
    /// more open tables.
    pub(super) fn insert(&self, id: &str, entry: Entry) -> Result<(), ApiError> {
        let limits = &self.shared.limits;
        let mut tables = self.tables();
        let own = |other: &Entry| other.owner == entry.owner;
        let (mut open, mut ended) = (0, 0);
        for other in tables.values().filter(|other| own(other)) {
            match other.published.state().is_final() {
                true => ended += 1,
                false => open += 1,
            }
        }
        if open >= limits.tables_per_address {
            return Err(ApiError::TooManyTables { count: open as u64 });
        }
        if tables.len() >= limits.tables || ended >= limits.tables_per_address {
            let is_stored = self.shared.store.as_ref().is_some_and(TableStore::works);
            let is_full = tables.len() >= limits.tables;
            let removed = oldest_ended(&tables, entry.owner, is_full, is_stored, true)
                .or_else(|| waiting_table_of_busiest_owner(&tables, open));
            remove(&mut tables, &removed.ok_or(ApiError::TablesFull)?);
        }
        tables.insert(id.to_owned(), entry);
        self.shared.list.invalidate();
        Ok(())
    }

    /// Adds a table of the database, unless it is there. Room is made as by [`insert`](Self::insert), but no game is
    /// lost for it: without room, a table that has ended is not added, and a game in progress is added all the same.
    /// Returns whether it was added.
    pub(super) fn insert_restored(&self, id: &str, entry: Entry) -> bool {
        let limits = &self.shared.limits;
        let mut tables = self.tables();
        if tables.contains_key(id) {
            return false;
        }
        let has_ended = |other: &Entry| other.published.state().is_final();
        let own = tables.values().filter(|other| other.owner == entry.owner);
        let ended = own.filter(|other| has_ended(other)).count();
        let is_full = tables.len() >= limits.tables;
        if is_full || (has_ended(&entry) && ended >= limits.tables_per_address) {
            let is_stored =
                (self.shared.store.as_ref()).is_some_and(|store| store.failure().is_none());
            match oldest_ended(&tables, entry.owner, is_full, is_stored, false) {
                Some(other) => remove(&mut tables, &other),
                None if has_ended(&entry) => return false,
                None => {}
            }
        }
        tables.insert(id.to_owned(), entry);
        true
    }

    /// Whether a table is in memory, and no other server of the cluster can have claimed it.
    pub(crate) fn holds(&self, id: &str) -> bool {
        let is_known = self.tables().contains_key(id);
        is_known && (self.shared.store.as_ref()).is_none_or(|store| store.holds(id))
    }

    /// Whether a table that this server has claimed is damaged, so that it is not in memory.
    pub(crate) fn is_damaged(&self, id: &str) -> bool {
        (self.damaged.lock())
            .unwrap_or_else(PoisonError::into_inner)
            .contains(id)
    }

    /// The number of tables in each state.
    pub(crate) fn count_by_state(&self) -> Vec<(&'static str, usize)> {
        let mut counts = [
            ("waiting", 0),
            ("playing", 0),
            ("over", 0),
            ("abandoned", 0),
        ];
        for entry in self.tables().values() {
            let state = entry.published.state();
            counts[match state {
                State::Waiting => 0,
                State::Playing => 1,
                State::Over => 2,
                State::Abandoned => 3,
            }]
            .1 += 1;
        }
        counts.to_vec()
    }

    /// The public summary of a table.
    pub(crate) fn summary(&self, id: &str) -> Result<Summary, ApiError> {
        let tables = self.tables();
        Ok(tables
            .get(id)
            .ok_or(ApiError::TableNotFound)?
            .published
            .summary())
    }

    /// The list of tables as it was last sent.
    pub(super) fn list_cache(&self) -> &ListCache {
        &self.shared.list
    }

    /// The listed tables that have not ended, the newest first.
    pub(crate) fn list(&self) -> Vec<Summary> {
        let tables = self.tables();
        let mut listed: Vec<&Entry> = (tables.values())
            .filter(|entry| entry.published.is_listed())
            .collect();
        if listed.len() > MAX_LISTED {
            listed
                .select_nth_unstable_by_key(MAX_LISTED, |entry| Reverse(entry.published.number()));
            listed.truncate(MAX_LISTED);
        }
        listed.sort_unstable_by_key(|entry| Reverse(entry.published.number()));
        let summaries = listed.iter().map(|entry| entry.published.summary());
        summaries.collect()
    }

    /// The record of a finished game.
    pub(crate) fn record(&self, id: &str) -> Result<String, ApiError> {
        let tables = self.tables();
        let entry = tables.get(id).ok_or(ApiError::TableNotFound)?;
        entry.published.record().ok_or(ApiError::GameNotOver)
    }

    /// Ends a table with the token of its owner.
    pub(crate) async fn end(&self, id: &str, token: &str) -> Result<(), ApiError> {
        let events = {
            let tables = self.tables();
            let entry = tables.get(id).ok_or(ApiError::TableNotFound)?;
            if entry.keeper != TokenHash::of(token) {
                return Err(ApiError::TableToken);
            }
            entry.events.clone()
        };
        // Fails if the table has just ended.
        let _ = events.send(Event::End).await;
        Ok(())
    }

    /// The event queue of a table.
    pub(super) fn find(&self, id: &str) -> Option<mpsc::Sender<Event>> {
        Some(self.tables().get(id)?.events.clone())
    }

    /// The event queue of the table with this seat token.
    pub(super) fn find_token(&self, token: TokenHash) -> Option<mpsc::Sender<Event>> {
        let id = self.shared.index.with_token(token)?;
        self.find(&id)
    }

    /// The event queue of the oldest table that may have a seat for a remote agent.
    pub(super) fn find_seat(&self, request: &JoinRequest) -> Option<mpsc::Sender<Event>> {
        let id = match &request.hello {
            None => self.waiting(&AgentKind::Classic, request),
            Some(Hello {
                table: Some(id), ..
            }) => Some(id.clone()),
            Some(Hello {
                game: Some(game), ..
            }) => self.waiting(&AgentKind::Of(game.clone()), request),
            Some(_) => self.waiting(&AgentKind::Any, request),
        };
        let tables = self.tables();
        let entry = tables.get(&id?)?;
        (entry.published.awaits(request)).then(|| entry.events.clone())
    }

    fn waiting(&self, kind: &AgentKind, request: &JoinRequest) -> Option<String> {
        self.shared.index.waiting(kind, &request.tried)
    }

    /// Stops all tables. Those that are stored continue when the server has restarted.
    pub(crate) async fn close(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let all: Vec<_> = (self.tables().drain())
            .map(|(_, entry)| entry.events)
            .collect();
        if all.is_empty() {
            return;
        }
        let (done, mut all_done) = mpsc::channel(1);
        for events in all {
            // Fails if the table has just ended.
            let _ = events.send(Event::Suspend(done.clone())).await;
        }
        drop(done);
        // Completes when every room has dropped its sender.
        let _ = timeout(SUSPEND_TIMEOUT, all_done.recv()).await;
        tokio::time::sleep(CLOSE_TIMEOUT).await;
    }
}

/// Removes a table, whose task then ends.
fn remove(tables: &mut HashMap<String, Entry>, id: &str) {
    if let Some(entry) = tables.remove(id) {
        // If its queue is full, its task ends when its time is over.
        let _ = entry.events.try_send(Event::Remove);
    }
}

/// The ended table that makes room for another one of an owner: an older one of that owner, or any if the server is
/// full. Stored games are read again when they are asked for; those of the owner that are not stored can be lost too
/// if `loses_own`.
fn oldest_ended(
    tables: &HashMap<String, Entry>,
    owner: IpAddr,
    is_full: bool,
    is_stored: bool,
    loses_own: bool,
) -> Option<String> {
    let own = |other: &Entry| other.owner == owner;
    let removable = tables.iter().filter(|(_, other)| {
        let is_safe = match other.published.state() {
            State::Over => is_stored && other.published.has_people(),
            State::Abandoned => true,
            State::Waiting | State::Playing => return false,
        };
        match own(other) {
            true => is_safe || loses_own,
            false => is_safe && is_full,
        }
    });
    let oldest = removable.min_by_key(|(_, other)| {
        let is_game = other.published.state() == State::Over;
        (!own(other), is_game, other.published.updated())
    });
    oldest.map(|(id, _)| id.clone())
}

/// The newest table whose game has not begun, of the owner with the most open tables, if that owner would still have
/// more than another one with `open` tables and a new one.
fn waiting_table_of_busiest_owner(tables: &HashMap<String, Entry>, open: usize) -> Option<String> {
    let mut counts: HashMap<IpAddr, usize> = HashMap::new();
    for entry in tables.values() {
        if !entry.published.state().is_final() {
            *counts.entry(entry.owner).or_default() += 1;
        }
    }
    let count = |entry: &Entry| counts.get(&entry.owner).copied().unwrap_or(0);
    let waiting = tables
        .iter()
        .filter(|(_, entry)| entry.published.state() == State::Waiting && count(entry) > open + 1);
    let newest = waiting.max_by_key(|(_, entry)| (count(entry), entry.published.number()));
    newest.map(|(id, _)| id.clone())
}

/// Whether a text has the form of a table's id: nothing else is looked up in the database.
pub(crate) fn is_table_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}
