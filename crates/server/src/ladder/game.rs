//! One game of the ladder, in a task of its own: an agent that is slow, silent or disconnected costs its own game time
//! and no other.

use super::board::{BoardEvent, BoardShared, close, say_restart};
use crate::agents::remote_agent::{ExchangeLog, RemoteAgent};
use crate::rooms::think_pool::{self, ThinkRequest, Thinker};
use futures_util::future::join_all;
use parlour_arena::ladder::LadderGame;
use parlour_arena::outcome::{FaultNote, Stop, ThinkingTime, results};
use parlour_engine::{DealSource, Rng, Seat, Streams, Table};
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::ladder::GameKind;
use parlour_protocol::transcript::Entry;
use parlour_protocol::{ActionRequest, AgentFault, Answer, Clock, Hosted};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// The owner of all anchors: the ladder has the thinking time of one address.
const OWNER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// The log of one agent in one game, in bytes.
const MAX_LOG_BYTES: usize = 512 << 10;

/// A change of the connection of an agent whose game is in progress.
pub(super) enum ConnectionChange<G: Hosted> {
    /// A new connection.
    Agent(Box<RemoteAgent<G>>),
    /// The connection is to be closed, for this reason.
    Close(String),
}

/// Passes changes of an agent's connection to its game.
pub(super) struct Replacement<G: Hosted> {
    change: Mutex<Option<ConnectionChange<G>>>,
    arrived: Notify,
}

impl<G: Hosted> Default for Replacement<G> {
    fn default() -> Self {
        Replacement {
            change: Mutex::new(None),
            arrived: Notify::new(),
        }
    }
}

impl<G: Hosted> Replacement<G> {
    /// Passes a change to the game. Returns an earlier one that was not taken.
    pub(super) fn put(&self, change: ConnectionChange<G>) -> Option<ConnectionChange<G>> {
        let mut slot = self.change.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = slot.replace(change);
        drop(slot);
        self.arrived.notify_one();
        earlier
    }

    /// Takes the change, if there is one.
    pub(super) fn take(&self) -> Option<ConnectionChange<G>> {
        let mut slot = self.change.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take()
    }

    /// Waits for a change. Cancel safe.
    async fn changed(&self) -> ConnectionChange<G> {
        loop {
            if let Some(change) = self.take() {
                return change;
            }
            self.arrived.notified().await;
        }
    }
}

/// A game to be played.
pub(super) struct GameSetup<G: Hosted> {
    pub(super) kind: GameKind,
    /// The number in the schedule of the final.
    pub(super) slot: Option<u64>,
    /// The key of the season.
    pub(super) season: i64,
    pub(super) number: u64,
    /// The seeds of the deal and of random choices.
    pub(super) deal: u64,
    pub(super) choices: u64,
    /// The number that agents are told.
    pub(super) told: u64,
    pub(super) rules: G::Rules,
    /// In the order of the seats.
    pub(super) seats: Vec<GameSeat<G>>,
}

/// A seat of a game.
pub(super) struct GameSeat<G: Hosted> {
    /// The key of the agent.
    pub(super) agent: i64,
    pub(super) name: String,
    pub(super) player: GamePlayer<G>,
}

pub(super) enum GamePlayer<G: Hosted> {
    /// An anchor. `None` while it thinks.
    Anchor {
        policy: String,
        thinker: Option<Thinker<G>>,
    },
    Remote(Box<RemotePlayer<G>>),
}

/// A remote agent in a game.
pub(super) struct RemotePlayer<G: Hosted> {
    pub(super) agent: RemoteAgent<G>,
    pub(super) replacement: Arc<Replacement<G>>,
    clock: Clock,
    /// Whether the game has waited for it to connect again, without success. It waits no more until it is connected.
    lost: bool,
    /// Whether its owner has ended its connection in this game.
    closed_by_owner: bool,
}

impl<G: Hosted> RemotePlayer<G> {
    pub(super) fn new(
        agent: RemoteAgent<G>,
        replacement: Arc<Replacement<G>>,
        shared: &BoardShared,
    ) -> Self {
        RemotePlayer {
            agent,
            replacement,
            clock: Clock::new(shared.options.control),
            lost: false,
            closed_by_owner: false,
        }
    }

