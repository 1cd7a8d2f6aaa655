//! Work in pieces, for `parlour.ray`: each piece is a pure function of its number, played by the code of the
//! command line, so that it does not matter who plays which.

use crate::error::{Failure, Kind};
use crate::game::rules_choice;
use crate::{dumps, interruptible, loads, wrong};
use parlour_arena::games::{self, Task};
use parlour_arena::outcome::Played;
use parlour_arena::primi_composti::cross_table::Piece;
use parlour_arena::primi_composti::{self, Deals, Row, StudyFile, Summary};
use parlour_arena::remote_work::RemotePlayer;
use parlour_arena::store::Files;
use parlour_arena::{
    Deals as TournamentDeals, Definition, Holder, Hosted, Pause, Plan, RemoteWork, RunError,
    RunOptions, Secret, Store, report, run,
};
use parlour_games::primi_composti::{PrimiComposti, Rules};
use parlour_solvers::primi_composti::Layered;
use parlour_solvers::primi_composti::simulate::Tally;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long a database that is locked or does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who plays here.
fn holder() -> Holder {
    Holder::here("the Python package")
}

/// As many threads as asked for, 1 to 1024, else as the machine has cores.
pub(crate) fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads @ 1..=1024) => Ok(threads),
        Some(_) => Err(wrong("threads is 1 to 1024")),
    }
}

fn guard<T: ?Sized>(lock: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    lock.lock()
        .map_err(|_| wrong("it has failed before: make a new one"))
}

/// The rules of Primi Composti by name or as a dict.
fn primi_rules(rules: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let choice = rules.map(rules_choice).transpose()?;
    parlour_arena::plan::rules_of::<PrimiComposti>(choice.as_ref(), None).map_err(wrong)
}

/// The study of `parlour study`, a deal at a time.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Study {
    study: primi_composti::Study,
    arguments: Arguments,
    /// Kept from deal to deal for its memory.
    layered: Arc<Mutex<Layered>>,
    file: Mutex<Option<(StudyFile, BTreeSet<u64>)>>,
}

/// What a study is made of, to make it again elsewhere.
type Arguments = (String, Option<u64>, u64, u64);

#[pymethods]
impl Study {
    /// Random deals of a seed; every deal there is, once, when the seed is None.
    #[new]
    // The text that would be derived says `...` in place of `Some(1)`.
    #[pyo3(
        signature = (rules=None, seed=Some(1), replies=200, losses=20),
        text_signature = "(rules=None, seed=1, replies=200, losses=20)"
    )]
    fn new(
        rules: Option<&Bound<'_, PyAny>>,
        seed: Option<u64>,
        replies: u64,
        losses: u64,
    ) -> PyResult<Study> {
        let rules = primi_rules(rules)?;
        let arguments = (
            serde_json::to_string(&rules).map_err(wrong)?,
            seed,
            replies,
            losses,
        );
        let study = primi_composti::Study {
            rules,
            deals: seed.map_or(Deals::Every, Deals::Random),
            replies,
            losses,
        };
        study.check().map_err(wrong)?;
        Ok(Study {
            study,
            arguments,
            layered: Arc::new(Mutex::new(Layered::new())),
            file: Mutex::default(),
        })
    }

    /// How many deals there are where each is there once, else None.
    #[getter]
    fn count(&self) -> Option<u64> {
        self.study.count()
    }

    /// Solves and measures deals: a line of the file of results for each.
    fn measure(&self, py: Python<'_>, deals: Vec<u64>) -> PyResult<Vec<String>> {
        let (study, layered) = (self.study.clone(), Arc::clone(&self.layered));
        interruptible(py, move |stop| {
            let mut layered = layered.lock().map_err(|_| "it has failed before")?;
            let rows = deals
                .into_iter()
                .map(|deal| match stop.load(Ordering::Relaxed) {
                    true => Err("stopped".into()),
                    false => (study.measure(deal, None, &mut layered, stop))
                        .map(|row| row.text())
                        .map_err(told),
                });
            rows.collect()
        })
    }

    /// Opens or creates the file of results and returns the numbers of the deals it holds: what a stopped study
    /// has left there is kept.
    fn open(&self, path: PathBuf) -> PyResult<Vec<u64>> {
        let (file, done) = StudyFile::open(&path, &self.study).map_err(stored)?;
        let held: BTreeSet<u64> = done.into_keys().collect();
        let numbers = held.iter().copied().collect();
        *guard(&self.file)? = Some((file, held));
        Ok(numbers)
    }

    /// Adds measured deals to the file, at once. Those that are there already change nothing.
    fn take(&self, rows: Vec<String>) -> PyResult<()> {
        let mut open = guard(&self.file)?;
        let (file, held) = open.as_mut().ok_or_else(|| wrong("open a file first"))?;
        for line in rows {
            let row = Row::read(&line).filter(|row| row.seed == self.study.seed(row.deal));
            let row = row.ok_or_else(|| wrong(format!("'{line}' is no deal of this study")))?;
            if held.insert(row.deal) {
                file.add(&row).map_err(stored)?;
            }
        }
        Ok(())
    }

    /// What the first deals in the file show, as `parlour study --json` prints it.
    fn summary<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        deals: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (_, done) = StudyFile::open(&path, &self.study).map_err(stored)?;
        let rows: Vec<Row> = done.into_values().filter(|row| row.deal < deals).collect();
        let summary = serde_json::to_string(&Summary::of(&rows)).map_err(wrong)?;
        loads(py, &summary)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Remade)> {
        let py = slf.py();
        let (rules, seed, replies, losses) = slf.get().arguments.clone();
        let rules = loads(py, &rules)?.unbind();
        let make = py.get_type::<Study>().into_any().unbind();
        Ok((make, (rules, seed, replies, losses)))
    }
}

