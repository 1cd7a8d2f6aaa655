//! Writes tables to the database, from a thread of its own.
//!
//! A room hands over its state and goes on. The thread writes the latest state of every table that has changed, all in
//! one transaction, so that a slow disk makes transactions larger and not more numerous. What clients are told of a
//! state is [held back](TableSlot::released) until it is stored, so that a restart takes nothing back. If the database
//! fails, tables go on without it and everything is written once it works again.
//!
//! In a cluster, another server may take the tables over meanwhile. So messages wait for the database however long it
//! takes, and a server that could not renew its claim for [`LEASE_TIMEOUT`] leaves its tables to the others.

use super::unix_ms;
use crate::api_response::store_error;
use crate::token::random_hex;
use crate::tournaments::Database;
use parlour_arena::store::FileIdentity;
use parlour_arena::store::server_tables::{
    ClaimedTable, Claims, Endpoint, RENEW_INTERVAL, SERVER_TIMEOUT, StoredState, TableSave,
};
use parlour_arena::{Holder, Store, StoreError};
use parlour_protocol::ApiError;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};

/// How long messages are held back for a database that does not answer.
const HOLD_TIMEOUT: Duration = Duration::from_secs(1);
/// The time between two attempts to write to a database that fails.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// How long a server that stops tries to write to a database that fails.
const CLOSE_RETRY_TIMEOUT: Duration = Duration::from_secs(4);
const CLOSE_RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// The time limit for a transaction.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);
/// How often old tables are deleted.
const PRUNE_INTERVAL: Duration = Duration::from_secs(10 * 60);
/// Requests for ended tables that may wait.
const MAX_REQUESTS: usize = 64;
/// How long a server of a cluster runs its tables without renewing its claim. The others wait longer, by a margin for
/// the time that the renewal takes.
const LEASE_TIMEOUT: Duration = Duration::from_secs(15);
const _: () = assert!(LEASE_TIMEOUT.as_secs() < SERVER_TIMEOUT.as_secs());

/// How long ended tables are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retention {
    /// Finished games.
    pub(crate) over: Duration,
    /// Tables that ended before their game was over.
    pub(crate) abandoned: Duration,
}

/// What the thread tells the registry.
pub(crate) enum StoreEvent {
    /// Tables that this server has to run. Sent also if there are none when the database was first read.
    Claimed(Vec<ClaimedTable>),
    /// A table that another server has claimed.
    Lost(String),
}

/// How far the states of a table were written.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// Clients may be told of states up to this one.
    released: u64,
    /// States up to this one are stored.
    stored: u64,
}

/// The latest state of a table.
struct Entry {
    save: Arc<TableSave>,
    /// The number of the state.
    number: u64,
    progress: watch::Sender<Progress>,
    /// Whether it is forgotten once it is stored.
    dropped: bool,
}

#[derive(Default)]
struct Entries {
    tables: HashMap<String, Entry>,
    /// Whether the database fails, so that nothing is held back.
    failing: bool,
    /// Why, once it is known.
    error: Option<StoreError>,
    closing: bool,
}

/// The other servers of the cluster that run, by their keys.
pub(crate) type Servers = Arc<HashMap<String, Endpoint>>;

#[derive(Default)]
struct Shared {
    entries: Mutex<Entries>,
    /// Notified when there is something to write.
    wake: Notify,
    /// Notified when a server has ended whose tables are to be claimed.
    claim: Notify,
    /// Whether the server belongs to a cluster.
    is_clustered: bool,
    /// When this server last began to renew its claim and to read the list of the others, by two clocks: one that is
    /// never set, and one that goes on while the machine is suspended.
    renewed: Mutex<Option<(std::time::Instant, u64)>>,
    servers: watch::Sender<Servers>,
}

impl Shared {
    /// Whether no other server of the cluster can have claimed the tables of this one.
    fn has_lease(&self) -> bool {
        let limit = LEASE_TIMEOUT.as_millis() as u64;
        self.renewed().is_some_and(|(at, ms)| {
            at.elapsed() < LEASE_TIMEOUT && unix_ms().saturating_sub(ms) < limit
        })
    }

