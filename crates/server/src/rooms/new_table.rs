//! How tables are made: at a request, and from a specification.

use super::outbox::Outbox;
use super::published::Published;
use super::registry::{Entry, RoomRegistry};
use super::room::{Event, MAX_EVENTS, Reply, Room};
use super::seat::{AgentSeat, RoomSeat, SeatPlayer};
use super::table_request::{self, Opened, OpenedSeat, SeatRequest, TableRequest};
use super::table_store::TableStore;
use super::think_pool::Thinker;
use super::unix_ms;
use crate::agents::remote_agent::RemoteAgent;
use crate::api_response::unknown_game;
use crate::connection_limit::network_of;
use crate::daily::DailyTable;
use crate::distinct_name::distinct_name;
use crate::token::{SeatToken, Token, TokenHash, random_hex};
use parlour_agents::{Budget, Effort};
use parlour_arena::Secret;
use parlour_arena::deals::Purpose;
use parlour_arena::games::{self, Task};
use parlour_engine::{DealSource, Rules as _, Seat, SeatSet, SetupError, Streams};
use parlour_protocol::summary::{State, Summary};
use parlour_protocol::{ApiError, Hosted, TimeBank};
use std::collections::hash_map;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tracing::Instrument as _;

/// Limits of a policy for one move.
const MAX_TIME: Duration = Duration::from_secs(2);
const MAX_SIMULATIONS: u32 = 20_000;

/// The queues of events and replies of a room.
pub(super) type Queues<G> = (mpsc::Receiver<Event>, mpsc::Receiver<Reply<G>>);

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
        room.publish_tokens();
        for transferred in transferred.drain(..) {
            room.seat_transferred(transferred);
        }
        self.run_room(room, queues);
        Ok(id)
    }

    /// A room, its place in the registry, and its queues.
    pub(super) fn new_room<G: Hosted>(
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
        let entry = Entry {
            published: Arc::clone(&room.published),
            events,
            keeper,
            owner,
        };
        (room, entry, (event_queue, reply_queue))
    }

    /// Starts the task of a room.
    pub(super) fn run_room<G: Hosted>(
        self: &Arc<Self>,
        mut room: Room<G>,
        (events, replies): Queues<G>,
    ) {
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
