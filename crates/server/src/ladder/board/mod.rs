//! A board: a task that matches its agents, starts games, and counts their results.
//!
//! | module | what it does |
//! |---|---|
//! | [`connections`] | welcomes agents, and ends their connections |
//! | [`games`] | starts games, and counts their results |
//! | [`seasons`] | begins seasons, and plays finals |

mod connections;
mod games;
mod seasons;

use crate::agents::link::Link;
use crate::agents::remote_agent::RemoteAgent;
use crate::ladder::entry::{AgentEntry, Presence};
use crate::ladder::game::ConnectionChange;
use crate::ladder::game_writer::GameWriter;
use crate::ladder::options::LadderOptions;
use crate::ladder::published::{BoardView, Published};
use crate::metrics::Metrics;
use crate::rooms::think_pool::ThinkPool;
use futures_util::future::join_all;
use parlour_arena::ladder::{
    Agent, Board, LadderError, LadderGame, Meetings, Season, SeasonTotals, Standing,
};
use parlour_arena::{Store, StoreError};
use parlour_engine::Rng;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::ladder::{AgentState, GameKind, PauseCode, PauseReason};
use parlour_protocol::lines::Hello;
use parlour_protocol::{AgentFault, Hosted};
use seasons::FinalInProgress;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often waiting agents are matched, besides after each event.
const MATCH_INTERVAL: Duration = Duration::from_millis(250);
/// How often the seasons are read from the store: `parlour ladder close` changes them.
const SEASON_INTERVAL: Duration = Duration::from_secs(1);
/// The shortest time between two fits of the ratings, and the part of the time that they may take.
const FIT_INTERVAL: Duration = Duration::from_secs(1);
const FIT_SHARE: u32 = 5;
/// The time for the last message when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(300);
/// Numbers of games that are reserved at a time.
const RESERVED: u64 = 256;
/// The rating of an agent without games.
const NEW_RATING: f64 = 1500.0;

/// What the task of a board shares with its games.
pub(super) struct BoardShared {
    pub(super) board: Board,
    pub(super) store: Store,
    pub(super) writer: GameWriter,
    pub(super) options: LadderOptions,
    /// The time limit for sending a message.
    pub(super) message_timeout: Duration,
    /// The time limit for each choice of an anchor, including the wait for a thread; then a fallback move is played.
    pub(super) policy_timeout: Duration,
    /// Permits for anchors that choose.
    pub(super) thinkers: ThinkPool,
    pub(super) metrics: Arc<Metrics>,
    pub(super) published: Published,
    /// Whether the server is being stopped.
    pub(super) stopping: watch::Receiver<bool>,
}

impl BoardShared {
    /// Completes when the server is being stopped.
    pub(super) async fn stopped(&self) {
        // Fails if the ladder has been dropped.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }
}

/// A command for a board.
pub(super) enum Command {
    /// An agent has connected.
    Arrived {
        agent: i64,
        link: Link,
        /// Its first message; `None` in the classic dialect.
        hello: Option<Hello>,
    },
    /// The owner of an agent has changed it.
    Changed {
        agent: i64,
        /// Whether its connection ends, and why.
        disconnect: Option<&'static str>,
    },
}

/// An event of a board.
pub(super) enum BoardEvent<G: Hosted> {
    /// An agent has been welcomed.
    Ready {
        agent: i64,
        remote: Box<RemoteAgent<G>>,
    },
    /// An idle connection has ended.
    Left { agent: i64, connection: u64 },
    /// A game is over, and stored.
    Over { game: Box<LadderGame> },
    /// An agent has been told the result of its game.
    Returned {
        agent: i64,
        remote: Box<RemoteAgent<G>>,
        kind: GameKind,
        faults: u64,
        last_fault: Option<AgentFault>,
        /// Whether its owner has ended its connection in this game.
        closed_by_owner: bool,
        /// The time for its answers, and their number.
        thinking: Duration,
        answers: u64,
    },
    /// The ratings were fitted.
    Fitted {
        season: i64,
        standings: Vec<Standing>,
        time: Duration,
    },
}

/// The task of a board.
pub(super) struct BoardTask<G: Hosted> {
    shared: Arc<BoardShared>,
    rules: G::Rules,
    agents: HashMap<i64, AgentEntry<G>>,
    anchors: Vec<Arc<Agent>>,
    season: Season,
    totals: SeasonTotals,
    standings: Arc<Vec<Standing>>,
    /// The ratings in the standings.
    ratings: HashMap<i64, f64>,
    finals: Vec<FinalInProgress>,
    /// Reserved numbers of games by season: the next one, and the end.
    numbers: HashMap<i64, (u64, u64)>,
    meetings: Meetings,
    rng: Rng,
    /// The games in progress: their tasks, seasons and remote agents.
    games: JoinSet<()>,
    running: HashMap<Id, (i64, Vec<i64>)>,
    /// Whether there are results that the ratings lack.
    unrated: bool,
    /// No fit begins before this time; `None` while one is in progress.
    next_fit: Option<Instant>,
    next_connection: u64,
    events: mpsc::Sender<BoardEvent<G>>,
}

/// The state of a board in the store.
pub(super) struct StoredBoard {
    pub(super) season: Season,
    pub(super) totals: SeasonTotals,
    pub(super) agents: Vec<Agent>,
    pub(super) anchors: Vec<Agent>,
}

impl StoredBoard {
    /// Reads a board; a new one is made.
    ///
    /// # Errors
    /// [`LadderError`].
    pub(super) async fn read(
        store: &Store,
        board: &Board,
        policies: &[&str],
    ) -> Result<StoredBoard, LadderError> {
        let anchors = store.ladder_anchors(board, policies).await?;
        let season = store.open_ladder_season(board).await?;
        Ok(StoredBoard {
            totals: SeasonTotals::read(store, season.id).await?,
            season,
            agents: store.ladder_agents(board).await?,
            anchors,
        })
    }