    /// Continues with a new connection of the agent, or without one.
    async fn change(
        &mut self,
        change: ConnectionChange<G>,
        game: &Announcement<'_, G>,
        deadline: Instant,
        timeout: Duration,
    ) {
        match change {
            ConnectionChange::Agent(mut agent) => {
                let mut log = self.agent.set_log(None);
                if let Some(log) = &mut log {
                    log.add(Entry::Connected("the agent has connected again"));
                }
                agent.set_log(log);
                let old = std::mem::replace(&mut self.agent, *agent);
                let reason = "another connection has taken over";
                close(old, reason, Some(ByeCode::Replaced), timeout);
                self.lost = false;
                self.agent
                    .begin(game.told, game.table, game.seat, deadline)
                    .await;
            }
            ConnectionChange::Close(reason) => {
                let old = self.agent.take_connection();
                close(old, &reason, Some(ByeCode::Paused), timeout);
                (self.lost, self.closed_by_owner) = (true, true);
            }
        }
    }

    /// Requests an action. An agent that disconnects may come back within its time; then the request is sent again.
    async fn request(
        &mut self,
        game: &Announcement<'_, G>,
        id: u64,
        rng: &mut Rng,
        shared: &BoardShared,
    ) -> Answer<G::Action> {
        let start = Instant::now();
        let deadline = start + self.clock.limit();
        let replacement = Arc::clone(&self.replacement);
        let answer = loop {
            let change = match self.agent.is_connected() || self.lost {
                true => replacement.take(),
                false => {
                    let patience = deadline.min(Instant::now() + shared.options.reconnect);
                    timeout_at(patience, replacement.changed()).await.ok()
                }
            };
            if let Some(change) = change {
                self.change(change, game, deadline, shared.message_timeout)
                    .await;
            }
            self.lost = !self.agent.is_connected();
            let request = ActionRequest {
                table: game.table,
                seat: game.seat,
                id,
                think: deadline.saturating_duration_since(Instant::now()),
            };
            let prepared = self.agent.prepare(&request);
            let answer = tokio::select! {
                biased;
                answer = self.agent.request_action(&request, prepared, rng) => answer,
                // The old connection may be one that has vanished without a word.
                change = replacement.changed() => {
                    self.change(change, game, deadline, shared.message_timeout)
                        .await;
                    continue;
                }
            };
            let is_lost = matches!(
                &answer,
                Answer::Fault {
                    fault: AgentFault::Disconnected | AgentFault::NotReading,
                    ..
                }
            );
            if !is_lost || self.lost || Instant::now() >= deadline {
                break answer;
            }
        };
        self.clock.spend(start.elapsed());
        answer
    }
}

/// What an agent is told when a game begins.
struct Announcement<'a, G: Hosted> {
    told: u64,
    table: &'a Table<G>,
    seat: Seat,
}

impl<G: Hosted> GameSeat<G> {
    async fn choose(
        &mut self,
        told: u64,
        table: &Arc<Table<G>>,
        seat: Seat,
        id: u64,
        rng: &mut Rng,
        shared: &BoardShared,
    ) -> Answer<G::Action> {
        match &mut self.player {
            GamePlayer::Remote(remote) => {
                let game = Announcement { told, table, seat };
                remote.request(&game, id, rng, shared).await
            }
            GamePlayer::Anchor { policy, thinker } => {
                let known = thinker.take().or_else(|| {
                    let policy = G::policy(policy).ok()?;
                    let rng = rng.clone();
                    Some(Thinker { policy, rng })
                });
                let choice = match known {
                    Some(thinker) => {
                        let request = ThinkRequest {
                            thinker,
                            table: Arc::clone(table),
                            seat,
                            deadline: Instant::now() + shared.policy_timeout,
                            owner: OWNER,
                        };
                        think_pool::choose(&shared.thinkers, request).await
                    }
                    None => Err(AgentFault::Disconnected),
                };
                match choice {
                    Ok(choice) => {
                        *thinker = Some(choice.thinker);
                        Answer::Action {
                            action: choice.action,
                            corrected: false,
                        }
                    }
                    // A new one replaces it at its next turn.
                    Err(fault) => Answer::Fault {
                        fault,
                        fallback: (table.state()).fallback_action(
                            seat,
                            &table.state().legal_actions(seat),
                            rng,
                        ),
                    },
                }
            }
        }
    }

    /// The connections of its agent.
    fn into_agents(self) -> Vec<RemoteAgent<G>> {
        let GamePlayer::Remote(remote) = self.player else {
            return Vec::new();
        };
        let mut agents = vec![remote.agent];
        if let Some(ConnectionChange::Agent(newer)) = remote.replacement.take() {
            agents.push(*newer);
        }
        agents
    }