type Remade = (Py<PyAny>, Option<u64>, u64, u64);

/// The table of `parlour cross`, a piece at a time.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Cross {
    cross: Arc<primi_composti::CrossTable>,
    rules: String,
    policies: Vec<String>,
    games: u64,
    seed: u64,
}

/// What a piece came to: its pair, games, results, points, and the sum of the absolute differences.
type Counted = (usize, u64, [u64; 3], [i64; 2], u64);

#[pymethods]
impl Cross {
    #[new]
    #[pyo3(signature = (policies, games=200_000, seed=1, rules=None))]
    fn new(
        policies: Vec<String>,
        games: u64,
        seed: u64,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Cross> {
        if !(1..=1_000_000_000).contains(&games) {
            return Err(wrong("games is 1 to 1000000000"));
        }
        let rules = primi_rules(rules)?;
        if rules.players != 2 {
            return Err(wrong("the tables are of two players"));
        }
        let text = serde_json::to_string(&rules).map_err(wrong)?;
        let cross =
            primi_composti::CrossTable::new(rules, &policies, games, seed).map_err(wrong)?;
        Ok(Cross {
            cross: Arc::new(cross),
            rules: text,
            policies,
            games,
            seed,
        })
    }

    /// How many pieces there are, numbered from 0.
    #[getter]
    fn pieces(&self) -> usize {
        self.cross.pieces().len()
    }

    /// Plays pieces: what each came to, to be given to `table`.
    fn play(&self, py: Python<'_>, pieces: Vec<usize>) -> PyResult<Vec<Counted>> {
        let cross = Arc::clone(&self.cross);
        interruptible(py, move |stop| {
            let count = |number: usize| -> Result<Counted, Failure> {
                let pieces = cross.pieces();
                let piece: &Piece = (pieces.get(number))
                    .filter(|_| !stop.load(Ordering::Relaxed))
                    .ok_or_else(|| format!("there is no piece {number} of {}", pieces.len()))?;
                let tally = cross.play(piece).map_err(told)?;
                let Tally {
                    games,
                    results,
                    points,
                    apart,
                } = tally;
                Ok((piece.pair, games, results, points, apart))
            };
            pieces.into_iter().map(count).collect()
        })
    }

    /// The table of what the pieces came to, in any order: the cells of `parlour cross --json`.
    fn table<'py>(&self, py: Python<'py>, counted: Vec<Counted>) -> PyResult<Bound<'py, PyAny>> {
        let tally = |(pair, games, results, points, apart): Counted| {
            let tally = Tally {
                games,
                results,
                points,
                apart,
            };
            (pair, tally)
        };
        let cells = self.cross.cells(counted.into_iter().map(tally));
        loads(py, &serde_json::to_string(&cells).map_err(wrong)?)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, CrossArguments)> {
        let py = slf.py();
        let own = slf.get();
        let rules = loads(py, &own.rules)?.unbind();
        let make = py.get_type::<Cross>().into_any().unbind();
        Ok((make, (own.policies.clone(), own.games, own.seed, rules)))
    }
}

