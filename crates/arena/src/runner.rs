//! Playing a tournament: threads play, one task writes.
//!
//! Every game goes into the store as soon as it is over. What is lost when the process is killed are
//! the games being played and the few that wait for the disk; they are played again. The books are
//! kept in the order of the schedule, so that the result is that of one thread.

use crate::definition::Format;
use crate::fixture_game;
use crate::outcome::{GameResult, Played};
use crate::plan::Plan;
use crate::players::lobby::{Lobby, OVER};
use crate::players::{Bench, try_programs};
use crate::report::Report;
use crate::running_totals::Ledger;
use crate::store::lease::HOLDS;
use crate::store::{Holder, Lease, Store, StoreError, Tournament};
use parlour_protocol::Hosted;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};

/// Finished games that may wait for the writer; as many again may be with it.
const WAITING: usize = 32;
/// Between two renewals of the lease, and after one that has failed.
const RENEWAL: Duration = Duration::from_secs(HOLDS.as_secs() / 4);
const RENEWAL_AGAIN: Duration = Duration::from_secs(1);
/// How often it is looked whether the players have come.
const GLANCE: Duration = Duration::from_millis(50);

/// Ends a run from outside: games in progress are played to their end and recorded.
#[derive(Clone, Debug, Default)]
pub struct Pause(Arc<AtomicBool>);

impl Pause {
    /// Asks for the end.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How a tournament is run. Nothing of it changes the result.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Threads that play, at least 1.
    pub threads: usize,
    /// How long a database that is locked or does not answer is waited for.
    pub patience: Duration,
    /// Where programs wait that come by themselves, if any can.
    pub lobby: Option<Arc<Lobby>>,
    /// Who plays.
    pub holder: Holder,
}

/// Something to be told while it runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Games have been recorded.
    Recorded {
        /// In all, those of earlier runs too.
        games: u64,
        /// The log-likelihood ratio, where there is a test.
        llr: Option<f64>,
    },
    /// A default move was made.
    Fault {
        /// For whom.
        player: usize,
        /// In which game.
        game: u64,
        /// Why, and what was played instead.
        what: String,
    },
    /// The store is waited for.
    Waiting(StoreError),
    /// Players who have to come by themselves are waited for.
    Missing(Vec<usize>),
}

/// Why a run ended before its time. What has been recorded stays recorded.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is a tournament of that name.
    #[error(
        "there is a tournament '{name}' already, with {played} of {planned} games: resume it, \
         or give this one another name"
    )]
    Exists {
        /// The name.
        name: String,
        /// Games in the store.
        played: u64,
        /// Games by the schedule.
        planned: u64,
    },
    /// It was begun with another definition.
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
    /// Somebody else plays it.
    #[error(
        "the tournament '{name}' is being played by {}: pause it there; should that have stopped without \
         a word, it can be resumed in {} s",
        .lease.holder,
        .lease.left()
    )]
    Held {
        /// The name.
        name: String,
        /// Who.
        lease: Lease,
    },
    /// A program cannot be started, or a policy is flawed.
    #[error("{0}")]
    Player(String),
}

/// Finds the tournament in the store.
///
/// # Errors
/// [`RunError`]: when it is there with another definition.
pub async fn find<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
) -> Result<Option<Tournament>, RunError> {
    let name = &plan.definition.name;
    let found = store.tournament(name).await?;
    let Some(older) = &found else {
        return Ok(None);
    };
    let fields = differences(&older.definition, &plan.canonical());
    let grows = plan.definition.format == Format::League
        && fields == ["players"]
        && has_grown(&older.definition, &plan.canonical());
    match fields.into_iter().next() {
        Some(field) if !grows => Err(RunError::Differs {
            name: name.clone(),
            field,
        }),
        _ => Ok(found),
    }
}

