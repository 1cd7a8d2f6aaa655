//! All boards of the ladder, and the tokens of all agents.

use super::board::{BoardShared, BoardTask, Command, StoredBoard};
use super::game_writer::{self, GameWriter};
use super::options::LadderOptions;
use super::published::{BoardView, Published};
use crate::agents::link::Link;
use crate::api_response::{ErrorResponse, store_error};
use crate::background::Background;
use crate::connection_limit::network_of;
use crate::metrics::Metrics;
use crate::rooms::think_pool::ThinkPool;
use crate::token::Token;
use parlour_arena::deals::Purpose;
use parlour_arena::games::{self, Task};
use parlour_arena::ladder::storage::token_hash;
use parlour_arena::ladder::{Agent, Board, LadderError};
use parlour_arena::{Secret, Store};
use parlour_engine::{Rng, Rules as _, Seat};
use parlour_protocol::ladder::{AgentState, Registered, Registration};
use parlour_protocol::lines::{Hello, tidy_name};
use parlour_protocol::{ApiError, Hosted};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// Commands that may be queued for a board; senders of more wait.
const MAX_COMMANDS: usize = 64;
/// The span for which registrations are counted.
const REGISTRATION_SPAN: Duration = Duration::from_secs(3600);
/// The longest contact, in characters.
const MAX_CONTACT_CHARS: usize = 200;
/// The shortest token that is looked up; longer than the names of most agents.
const TOKEN_CHARS: usize = 32;

/// What a ladder needs of its server.
pub(crate) struct LadderContext {
    pub(crate) store: Store,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) thinkers: ThinkPool,
    /// The time limit for the first message of a client, and for sending it a message.
    pub(crate) message_timeout: Duration,
    /// The time limit for each choice of an anchor, including the wait for a thread.
    pub(crate) policy_timeout: Duration,
}

/// A running ladder.
pub(crate) struct Ladder {
    pub(super) message_timeout: Duration,
    pub(super) store: Store,
    pub(super) options: LadderOptions,
    pub(super) boards: Vec<BoardHandle>,
    /// The agents by the hashes of their tokens.
    tokens: Mutex<HashMap<String, AgentRef>>,
    /// The times of registrations by address.
    registrations: Mutex<HashMap<IpAddr, VecDeque<Instant>>>,
    /// Held while an agent is added, so that two of them do not get one key.
    adding: tokio::sync::Mutex<()>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    failure: game_writer::Failure,
    /// Whether the server is being stopped.
    stopping: watch::Sender<bool>,
    /// The thread of the tasks.
    _background: Background,
}

/// A board of the ladder.
pub(super) struct BoardHandle {
    pub(super) board: Board,
    /// Number of seats at a table.
    pub(super) seats: usize,
    /// The opening of a game in the classic dialect, if these rules have it.
    pub(super) classic: Option<String>,
    /// `None` once the server is being stopped.
    commands: Mutex<Option<mpsc::Sender<Command>>>,
    shared: Arc<BoardShared>,
}

/// An agent and its board.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentRef {
    /// The index of the board.
    pub(super) board: usize,
    pub(super) agent: i64,
}

impl std::fmt::Debug for Ladder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ladder").finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BoardHandle {
    /// The latest state.
    pub(super) fn view(&self) -> BoardView {
        self.shared.published.get()
    }

    pub(super) async fn send(&self, command: Command) {
        let commands = lock(&self.commands).clone();
        if let Some(commands) = commands {
            // Fails if the server is being stopped.
            let _ = commands.send(command).await;
        }
    }
}

/// What a board needs to know of its rules.
struct BoardRules<'a>(&'a str);

impl Task for BoardRules<'_> {
    type Output = Option<(&'static [&'static str], usize, Option<String>)>;

    fn run<G: Hosted>(self) -> Self::Output {
        let rules = G::Rules::named(self.0)?;
        let classic = G::classic(&rules).map(|classic| (classic.initialize)(&rules, Seat(0)));
        Some((G::ANCHORS, rules.seats(), classic))
    }
}

/// Starts the task of a board.
struct Launch<'a> {
    background: &'a Background,
    shared: Arc<BoardShared>,
    stored: StoredBoard,
    rng: Rng,
    commands: mpsc::Receiver<Command>,
}

impl Task for Launch<'_> {
    type Output = Option<JoinHandle<()>>;

    fn run<G: Hosted>(self) -> Self::Output {
        let rules = G::Rules::named(&self.shared.board.rules)?;
        let task = BoardTask::<G>::run(self.shared, rules, self.stored, self.rng, self.commands);
        Some(self.background.spawn(task))
    }
}

