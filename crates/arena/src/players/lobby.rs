//! The lobby: connections of remote programs that wait for their next game. The arena handles lines only; sockets
//! belong to the caller of [`Lobby::admit`].

use crate::plan::{Kind, Plan};
use parlour_protocol::exchange::check_hello;
use parlour_protocol::lines::Hello;
use parlour_protocol::{AgentFault, Exchange, Hosted};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;
use tokio::sync::mpsc::{self, error::TrySendError};

/// How long games wait for a disconnected player before they start without it.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// How often waiting threads check for closed connections.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
const MAX_CONNECTIONS_PER_PLAYER: usize = 64;
/// Queued messages for a program. It gets one question at a time, so a full queue means that it does not read.
const MAX_UNREAD_MESSAGES: usize = 16;
/// Unread lines of a program; one more ends the connection.
const MAX_UNREQUESTED_LINES: usize = 64;

/// The channels of an admitted connection. The connection must end when either of them closes.
#[derive(Debug)]
pub struct Channels {
    /// Lines for the program.
    pub input: mpsc::Receiver<Vec<u8>>,
    /// Lines from the program, or what is wrong with them. A full channel means that the program sends too much.
    pub output: SyncSender<Result<Vec<u8>, AgentFault>>,
}

/// The connection of a remote program after its hello. It ends when this is dropped.
pub(super) struct RemoteConnection {
    /// Its first message.
    pub(super) hello: Hello,
    /// Whether the welcome was sent.
    pub(super) welcomed: bool,
    /// What it was told and owes.
    pub(super) exchange: Exchange,
    input: mpsc::Sender<Vec<u8>>,
    output: Receiver<Result<Vec<u8>, AgentFault>>,
    _place: Place,
}

impl RemoteConnection {
    /// Sends a message.
    pub(super) fn send(&self, message: Vec<u8>) -> Result<(), AgentFault> {
        self.input.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => AgentFault::NotReading,
            TrySendError::Closed(_) => AgentFault::Disconnected,
        })
    }

    /// Waits for the next line until the deadline.
    pub(super) fn line(&self, until: Instant) -> Result<Vec<u8>, AgentFault> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(AgentFault::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(AgentFault::Disconnected),
        }
    }

    /// Discards unread lines; returns whether there were any.
    pub(super) fn discard(&self) -> Result<bool, AgentFault> {
        let mut any = false;
        loop {
            match self.output.try_recv() {
                Ok(line) => {
                    line?;
                    any = true;
                }
                Err(TryRecvError::Empty) => return Ok(any),
                Err(TryRecvError::Disconnected) => return Err(AgentFault::Disconnected),
            }
        }
    }

    fn is_here(&self) -> bool {
        !self.input.is_closed()
    }
}

/// The connections of one remote player.
#[derive(Debug)]
struct RemotePlayer {
    token: String,
    /// The largest number of seats it has in one game.
    seats: usize,
    waiting: Vec<RemoteConnection>,
    /// Each connection, waiting or in a game, holds a clone.
    places: Place,
    /// When the number of connections fell below that of seats.
    missing: Option<Instant>,
}

/// Counts live connections by its clones.
type Place = Arc<()>;

impl std::fmt::Debug for RemoteConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteConnection").finish_non_exhaustive()
    }
}

impl RemotePlayer {
    fn connected(&self) -> usize {
        Arc::strong_count(&self.places) - 1
    }

    /// Drops closed connections and updates `missing`.
    fn update(&mut self) {
        self.waiting.retain(RemoteConnection::is_here);
        match self.connected() < self.seats {
            true => {
                self.missing.get_or_insert_with(Instant::now);
            }
            false => self.missing = None,
        }
    }

    /// Whether this many seats cannot be filled and the time to reconnect is over.
    fn is_lost(&self, seats: usize) -> bool {
        let missing = self
            .missing
            .is_some_and(|since| since.elapsed() >= RECONNECT_TIMEOUT);
        missing && self.connected() < seats
    }
}

/// Connections of remote programs that wait for their next game.
#[derive(Debug)]
pub struct Lobby {
    game: &'static str,
    /// By player; `None` once the tournament is over.
    players: Mutex<Option<BTreeMap<usize, RemotePlayer>>>,
    /// Notified when a connection starts to wait.
    arrived: Condvar,
}

type RemotePlayers = BTreeMap<usize, RemotePlayer>;

