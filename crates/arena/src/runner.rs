//! The tournament runner: threads play games, one task writes them to the store.
//!
//! Every game is stored as soon as it is finished. A killed process loses only the games in progress and the few that
//! wait for the disk; they are played again. Totals follow the order of the schedule, so the result does not depend on
//! the number of threads.

use crate::deals::{Deals, Secret};
use crate::definition::Format;
use crate::fixture_game;
use crate::outcome::{GameResult, Played};
use crate::plan::Plan;
use crate::players::lobby::{Lobby, OVER};
use crate::players::{ProgramPool, try_programs};
use crate::report::Report;
use crate::running_totals::RunningTotals;
use crate::schedule::PlayOrder;
use crate::store::lease::LEASE_DURATION;
use crate::store::{Holder, Lease, Store, StoreError, Tournament};
use parlour_agents::stoppable;
use parlour_protocol::Hosted;
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};

/// Finished games that may wait for the writer, which may hold as many again.
const MAX_WAITING_GAMES: usize = 32;
/// Between two renewals of the lease.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(LEASE_DURATION.as_secs() / 4);
/// After a renewal that has failed.
const RENEWAL_RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// How often the lobby is checked while players are missing, and a request to stop while the store is waited for.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A request to end a run; games in progress are played to their end and recorded.
#[derive(Clone, Debug, Default)]
pub struct Pause(Arc<AtomicBool>);

impl From<Arc<AtomicBool>> for Pause {
    /// A pause that is requested by setting the flag.
    fn from(flag: Arc<AtomicBool>) -> Pause {
        Pause(flag)
    }
}

impl Pause {
    /// Requests the end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Options of a run. None of them changes the result.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// How long to wait for a database that is locked or does not answer.
    pub patience: Duration,
    /// The lobby of remote programs, if they can connect.
    pub lobby: Option<Arc<Lobby>>,
    /// This process.
    pub holder: Holder,
    /// Once it is set, the run ends without the games in progress, and without waiting for the database. To be set
    /// after a pause was requested.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A progress message of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Games have been recorded.
    Recorded {
        /// In total, including earlier runs.
        games: u64,
        /// The log-likelihood ratio, if there is a test.
        llr: Option<f64>,
    },
    /// A fallback move was played.
    Fault {
        /// The player.
        player: usize,
        /// The game.
        game: u64,
        /// The fault and the fallback move.
        what: String,
    },
    /// Waiting for the store.
    Waiting(StoreError),
    /// Waiting for these remote players to connect.
    Missing(Vec<usize>),
}

/// Why a run ended early. Recorded games stay recorded.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A tournament of that name exists.
    #[error(
        "a tournament '{name}' exists, with {played} of {planned} games: resume it, or give this one another name"
    )]
    Exists {
        /// The name.
        name: String,
        /// Games in the store.
        played: u64,
        /// Games by the schedule.
        planned: u64,
    },
    /// It was started with another definition.
    #[error(
        "the tournament '{name}' in the store has another '{field}': results of different \
         tournaments cannot be joined, so give this one another name"
    )]
    Differs {
        /// The name.
        name: String,
        /// The first field that differs.
        field: String,
    },
    /// Another process plays it.
    #[error(
        "the tournament '{name}' is being played by {}: pause it there; if that process no longer runs, it can be \
         resumed in {} s",
        .lease.holder,
        .lease.seconds_left()
    )]
    Held {
        /// The name.
        name: String,
        /// Its lease.
        lease: Lease,
    },
    /// A program cannot be started, or a policy has a bug.
    #[error("{0}")]
    Player(String),
    /// The system provides no random numbers.
    #[error("the system provides no random numbers")]
    Random(#[from] std::io::Error),
}

/// Finds the tournament in the store. One that [`enter`] would replace counts as none.
///
/// # Errors
/// [`RunError`]: when it has another definition, and games.
pub async fn find<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
) -> Result<Option<Tournament>, RunError> {
    let found = store.tournament(&plan.definition.name).await?;
    let Some(other) = &found else {
        return Ok(None);
    };
    match difference(plan, other) {
        None => Ok(found),
        Some(_) if other.played == 0 => Ok(None),
        Some(differs) => Err(differs),
    }
}

/// Why a tournament in the store is not that of a plan; `None` if it is, or a league that the plan adds players to.
fn difference<G: Hosted>(plan: &Plan<G>, found: &Tournament) -> Option<RunError> {
    let fields = differences(&found.definition, &plan.canonical());
    let grows = plan.definition.format == Format::League
        && fields == ["players"]
        && has_grown(&found.definition, &plan.canonical());
    let field = fields.into_iter().next().filter(|_| !grows)?;
    let name = found.name.clone();
    Some(RunError::Differs { name, field })
}

