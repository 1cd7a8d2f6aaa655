//! The registry of the tables of a server.

use super::join::JoinRequest;
use super::limits::Limits;
use super::list_cache::ListCache;
use super::outbox::Outbox;
use super::published::Published;
use super::room::{Event, GameInProgress, MAX_EVENTS, Reply, Room};
use super::seat::{AgentSeat, RoomSeat, SeatPlayer};
use super::seat_index::AgentKind;
use super::shared::Shared;
use super::stored_room::restore_seat;
use super::table_request::{self, Opened, OpenedSeat, SeatRequest, TableRequest};
use super::table_store::{StoreEvent, TableStore};
use super::think_pool::{ThinkPool, Thinker};
use super::unix_ms;
use crate::agents::remote_agent::RemoteAgent;
use crate::api_response::unknown_game;
use crate::connection_limit::network_of;
use crate::daily::DailyTable;
use crate::distinct_name::distinct_name;
use crate::metrics::Metrics;
use crate::rate_limit::RateLimit;
use crate::token::{SeatToken, Token, TokenHash, random_hex};
use parlour_agents::{Budget, Effort};
use parlour_arena::Secret;
use parlour_arena::deals::Purpose;
use parlour_arena::games::{self, Task};
use parlour_arena::store::server_tables::ClaimedTable;
use parlour_engine::{DealSource, Rules as _, Seat, SeatSet, SetupError, Streams};
use parlour_protocol::lines::Hello;
use parlour_protocol::stored_table::StoredTable;
use parlour_protocol::summary::{SeatKind, State, Summary};
use parlour_protocol::{ApiError, Hosted, TimeBank};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, hash_map};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing::Instrument as _;

/// Number of tables in a list.
pub(super) const MAX_LISTED: usize = 200;
/// The time for storing tables and telling their clients when the server stops.
const SUSPEND_TIMEOUT: Duration = Duration::from_secs(3);
/// The time for the last messages when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(300);
/// Limits of a policy for one move.
const MAX_TIME: Duration = Duration::from_secs(2);
const MAX_SIMULATIONS: u32 = 20_000;

/// All tables of a server.
pub(crate) struct RoomRegistry {
    shared: Arc<Shared>,
    tables: Mutex<HashMap<String, Entry>>,
    /// The sequence number of the next table.
    next: AtomicU64,
    new_tables: RateLimit,
    /// Whether the server stops, so that no table is made.
    stopping: AtomicBool,
    /// The ids of stored tables that are damaged.
    damaged: Mutex<HashSet<String>>,
}

/// A table in the registry.
struct Entry {
    published: Arc<Published>,
    events: mpsc::Sender<Event>,
    keeper: TokenHash,
    /// The address from which it was made.
    owner: IpAddr,
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

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table. Completes when it is stored, or cannot be.
    ///
    /// # Errors
    /// [`ApiError`].
    pub(crate) async fn open(
        self: &Arc<Self>,
        request: TableRequest,
        from: IpAddr,
    ) -> Result<Opened, ApiError> {
        self.open_table(request, None, from).await
    }

    /// Makes the table of a daily deal. Completes as [`open`](Self::open).
    ///
    /// # Errors
    /// [`ApiError`].
    pub(crate) async fn open_daily(
        self: &Arc<Self>,
        request: TableRequest,
        daily: DailyTable,
        from: IpAddr,
    ) -> Result<Opened, ApiError> {
        self.open_table(request, Some(daily), from).await
    }