type CrossArguments = (Vec<String>, u64, u64, Py<PyAny>);

/// A tournament by its definition: the TOML text of `parlour tournament`, or a dict of the same fields.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Tournament {
    /// As JSON, to make it again elsewhere.
    definition: String,
    held: Arc<dyn AnyTournament>,
    remote: Arc<Mutex<Option<Box<dyn AnyRemoteWork>>>>,
    /// Once a database was opened: workers need them.
    secrets: Mutex<Vec<Hex>>,
}

trait AnyTournament: Send + Sync {
    fn name(&self) -> &str;
    fn games(&self) -> u64;
    fn play(
        &self,
        secrets: &[Hex],
        numbers: &[u64],
        stop: &AtomicBool,
    ) -> Result<Vec<String>, Failure>;
    fn open(
        &self,
        database: &str,
        resume: bool,
        stop: &AtomicBool,
    ) -> Result<Box<dyn AnyRemoteWork>, Failure>;
}

trait AnyRemoteWork: Send {
    fn missing(&self) -> Vec<u64>;
    fn secrets(&self) -> Vec<Hex>;
    fn take(&mut self, games: &[String], stop: &AtomicBool) -> Result<(), Failure>;
    fn renew(&mut self, stop: &AtomicBool) -> Result<(), Failure>;
    fn is_over(&self) -> bool;
    fn report(&mut self, stop: &AtomicBool) -> Result<String, Failure>;
    fn run(&mut self, threads: usize, stop: &Arc<AtomicBool>) -> Result<String, Failure>;
    fn export(&self, files: &Files, stop: &AtomicBool) -> Result<(), Failure>;
}

/// A secret of the deals, and the number of the first game that it is for.
type Hex = (u64, String);

struct HeldTournament<G: Hosted> {
    plan: Arc<Plan<G>>,
    /// Those that do not play now, with their programs.
    players: Mutex<Vec<RemotePlayer<G>>>,
}

struct HeldRemoteWork<G: Hosted> {
    plan: Arc<Plan<G>>,
    runtime: Runtime,
    remote: RemoteWork<G>,
}

fn told(error: impl std::fmt::Display) -> Failure {
    error.to_string().into()
}

/// The failure of a file or a database.
fn stored(error: impl std::fmt::Display) -> Failure {
    Failure::new(Kind::StoreError, error)
}

fn failed_run(error: RunError) -> Failure {
    let kind = match error {
        RunError::Store(_) => Kind::StoreError,
        RunError::Exists { .. } | RunError::Differs { .. } | RunError::Held { .. } => {
            Kind::TournamentError
        }
        RunError::Player(_) | RunError::Random(_) => Kind::InvalidArgument,
    };
    Failure::new(kind, error)
}

/// The time between two checks for a request to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Work on a database, which is dropped once `stop` is set: a transaction that has not ended leaves nothing behind.
async fn until_stopped<T>(
    stop: &AtomicBool,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let stopped = async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(STOP_INTERVAL).await;
        }
    };
    tokio::select! {
        done = work => done,
        () = stopped => Err("stopped".into()),
    }
}

impl<G: Hosted> AnyTournament for HeldTournament<G> {
    fn name(&self) -> &str {
        &self.plan.definition.name
    }

    fn games(&self) -> u64 {
        self.plan.schedule.games()
    }

    fn play(
        &self,
        secrets: &[Hex],
        numbers: &[u64],
        stop: &AtomicBool,
    ) -> Result<Vec<String>, Failure> {
        let read = |(first, text): &Hex| Some((*first, Secret::from_hex(text)?));
        let secrets: Option<Vec<_>> = secrets.iter().map(read).collect();
        let secrets = secrets.filter(|secrets| !secrets.is_empty());
        let deals = (self.plan.public_deals())
            .or(secrets.map(TournamentDeals::Secrets))
            .ok_or("open a database first: the deals follow from a secret that is kept there")?;
        let players = || self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let free = players().pop();
        let mut player = match free {
            Some(player) => player,
            None => RemotePlayer::new(Arc::clone(&self.plan))?,
        };
        let played = player.play(&deals, numbers, || stop.load(Ordering::Relaxed))?;
        players().push(player);
        let lines = played
            .iter()
            .map(|game| serde_json::to_string(game).map_err(told));
        lines.collect()
    }