    /// What is published of it before its task runs.
    pub(super) fn view(&self) -> BoardView {
        let agents = self.agents.iter().cloned();
        BoardView {
            season: self.season.clone(),
            standings: Arc::default(),
            games: self.totals.games(),
            agents: Arc::new(agents.map(|agent| (agent.id, Arc::new(agent))).collect()),
            connected: Arc::default(),
        }
    }
}

impl<G: Hosted> BoardTask<G> {
    /// Runs a board until its commands are closed.
    pub(super) async fn run(
        shared: Arc<BoardShared>,
        rules: G::Rules,
        stored: StoredBoard,
        rng: Rng,
        mut commands: mpsc::Receiver<Command>,
    ) {
        let (events, mut received) = mpsc::channel(256);
        let StoredBoard {
            season,
            totals,
            agents,
            anchors,
        } = stored;
        let is_remote = |agent: &Agent| agent.policy.is_none();
        let mut board = BoardTask::<G> {
            shared,
            rules,
            agents: (agents.into_iter().filter(is_remote))
                .map(|agent| (agent.id, AgentEntry::new(agent)))
                .collect(),
            anchors: anchors.into_iter().map(Arc::new).collect(),
            season,
            unrated: totals.games() > 0,
            totals,
            standings: Arc::default(),
            ratings: HashMap::new(),
            finals: Vec::new(),
            numbers: HashMap::new(),
            meetings: Meetings::default(),
            rng,
            games: JoinSet::new(),
            running: HashMap::new(),
            next_fit: Some(Instant::now()),
            next_connection: 0,
            events,
        };
        let mut matching = interval(MATCH_INTERVAL);
        matching.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut seasons = interval(SEASON_INTERVAL);
        seasons.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => board.handle_command(command).await,
                    None => {
                        // A game that is over does not wait until it is counted.
                        received.close();
                        return board.close(received).await;
                    }
                },
                Some(event) = received.recv() => board.handle_event(event).await,
                Some(ended) = board.games.join_next_with_id() => {
                    let id = match &ended {
                        Ok((id, ())) => *id,
                        Err(error) => error.id(),
                    };
                    board.end_game(id, ended.is_err());
                    Ok(())
                }
                _ = seasons.tick() => board.read_seasons().await,
                _ = matching.tick() => Ok(()),
            };
            let matched = match done {
                Ok(()) => board.match_agents().await,
                error => error,
            };
            if let Err(error) = matched {
                // What failed is tried again with the next event.
                board.shared.metrics.count_store_error();
                tracing::error!(board = %board.shared.board, "{error}");
            }
            board.fit();
            board.publish();
        }
    }

    fn publish(&self) {
        let remote = self.agents.values().map(|entry| &entry.agent);
        let agents = remote.chain(&self.anchors).cloned();
        let connected = (self.agents.iter())
            .filter(|(_, entry)| entry.is_connected())
            .map(|(agent, _)| *agent);
        self.shared.published.set(BoardView {
            season: self.season.clone(),
            standings: Arc::clone(&self.standings),
            games: self.totals.games(),
            agents: Arc::new(agents.map(|agent| (agent.id, agent)).collect()),
            connected: Arc::new(connected.collect()),
        });
    }

    /// Tells the idle agents and those just welcomed that the server restarts, and waits for the games, which end by
    /// themselves.
    async fn close(mut self, mut received: mpsc::Receiver<BoardEvent<G>>) {
        let welcomed = async {
            while let Some(event) = received.recv().await {
                if let BoardEvent::Ready { remote, .. } = event {
                    say_restart(*remote).await;
                }
            }
        };
        let closing = self.agents.drain().map(|(_, entry)| async {
            if let Presence::Idle { handle, .. } = entry.presence
                && let Some(agent) = handle.take().await
            {
                say_restart(agent).await;
            }
        });
        let closing = join_all(closing);
        let games = async { while self.games.join_next().await.is_some() {} };
        tokio::join!(welcomed, closing, games);
    }

    async fn handle_event(&mut self, event: BoardEvent<G>) -> Result<(), StoreError> {
        match event {
            BoardEvent::Ready { agent, remote } => self.admit(agent, *remote).await,
            BoardEvent::Left { agent, connection } => {
                if let Some(entry) = self.agents.get_mut(&agent)
                    && matches!(entry.presence, Presence::Idle { connection: current, .. } if current == connection)
                {
                    entry.presence = Presence::Away;
                }
            }
            BoardEvent::Over { game } => {
                let board = self.shared.board.to_string();
                self.shared
                    .metrics
                    .count_ladder_game(&board, game.kind.name());
                self.count_game(&game);
            }
            BoardEvent::Returned {
                agent,
                remote,
                kind,
                faults,
                last_fault,
                closed_by_owner,
                thinking,
                answers,
            } => {
                let Some(entry) = self.agents.get_mut(&agent) else {
                    return Ok(());
                };
                entry.count_answers(thinking, answers);
                let max = self.shared.options.faults;
                let recent = entry.count_faults(faults, self.shared.options.fault_games);
                let why = match kind {
                    GameKind::Validation if faults > 0 => {
                        Some(PauseCode::ValidationFaults { faults })
                    }
                    GameKind::Rated | GameKind::Late if recent > max => {
                        let games = self.shared.options.fault_games as u64;
                        Some(PauseCode::TooManyFaults {
                            faults: recent,
                            games,
                        })
                    }
                    _ => None,
                };
                let paused = why.map(|code| PauseReason { code, last_fault });
                let presence = std::mem::replace(&mut entry.presence, Presence::Away);
                let is_free = matches!(entry.agent.state, AgentState::New | AgentState::Active);
                let next = match (&paused, kind) {
                    _ if !is_free => None,
                    // It says nothing about the agent, which plays another.
                    (_, GameKind::Validation) if closed_by_owner => None,
                    (Some(_), _) => Some((AgentState::Paused, entry.agent.valid)),
                    (None, GameKind::Validation) => Some((AgentState::Active, true)),
                    (None, _) => None,
                };
                self.admit(agent, *remote).await;
                // A connection that came when the game had just ended.
                if let Presence::Playing(replacement) = presence
                    && let Some(ConnectionChange::Agent(mut newer)) = replacement.take()
                {
                    newer.forget_game();
                    self.admit(agent, *newer).await;
                }
                if let Some((state, valid)) = next {
                    let store = &self.shared.store;
                    (store.set_ladder_state(agent, state, valid, paused.as_ref())).await?;
                    self.reload(agent).await?;
                    if let Some(pause) = paused {
                        // The reason quotes the agent, so it is not written here.
                        tracing::info!(board = %self.shared.board, agent, faults = recent, "an agent is paused");
                        let reason = format!("your agent is paused: {pause}");
                        self.disconnect(agent, &reason).await;
                    }
                }
            }
            BoardEvent::Fitted {
                season,
                standings,
                time,
            } => {
                self.next_fit = Some(Instant::now() + FIT_INTERVAL.max(time * FIT_SHARE));
                if season == self.season.id {
                    let ratings = standings.iter().map(|row| (row.agent, row.rating));
                    self.ratings = ratings.collect();
                    self.standings = Arc::new(standings);
                }
            }
        }
        Ok(())
    }

    /// Fits the ratings on another thread, if there are new results.
    fn fit(&mut self) {
        if !self.unrated || self.next_fit.is_none_or(|next| Instant::now() < next) {
            return;
        }
        (self.unrated, self.next_fit) = (false, None);
        let (totals, season) = (self.totals.clone(), self.season.id);
        let anchors: Vec<i64> = self.anchors.iter().map(|anchor| anchor.id).collect();
        let events = self.events.clone();
        tokio::spawn(async move {
            let start = Instant::now();
            let fitted = tokio::task::spawn_blocking(move || totals.standings(&anchors)).await;
            let fitted = BoardEvent::Fitted {
                season,
                standings: fitted.unwrap_or_default(),
                time: start.elapsed(),
            };
            // Fails if the server is being stopped.
            let _ = events.send(fitted).await;
        });
    }
}

/// Closes a connection in a task of its own.
pub(super) fn close<G: Hosted>(
    mut remote: RemoteAgent<G>,
    reason: &str,
    code: Option<ByeCode>,
    timeout: Duration,
) {
    let reason = reason.to_owned();
    tokio::spawn(async move {
        remote.close(&reason, code, Instant::now() + timeout).await;
    });
}

/// Tells an agent that the server restarts, and closes its connection.
pub(super) async fn say_restart<G: Hosted>(mut agent: RemoteAgent<G>) {
    let deadline = Instant::now() + CLOSE_TIMEOUT;
    let reason = "the server restarts: connect again in a moment";
    agent.close(reason, Some(ByeCode::Restart), deadline).await;
}