    async fn open_table(
        self: &Arc<Self>,
        request: TableRequest,
        daily: Option<DailyTable>,
        from: IpAddr,
    ) -> Result<Opened, ApiError> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err(ApiError::Stopping);
        }
        table_request::check(&request)?;
        let limited = |wait: Duration| ApiError::TablesTooFast {
            seconds: wait.as_secs() + 1,
        };
        self.new_tables.check(from).map_err(limited)?;
        let game = request.game.clone();
        let open = Open {
            rooms: self,
            request,
            daily,
            from: network_of(from),
        };
        let opened = games::with(&game, open).unwrap_or_else(|| Err(unknown_game(&game)))?;
        if let Some(store) = &self.shared.store
            && !store.settled(&opened.id).await
        {
            return Err(ApiError::TablesLoading);
        }
        Ok(opened)
    }

    /// Adds a table, within the limits. Room is made by removing ended tables of the same owner, or tables of others
    /// whose game was never finished or is stored; then the newest table whose game has not begun, of an owner with many
    /// more open tables.
    fn insert(&self, id: &str, entry: Entry) -> Result<(), ApiError> {
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
    fn insert_restored(&self, id: &str, entry: Entry) -> bool {
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

    /// Makes a table that has ended available again if it is stored.
    ///
    /// # Errors
    /// [`ApiError::TableNotFound`], [`ApiError::TablesFull`] if there is no room for it in memory, or
    /// [`ApiError::TablesLoading`] if the database cannot tell now.
    pub(crate) async fn recall(self: &Arc<Self>, id: &str) -> Result<(), ApiError> {
        if self.tables().contains_key(id) {
            return Ok(());
        }
        let Some(store) = self.shared.store.as_ref().filter(|_| is_table_id(id)) else {
            return Err(ApiError::TableNotFound);
        };
        if !store.is_ready() {
            return Err(ApiError::TablesLoading);
        }
        match store.claim_ended(id).await {
            Ok(Some(table)) => {
                self.restore(&table);
                if !self.tables().contains_key(id) && !self.is_damaged(id) {
                    return Err(ApiError::TablesFull);
                }
            }
            Ok(None) => {}
            Err(_) => return Err(ApiError::TablesLoading),
        }
        match self.tables().contains_key(id) {
            true => Ok(()),
            false => Err(ApiError::TableNotFound),
        }
    }

    /// Restores the tables of the database, and follows what becomes of them.
    pub(crate) async fn follow_store(
        self: Arc<Self>,
        mut events: mpsc::UnboundedReceiver<StoreEvent>,
    ) {
        while let Some(event) = events.recv().await {
            match event {
                StoreEvent::Claimed(tables) => {
                    self.shared.metrics.count_restored(tables.len());
                    tables.iter().for_each(|table| self.restore(table));
                    if let Some(store) = &self.shared.store {
                        store.set_ready();
                    }
                    self.shared.index.wanted.notify_one();
                }
                StoreEvent::Lost(id) => {
                    let entry = self.tables().remove(&id);
                    self.shared.list.invalidate();
                    if let Some(entry) = entry {
                        // Fails if the table has just ended.
                        let _ = entry.events.send(Event::Lost).await;
                    }
                }
            }
        }
    }

    /// Restores a table, unless it is there, or has ended and there is no room. What is damaged is reported. Both stay
    /// in the database.
    fn restore(self: &Arc<Self>, table: &ClaimedTable) {
        let restore = Restore { rooms: self, table };
        let restored =
            games::with(&table.game, restore).unwrap_or_else(|| Err("unknown game".to_owned()));
        if let Err(reason) = restored {
            tracing::error!(
                table = table.id,
                "a stored table cannot be restored: {reason}"
            );
            let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
            damaged.insert(table.id.clone());
        }
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

/// A request to make a table.
struct Open<'a> {
    rooms: &'a Arc<RoomRegistry>,
    request: TableRequest,
    daily: Option<DailyTable>,
    from: IpAddr,
}

impl Task for Open<'_> {
    type Output = Result<Opened, ApiError>;

    fn run<G: Hosted>(self) -> Result<Opened, ApiError> {
        let request = &self.request;
        let rules = rules::<G>(request)?;
        let (secret, (deal_seed, seed)) = match (&self.daily, request.seed) {
            (Some(daily), _) => (None, (daily.deal, daily.choices)),
            (None, Some(seed)) => (None, (seed, seed)),
            (None, None) => {
                let secret = Secret::new()?;
                let seeds = seeds(&secret);
                (Some(secret), seeds)
            }
        };
        // An invalid deal is rejected now, not when the game begins.
        let deal = match &request.cards {
            None => DealSource::Seed(deal_seed),
            Some(cards) => DealSource::Cards(
                serde_json::from_value(cards.clone())
                    .map_err(|error| SetupError::Deal(error.to_string()))?,
            ),
        };
        let _: G = deal.clone().start(rules.clone())?;
        let mut room_seats = Vec::new();
        for (seat, pending) in Seat::all(request.seats.len()).zip(&request.seats) {
            room_seats.push(new_room_seat::<G>(&rules, seed, seat, pending)?);
        }
        number_names(&mut room_seats);
        if let Some(daily) = &self.daily {
            room_seats[0].token = Some(SeatToken::from(daily.token.clone()));
        }
        let keeper = Token::new()?;
        let seats = (room_seats.iter()).map(|room_seat| OpenedSeat {
            kind: room_seat.kind(),
            token: room_seat
                .token
                .as_ref()
                .and_then(|token| Some(token.text.as_ref()?.reveal().to_owned())),
        });
        let seats = seats.collect();
        let (id, day) = match self.daily {
            Some(daily) => (daily.id, Some(daily.day)),
            None => (random_hex::<8>()?, None),
        };
        let spec = TableSpec {
            id,
            rules,
            rules_name: self.request.rules,
            deal,
            seed,
            secret: secret.filter(|_| self.request.cards.is_none()),
            seeded: self.request.seed.is_some() || self.request.cards.is_some(),
            room_seats,
            clock: self.request.clock,
            bank: self.request.bank,
            listed: self.request.listed,
            daily: day,
        };
        let owner_token = keeper.reveal().to_owned();
        let hash = TokenHash::of(&owner_token);
        let id = (self.rooms).launch(spec, hash, self.from, &mut Vec::new())?;
        Ok(Opened {
            id,
            keeper: owner_token,
            seats,
        })
    }
}

/// The specification of a table.
pub(super) struct TableSpec<G: Hosted> {
    pub(super) id: String,
    pub(super) rules: G::Rules,
    /// The name of the rules.
    pub(super) rules_name: String,
    /// A valid deal.
    pub(super) deal: DealSource<G::Deal>,
    /// The seed of random choices.
    pub(super) seed: u64,
    /// What the deal follows from, if it was not chosen.
    pub(super) secret: Option<Secret>,
    /// Whether the deal was chosen.
    pub(super) seeded: bool,
    pub(super) room_seats: Vec<RoomSeat<G>>,
    /// Milliseconds for each answer.
    pub(super) clock: Option<u64>,
    /// The time of each seat for all its answers.
    pub(super) bank: Option<TimeBank>,
    pub(super) listed: bool,
    /// The day of the daily deal, if it is one.
    pub(super) daily: Option<u64>,
}

/// A remote agent that is transferred to the next table with its connection.
pub(super) struct TransferredAgent<G: Hosted> {
    /// Its seat at the next table.
    pub(super) seat: usize,
    pub(super) name: String,
    /// The name that a classic agent asked for.
    pub(super) classic: Option<String>,
    pub(super) agent: RemoteAgent<G>,
}

impl RoomRegistry {
    /// Starts a table, and seats the transferred agents. On an error they stay in the list.
    pub(super) fn launch<G: Hosted>(
        self: &Arc<Self>,
        spec: TableSpec<G>,
        keeper: TokenHash,
        owner: IpAddr,
        transferred: &mut Vec<TransferredAgent<G>>,
    ) -> Result<String, ApiError> {
        let now = unix_ms();
        let summary = Summary {
            id: spec.id.clone(),
            game: G::NAME.to_owned(),
            rules: spec.rules_name.clone(),
            listed: spec.listed,
            seeded: spec.seeded,
            commitment: spec.secret.as_ref().map(Secret::commitment),
            secret: None,
            clock: spec.clock,
            bank: spec.bank,
            state: State::Waiting,
            seats: spec.room_seats.iter().map(RoomSeat::summary).collect(),
            to_move: SeatSet::EMPTY,
            scores: None,
            winners: None,
            again: None,
            undo: None,
            daily: spec.daily,
            created: now,
            updated: now,
        };
        let id = spec.id.clone();
        let (mut room, entry, queues) = self.new_room(spec, summary, keeper, owner);
        self.insert(&id, entry)?;
        for transferred in transferred.drain(..) {
            room.seat_transferred(transferred);
        }
        self.run_room(room, queues);
        Ok(id)
    }

    /// A room, its place in the registry, and its queues.
    fn new_room<G: Hosted>(
        &self,
        spec: TableSpec<G>,
        summary: Summary,
        keeper: TokenHash,
        owner: IpAddr,
    ) -> (Room<G>, Entry, Queues<G>) {
        let classic = G::classic(&spec.rules);
        let (events, event_queue) = mpsc::channel(MAX_EVENTS);
        let (replies, reply_queue) = mpsc::channel(MAX_EVENTS);
        let shared = Arc::clone(&self.shared);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (index, list) = (Arc::clone(&shared.index), Arc::clone(&shared.list));
        let mut room = Room {
            published: Arc::new(Published::new(summary.clone(), number, index, list)),
            published_state: summary.state,
            shared,
            summary,
            rules: spec.rules,
            deal: spec.deal,
            seed: spec.seed,
            secret: spec.secret,
            classic,
            clock: spec.clock.map(Duration::from_millis),
            keeper,
            owner,
            store: None,
            outbox: Outbox::default(),
            room_seats: spec.room_seats,
            spectators: Vec::new(),
            game: None,
            name_requests: JoinSet::new(),
            absent: Default::default(),
            next: 0,
            events: events.clone(),
            replies,
            empty_since: None,
            ended: None,
            ended_at: 0,
            again: None,
            next_table: None,
        };
        // The other servers of a cluster find tables in the store only.
        let is_stored = |store: &TableStore| store.is_clustered() || room.has_people();
        if self.shared.store.as_ref().is_some_and(is_stored) {
            room.outbox = Outbox::waiting();
        }
        room.fill_banks();
        room.publish_tokens();
        let entry = Entry {
            published: Arc::clone(&room.published),
            events,
            keeper,
            owner,
        };
        (room, entry, (event_queue, reply_queue))
    }

    /// Starts the task of a room.
    fn run_room<G: Hosted>(self: &Arc<Self>, mut room: Room<G>, (events, replies): Queues<G>) {
        room.keep_stored();
        let forgotten = RemoveOnDrop {
            rooms: Arc::clone(self),
            id: room.summary.id.clone(),
            published: Arc::clone(&room.published),
        };
        let span = tracing::info_span!("table", id = room.summary.id);
        let running = async move {
            let Summary { game, rules, .. } = &room.summary;
            tracing::info!(game, rules, owner = %room.owner, "a table was made");
            room.run(events, replies).await;
            tracing::info!("the table was removed");
            drop(forgotten);
        };
        tokio::spawn(running.instrument(span));
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

/// The queues of events and replies of a room.
type Queues<G> = (mpsc::Receiver<Event>, mpsc::Receiver<Reply<G>>);

/// A table to be restored.
struct Restore<'a> {
    rooms: &'a Arc<RoomRegistry>,
    table: &'a ClaimedTable,
}

impl Task for Restore<'_> {
    type Output = Result<(), String>;

    fn run<G: Hosted>(self) -> Result<(), String> {
        let (rooms, row) = (self.rooms, self.table);
        let mut stored = StoredTable::<G>::read(&row.data).map_err(|error| error.to_string())?;
        if stored.summary.id != row.id {
            return Err("it is damaged: its id".to_owned());
        }
        let game = stored.resume().map_err(|error| error.to_string())?;
        let game = game.map(|game| GameInProgress {
            id: game.before.actions().len() as u64,
            table: game.table,
            awaited: game.awaited,
            before: game.before,
        });
        let mut room_seats = Vec::new();
        let seats = stored.seats.iter().zip(&stored.summary.seats);
        for (seat, (secrets, public)) in Seat::all(stored.seats.len()).zip(seats) {
            let pending = match (&secrets.policy, public.kind) {
                (Some(policy), _) => SeatRequest::Policy {
                    policy: policy.clone(),
                },
                (None, SeatKind::Agent) => SeatRequest::Agent,
                (None, _) if public.open => SeatRequest::Open,
                (None, _) => SeatRequest::Person,
            };
            let mut room_seat = new_room_seat::<G>(&stored.rules, stored.seed, seat, &pending)
                .map_err(|error| error.to_string())?;
            restore_seat(&mut room_seat, secrets, public.name.as_ref())?;
            room_seats.push(room_seat);
        }
        let secret = match &stored.secret {
            None => None,
            Some(text) => {
                Some(Secret::from_hex(text).ok_or("it is damaged: the secret of its deal")?)
            }
        };
        let keeper = TokenHash::from_hex(&stored.keeper).ok_or("it is damaged: a token")?;
        stored.summary.updated = row.updated;
        let mut summary = stored.summary.clone();
        // The table of a rematch that was not made before the server stopped.
        let next = stored.next.take();
        let next = next.filter(|id| summary.again.is_none() || rooms.tables().contains_key(id));
        if next.is_some() {
            summary.again = None;
        }
        let spec = TableSpec {
            id: row.id.clone(),
            rules: stored.rules.clone(),
            rules_name: summary.rules.clone(),
            deal: stored.deal.clone(),
            seed: stored.seed,
            secret,
            seeded: summary.seeded,
            room_seats,
            clock: summary.clock,
            bank: summary.bank,
            listed: summary.listed,
            daily: summary.daily,
        };
        let (mut room, entry, queues) = rooms.new_room(spec, summary, keeper, stored.owner);
        (room.next_table, room.ended_at) = (next, row.updated);
        if rooms.insert_restored(&row.id, entry) {
            room.resume(&stored, game, row.stopped);
            rooms.run_room(room, queues);
        }
        Ok(())
    }
}

/// Removes a table from the registry, however its task ends.
struct RemoveOnDrop {
    rooms: Arc<RoomRegistry>,
    id: String,
    published: Arc<Published>,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        // A table that was left to another server may be back with a task of its own.
        if let hash_map::Entry::Occupied(entry) = self.rooms.tables().entry(self.id.clone())
            && Arc::ptr_eq(&entry.get().published, &self.published)
        {
            entry.remove();
        }
    }
}

