//! The registry of the tables of a server.

use super::join::JoinRequest;
use super::limits::Limits;
use super::published::Published;
use super::rematch::NextTable;
use super::room::{Event, MAX_EVENTS, Room};
use super::seat::{AgentSeat, RoomSeat, SeatPlayer};
use super::shared::Shared;
use super::table_request::{self, Opened, OpenedSeat, SeatRequest, TableError, TableRequest};
use super::think_pool::Thinker;
use super::unix_ms;
use crate::agents::remote_agent::RemoteAgent;
use crate::connection_limit::network_of;
use crate::distinct_name::distinct_name;
use crate::token::{Token, random_hex};
use parlour_agents::{Budget, Effort};
use parlour_arena::Secret;
use parlour_arena::deals::Purpose;
use parlour_arena::games::{self, Task};
use parlour_engine::{DealSource, Rules as _, Seat, SeatSet, SetupError, Streams};
use parlour_protocol::Hosted;
use parlour_protocol::summary::{State, Summary};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinSet;

/// Number of tables in a list.
const MAX_LISTED: usize = 200;
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
}

/// A table in the registry.
struct Entry {
    published: Arc<Published>,
    events: mpsc::Sender<Event>,
    keeper: Token,
    /// The address from which it was made.
    owner: IpAddr,
    /// Its sequence number.
    number: u64,
}