/// Finds the tournament in the store, or creates it there, and acquires its lease for the holder. One with another
/// definition is replaced if no game of it was played and no process has its lease.
///
/// # Errors
/// [`RunError`]: when it exists and `resume` is false, has games and another definition, or is played by another
/// process.
pub async fn enter<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
    resume: bool,
    holder: &Holder,
) -> Result<Tournament, RunError> {
    let name = &plan.definition.name;
    let mut found = store.tournament(name).await?;
    if let Some(other) = &found
        && let Some(differs) = difference(plan, other)
    {
        // Another part of this process may be about to play it. The lease of another process is found below.
        let is_own = |lease: &Lease| lease.tournament == other.id && lease.holder.key == holder.key;
        if other.played > 0 || store.leases().await?.iter().any(is_own) {
            return Err(differs);
        }
        free(name, store.acquire_lease(other.id, holder).await?)?;
        if !store.delete_without_games(other.id).await? {
            store.release_lease(other.id, holder).await?;
            return Err(differs);
        }
        found = None;
    }
    if let Some(found) = found {
        if !resume {
            return Err(RunError::Exists {
                name: found.name,
                played: found.played,
                planned: found.planned,
            });
        }
        free(name, store.acquire_lease(found.id, holder).await?)?;
        let definition = plan.canonical();
        if has_grown(&found.definition, &definition) {
            let planned = plan.schedule.games();
            // The secret of a finished tournament is public.
            let secret = match (plan.definition.seed, found.finished) {
                (None, Some(_)) => Some((found.planned, Secret::new()?)),
                _ => None,
            };
            store
                .extend(found.id, &definition, planned, &plan.names(), secret)
                .await?;
            return Ok(Tournament {
                definition,
                planned,
                finished: None,
                ..found
            });
        }
        return Ok(found);
    }
    let planned = plan.schedule.games();
    let (definition, names) = (plan.canonical(), plan.names());
    let secret = match plan.definition.seed {
        None => Some(Secret::new()?),
        Some(_) => None,
    };
    let created = store.create(
        name,
        G::NAME,
        &definition,
        planned,
        &names,
        holder,
        secret.as_ref(),
    );
    let id = created.await?;
    let created = store.tournament(name).await?;
    created.filter(|created| created.id == id).ok_or_else(|| {
        StoreError::Other {
            place: store.place().to_owned(),
            reason: format!("the tournament '{name}' is gone again"),
        }
        .into()
    })
}

/// An error if another process holds the lease.
fn free(name: &str, held: Option<Lease>) -> Result<(), RunError> {
    let name = name.to_owned();
    held.map_or(Ok(()), |lease| Err(RunError::Held { name, lease }))
}

/// The fields in which two definitions differ.
fn differences(one: &str, other: &str) -> Vec<String> {
    let read = |text: &str| serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(text);
    let (Ok(one), Ok(other)) = (read(one), read(other)) else {
        return vec!["definition".to_owned()];
    };
    let fields: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |field: &&String| one.get(*field) != other.get(*field);
    fields.into_iter().filter(differs).cloned().collect()
}

/// Whether the second definition has all players of the first, in their order, and more.
fn has_grown(older: &str, newer: &str) -> bool {
    let players = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        value.get("players")?.as_array().cloned()
    };
    match (players(older), players(newer)) {
        (Some(older), Some(newer)) => newer.len() > older.len() && newer.starts_with(&older),
        _ => false,
    }
}

/// The totals of the games in the store.
///
/// # Errors
/// [`StoreError`].
pub async fn totals<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
    tournament: i64,
) -> Result<RunningTotals, StoreError> {
    Ok(totals_of(plan, store.results(tournament).await?))
}

fn totals_of<G: Hosted>(plan: &Plan<G>, results: Vec<GameResult>) -> RunningTotals {
    let definition = &plan.definition;
    let mut totals = RunningTotals::new(
        &plan.schedule,
        plan.players.len(),
        definition.rating_period,
        definition.sprt,
    );
    results.into_iter().for_each(|result| totals.add(result));
    totals
}

/// The deals of a tournament: of the seed in its definition, or of its secrets in the store.
///
/// # Errors
/// [`StoreError`].
pub async fn deals<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
    tournament: i64,
) -> Result<Deals, StoreError> {
    if let Some(deals) = plan.public_deals() {
        return Ok(deals);
    }
    let secrets = store.secrets(tournament).await?;
    match secrets.first() {
        Some((0, _)) => Ok(Deals::Secrets(secrets)),
        _ => Err(StoreError::Altered {
            place: store.place().to_owned(),
            reason: format!(
                "the secret of the tournament '{}' is missing",
                plan.definition.name
            ),
        }),
    }
}

