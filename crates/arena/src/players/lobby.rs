//! Where programs wait that have come by themselves, over TCP or a WebSocket: the arena sees lines only, and
//! leaves sockets to whoever [admits](Lobby::admit) them.

use super::Fault;
use crate::plan::{Kind, Plan};
use parlour_protocol::Hosted;
use parlour_protocol::lines::{Hello, VERSION};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;
use tokio::sync::mpsc::{self, error::TrySendError};

/// How long a player who is gone is waited for before games begin without him.
const RETURN: Duration = Duration::from_secs(30);
/// How often those who wait look who has left.
const GLANCE: Duration = Duration::from_millis(200);
/// The most connections of one player.
const MAX_OF_ONE: usize = 64;
/// Messages that wait for a program to read them: it is asked one thing at a time.
const UNREAD: usize = 16;
/// Lines that nobody asked for: with more the connection ends.
const UNASKED: usize = 64;

/// The two ends of a connection that was admitted. It is to end when either channel does.
#[derive(Debug)]
pub struct Wires {
    /// Lines for the program.
    pub input: mpsc::Receiver<Vec<u8>>,
    /// Lines of the program, or what is wrong with them. Whoever cannot send says too much.
    pub output: SyncSender<Result<Vec<u8>, Fault>>,
}

/// The connection of a program that has said hello. It ends when this is dropped.
pub(super) struct Visitor {
    /// How it wants to be told.
    pub(super) hello: Hello,
    /// Whether it has been welcomed.
    pub(super) welcomed: bool,
    /// Time limits it has missed in a row, and how many questions it will not be asked.
    pub(super) silent: u32,
    pub(super) pause: u32,
    input: mpsc::Sender<Vec<u8>>,
    output: Receiver<Result<Vec<u8>, Fault>>,
    _place: Place,
}

impl Visitor {
    /// Sends a message.
    pub(super) fn send(&self, message: Vec<u8>) -> Result<(), Fault> {
        self.input.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => Fault::Deaf,
            TrySendError::Closed(_) => Fault::Gone,
        })
    }

    /// The next line.
    pub(super) fn line(&self, until: Instant) -> Result<Vec<u8>, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Fault::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Gone),
        }
    }

    /// Throws away what came unasked; whether there was anything.
    pub(super) fn discard(&self) -> Result<bool, Fault> {
        let mut any = false;
        loop {
            match self.output.try_recv() {
                Ok(line) => {
                    line?;
                    any = true;
                }
                Err(TryRecvError::Empty) => return Ok(any),
                Err(TryRecvError::Disconnected) => return Err(Fault::Gone),
            }
        }
    }

    fn is_here(&self) -> bool {
        !self.input.is_closed()
    }
}

/// A player that comes from outside, as the lobby knows it.
#[derive(Debug)]
struct Guest {
    token: String,
    /// The most seats it has in one game.
    seats: usize,
    waiting: Vec<Visitor>,
    /// Each connection, waiting or at a table, holds a copy.
    places: Place,
    /// Since when there are fewer connections than seats.
    missing: Option<Instant>,
}

/// What counts a connection as long as it lives.
type Place = Arc<()>;

impl std::fmt::Debug for Visitor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Visitor").finish_non_exhaustive()
    }
}

impl Guest {
    fn connected(&self) -> usize {
        Arc::strong_count(&self.places) - 1
    }

    /// Forgets those who left while they waited, and notes who is missing.
    fn look(&mut self) {
        self.waiting.retain(Visitor::is_here);
        match self.connected() < self.seats {
            true => {
                self.missing.get_or_insert_with(Instant::now);
            }
            false => self.missing = None,
        }
    }

    /// Whether so many seats cannot be filled, and there is no sense in waiting.
    fn is_lost(&self, seats: usize) -> bool {
        let missing = self.missing.is_some_and(|since| since.elapsed() >= RETURN);
        missing && self.connected() < seats
    }
}

/// Where programs wait that have come by themselves.
#[derive(Debug)]
pub struct Lobby {
    game: &'static str,
    /// By the number of the player. Nothing once the tournament is over.
    guests: Mutex<Option<BTreeMap<usize, Guest>>>,
    /// Somebody waits.
    arrived: Condvar,
}

type Guests = BTreeMap<usize, Guest>;