impl Lobby {
    /// An empty lobby for the remote players of a plan.
    pub fn new<G: Hosted>(plan: &Plan<G>) -> Lobby {
        let mut players = RemotePlayers::new();
        for (number, player) in plan.players.iter().enumerate() {
            if let Kind::Remote { token, .. } = &player.kind {
                let of_one = |players: &Vec<usize>| {
                    let own = players.iter().filter(|&&sitter| sitter == number);
                    own.count()
                };
                let player = RemotePlayer {
                    token: token.clone(),
                    seats: plan
                        .schedule
                        .pairings()
                        .iter()
                        .map(of_one)
                        .max()
                        .unwrap_or(1),
                    waiting: Vec::new(),
                    places: Place::default(),
                    missing: None,
                };
                players.insert(number, player);
            }
        }
        Lobby {
            game: G::NAME,
            players: Mutex::new(Some(players)),
            arrived: Condvar::new(),
        }
    }

    /// Whether the tournament has no remote players.
    pub fn is_empty(&self) -> bool {
        let players = self.lock();
        players.as_ref().is_none_or(RemotePlayers::is_empty)
    }

    fn lock(&self) -> MutexGuard<'_, Option<RemotePlayers>> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players
            .iter_mut()
            .flat_map(RemotePlayers::values_mut)
            .for_each(RemotePlayer::update);
        players
    }

    /// Admits a program that has sent its hello.
    ///
    /// # Errors
    /// Why it is rejected, as one line for the program.
    pub fn admit(&self, hello: Hello) -> Result<Channels, String> {
        check_hello(&hello, self.game, "this tournament")?;
        let shown = hello.token.clone().unwrap_or_default();
        let mut players = self.lock();
        let Some(players) = players.as_mut() else {
            return Err(OVER.to_owned());
        };
        let fits =
            |player: &&mut RemotePlayer| player.token.as_bytes().ct_eq(shown.as_bytes()).into();
        let Some(player) = players.values_mut().find(fits) else {
            return Err("no player of this tournament has this token".to_owned());
        };
        if player.connected() >= MAX_CONNECTIONS_PER_PLAYER {
            return Err(format!(
                "a player has at most {MAX_CONNECTIONS_PER_PLAYER} connections"
            ));
        }
        let (to_program, input) = mpsc::channel(MAX_UNREAD_MESSAGES);
        let (output, from_program) = sync_channel(MAX_UNREQUESTED_LINES);
        player.waiting.push(RemoteConnection {
            hello,
            welcomed: false,
            exchange: Exchange::default(),
            input: to_program,
            output: from_program,
            _place: Place::clone(&player.places),
        });
        self.arrived.notify_all();
        Ok(Channels { input, output })
    }

    /// The players with fewer connections than seats.
    pub(crate) fn awaited(&self) -> Vec<usize> {
        let players = self.lock();
        let missing = |(&number, player): (&usize, &RemotePlayer)| player.missing.map(|_| number);
        players.iter().flatten().filter_map(missing).collect()
    }

    /// Returns a connection to the lobby after a game.
    pub(super) fn wait(&self, player: usize, connection: RemoteConnection) {
        let mut players = self.lock();
        if let Some(player) = players
            .as_mut()
            .and_then(|players| players.get_mut(&player))
        {
            player.waiting.push(connection);
            self.arrived.notify_all();
        }
    }

    /// Takes a waiting connection of a player.
    pub(super) fn take(&self, player: usize) -> Option<RemoteConnection> {
        let mut players = self.lock();
        players.as_mut()?.get_mut(&player)?.waiting.pop()
    }

    /// Waits until each of these players, one for each seat, has a waiting connection, and takes all of them at once,
    /// so that two games never wait for each other. `None` for players that are disconnected for too long.
    pub(super) fn gather(&self, players: &[usize]) -> Vec<Option<RemoteConnection>> {
        let mut wanted: BTreeMap<usize, usize> = BTreeMap::new();
        for &player in players {
            *wanted.entry(player).or_default() += 1;
        }
        let lacks = |players: &RemotePlayers| {
            wanted.iter().any(|(player, &seats)| {
                (players.get(player))
                    .is_some_and(|player| player.waiting.len() < seats && !player.is_lost(seats))
            })
        };
        let mut lobby = self.lock();
        while lobby.as_ref().is_some_and(lacks) {
            let waited = self.arrived.wait_timeout(lobby, POLL_INTERVAL);
            lobby = waited.unwrap_or_else(PoisonError::into_inner).0;
            lobby
                .iter_mut()
                .flat_map(RemotePlayers::values_mut)
                .for_each(RemotePlayer::update);
        }
        let mut take = |player| lobby.as_mut()?.get_mut(player)?.waiting.pop();
        players.iter().map(&mut take).collect()
    }

    /// Says goodbye to waiting connections and rejects new ones from now on.
    pub(crate) fn close(&self) {
        let bye = json!({"type": "bye", "reason": OVER});
        let players = self.lock().take().unwrap_or_default();
        for connection in players.into_values().flat_map(|player| player.waiting) {
            // It may be closed already.
            let _ = connection.send(format!("{bye}\n").into_bytes());
        }
    }
}

/// The reason given when the tournament is over.
pub(crate) const OVER: &str = "the tournament is over";