    fn renewed(&self) -> Option<(std::time::Instant, u64)> {
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request for a table that has ended.
struct Request {
    id: String,
    found: oneshot::Sender<Result<Option<ClaimedTable>, StoreError>>,
}

/// The handle of the thread. Clones share it; it ends with the last one.
#[derive(Clone)]
pub(crate) struct TableStore {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
    ready: Arc<watch::Sender<bool>>,
    /// The key of this server.
    key: Arc<str>,
}

impl TableStore {
    /// Starts the thread. `endpoint` is where the other servers of the cluster reach this one, if it belongs to one.
    ///
    /// # Errors
    /// If the system provides no thread or no random numbers.
    pub(crate) fn start(
        database: Database,
        retention: Retention,
        endpoint: Option<Endpoint>,
    ) -> io::Result<(TableStore, mpsc::UnboundedReceiver<StoreEvent>)> {
        let (requests, queue) = mpsc::channel(MAX_REQUESTS);
        let (events, received) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            is_clustered: endpoint.is_some(),
            ..Shared::default()
        });
        let holder = Holder::here("parlour serve").part(&random_hex::<4>()?);
        let key = Arc::from(holder.key.as_str());
        let writer = Writer {
            shared: Arc::clone(&shared),
            database,
            retention,
            holder,
            endpoint,
            store: None,
            events,
            told: false,
            reported: false,
            claimed: HashSet::new(),
            healthy_since: None,
            pruned: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let named = thread::Builder::new().name("tables".to_owned());
        named.spawn(move || runtime.block_on(writer.run(queue)))?;
        let store = TableStore {
            shared,
            requests,
            ready: Arc::new(watch::Sender::new(false)),
            key,
        };
        Ok((store, received))
    }

    /// Whether the tables of the database are known.
    pub(crate) fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// The key of this server.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Whether the server belongs to a cluster.
    pub(crate) fn is_clustered(&self) -> bool {
        self.shared.is_clustered
    }

    /// The other servers of the cluster that run.
    pub(crate) fn servers(&self) -> watch::Receiver<Servers> {
        self.shared.servers.subscribe()
    }

    /// Whether the list of the other servers was read after this moment.
    pub(crate) fn has_listed_servers_since(&self, moment: std::time::Instant) -> bool {
        self.shared.renewed().is_some_and(|(at, _)| at >= moment)
    }

    /// Claims the tables of servers that have ended now, not only at the next interval.
    pub(crate) fn claim_soon(&self) {
        self.shared.claim.notify_one();
    }

    /// Whether no other server of the cluster can have claimed a table that is in memory.
    pub(super) fn holds(&self, id: &str) -> bool {
        !self.is_clustered()
            || (self.shared.has_lease() && self.shared.entries().tables.contains_key(id))
    }

    /// Whether the database takes what is written.
    pub(super) fn works(&self) -> bool {
        self.is_ready() && !self.shared.entries().failing
    }

    /// Why tables cannot be stored; `None` if they can.
    pub(crate) fn failure(&self) -> Option<ApiError> {
        let entries = self.shared.entries();
        let reason = || (entries.error.as_ref()).map_or(ApiError::DatabaseUnreachable, store_error);
        entries.failing.then(reason)
    }

    /// The tables of the database have been restored.
    pub(crate) fn set_ready(&self) {
        self.ready.send_replace(true);
    }

    /// Completes when the tables of the database are known, or after `limit`.
    pub(crate) async fn wait_until_ready(&self, limit: Duration) {
        let mut ready = self.ready.subscribe();
        // Either way the server starts.
        let _ = timeout(limit, ready.wait_for(|ready| *ready)).await;
    }

    /// Stores a new table, or one that was restored.
    pub(super) fn insert(&self, save: TableSave) -> TableSlot {
        let id = save.id.clone();
        let progress = watch::Sender::default();
        let slot = TableSlot {
            store: self.clone(),
            id: id.clone(),
            progress: progress.subscribe(),
        };
        let entry = Entry {
            save: Arc::new(save),
            number: 1,
            progress,
            dropped: false,
        };
        self.shared.entries().tables.insert(id, entry);
        self.shared.wake.notify_one();
        slot
    }

    /// Completes when the present state of a table is stored, or cannot be. Returns false if it is left to another
    /// server.
    pub(super) async fn settled(&self, id: &str) -> bool {
        let progress = {
            let entries = self.shared.entries();
            (entries.tables.get(id)).map(|entry| (entry.number, entry.progress.subscribe()))
        };
        match progress {
            Some((number, mut progress)) => self.released(&mut progress, number).await,
            None => true,
        }
    }

    /// Completes when clients may be told of a state. Returns false if another server has claimed the table.
    async fn released(&self, progress: &mut watch::Receiver<Progress>, number: u64) -> bool {
        let is_failing = self.shared.entries().failing && !self.is_clustered();
        if progress.borrow().released >= number || is_failing {
            return true;
        }
        let released = progress.wait_for(|progress| progress.released >= number);
        if self.is_clustered() {
            // Fails if the table is left to another server.
            return released.await.is_ok();
        }
        match timeout(HOLD_TIMEOUT, released).await {
            Ok(released) => released.is_ok(),
            Err(_) => {
                self.shared.entries().failing = true;
                true
            }
        }
    }

    /// Claims a table that has ended; `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`]; also if too many requests wait.
    pub(super) async fn claim_ended(&self, id: &str) -> Result<Option<ClaimedTable>, StoreError> {
        let busy = || StoreError::Locked("of the tables".to_owned());
        let (found, answer) = oneshot::channel();
        let request = Request {
            id: id.to_owned(),
            found,
        };
        self.requests.try_send(request).map_err(|_| busy())?;
        answer.await.unwrap_or_else(|_| Err(busy()))
    }

    /// Writes everything, and lets other servers claim the tables. Takes at most `limit`.
    pub(crate) async fn close(&self, limit: Duration) {
        self.shared.entries().closing = true;
        self.shared.wake.notify_one();
        // The thread drops the receiver when it has ended.
        let _ = timeout(limit, self.requests.closed()).await;
    }
}

/// The place of a table in the store.
pub(super) struct TableSlot {
    store: TableStore,
    id: String,
    progress: watch::Receiver<Progress>,
}

impl Entry {
    /// Whether it is that of a slot. A table that was left to another server may be back with a new slot.
    fn is_of(&self, slot: &TableSlot) -> bool {
        self.progress.subscribe().same_channel(&slot.progress)
    }
}

impl TableSlot {
    /// Stores a state, and returns its number; `None` if another server has claimed the table.
    pub(super) fn save(&self, save: TableSave) -> Option<u64> {
        let mut entries = self.store.shared.entries();
        let entry = entries.tables.get_mut(&self.id)?;
        if !entry.is_of(self) {
            return None;
        }
        entry.save = Arc::new(save);
        entry.number += 1;
        let number = entry.number;
        drop(entries);
        self.store.shared.wake.notify_one();
        Some(number)
    }