    fn open(
        &self,
        database: &str,
        resume: bool,
        stop: &AtomicBool,
    ) -> Result<Box<dyn AnyRemoteWork>, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(told)?;
        let plan = Arc::clone(&self.plan);
        let opened = async {
            let store = match database.contains(':') {
                true => Store::open(database).await,
                false => Store::open_file(Path::new(database)).await,
            };
            let store = store.map_err(stored)?;
            RemoteWork::open(Arc::clone(&plan), store, resume, PATIENCE, holder())
                .await
                .map_err(failed_run)
        };
        let remote = runtime.block_on(until_stopped(stop, opened))?;
        Ok(Box::new(HeldRemoteWork {
            plan,
            runtime,
            remote,
        }))
    }
}

impl<G: Hosted> AnyRemoteWork for HeldRemoteWork<G> {
    fn missing(&self) -> Vec<u64> {
        self.remote.missing()
    }

    fn secrets(&self) -> Vec<Hex> {
        match self.remote.deals() {
            TournamentDeals::Seed(_) => Vec::new(),
            TournamentDeals::Secrets(secrets) => (secrets.iter())
                .map(|(first, secret)| (*first, secret.reveal()))
                .collect(),
        }
    }

    fn take(&mut self, games: &[String], stop: &AtomicBool) -> Result<(), Failure> {
        let read = |line: &String| serde_json::from_str(line).map_err(|_| "no game".into());
        let games: Vec<Played> = games.iter().map(read).collect::<Result<_, Failure>>()?;
        let taken = async { self.remote.take(&games).await.map_err(failed_run) };
        self.runtime.block_on(until_stopped(stop, taken))
    }

    fn renew(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let renewed = async { self.remote.renew().await.map_err(failed_run) };
        self.runtime.block_on(until_stopped(stop, renewed))
    }

    fn is_over(&self) -> bool {
        self.remote.is_over()
    }

    fn report(&mut self, stop: &AtomicBool) -> Result<String, Failure> {
        let closed = async { self.remote.close().await.map_err(failed_run) };
        let report = self.runtime.block_on(until_stopped(stop, closed))?;
        serde_json::to_string(&report).map_err(told)
    }

    fn run(&mut self, threads: usize, stop: &Arc<AtomicBool>) -> Result<String, Failure> {
        let (store, id) = self.remote.stored();
        let pause = Pause::from(Arc::clone(stop));
        let options = RunOptions {
            threads,
            patience: PATIENCE,
            lobby: None,
            holder: holder(),
            stop: Some(Arc::clone(stop)),
        };
        let mut note = |_| ();
        let played = run(&self.plan, store, id, options, &pause, &mut note);
        let ledger = self.runtime.block_on(played).map_err(failed_run)?;
        let opened = RemoteWork::open(
            Arc::clone(&self.plan),
            store.clone(),
            true,
            PATIENCE,
            holder(),
        );
        let opened = async { opened.await.map_err(failed_run) };
        self.remote = self.runtime.block_on(until_stopped(stop, opened))?;
        serde_json::to_string(&report(&self.plan, &ledger)).map_err(told)
    }

    fn export(&self, files: &Files, stop: &AtomicBool) -> Result<(), Failure> {
        let (store, id) = self.remote.stored();
        let written = async {
            let end = self.remote.public_games();
            store.export(id, end, files).await.map_err(stored)
        };
        self.runtime.block_on(until_stopped(stop, written))
    }
}

struct Make(Definition);

impl Task for Make {
    type Output = Result<Arc<dyn AnyTournament>, Failure>;

    fn run<G: Hosted>(self) -> Self::Output {
        let plan = Plan::<G>::new(self.0).map_err(told)?;
        Ok(Arc::new(HeldTournament {
            plan: Arc::new(plan),
            players: Mutex::default(),
        }))
    }
}

impl Tournament {
    fn with_remote<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyRemoteWork, &Arc<AtomicBool>) -> Result<T, Failure>
        + Send
        + 'static,
    ) -> PyResult<T> {
        let remote = Arc::clone(&self.remote);
        interruptible(py, move |stop| {
            let mut remote = remote.lock().map_err(|_| "it has failed before")?;
            let remote = remote.as_mut().ok_or("open a database first")?;
            work(remote.as_mut(), stop)
        })
    }
}