impl Ladder {
    /// Reads the boards from the store and starts their tasks.
    ///
    /// # Errors
    /// [`LadderError`].
    pub(crate) async fn start(
        options: LadderOptions,
        context: LadderContext,
    ) -> Result<Arc<Ladder>, LadderError> {
        let LadderContext {
            store,
            metrics,
            thinkers,
            message_timeout,
            policy_timeout,
        } = context;
        let background =
            Background::new("ladder").map_err(|error| LadderError::System(error.to_string()))?;
        let (writer, failure) = GameWriter::start(&background, store.clone(), Arc::clone(&metrics));
        let stopping = watch::Sender::new(false);
        let (mut boards, mut tasks, mut tokens) = (Vec::new(), Vec::new(), HashMap::new());
        for (index, board) in options.boards.iter().enumerate() {
            let known = games::with(&board.game, BoardRules(&board.rules)).flatten();
            let Some((policies, seats, classic)) = known else {
                continue;
            };
            let stored = StoredBoard::read(&store, board, policies).await?;
            for agent in &stored.agents {
                if let Some(hash) = &agent.token {
                    let agent = agent.id;
                    tokens.insert(
                        hash.clone(),
                        AgentRef {
                            board: index,
                            agent,
                        },
                    );
                }
            }
            // Who meets whom cannot be predicted either.
            let random = Secret::new().map_err(|error| LadderError::System(error.to_string()))?;
            let shared = Arc::new(BoardShared {
                board: board.clone(),
                store: store.clone(),
                writer: writer.clone(),
                options: options.clone(),
                message_timeout,
                policy_timeout,
                thinkers: thinkers.clone(),
                metrics: Arc::clone(&metrics),
                stopping: stopping.subscribe(),
                published: Published::new(stored.view()),
            });
            let (commands, received) = mpsc::channel(MAX_COMMANDS);
            let launch = Launch {
                background: &background,
                shared: Arc::clone(&shared),
                stored,
                rng: random.rng(Purpose::Order, 0),
                commands: received,
            };
            tasks.extend(games::with(&board.game, launch).flatten());
            boards.push(BoardHandle {
                board: board.clone(),
                seats,
                classic,
                commands: Mutex::new(Some(commands)),
                shared,
            });
        }
        Ok(Arc::new(Ladder {
            message_timeout,
            store,
            options,
            boards,
            tokens: Mutex::new(tokens),
            registrations: Mutex::default(),
            adding: tokio::sync::Mutex::default(),
            tasks: Mutex::new(tasks),
            failure,
            stopping,
            _background: background,
        }))
    }

    /// The number of connected agents of each board.
    pub(crate) fn count_connected(&self) -> Vec<(String, usize)> {
        let count = |board: &BoardHandle| (board.board.to_string(), board.view().connected.len());
        self.boards.iter().map(count).collect()
    }

    /// Why finished games cannot be stored; `None` if they can.
    pub(crate) fn failure(&self) -> Option<ApiError> {
        self.failure.borrow().as_ref().map(store_error)
    }

    /// Ends the games in progress, stores those that are over, and tells all agents that the server restarts. Takes at
    /// most `limit`.
    pub(crate) async fn close(&self, limit: Duration) {
        self.stopping.send_replace(true);
        self.boards.iter().for_each(|board| {
            lock(&board.commands).take();
        });
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        let all = async {
            for task in tasks {
                // A task that has panicked has nothing left to close.
                let _ = task.await;
            }
        };
        if timeout(limit, all).await.is_err() {
            tracing::error!("finished games of the ladder could not be stored");
        }
    }

    pub(super) fn board(&self, name: &str) -> Result<(usize, &BoardHandle), ApiError> {
        let mut boards = self.boards.iter().enumerate();
        boards
            .find(|(_, handle)| handle.board.to_string() == name)
            .ok_or(ApiError::BoardNotFound)
    }

    /// The agent of a token.
    pub(super) fn agent_of(&self, token: &str) -> Option<AgentRef> {
        if token.len() < TOKEN_CHARS {
            return None;
        }
        lock(&self.tokens).get(&token_hash(token)).copied()
    }

    /// Passes a connection to the board of its agent.
    pub(super) async fn join(&self, at: AgentRef, link: Link, hello: Option<Hello>) {
        let agent = at.agent;
        let arrived = Command::Arrived { agent, link, hello };
        self.boards[at.board].send(arrived).await;
    }