/// The report of these totals.
pub fn report<G: Hosted>(plan: &Plan<G>, totals: &RunningTotals) -> Report {
    let name = &plan.definition.name;
    Report::new(name, G::NAME, &plan.names(), &plan.schedule, totals)
}

/// Plays the rest of a tournament, until it is finished or a pause is requested, and returns the totals. Holds its
/// lease meanwhile.
///
/// # Errors
/// [`RunError`]. Resuming goes on from what was recorded.
pub async fn run<G: Hosted>(
    plan: &Arc<Plan<G>>,
    store: &Store,
    tournament: i64,
    options: RunOptions,
    pause: &Pause,
    note: &mut (dyn FnMut(Note) + Send),
) -> Result<RunningTotals, RunError> {
    let holder = options.holder.clone();
    let over = Notify::new();
    let playing = async {
        let ended = play_on(plan, store, tournament, options, pause, note).await;
        over.notify_one();
        ended
    };
    // Both to their end: a cancelled renewal might still arrive after the lease was released.
    let (ended, taken) = tokio::join!(playing, renew(store, tournament, &holder, pause, &over));
    // A lease that cannot be released expires.
    let _ = store.release_lease(tournament, &holder).await;
    match (ended, taken) {
        (Ok(totals), Some(lease)) if totals.end().is_none() => Err(RunError::Held {
            name: plan.definition.name.clone(),
            lease,
        }),
        (ended, _) => ended,
    }
}

/// Renews the lease until `over`, or until another process has it: then requests a pause and returns that lease.
async fn renew(
    store: &Store,
    tournament: i64,
    holder: &Holder,
    pause: &Pause,
    over: &Notify,
) -> Option<Lease> {
    loop {
        let wait = match store.acquire_lease(tournament, holder).await {
            Ok(Some(lease)) => {
                pause.request();
                return Some(lease);
            }
            Ok(None) => RENEWAL_INTERVAL,
            // The writer reports what is wrong with the store.
            Err(_) => RENEWAL_RETRY_INTERVAL,
        };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = over.notified() => return None,
        }
    }
}