    fn remote(&mut self) -> Option<&mut RemotePlayer<G>> {
        match &mut self.player {
            GamePlayer::Remote(remote) => Some(remote),
            GamePlayer::Anchor { .. } => None,
        }
    }
}

/// Plays a game, stores it, tells its result, and returns the agents to the board.
pub(super) async fn play<G: Hosted>(
    mut setup: GameSetup<G>,
    shared: Arc<BoardShared>,
    events: mpsc::Sender<BoardEvent<G>>,
) {
    let names = setup.seats.iter().map(|seat| seat.name.clone()).collect();
    let deal = DealSource::Seed(setup.deal);
    let table = match Table::<G>::new(setup.rules.clone(), deal, names) {
        Ok(table) => Arc::new(table),
        Err(error) => unreachable!("every seed is a deal of valid rules: {error}"),
    };
    let mut game = GameInProgress::new(&mut setup, table);
    let is_over = tokio::select! {
        () = game.run(&shared) => true,
        () = shared.stopped() => false,
    };
    if !is_over {
        let agents = setup.seats.into_iter().flat_map(GameSeat::into_agents);
        join_all(agents.map(say_restart)).await;
        return;
    }
    let GameInProgress {
        table,
        thinking,
        faults,
        start,
        ..
    } = game;
    let outcome = table.outcome().expect("nobody is to move");
    let players: Vec<usize> = (setup.seats.iter())
        .map(|seat| seat.agent as usize)
        .collect();
    let mut logs = Vec::new();
    for seat in &mut setup.seats {
        let agent = seat.agent;
        if let Some(log) = seat.remote().and_then(|remote| remote.agent.set_log(None)) {
            logs.push((agent, log.into_text()));
        }
    }
    let stored = LadderGame {
        season: setup.season,
        number: setup.number,
        kind: setup.kind,
        slot: setup.slot,
        record: table.record().to_line(),
        plies: table.actions().len() as u64,
        duration: start.elapsed().as_micros() as u64,
        stop: match table.resigned() {
            Some(_) => Stop::Resigned,
            None => Stop::Finished,
        },
        seats: (results(&outcome, &players, &faults).into_iter())
            .zip(thinking.iter().map(|(time, _)| *time))
            .collect(),
        logs,
    };
    // The result is told when it cannot be lost any more.
    let Some(stored) = shared.writer.store(stored).await else {
        return;
    };
    let kind = stored.kind;
    tracing::debug!(
        kind = kind.name(),
        plies = stored.plies,
        "the game is stored"
    );
    let over = BoardEvent::Over {
        game: Box::new(stored),
    };
    // Fails if the server is being stopped; then nobody needs the event.
    let _ = events.send(over).await;
    // An agent that does not read delays the others no more than the next game.
    let mut returning = JoinSet::new();
    for (at, seat) in setup.seats.into_iter().enumerate() {
        let GamePlayer::Remote(remote) = seat.player else {
            continue;
        };
        let (table, events, shared) = (Arc::clone(&table), events.clone(), Arc::clone(&shared));
        let (time, answers) = thinking[at];
        let seat_faults = faults.iter().filter(|fault| fault.seat.index() == at);
        let last_fault = seat_faults.clone().next_back();
        let last_fault = last_fault.and_then(|note| note.fault.clone());
        // An agent that has left in the middle of a game is one fault, however many moves are played for it.
        let lost = Some(AgentFault::Disconnected);
        let (left, other): (Vec<_>, Vec<_>) = seat_faults.partition(|note| note.fault == lost);
        let count = other.len() as u64 + u64::from(!left.is_empty());
        returning.spawn(async move {
            let RemotePlayer {
                mut agent,
                replacement,
                mut closed_by_owner,
                ..
            } = *remote;
            match replacement.take() {
                Some(ConnectionChange::Agent(back)) => {
                    agent = *back;
                    agent.forget_game();
                }
                Some(ConnectionChange::Close(reason)) => {
                    let old = agent.take_connection();
                    close(old, &reason, Some(ByeCode::Paused), shared.message_timeout);
                    closed_by_owner = true;
                }
                None => {
                    let deadline = Instant::now() + shared.message_timeout;
                    agent.finish(&table, Seat(at as u8), deadline).await;
                }
            }
            let returned = BoardEvent::Returned {
                agent: seat.agent,
                remote: Box::new(agent),
                kind,
                faults: count,
                last_fault,
                closed_by_owner,
                thinking: Duration::from_micros(time.total),
                answers,
            };
            // Fails if the server is being stopped.
            if let Err(SendError(BoardEvent::Returned { remote, .. })) = events.send(returned).await
            {
                say_restart(*remote).await;
            }
        });
    }
    while returning.join_next().await.is_some() {}
}