    /// Registers an agent.
    ///
    /// # Errors
    /// [`ErrorResponse`].
    pub(super) async fn register(
        &self,
        request: &Registration,
        from: IpAddr,
    ) -> Result<Registered, ErrorResponse> {
        let (index, handle) = self.board(&request.board)?;
        let name = checked_name(&request.name)?;
        let contact = request.contact.trim();
        let is_plain = |letter: char| !letter.is_control();
        if contact.chars().count() > MAX_CONTACT_CHARS || !contact.chars().all(is_plain) {
            let limit = MAX_CONTACT_CHARS as u64;
            return Err(ApiError::InvalidContact { limit }.into());
        }
        let _adding = self.adding.lock().await;
        let remains = |agent: &Agent| agent.policy.is_none() && agent.token.is_some();
        let agents = self.store.ladder_agents(&handle.board).await?;
        if agents.iter().filter(|agent| remains(agent)).count() >= self.options.agents {
            return Err(ApiError::BoardFull.into());
        }
        self.check_registrations(from)?;
        let token = Token::new().map_err(|_| ApiError::Internal)?;
        let hash = token_hash(token.reveal());
        let added = (self.store)
            .register_ladder_agent(&handle.board, &name, contact, &hash)
            .await?;
        self.count_registration(from);
        let agent = added.id;
        tracing::info!(board = %handle.board, agent, client = %from, "an agent was registered");
        lock(&self.tokens).insert(
            hash,
            AgentRef {
                board: index,
                agent,
            },
        );
        let disconnect = None;
        handle.send(Command::Changed { agent, disconnect }).await;
        Ok(Registered {
            agent,
            token: token.reveal().to_owned(),
        })
    }

    /// Whether another agent may be registered from an address.
    fn check_registrations(&self, from: IpAddr) -> Result<(), ApiError> {
        let mut registrations = lock(&self.registrations);
        let now = Instant::now();
        registrations.retain(|_, times| {
            times.retain(|&then| now - then < REGISTRATION_SPAN);
            !times.is_empty()
        });
        let times = registrations.get(&network_of(from));
        let max = self.options.registrations_per_hour;
        match times.is_some_and(|times| times.len() >= max) {
            true => Err(ApiError::TooManyRegistrations { count: max as u64 }),
            false => Ok(()),
        }
    }

    fn count_registration(&self, from: IpAddr) {
        let mut registrations = lock(&self.registrations);
        let times = registrations.entry(network_of(from)).or_default();
        times.push_back(Instant::now());
    }

    /// Pauses an agent, or resumes it. A game in progress is played to its end; without a valid game, a resumed agent
    /// plays another validation game.
    pub(super) async fn set_paused(&self, at: AgentRef, paused: bool) -> Result<(), ErrorResponse> {
        let found = self.store.ladder_agent(at.agent).await?;
        let valid = found.ok_or(ApiError::AgentNotFound)?.valid;
        let state = match (paused, valid) {
            (true, _) => AgentState::Paused,
            (false, true) => AgentState::Active,
            (false, false) => AgentState::New,
        };
        let store = &self.store;
        store.set_ladder_state(at.agent, state, valid, None).await?;
        self.changed(at, None).await;
        Ok(())
    }

    /// Gives an agent another name.
    pub(super) async fn rename(&self, at: AgentRef, name: &str) -> Result<(), ErrorResponse> {
        let name = checked_name(name)?;
        self.store.rename_ladder_agent(at.agent, &name).await?;
        self.changed(at, None).await;
        Ok(())
    }

    /// Withdraws an agent permanently.
    pub(super) async fn withdraw(&self, at: AgentRef) -> Result<(), ErrorResponse> {
        self.store.withdraw_ladder_agent(at.agent).await?;
        lock(&self.tokens).retain(|_, other| other.agent != at.agent);
        self.changed(at, Some("your agent has left the ladder"))
            .await;
        Ok(())
    }

    /// Replaces the token of an agent; its connection ends.
    pub(super) async fn replace_token(&self, at: AgentRef) -> Result<Registered, ErrorResponse> {
        let token = Token::new().map_err(|_| ApiError::Internal)?;
        let hash = token_hash(token.reveal());
        self.store.set_ladder_token(at.agent, &hash).await?;
        {
            let mut tokens = lock(&self.tokens);
            tokens.retain(|_, other| other.agent != at.agent);
            tokens.insert(hash, at);
        }
        self.changed(at, Some("the token of your agent was replaced"))
            .await;
        Ok(Registered {
            agent: at.agent,
            token: token.reveal().to_owned(),
        })
    }

    async fn changed(&self, at: AgentRef, disconnect: Option<&'static str>) {
        let agent = at.agent;
        let changed = Command::Changed { agent, disconnect };
        self.boards[at.board].send(changed).await;
    }
}

/// A name in its tidy form.
fn checked_name(name: &str) -> Result<String, ApiError> {
    match name.trim().is_empty() {
        true => Err(ApiError::NameMissing),
        false => Ok(tidy_name(name)),
    }
}