/// Whether a text has the form of a table's id: nothing else is looked up in the database.
pub(crate) fn is_table_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn rules<G: Hosted>(request: &TableRequest) -> Result<G::Rules, ApiError> {
    let rules = G::Rules::named(&request.rules).ok_or_else(|| ApiError::UnknownRules {
        game: G::NAME.to_owned(),
        rules: request.rules.clone(),
        known: G::Rules::names().join(", "),
    })?;
    let seats = request.seats.len();
    G::with_seats(rules, seats).ok_or_else(|| ApiError::SeatCount {
        game: G::NAME.to_owned(),
        seats: seats as u64,
    })
}

/// A seat as requested, with its token.
///
/// # Errors
/// If the policy is unknown or too slow.
pub(super) fn new_room_seat<G: Hosted>(
    rules: &G::Rules,
    seed: u64,
    seat: Seat,
    pending: &SeatRequest,
) -> Result<RoomSeat<G>, ApiError> {
    let rng = Streams::new(seed).seat(seat);
    let (player, token, name) = match pending {
        SeatRequest::Person | SeatRequest::Open => {
            (SeatPlayer::Person(None), Some(Token::new()?), None)
        }
        SeatRequest::Agent => (
            SeatPlayer::Agent(AgentSeat::default()),
            Some(Token::new()?),
            None,
        ),
        SeatRequest::Policy { policy: text } => {
            let policy = G::policy(text)?;
            if is_slow::<G>(rules, text) {
                let policy = text.clone();
                return Err(ApiError::SlowPolicy { policy });
            }
            let thinker = Some(Thinker {
                policy,
                rng: rng.clone(),
            });
            let name = Some(text.clone());
            let text = text.clone();
            (SeatPlayer::Policy { text, thinker }, None, name)
        }
    };
    Ok(RoomSeat {
        player,
        token: token.map(SeatToken::from),
        unconfirmed: None,
        invitation: None,
        name,
        open: *pending == SeatRequest::Open,
        pending: None,
        bank_left: None,
        last_phrase: None,
        rng,
    })
}