    /// What waits until states may be told.
    pub(super) fn hold(&self) -> Hold {
        Hold {
            store: self.store.clone(),
            progress: self.progress.clone(),
        }
    }

    /// Waits until a state is stored. Returns whether it is.
    pub(super) async fn stored(&self, number: u64) -> bool {
        let mut progress = self.progress.clone();
        let stored = progress.wait_for(|progress| progress.stored >= number);
        matches!(timeout(HOLD_TIMEOUT, stored).await, Ok(Ok(_)))
    }
}

impl Drop for TableSlot {
    fn drop(&mut self) {
        if let Some(entry) = self.store.shared.entries().tables.get_mut(&self.id)
            && entry.is_of(self)
        {
            entry.dropped = true;
        }
        self.store.shared.wake.notify_one();
    }
}

/// Waits until states of a table may be told.
pub(super) struct Hold {
    store: TableStore,
    progress: watch::Receiver<Progress>,
}

impl Hold {
    /// Completes when clients may be told of a state. Returns false if another server has claimed the table.
    pub(super) async fn released(&mut self, number: u64) -> bool {
        self.store.released(&mut self.progress, number).await
    }
}

/// Limits the time for a statement: a machine that has vanished does not answer at all.
async fn within<T>(
    store: &Store,
    statement: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(STATEMENT_TIMEOUT, statement)
        .await
        .unwrap_or_else(|_| {
            Err(StoreError::Lost {
                place: store.place().to_owned(),
                reason: "it does not answer".to_owned(),
            })
        })
}

/// The name of a server in the log: the random part of its key.
pub(crate) fn server_name(key: &str) -> &str {
    key.rsplit_once('#').map_or(key, |(_, name)| name)
}

/// The thread.
struct Writer {
    shared: Arc<Shared>,
    database: Database,
    retention: Retention,
    holder: Holder,
    /// Where other servers reach this one, if it belongs to a cluster.
    endpoint: Option<Endpoint>,
    /// The store, and the file that it is.
    store: Option<(Store, FileIdentity)>,
    events: mpsc::UnboundedSender<StoreEvent>,
    /// Whether the tables of the database were announced.
    told: bool,
    /// Whether a failure was reported.
    reported: bool,
    /// The tables that were announced.
    claimed: HashSet<String>,
    /// Since when this process has said without a gap that it runs.
    healthy_since: Option<Instant>,
    pruned: Option<Instant>,
}

impl Writer {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut renewal = interval(RENEW_INTERVAL);
        renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut retry: Option<Instant> = None;
        loop {
            let shared = Arc::clone(&self.shared);
            let is_retry = retry.is_some();
            let due = async {
                match retry {
                    Some(at) => sleep_until(at).await,
                    None => shared.wake.notified().await,
                }
            };
            let done = tokio::select! {
                () = due => match is_retry {
                    // There may be nothing to write that would show whether the database works.
                    true => self.renew_and_write().await,
                    false => self.write().await,
                },
                request = requests.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => return self.stop().await,
                },
                _ = renewal.tick() => self.renew_and_write().await,
                () = shared.claim.notified() => self.renew_and_write().await,
            };
            let closing = self.shared.entries().closing;
            retry = match done {
                Ok(()) => None,
                Err(error) => {
                    self.fail(&error);
                    Some(Instant::now() + RETRY_INTERVAL)
                }
            };
            if closing {
                return self.stop().await;
            }
        }
    }

    async fn renew_and_write(&mut self) -> Result<(), StoreError> {
        self.renew().await?;
        self.write().await?;
        self.note_success();
        Ok(())
    }

    /// Notes that the database works, and reports it after a failure.
    fn note_success(&mut self) {
        if std::mem::take(&mut self.reported) {
            tracing::info!("tables are stored again");
        }
        let mut entries = self.shared.entries();
        (entries.failing, entries.error) = (false, None);
    }

    /// The open store. A file that was replaced is opened again, and everything is written to it.
    async fn store(&mut self) -> Result<Store, StoreError> {
        let identity = self.database.identity();
        if let Some((store, known)) = &self.store
            && identity == Some(*known)
        {
            return Ok(store.clone());
        }
        if let Some((store, _)) = self.store.take() {
            let place = store.place();
            tracing::warn!("{place} was deleted or replaced: all tables are stored anew");
        }
        let store = self.database.open().await?;
        let now = within(&store, store.clock()).await?;
        let renew = store.renew_server(&self.holder, now, self.endpoint.as_ref());
        within(&store, renew).await?;
        // It exists now.
        let identity = self.database.identity().unwrap_or_default();
        self.store = Some((store.clone(), identity));
        for entry in self.shared.entries().tables.values_mut() {
            // It may be another file, or an older copy.
            entry.progress.send_modify(|progress| progress.stored = 0);
        }
        Ok(store)
    }

    /// Notes a failure, reports the first one, and lets tables go on.
    fn fail(&mut self, error: &StoreError) {
        self.healthy_since = None;
        if !matches!(error, StoreError::Locked(_)) {
            self.store = None;
        }
        let is_clustered = self.endpoint.is_some();
        if !std::mem::replace(&mut self.reported, true) {
            match is_clustered {
                true => tracing::error!("{error}: tables wait for the database"),
                false => tracing::error!(
                    "{error}: tables go on, but a restart would lose what is not stored"
                ),
            }
        }
        let mut entries = self.shared.entries();
        entries.failing = true;
        entries.error = Some(error.clone());
        if is_clustered {
            drop(entries);
            if !self.shared.has_lease() {
                self.leave_tables();
            }
            return;
        }
        for entry in entries.tables.values() {
            let number = entry.number;
            entry
                .progress
                .send_modify(|progress| progress.released = number);
        }
    }

    /// Leaves all tables to the other servers of the cluster. Those that nobody claims continue here when the database
    /// works again.
    fn leave_tables(&mut self) {
        let tables = std::mem::take(&mut self.shared.entries().tables);
        self.claimed.clear();
        if !tables.is_empty() {
            tracing::error!(
                tables = tables.len(),
                "the database does not answer: the tables are left to other servers"
            );
        }
        for id in tables.into_keys() {
            // Fails if the server has ended.
            let _ = self.events.send(StoreEvent::Lost(id));
        }
    }

    /// Writes the tables that have changed.
    async fn write(&mut self) -> Result<(), StoreError> {
        loop {
            let batch: Vec<(u64, Arc<TableSave>)> = {
                let mut entries = self.shared.entries();
                let changed = |entry: &Entry| entry.progress.borrow().stored < entry.number;
                (entries.tables).retain(|_, entry| !entry.dropped || changed(entry));
                let changed = entries.tables.values().filter(|entry| changed(entry));
                changed
                    .map(|entry| (entry.number, Arc::clone(&entry.save)))
                    .collect()
            };
            if batch.is_empty() {
                return Ok(());
            }
            let store = self.store().await?;
            let saves: Vec<Arc<TableSave>> =
                batch.iter().map(|(_, save)| Arc::clone(save)).collect();
            let lost = within(&store, store.save_tables(&self.holder, &saves)).await?;
            self.note_success();
            let mut entries = self.shared.entries();
            for (number, save) in &batch {
                let Some(entry) = entries.tables.get(&save.id) else {
                    continue;
                };
                if lost.contains(&save.id) {
                    entries.tables.remove(&save.id);
                    self.claimed.remove(&save.id);
                    // Fails if the server has ended.
                    let _ = self.events.send(StoreEvent::Lost(save.id.clone()));
                    continue;
                }
                entry.progress.send_modify(|progress| {
                    progress.stored = *number;
                    progress.released = progress.released.max(*number);
                });
            }
        }
    }

    /// Says that this process runs, and claims the tables of processes that have ended.
    async fn renew(&mut self) -> Result<(), StoreError> {
        // A missing file holds no tables, and is not created before there is something to store.
        if self.database.identity().is_none() && self.shared.entries().tables.is_empty() {
            self.announce(Vec::new());
            return Ok(());
        }
        let renewed = (std::time::Instant::now(), unix_ms());
        let store = self.store().await?;
        let now = within(&store, store.clock()).await?;
        let renew = store.renew_server(&self.holder, now, self.endpoint.as_ref());
        within(&store, renew).await?;
        if (self.pruned).is_none_or(|pruned| pruned.elapsed() >= PRUNE_INTERVAL) {
            let before = |age: Duration| now.saturating_sub(age.as_millis() as u64);
            let Retention { over, abandoned } = self.retention;
            let prune = store.prune_server_tables(before(over), before(abandoned));
            within(&store, prune).await?;
            self.pruned = Some(Instant::now());
        }
        // After a failure of the database the others could not be seen either.
        let since = *self.healthy_since.get_or_insert_with(Instant::now);
        let patient = since.elapsed() < SERVER_TIMEOUT;
        let shared = Arc::clone(&self.shared);
        let known =
            |id: &str| self.claimed.contains(id) || shared.entries().tables.contains_key(id);
        let claim = store.claim_tables(&self.holder, now, patient, known);
        let Claims { new, held } = within(&store, claim).await?;
        if self.endpoint.is_some() {
            self.lose_tables(&held);
            let running = store.running_servers(now);
            self.note_servers(within(&store, running).await?);
        }
        let mut lease = (self.shared.renewed.lock()).unwrap_or_else(PoisonError::into_inner);
        *lease = Some(renewed);
        drop(lease);
        self.announce(new);
        Ok(())
    }

    /// Loses the live tables that another server has claimed: those that are not in `held`.
    fn lose_tables(&mut self, held: &HashSet<String>) {
        let is_lost = |entry: &Entry| {
            let is_stored = entry.progress.borrow().stored > 0;
            is_stored && entry.save.state == StoredState::Live && !held.contains(&entry.save.id)
        };
        let mut entries = self.shared.entries();
        let lost = entries.tables.extract_if(|_, entry| is_lost(entry));
        for (id, _) in lost {
            tracing::warn!(table = id, "another server has taken over the table");
            self.claimed.remove(&id);
            // Fails if the server has ended.
            let _ = self.events.send(StoreEvent::Lost(id));
        }
    }

    /// Notes the servers of the cluster that run.
    fn note_servers(&self, running: Vec<(String, Option<Endpoint>)>) {
        let others = (running.into_iter())
            .filter(|(key, _)| *key != self.holder.key)
            .filter_map(|(key, endpoint)| Some((key, endpoint?)));
        let others: HashMap<String, Endpoint> = others.collect();
        self.shared.servers.send_if_modified(|known| {
            let (before, now) = (&**known, &others);
            for (key, endpoint) in now.iter().filter(|(key, _)| !before.contains_key(*key)) {
                let (server, address) = (server_name(key), &endpoint.address);
                tracing::info!(server, address, "a server has joined the cluster");
            }
            for (key, endpoint) in before.iter().filter(|(key, _)| !now.contains_key(*key)) {
                let (server, address) = (server_name(key), &endpoint.address);
                tracing::info!(server, address, "a server has left the cluster");
            }
            let is_modified = before != now;
            if is_modified {
                *known = Arc::new(others);
            }
            is_modified
        });
    }

    fn announce(&mut self, claimed: Vec<ClaimedTable>) {
        self.claimed
            .extend(claimed.iter().map(|table| table.id.clone()));
        if !std::mem::replace(&mut self.told, true) || !claimed.is_empty() {
            // Fails if the server has ended.
            let _ = self.events.send(StoreEvent::Claimed(claimed));
        }
    }

    async fn answer(&mut self, request: Request) -> Result<(), StoreError> {
        if self.database.identity().is_none() {
            // Fails if the request was cancelled; so below.
            let _ = request.found.send(Ok(None));
            return Ok(());
        }
        let found = match self.store().await {
            Ok(store) => match within(&store, store.clock()).await {
                Ok(now) => {
                    let claim = store.claim_ended_table(&self.holder, now, &request.id);
                    within(&store, claim).await
                }
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        let failed = found.as_ref().err().cloned();
        let _ = request.found.send(found);
        failed.map_or(Ok(()), Err)
    }

    /// Writes what is left, and lets other servers claim the tables.
    async fn stop(mut self) {
        let deadline = Instant::now() + CLOSE_RETRY_TIMEOUT;
        while let Err(error) = self.write().await {
            self.fail(&error);
            if Instant::now() >= deadline {
                return;
            }
            sleep(CLOSE_RETRY_INTERVAL).await;
        }
        if let Some((store, _)) = &self.store {
            // If it fails, the process is known to have ended some seconds later.
            if let Ok(now) = store.clock().await {
                let _ = store.stop_server(&self.holder, now).await;
            }
            store.close().await;
        }
    }
}