/// The arguments that make a pickled tournament again: its definition and the secrets of its deals.
type PickledTournament = (Py<PyAny>, Vec<Hex>);

#[pymethods]
impl Tournament {
    #[new]
    #[pyo3(signature = (definition, secrets=Vec::new()))]
    fn new(definition: &Bound<'_, PyAny>, secrets: Vec<Hex>) -> PyResult<Tournament> {
        let definition = match definition.cast::<PyString>() {
            Ok(text) => Definition::read(&text.to_string()).map_err(wrong)?,
            Err(_) => serde_json::from_str(&dumps(definition)?).map_err(wrong)?,
        };
        let text = serde_json::to_string(&definition).map_err(wrong)?;
        let game = definition.game.clone();
        let made = games::with(&game, Make(definition));
        let known = games::NAMES.join(", ");
        let held =
            made.ok_or_else(|| wrong(format!("unknown game '{game}'; the games are {known}")))??;
        Ok(Tournament {
            definition: text,
            held,
            remote: Arc::default(),
            secrets: Mutex::new(secrets),
        })
    }

    /// Its name in the database.
    #[getter]
    fn name(&self) -> &str {
        self.held.name()
    }

    /// How many games are planned, numbered from 0.
    #[getter]
    fn games(&self) -> u64 {
        self.held.games()
    }

    /// Plays games by their numbers, and returns each as a line for `take`. Needs no database if the definition has a
    /// seed.
    fn play(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<Vec<String>> {
        let held = Arc::clone(&self.held);
        let secrets = guard(&self.secrets)?.clone();
        interruptible(py, move |stop| held.play(&secrets, &numbers, stop))
    }

    /// Enters the tournament in a database: the path of an SQLite file, `sqlite:PATH` or `postgres://…`.
    #[pyo3(signature = (database, resume=false))]
    fn open(&self, py: Python<'_>, database: String, resume: bool) -> PyResult<()> {
        let held = Arc::clone(&self.held);
        let remote = interruptible(py, move |stop| held.open(&database, resume, stop))?;
        *guard(&self.secrets)? = remote.secrets();
        *guard(&self.remote)? = Some(remote);
        Ok(())
    }

    /// Leaves the database.
    fn close(&self) -> PyResult<()> {
        *guard(&self.remote)? = None;
        Ok(())
    }

    /// The numbers of the games that the database does not hold yet; none once a test has decided.
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.with_remote(py, |remote, _| Ok(remote.missing()))
    }

    /// Takes played games into the database, in any order; those that are there already change nothing.
    fn take(&self, py: Python<'_>, games: Vec<String>) -> PyResult<()> {
        self.with_remote(py, move |remote, stop| remote.take(&games, stop))
    }

    /// Renews the lease on the tournament, which expires after a minute without games. `parlour.ray` does so.
    fn renew(&self, py: Python<'_>) -> PyResult<()> {
        self.with_remote(py, |remote, stop| remote.renew(stop))
    }

    /// Whether all games are there, or a test has decided.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with_remote(py, |remote, _| Ok(remote.is_over()))
    }

    /// Records ratings, and the end if it is reached; the report as `parlour tournament --json` prints it.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.with_remote(py, |remote, stop| remote.report(stop))?;
        loads(py, &report)
    }

    /// Plays on this machine what is missing, and reports.
    #[pyo3(signature = (threads=None))]
    fn run<'py>(&self, py: Python<'py>, threads: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let threads = self::threads(threads)?;
        let report = self.with_remote(py, move |remote, stop| remote.run(threads, stop))?;
        loads(py, &report)
    }

    /// Writes the records of all games, a line each, and a row for each seat of each game as CSV and as Parquet.
    #[pyo3(signature = (*, records=None, csv=None, parquet=None))]
    fn export(
        &self,
        py: Python<'_>,
        records: Option<PathBuf>,
        csv: Option<PathBuf>,
        parquet: Option<PathBuf>,
    ) -> PyResult<()> {
        let files = Files {
            records,
            csv,
            parquet,
        };
        self.with_remote(py, move |remote, stop| remote.export(&files, stop))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, PickledTournament)> {
        let py = slf.py();
        let definition = loads(py, &slf.get().definition)?.unbind();
        let make = py.get_type::<Tournament>().into_any().unbind();
        let secrets = guard(&slf.get().secrets)?.clone();
        Ok((make, (definition, secrets)))
    }
}