/// A game in progress.
struct GameInProgress<'a, G: Hosted> {
    told: u64,
    seats: &'a mut [GameSeat<G>],
    table: Arc<Table<G>>,
    rngs: Vec<Rng>,
    /// Time and number of the answers by seat.
    thinking: Vec<(ThinkingTime, u64)>,
    faults: Vec<FaultNote>,
    start: Instant,
}

impl<'a, G: Hosted> GameInProgress<'a, G> {
    fn new(setup: &'a mut GameSetup<G>, table: Arc<Table<G>>) -> Self {
        let streams = Streams::new(setup.choices);
        let count = setup.seats.len();
        GameInProgress {
            told: setup.told,
            rngs: Seat::all(count).map(|seat| streams.seat(seat)).collect(),
            thinking: vec![Default::default(); count],
            seats: &mut setup.seats,
            table,
            faults: Vec::new(),
            start: Instant::now(),
        }
    }

    /// Plays the game to its end.
    async fn run(&mut self, shared: &BoardShared) {
        self.begin(shared).await;
        while !self.table.to_move().is_empty() {
            self.play_turn(shared).await;
        }
    }

    /// Announces the game to the agents.
    async fn begin(&mut self, shared: &BoardShared) {
        let deadline = Instant::now() + shared.message_timeout;
        let (told, table) = (self.told, &self.table);
        let announcing = self.seats.iter_mut().enumerate().filter_map(|(at, seat)| {
            let remote = seat.remote()?;
            let mut log = ExchangeLog::new(MAX_LOG_BYTES);
            log.add(Entry::Game(told));
            remote.agent.set_log(Some(log));
            Some(remote.agent.begin(told, table, Seat(at as u8), deadline))
        });
        join_all(announcing).await;
    }

    /// Requests an action from each seat to move, and plays them.
    async fn play_turn(&mut self, shared: &BoardShared) {
        let (told, table) = (self.told, Arc::clone(&self.table));
        let (to_move, id) = (table.to_move(), table.actions().len() as u64);
        let choosing = (self.seats.iter_mut().zip(&mut self.rngs).enumerate())
            .filter(|(at, _)| to_move.contains(Seat(*at as u8)))
            .map(async |(at, (game_seat, rng))| {
                let (seat, start) = (Seat(at as u8), Instant::now());
                let answer = game_seat.choose(told, &table, seat, id, rng, shared).await;
                (seat, answer, start.elapsed())
            });
        let mut answers = join_all(choosing).await;
        answers.sort_by_key(|(seat, ..)| *seat);
        for (seat, answer, time) in answers {
            let (thinking, count) = &mut self.thinking[seat.index()];
            thinking.add(time);
            *count += 1;
            let action = match answer {
                Answer::Action { action, .. } => action,
                Answer::Fault { fault, fallback } => {
                    let player = match &self.seats[seat.index()].player {
                        GamePlayer::Remote(_) => "agent",
                        GamePlayer::Anchor { .. } => "policy",
                    };
                    shared.metrics.count_fault(player);
                    let agent = self.seats[seat.index()].agent as usize;
                    let note = FaultNote::new(seat, agent, fault, fallback.to_string());
                    self.faults.push(note);
                    fallback
                }
                Answer::Resign => {
                    Arc::make_mut(&mut self.table).resign(seat);
                    break;
                }
            };
            // Answers and fallback moves are both checked to be legal.
            if let Err(error) = Arc::make_mut(&mut self.table).play(seat, action) {
                unreachable!("{error}");
            }
        }
        let deadline = Instant::now() + shared.message_timeout;
        let after = &self.table;
        let telling = self.seats.iter_mut().enumerate().filter_map(|(at, seat)| {
            let agent = &mut seat.remote()?.agent;
            let seat = Seat(at as u8);
            (agent.hears_turns()).then(|| agent.send_turn(&table, after, seat, deadline))
        });
        join_all(telling).await;
    }
}