impl RoomRegistry {
    /// An empty registry, and the connections that rooms return to the lobby.
    pub(crate) fn new(limits: Limits) -> (Arc<RoomRegistry>, mpsc::Receiver<JoinRequest>) {
        let (lobby, returned) = mpsc::channel(limits.lobby.max(1));
        let rooms = Arc::new_cyclic(|rooms| {
            let shared = Shared {
                thinkers: Arc::new(Semaphore::new(limits.thinkers.max(1))),
                limits,
                lobby,
                wanted: Arc::new(Notify::new()),
                rooms: Weak::clone(rooms),
            };
            RoomRegistry {
                shared: Arc::new(shared),
                tables: Mutex::default(),
                next: AtomicU64::new(0),
            }
        });
        (rooms, returned)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Completes when a table has a free seat for a remote agent.
    pub(super) async fn wanted(&self) {
        self.shared.wanted.notified().await;
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table.
    ///
    /// # Errors
    /// [`TableError`].
    pub(crate) fn open(
        self: &Arc<Self>,
        request: TableRequest,
        from: IpAddr,
    ) -> Result<Opened, TableError> {
        table_request::check(&request)?;
        let game = request.game.clone();
        let open = Open {
            rooms: self,
            request,
            from: network_of(from),
        };
        games::with(&game, open).unwrap_or(Err(TableError::Game(game)))
    }

    /// Adds a table, within the limits.
    fn insert(&self, id: &str, entry: Entry) -> Result<(), TableError> {
        let limits = &self.shared.limits;
        let mut tables = self.tables();
        let of_one =
            |other: &&Entry| other.owner == entry.owner && !other.published.state().is_final();
        let count = tables.values().filter(of_one).count();
        if count >= limits.tables_per_address {
            return Err(TableError::TooMany(count));
        }
        if tables.len() >= limits.tables {
            let ended = tables
                .iter()
                .filter(|(_, other)| other.published.state().is_final());
            let oldest = ended.min_by_key(|(_, other)| other.published.updated());
            let oldest = oldest.map(|(id, _)| id.clone()).ok_or(TableError::Full)?;
            if let Some(other) = tables.remove(&oldest) {
                // If its queue is full, its task ends when its time is over.
                let _ = other.events.try_send(Event::Close("the table was removed"));
            }
        }
        tables.insert(id.to_owned(), entry);
        Ok(())
    }

    fn remove(&self, id: &str) {
        self.tables().remove(id);
    }

    /// The public summary of a table.
    pub(crate) fn summary(&self, id: &str) -> Result<Summary, TableError> {
        let tables = self.tables();
        Ok(tables.get(id).ok_or(TableError::Table)?.published.summary())
    }

    /// The listed tables that have not ended, the newest first.
    pub(crate) fn list(&self) -> Vec<Summary> {
        let tables = self.tables();
        let mut list: Vec<Summary> = (tables.values())
            .map(|entry| entry.published.summary())
            .filter(|summary| summary.listed && !summary.state.is_final())
            .collect();
        drop(tables);
        list.sort_by_key(|summary| std::cmp::Reverse(summary.created));
        list.truncate(MAX_LISTED);
        list
    }

    /// The record of a finished game.
    pub(crate) fn record(&self, id: &str) -> Result<String, TableError> {
        let tables = self.tables();
        let entry = tables.get(id).ok_or(TableError::Table)?;
        entry.published.record().ok_or(TableError::NotOver)
    }

    /// Ends a table with the token of its owner.
    pub(crate) async fn end(&self, id: &str, token: &str) -> Result<(), TableError> {
        let events = {
            let tables = self.tables();
            let entry = tables.get(id).ok_or(TableError::Table)?;
            if !entry.keeper.matches(token) {
                return Err(TableError::Keeper);
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
    pub(super) fn find_token(&self, token: &str) -> Option<mpsc::Sender<Event>> {
        let tables = self.tables();
        let mut entries = tables.values();
        Some(
            entries
                .find(|entry| entry.published.has_token(token))?
                .events
                .clone(),
        )
    }

    /// The event queue of the oldest table that may have a seat for a remote agent.
    pub(super) fn find_seat(&self, request: &JoinRequest) -> Option<mpsc::Sender<Event>> {
        let tables = self.tables();
        let waiting = tables
            .values()
            .filter(|entry| entry.published.awaits(request));
        let first = waiting.min_by_key(|entry| entry.number)?;
        Some(first.events.clone())
    }

    /// Ends all tables, and waits a moment for the last messages.
    pub(crate) async fn close(&self, reason: &'static str) {
        let all: Vec<_> = (self.tables().drain())
            .map(|(_, entry)| entry.events)
            .collect();
        let anybody = !all.is_empty();
        for events in all {
            // Fails if the table has just ended.
            let _ = events.send(Event::Close(reason)).await;
        }
        if anybody {
            tokio::time::sleep(CLOSE_TIMEOUT).await;
        }
    }
}

/// A request to make a table.
struct Open<'a> {
    rooms: &'a Arc<RoomRegistry>,
    request: TableRequest,
    from: IpAddr,
}

impl Task for Open<'_> {
    type Output = Result<Opened, TableError>;

    fn run<G: Hosted>(self) -> Result<Opened, TableError> {
        let request = &self.request;
        let rules = rules::<G>(request)?;
        let secret = match request.seed {
            None => Some(Secret::new()?),
            Some(_) => None,
        };
        let (deal_seed, seed) = match &secret {
            Some(secret) => seeds(secret),
            None => {
                let seed = request.seed.unwrap_or_default();
                (seed, seed)
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
        let keeper = Token::new()?;
        let seats = (room_seats.iter()).map(|room_seat| OpenedSeat {
            kind: room_seat.kind(),
            token: room_seat
                .token
                .as_ref()
                .map(|token| token.reveal().to_owned()),
        });
        let seats = seats.collect();
        let spec = TableSpec {
            rules,
            rules_name: self.request.rules,
            deal,
            seed,
            secret: secret.filter(|_| self.request.cards.is_none()),
            seeded: self.request.seed.is_some() || self.request.cards.is_some(),
            room_seats,
            clock: self.request.clock,
            listed: self.request.listed,
        };
        let owner_token = keeper.reveal().to_owned();
        let id = (self.rooms).launch(spec, keeper, self.from, &mut Vec::new())?;
        Ok(Opened {
            id,
            keeper: owner_token,
            seats,
        })
    }
}

/// The specification of a table.
pub(super) struct TableSpec<G: Hosted> {
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
    pub(super) listed: bool,
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
    fn launch<G: Hosted>(
        self: &Arc<Self>,
        spec: TableSpec<G>,
        keeper: Token,
        owner: IpAddr,
        transferred: &mut Vec<TransferredAgent<G>>,
    ) -> Result<String, TableError> {
        let id = random_hex::<8>()?;
        let now = unix_ms();
        let room_seats = spec.room_seats;
        let summary = Summary {
            id: id.clone(),
            game: G::NAME.to_owned(),
            rules: spec.rules_name,
            listed: spec.listed,
            seeded: spec.seeded,
            commitment: spec.secret.as_ref().map(Secret::commitment),
            secret: None,
            clock: spec.clock,
            state: State::Waiting,
            seats: room_seats.iter().map(RoomSeat::summary).collect(),
            to_move: SeatSet::EMPTY,
            scores: None,
            winners: None,
            again: None,
            created: now,
            updated: now,
        };
        let tokens = room_seats
            .iter()
            .map(|room_seat| room_seat.token.clone())
            .collect();
        let classic = G::classic(&spec.rules);
        let (events, event_queue) = mpsc::channel(MAX_EVENTS);
        let (replies, reply_queue) = mpsc::channel(MAX_EVENTS);
        let shared = Arc::clone(&self.shared);
        let wanted = Arc::clone(&shared.wanted);
        let mut room = Room {
            published: Arc::new(Published::new(summary.clone(), (0, false), tokens, wanted)),
            shared,
            summary,
            rules: spec.rules,
            deal: spec.deal,
            seed: spec.seed,
            secret: spec.secret,
            classic,
            clock: spec.clock.map(Duration::from_millis),
            room_seats,
            spectators: Vec::new(),
            game: None,
            name_requests: JoinSet::new(),
            absent: Default::default(),
            next: 0,
            events: events.clone(),
            replies,
            empty_since: None,
            ended: None,
            again: None,
            next_table: None,
        };
        let entry = Entry {
            published: Arc::clone(&room.published),
            events,
            keeper,
            owner,
            number: self.next.fetch_add(1, Ordering::Relaxed),
        };
        self.insert(&id, entry)?;
        for transferred in transferred.drain(..) {
            room.seat_transferred(transferred);
        }
        let forgotten = RemoveOnDrop {
            rooms: Arc::clone(self),
            id: id.clone(),
        };
        tokio::spawn(async move {
            room.run(event_queue, reply_queue).await;
            drop(forgotten);
        });
        Ok(id)
    }

    /// Starts the table of the rematch of the table `id`, for the same owner.
    ///
    /// # Errors
    /// A one-line message.
    pub(super) fn open_next<G: Hosted>(
        self: &Arc<Self>,
        id: &str,
        spec: TableSpec<G>,
        transferred: &mut Vec<TransferredAgent<G>>,
    ) -> Result<NextTable, String> {
        let before = {
            let tables = self.tables();
            (tables.get(id)).map(|entry| (entry.keeper.clone(), entry.owner))
        };
        let (keeper, owner) = before.ok_or_else(|| TableError::Table.to_string())?;
        let room_seats = spec.room_seats.iter();
        let tokens = room_seats
            .map(|room_seat| room_seat.token.clone())
            .collect();
        match self.launch(spec, keeper, owner, transferred) {
            Ok(id) => Ok(NextTable { id, tokens }),
            Err(refusal) => Err(refusal.to_string()),
        }
    }
}

/// Removes a table from the registry, however its task ends.
struct RemoveOnDrop {
    rooms: Arc<RoomRegistry>,
    id: String,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        self.rooms.remove(&self.id);
    }
}

fn rules<G: Hosted>(request: &TableRequest) -> Result<G::Rules, TableError> {
    let rules = G::Rules::named(&request.rules).ok_or_else(|| TableError::Rules {
        game: G::NAME,
        rules: request.rules.clone(),
        known: G::Rules::names().join(", "),
    })?;
    let seats = request.seats.len();
    G::with_seats(rules, seats).ok_or_else(|| TableError::Seats(G::NAME.to_owned(), seats))
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
) -> Result<RoomSeat<G>, TableError> {
    let rng = Streams::new(seed).seat(seat);
    let (player, token, name) = match pending {
        SeatRequest::Person => (SeatPlayer::Person(None), Some(Token::new()?), None),
        SeatRequest::Agent => (
            SeatPlayer::Agent(AgentSeat::default()),
            Some(Token::new()?),
            None,
        ),
        SeatRequest::Policy { policy: text } => {
            let policy = G::policy(text)?;
            if is_slow::<G>(rules, text) {
                return Err(TableError::Slow(text.clone()));
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
        token,
        name,
        pending: None,
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
