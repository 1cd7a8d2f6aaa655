//! Writes tables to the database, from a thread of its own.
//!
//! A room hands over its state and goes on. The thread writes the latest state of every table that has changed, all in
//! one transaction, so that a slow disk makes transactions larger and not more numerous. What clients are told of a
//! state is [held back](TableSlot::released) until it is stored, so that a restart takes nothing back. If the database
//! fails, tables go on without it and everything is written once it works again.

use super::unix_ms;
use crate::token::random_hex;
use crate::tournaments::{Database, Identity};
use parlour_arena::store::server_tables::{
    ClaimedTable, RENEW_INTERVAL, SERVER_TIMEOUT, TableSave,
};
use parlour_arena::{Holder, Store, StoreError};
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
    closing: bool,
}

#[derive(Default)]
struct Shared {
    entries: Mutex<Entries>,
    /// Notified when there is something to write.
    wake: Notify,
}

impl Shared {
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
}

impl TableStore {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system provides no thread or no random numbers.
    pub(crate) fn start(
        database: Database,
        retention: Retention,
    ) -> io::Result<(TableStore, mpsc::UnboundedReceiver<StoreEvent>)> {
        let (requests, queue) = mpsc::channel(MAX_REQUESTS);
        let (events, received) = mpsc::unbounded_channel();
        let shared = Arc::<Shared>::default();
        let writer = Writer {
            shared: Arc::clone(&shared),
            database,
            retention,
            holder: Holder::here("parlour serve").part(&random_hex::<4>()?),
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
        };
        Ok((store, received))
    }

    /// Whether the tables of the database are known.
    pub(crate) fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Whether the database takes what is written.
    pub(super) fn works(&self) -> bool {
        self.is_ready() && !self.shared.entries().failing
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

    /// Completes when the present state of a table is stored, or cannot be.
    pub(super) async fn settled(&self, id: &str) {
        let progress = {
            let entries = self.shared.entries();
            (entries.tables.get(id)).map(|entry| (entry.number, entry.progress.subscribe()))
        };
        if let Some((number, mut progress)) = progress {
            self.released(&mut progress, number).await;
        }
    }

    /// Completes when clients may be told of a state. Returns false if another server has claimed the table.
    async fn released(&self, progress: &mut watch::Receiver<Progress>, number: u64) -> bool {
        if progress.borrow().released >= number || self.shared.entries().failing {
            return true;
        }
        let released = progress.wait_for(|progress| progress.released >= number);
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

impl TableSlot {
    /// Stores a state, and returns its number; `None` if another server has claimed the table.
    pub(super) fn save(&self, save: TableSave) -> Option<u64> {
        let mut entries = self.store.shared.entries();
        let entry = entries.tables.get_mut(&self.id)?;
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
        if let Some(entry) = self.store.shared.entries().tables.get_mut(&self.id) {
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

/// The thread.
struct Writer {
    shared: Arc<Shared>,
    database: Database,
    retention: Retention,
    holder: Holder,
    /// The store, and the file that it is.
    store: Option<(Store, Identity)>,
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
            let due = async {
                match retry {
                    Some(at) => sleep_until(at).await,
                    None => shared.wake.notified().await,
                }
            };
            let done = tokio::select! {
                () = due => self.write().await,
                request = requests.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => return self.stop().await,
                },
                _ = renewal.tick() => match self.renew().await {
                    Ok(()) => self.write().await,
                    failed => failed,
                },
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

    /// The open store. A file that was replaced is opened again, and everything is written to it.
    async fn store(&mut self) -> Result<Store, StoreError> {
        let identity = self.database.identity();
        if let Some((store, known)) = &self.store
            && identity == Some(*known)
        {
            return Ok(store.clone());
        }
        self.store = None;
        let store = self.database.open().await?;
        within(&store, store.renew_server(&self.holder, unix_ms())).await?;
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
        if !std::mem::replace(&mut self.reported, true) {
            tracing::error!("{error}: tables go on, but a restart would lose what is not stored");
        }
        let mut entries = self.shared.entries();
        entries.failing = true;
        for entry in entries.tables.values() {
            let number = entry.number;
            entry
                .progress
                .send_modify(|progress| progress.released = number);
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
            if std::mem::take(&mut self.reported) {
                tracing::info!("{}: tables are stored again", store.place());
            }
            let mut entries = self.shared.entries();
            entries.failing = false;
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
        if self.database.identity().is_none() {
            self.announce(Vec::new());
            return Ok(());
        }
        let store = self.store().await?;
        let now = unix_ms();
        within(&store, store.renew_server(&self.holder, now)).await?;
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
        let claimed = within(&store, claim).await?;
        self.announce(claimed);
        Ok(())
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
            Ok(store) => {
                let claim = store.claim_ended_table(&self.holder, unix_ms(), &request.id);
                within(&store, claim).await
            }
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
            let _ = store.stop_server(&self.holder, unix_ms()).await;
            store.close().await;
        }
    }
}