/// Finds the tournament in the store, or enters it there. From then on it is the holder's to play.
///
/// # Errors
/// [`RunError`]: when it is there and `resume` is not asked for, with another definition, or played by
/// somebody else.
pub async fn enter<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
    resume: bool,
    holder: &Holder,
) -> Result<Tournament, RunError> {
    let name = &plan.definition.name;
    if let Some(found) = find(plan, store).await? {
        if !resume {
            return Err(RunError::Exists {
                name: found.name,
                played: found.played,
                planned: found.planned,
            });
        }
        free(name, store.lease(found.id, holder).await?)?;
        let definition = plan.canonical();
        if has_grown(&found.definition, &definition) {
            let planned = plan.schedule.games();
            store
                .extend(found.id, &definition, planned, &plan.names())
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
    let id = (store.create(name, G::NAME, &definition, planned, &names, holder)).await?;
    let created = store.tournament(name).await?;
    created.filter(|created| created.id == id).ok_or_else(|| {
        StoreError::Other {
            place: store.place().to_owned(),
            reason: format!("the tournament '{name}' is gone again"),
        }
        .into()
    })
}

/// Whether a tournament is ours, or somebody else's.
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

/// The books of what is in the store.
///
/// # Errors
/// [`StoreError`].
pub async fn books<G: Hosted>(
    plan: &Plan<G>,
    store: &Store,
    tournament: i64,
) -> Result<Ledger, StoreError> {
    Ok(ledger(plan, store.results(tournament).await?))
}

fn ledger<G: Hosted>(plan: &Plan<G>, results: Vec<GameResult>) -> Ledger {
    let definition = &plan.definition;
    let mut ledger = Ledger::new(
        &plan.schedule,
        plan.players.len(),
        definition.rating_period,
        definition.sprt,
    );
    results.into_iter().for_each(|result| ledger.add(result));
    ledger
}

/// The report of the books.
pub fn report<G: Hosted>(plan: &Plan<G>, ledger: &Ledger) -> Report {
    let name = &plan.definition.name;
    Report::new(name, G::NAME, &plan.names(), &plan.schedule, ledger)
}

/// Plays what is left of a tournament, until it is over or a pause is asked for, and returns the
/// books. For as long it is the holder's.
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
) -> Result<Ledger, RunError> {
    let holder = options.holder.clone();
    let over = Notify::new();
    let playing = async {
        let ended = play_on(plan, store, tournament, options, pause, note).await;
        over.notify_one();
        ended
    };
    // Both to their end: a renewal that was given up half-way might come after the lease was given back.
    let (ended, taken) = tokio::join!(playing, renew(store, tournament, &holder, pause, &over));
    // One that cannot be given back runs out.
    let _ = store.give_back(tournament, &holder).await;
    match (ended, taken) {
        (Ok(ledger), Some(lease)) if ledger.end().is_none() => Err(RunError::Held {
            name: plan.definition.name.clone(),
            lease,
        }),
        (ended, _) => ended,
    }
}

/// Renews the lease until it is `over`, or until somebody else has it: then asks for a pause, and tells who.
async fn renew(
    store: &Store,
    tournament: i64,
    holder: &Holder,
    pause: &Pause,
    over: &Notify,
) -> Option<Lease> {
    loop {
        let wait = match store.lease(tournament, holder).await {
            Ok(Some(lease)) => {
                pause.ask();
                return Some(lease);
            }
            Ok(None) => RENEWAL,
            // Whoever writes games tells what is wrong with the store.
            Err(_) => RENEWAL_AGAIN,
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
) -> Result<Ledger, RunError> {
    let results = store.results(tournament).await?;
    let done: HashSet<u64> = results.iter().map(|result| result.number).collect();
    let mut ledger = ledger(plan, results);
    let mut recorded = done.len() as u64;
    let mut writer = Writer {
        store,
        tournament,
        patience: options.patience,
        note,
    };
    if ledger.end().is_none() && !pause.is_asked() {
        try_programs(plan).map_err(RunError::Player)?;
        let lobby = match &options.lobby {
            Some(lobby) => Arc::clone(lobby),
            None => Arc::new(Lobby::new(plan)),
        };
        if options.lobby.is_none() && !lobby.is_needless() {
            return Err(RunError::Player(
                "players are to come by themselves, and there is no port for them".to_owned(),
            ));
        }
        let mut missing = Vec::new();
        loop {
            let awaited = lobby.awaited();
            if awaited.is_empty() || pause.is_asked() {
                break;
            }
            if awaited != missing {
                (writer.note)(Note::Missing(awaited.clone()));
                missing = awaited;
            }
            tokio::time::sleep(GLANCE).await;
        }
        let (mut games, threads) = start(plan, done, options.threads, &lobby, pause);
        let written: Result<(), RunError> = async {
            let mut batch = Vec::new();
            while games.recv_many(&mut batch, WAITING).await > 0 {
                let played: Vec<Played> = (batch.drain(..))
                    .collect::<Result<_, _>>()
                    .map_err(RunError::Player)?;
                writer.write(&played).await?;
                recorded += played.len() as u64;
                played.iter().for_each(|game| ledger.add(game.result()));
                if ledger.end().is_some() {
                    return Ok(());
                }
                let llr = ledger.test().map(|(_, llr)| llr);
                (writer.note)(Note::Recorded {
                    games: recorded,
                    llr,
                });
            }
            Ok(())
        }
        .await;
        // Threads end when nobody takes their games any more; waiting for them here keeps
        // programs of ours from outliving the run.
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
    writer.close(&ledger).await?;
    Ok(ledger)
}

type Games = mpsc::Receiver<Result<Played, String>>;

/// Starts the threads. They end when there is nothing left to play, when a pause is asked for, or
/// when the receiver is dropped.
fn start<G: Hosted>(
    plan: &Arc<Plan<G>>,
    done: HashSet<u64>,
    threads: usize,
    lobby: &Arc<Lobby>,
    pause: &Pause,
) -> (Games, Vec<JoinHandle<()>>) {
    let (sender, games) = mpsc::channel(WAITING);
    let next = Arc::new(AtomicU64::new(0));
    let done = Arc::new(done);
    let threads = (0..threads.max(1))
        .map(|_| {
            let lobby = Arc::clone(lobby);
            let (plan, done, next) = (Arc::clone(plan), Arc::clone(&done), Arc::clone(&next));
            let (sender, pause) = (sender.clone(), pause.clone());
            thread::spawn(move || {
                let mut bench = Bench::new(plan.schedule.games(), lobby);
                while !pause.is_asked() && !sender.is_closed() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.schedule.games() {
                        break;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    let played =
                        fixture_game::play(&plan, &plan.schedule.fixture(number), &mut bench);
                    if sender.blocking_send(played).is_err() {
                        break;
                    }
                }
                bench.close::<G>(OVER);
            })
        })
        .collect();
    (games, threads)
}

/// Brings results into the store, and does not give up at once.
pub(crate) struct Writer<'a> {
    pub(crate) store: &'a Store,
    pub(crate) tournament: i64,
    pub(crate) patience: Duration,
    pub(crate) note: &'a mut (dyn FnMut(Note) + Send),
}

impl Writer<'_> {
    pub(crate) async fn write(&mut self, games: &[Played]) -> Result<(), StoreError> {
        let (store, tournament) = (self.store, self.tournament);
        self.insist(async || store.add_games(tournament, games).await)
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
            .insist(async || store.lease(tournament, holder).await)
            .await?;
        free(name, held)
    }

    /// Ratings, and the end if it is reached.
    pub(crate) async fn close(&mut self, ledger: &Ledger) -> Result<(), StoreError> {
        let (store, tournament) = (self.store, self.tournament);
        self.insist(async || store.put_ratings(tournament, ledger.points()).await)
            .await?;
        if let Some(end) = ledger.end() {
            self.insist(async || store.finish(tournament, end).await)
                .await?;
        }
        Ok(())
    }

    /// Repeats what failed for a reason that may pass, for as long as patience lasts.
    async fn insist<T>(
        &mut self,
        attempt: impl AsyncFn() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let until = Instant::now() + self.patience;
        let mut wait = Duration::from_millis(100);
        loop {
            match attempt().await {
                Err(error) if error.may_pass() && Instant::now() + wait < until => {
                    (self.note)(Note::Waiting(error));
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(Duration::from_secs(5));
                }
                ended => return ended,
            }
        }
    }
}