async fn play_on<G: Hosted>(
    plan: &Arc<Plan<G>>,
    store: &Store,
    tournament: i64,
    options: RunOptions,
    pause: &Pause,
    note: &mut (dyn FnMut(Note) + Send),
) -> Result<RunningTotals, RunError> {
    let results = store.results(tournament).await?;
    let done: HashSet<u64> = results.iter().map(|result| result.number).collect();
    let mut totals = totals_of(plan, results);
    let mut recorded = done.len() as u64;
    let mut writer = Writer {
        store,
        tournament,
        patience: options.patience,
        stop: options.stop.clone(),
        note,
    };
    if totals.end().is_none() && !pause.is_requested() {
        try_programs(plan).map_err(RunError::Player)?;
        let lobby = match &options.lobby {
            Some(lobby) => Arc::clone(lobby),
            None => Arc::new(Lobby::new(plan)),
        };
        if options.lobby.is_none() && !lobby.is_empty() {
            return Err(RunError::Player(
                "there are remote players, and no port for them to connect to".to_owned(),
            ));
        }
        let mut missing = Vec::new();
        loop {
            let awaited = lobby.awaited();
            if awaited.is_empty() || pause.is_requested() {
                break;
            }
            if awaited != missing {
                (writer.note)(Note::Missing(awaited.clone()));
                missing = awaited;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let deals = Arc::new(deals(plan, store, tournament).await?);
        let (mut games, threads) = start(plan, deals, done, &options, &lobby, pause);
        let written: Result<(), RunError> = async {
            let mut batch = Vec::new();
            while games.recv_many(&mut batch, MAX_WAITING_GAMES).await > 0 {
                let played: Vec<Played> = (batch.drain(..))
                    .collect::<Result<_, _>>()
                    .map_err(RunError::Player)?;
                writer.write(&played).await?;
                recorded += played.len() as u64;
                played.iter().for_each(|game| totals.add(game.result()));
                if totals.end().is_some() {
                    return Ok(());
                }
                let llr = totals.test().map(|(_, llr)| llr);
                (writer.note)(Note::Recorded {
                    games: recorded,
                    llr,
                });
            }
            Ok(())
        }
        .await;
        // Threads end when the channel is closed; waiting for them keeps programs from outliving the run.
        drop(games);
        let joined = tokio::task::spawn_blocking(move || {
            threads.into_iter().try_for_each(JoinHandle::join).is_ok()
        });
        let joined = joined.await.unwrap_or(false);
        lobby.close();
        written?;
        if !joined {
            return Err(RunError::Player(
                "a thread that played has panicked".to_owned(),
            ));
        }
    }
    writer.close(&totals).await?;
    Ok(totals)
}

type Games = mpsc::Receiver<Result<Played, String>>;

/// Starts the threads. They end when no game is left, a pause is requested, or the receiver is dropped.
fn start<G: Hosted>(
    plan: &Arc<Plan<G>>,
    deals: Arc<Deals>,
    done: HashSet<u64>,
    options: &RunOptions,
    lobby: &Arc<Lobby>,
    pause: &Pause,
) -> (Games, Vec<JoinHandle<()>>) {
    let (sender, games) = mpsc::channel(MAX_WAITING_GAMES);
    let order = PlayOrder::new(&plan.schedule, Arc::clone(&deals));
    let missing = order.filter(move |number| !done.contains(number));
    let missing = Arc::new(Mutex::new(missing));
    let threads = (0..options.threads.max(1))
        .map(|_| {
            let lobby = Arc::clone(lobby);
            let (plan, deals, missing) =
                (Arc::clone(plan), Arc::clone(&deals), Arc::clone(&missing));
            let (sender, pause) = (sender.clone(), pause.clone());
            let stop = options.stop.clone().unwrap_or_default();
            thread::spawn(move || {
                let mut programs = ProgramPool::new(plan.schedule.games(), lobby);
                while !pause.is_requested() && !sender.is_closed() {
                    let next = {
                        let mut missing = missing.lock().unwrap_or_else(PoisonError::into_inner);
                        missing.next()
                    };
                    let Some(number) = next else {
                        break;
                    };
                    let fixture = plan.schedule.fixture(number, &deals);
                    let played = stoppable(Arc::clone(&stop), || {
                        fixture_game::play(&plan, &fixture, &mut programs)
                    });
                    if stop.load(Ordering::Relaxed) || sender.blocking_send(played).is_err() {
                        break;
                    }
                }
                programs.close::<G>(OVER);
            })
        })
        .collect();
    (games, threads)
}

/// Writes results to the store, with retries.
pub(crate) struct Writer<'a> {
    pub(crate) store: &'a Store,
    pub(crate) tournament: i64,
    pub(crate) patience: Duration,
    /// Once it is set, nothing is retried.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    pub(crate) note: &'a mut (dyn FnMut(Note) + Send),
}

impl Writer<'_> {
    pub(crate) async fn write(&mut self, games: &[Played]) -> Result<(), StoreError> {
        let (store, tournament) = (self.store, self.tournament);
        self.retry(async || store.add_games(tournament, games).await)
            .await?;
        for game in games {
            for fault in &game.faults {
                let what = format!("{}; '{}' is played", fault.reason, fault.played);
                (self.note)(Note::Fault {
                    player: fault.player,
                    game: game.number,
                    what,
                });
            }
        }
        Ok(())
    }

    /// Renews the lease.
    pub(crate) async fn hold(&mut self, name: &str, holder: &Holder) -> Result<(), RunError> {
        let (store, tournament) = (self.store, self.tournament);
        let held = self
            .retry(async || store.acquire_lease(tournament, holder).await)
            .await?;
        free(name, held)
    }

    /// Stores ratings, and the end if it is reached.
    pub(crate) async fn close(&mut self, totals: &RunningTotals) -> Result<(), StoreError> {
        let (store, tournament) = (self.store, self.tournament);
        self.retry(async || store.put_ratings(tournament, totals.points()).await)
            .await?;
        if let Some(end) = totals.end() {
            self.retry(async || store.finish(tournament, end).await)
                .await?;
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        (self.stop.as_ref()).is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Retries what may succeed later, until the time is over.
    async fn retry<T>(
        &mut self,
        attempt: impl AsyncFn() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let until = Instant::now() + self.patience;
        let mut wait = Duration::from_millis(100);
        loop {
            match attempt().await {
                Err(error)
                    if error.may_pass() && !self.is_stopped() && Instant::now() + wait < until =>
                {
                    (self.note)(Note::Waiting(error));
                    let next = Instant::now() + wait;
                    while Instant::now() < next && !self.is_stopped() {
                        tokio::time::sleep(wait.min(POLL_INTERVAL)).await;
                    }
                    wait = (wait * 2).min(Duration::from_secs(5));
                }
                ended => return ended,
            }
        }
    }
}