/// Whether a policy may exceed the limits for one move.
pub(crate) fn is_slow<G: Hosted>(rules: &G::Rules, policy: &str) -> bool {
    let effort = policy.split_once(':').map(|(_, effort)| effort.parse());
    match effort {
        Some(Ok(effort)) if Effort::threads(effort) > 1 => true,
        Some(Ok(effort)) => match effort.budget() {
            Budget::Time(time) => time > MAX_TIME,
            Budget::Simulations(count) => count > MAX_SIMULATIONS,
        },
        Some(Err(_)) | None => G::is_slow(rules, policy),
    }
}

/// Makes the names of policies distinct.
fn number_names<G: Hosted>(room_seats: &mut [RoomSeat<G>]) {
    for index in 1..room_seats.len() {
        let (before, rest) = room_seats.split_at_mut(index);
        let Some(name) = rest[0].name.clone() else {
            continue;
        };
        let taken = |name: &str| {
            before
                .iter()
                .any(|room_seat| room_seat.name.as_deref() == Some(name))
        };
        rest[0].name = Some(distinct_name(&name, taken));
    }
}

/// The seeds of the deal and of random choices that follow from a secret.
pub(super) fn seeds(secret: &Secret) -> (u64, u64) {
    (
        secret.seed(Purpose::Deal, 0),
        secret.seed(Purpose::Choices, 0),
    )
}