impl Lobby {
    /// An empty one for the players of a plan that come by themselves.
    pub fn new<G: Hosted>(plan: &Plan<G>) -> Lobby {
        let mut guests = Guests::new();
        for (number, player) in plan.players.iter().enumerate() {
            if let Kind::Visitor { token, .. } = &player.kind {
                let of_one = |sitters: &Vec<usize>| {
                    let own = sitters.iter().filter(|&&sitter| sitter == number);
                    own.count()
                };
                let guest = Guest {
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
                guests.insert(number, guest);
            }
        }
        Lobby {
            game: G::NAME,
            guests: Mutex::new(Some(guests)),
            arrived: Condvar::new(),
        }
    }

    /// Whether nobody is to come.
    pub fn is_needless(&self) -> bool {
        let guests = self.lock();
        guests.as_ref().is_none_or(Guests::is_empty)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Guests>> {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        guests
            .iter_mut()
            .flat_map(Guests::values_mut)
            .for_each(Guest::look);
        guests
    }

    /// Lets a program wait for its games.
    ///
    /// # Errors
    /// Why it is not wanted, in one line for the program.
    pub fn admit(&self, hello: Hello) -> Result<Wires, String> {
        if hello.version != VERSION {
            return Err(format!("this tournament speaks version {VERSION}"));
        }
        if hello.game.as_deref().is_some_and(|game| game != self.game) {
            return Err(format!("this tournament plays {}", self.game));
        }
        let shown = hello.token.clone().unwrap_or_default();
        let mut guests = self.lock();
        let Some(guests) = guests.as_mut() else {
            return Err(OVER.to_owned());
        };
        let fits = |guest: &&mut Guest| guest.token.as_bytes().ct_eq(shown.as_bytes()).into();
        let Some(guest) = guests.values_mut().find(fits) else {
            return Err("no player of this tournament has this token".to_owned());
        };
        if guest.connected() >= MAX_OF_ONE {
            return Err(format!("a player has at most {MAX_OF_ONE} connections"));
        }
        let (to_program, input) = mpsc::channel(UNREAD);
        let (output, from_program) = sync_channel(UNASKED);
        guest.waiting.push(Visitor {
            hello,
            welcomed: false,
            silent: 0,
            pause: 0,
            input: to_program,
            output: from_program,
            _place: Place::clone(&guest.places),
        });
        self.arrived.notify_all();
        Ok(Wires { input, output })
    }

    /// The players who have fewer connections than seats.
    pub(crate) fn awaited(&self) -> Vec<usize> {
        let guests = self.lock();
        let missing = |(&number, guest): (&usize, &Guest)| guest.missing.map(|_| number);
        guests.iter().flatten().filter_map(missing).collect()
    }

    /// Lets a visitor wait for its next game.
    pub(super) fn wait(&self, player: usize, visitor: Visitor) {
        let mut guests = self.lock();
        if let Some(guest) = guests.as_mut().and_then(|guests| guests.get_mut(&player)) {
            guest.waiting.push(visitor);
            self.arrived.notify_all();
        }
    }

    /// A visitor of a player, if one waits.
    pub(super) fn take(&self, player: usize) -> Option<Visitor> {
        let mut guests = self.lock();
        guests.as_mut()?.get_mut(&player)?.waiting.pop()
    }

    /// Waits until each of these players, one for each seat, has a visitor to send, and takes them all at once, so
    /// that two games never wait for each other. Who has been gone for a while is left out.
    pub(super) fn gather(&self, players: &[usize]) -> Vec<Option<Visitor>> {
        let mut wanted: BTreeMap<usize, usize> = BTreeMap::new();
        for &player in players {
            *wanted.entry(player).or_default() += 1;
        }
        let lacks = |guests: &Guests| {
            wanted.iter().any(|(player, &seats)| {
                (guests.get(player))
                    .is_some_and(|guest| guest.waiting.len() < seats && !guest.is_lost(seats))
            })
        };
        let mut guests = self.lock();
        while guests.as_ref().is_some_and(lacks) {
            let waited = self.arrived.wait_timeout(guests, GLANCE);
            guests = waited.unwrap_or_else(PoisonError::into_inner).0;
            guests
                .iter_mut()
                .flat_map(Guests::values_mut)
                .for_each(Guest::look);
        }
        let mut take = |player| guests.as_mut()?.get_mut(player)?.waiting.pop();
        players.iter().map(&mut take).collect()
    }

    /// Says goodbye to those who wait, and to all who still come.
    pub(crate) fn close(&self) {
        let bye = json!({"type": "bye", "reason": OVER});
        let guests = self.lock().take().unwrap_or_default();
        for visitor in guests.into_values().flat_map(|guest| guest.waiting) {
            // Whoever is gone already need not be told.
            let _ = visitor.send(format!("{bye}\n").into_bytes());
        }
    }
}

/// Why connections end in good order.
pub(crate) const OVER: &str = "the tournament is over";
