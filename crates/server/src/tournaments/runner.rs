//! Runs tournaments that were started over HTTP: one at a time, on threads of its own.
//!
//! Only built-in policies play. Programs can be run on the command line only (`parlour tournament`): a stolen token must
//! not run programs.

use super::database::Database;
use crate::api_response::{store_error, unknown_game};
use crate::rooms::is_slow;
use crate::token::Token;
use parlour_arena::games::{self, Task};
use parlour_arena::plan::Kind;
use parlour_arena::store::Lease;
use parlour_arena::{Definition, Holder, Note, Pause, Plan, RunError, RunOptions, enter, run};
use parlour_protocol::{ApiError, Hosted};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Number of games of a tournament; larger ones can be run on the command line.
const MAX_GAMES: u64 = 100_000;
/// How long a run waits for a database that is locked or does not answer.
const STORE_TIMEOUT: Duration = Duration::from_secs(60);
/// How often a closing server checks whether the run has ended.
const CLOSE_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The state of a tournament's run in this server.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalRun {
    /// It is in progress.
    pub(super) running: bool,
    /// A pause was requested.
    pub(super) pausing: bool,
    /// Why the last run failed, if it did.
    pub(super) trouble: Option<ApiError>,
}

/// The run in progress.
struct Running {
    /// Known once it is in the store.
    id: Option<i64>,
    pause: Pause,
}

#[derive(Default)]
struct Inside {
    running: Option<Running>,
    /// Why the last runs of tournaments failed.
    troubles: HashMap<i64, ApiError>,
}

/// Runs tournaments, authorized by a token. Without a token none can be started.
pub(crate) struct TournamentRunner {
    token: Option<Token>,
    threads: usize,
    inside: Mutex<Inside>,
}

impl TournamentRunner {
    /// `threads` is the number of games in progress at a time.
    pub(crate) fn new(token: Option<Token>, threads: usize) -> Arc<TournamentRunner> {
        Arc::new(TournamentRunner {
            token,
            threads,
            inside: Mutex::default(),
        })
    }

    /// Whether this is the server's token.
    pub(super) fn is_token(&self, presented: &str) -> bool {
        self.token
            .as_ref()
            .is_some_and(|token| token.matches(presented))
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state of a tournament's run.
    pub(super) fn here(&self, id: i64) -> LocalRun {
        let inside = self.inside();
        let running = (inside.running.as_ref()).filter(|running| running.id == Some(id));
        LocalRun {
            running: running.is_some(),
            pausing: running.is_some_and(|running| running.pause.is_requested()),
            trouble: inside.troubles.get(&id).cloned(),
        }
    }

    /// The tournament of the run in progress, and whether a pause was requested.
    pub(super) fn current(&self) -> Option<(i64, bool)> {
        let inside = self.inside();
        let running = inside.running.as_ref()?;
        Some((running.id?, running.pause.is_requested()))
    }

    /// Requests a pause of a tournament's run. Returns whether there is one.
    pub(super) fn pause(&self, id: i64) -> bool {
        let inside = self.inside();
        let running = (inside.running.as_ref()).filter(|running| running.id == Some(id));
        running.inspect(|running| running.pause.request()).is_some()
    }

    /// Starts or resumes a tournament, and returns its key once it is in the store.
    ///
    /// # Errors
    /// [`ApiError`].
    pub(super) async fn start(
        self: &Arc<Self>,
        database: &Database,
        definition: Definition,
        resume: bool,
    ) -> Result<i64, ApiError> {
        let pause = Pause::default();
        {
            let mut inside = self.inside();
            if inside.running.is_some() {
                return Err(ApiError::TournamentInProgress);
            }
            inside.running = Some(Running {
                id: None,
                pause: pause.clone(),
            });
        }
        let (entered, answer) = oneshot::channel();
        let begin = StartRun {
            guard: RunGuard {
                runner: Arc::clone(self),
                id: None,
                trouble: None,
            },
            database: database.clone(),
            definition,
            resume,
            pause,
            entered,
        };
        let named = thread::Builder::new().name("tournament".to_owned());
        named
            .spawn(move || {
                let game = begin.definition.game.clone();
                if !games::NAMES.contains(&game.as_str()) {
                    return begin.fail(unknown_game(&game));
                }
                games::with(&game, begin);
            })
            .map_err(|_| ApiError::Internal)?;
        answer.await.unwrap_or(Err(ApiError::Internal))
    }

    /// Pauses the run, and waits until its games in progress are over, for at most `timeout`.
    pub(crate) async fn close(&self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        loop {
            match &self.inside().running {
                None => return,
                Some(running) => running.pause.request(),
            }
            if Instant::now() >= deadline {
                return;
            }
            tokio::time::sleep(CLOSE_POLL_INTERVAL).await;
        }
    }
}

/// Marks the run as ended when dropped, however the thread ends.
struct RunGuard {
    runner: Arc<TournamentRunner>,
    id: Option<i64>,
    trouble: Option<ApiError>,
}

impl Drop for RunGuard {
    fn drop(&mut self) {
        let mut inside = self.runner.inside();
        inside.running = None;
        if let Some(id) = self.id {
            let trouble = match thread::panicking() {
                true => Some(ApiError::RunFailed),
                false => self.trouble.take(),
            };
            match trouble {
                Some(trouble) => inside.troubles.insert(id, trouble),
                None => inside.troubles.remove(&id),
            };
        }
    }
}

/// A tournament to be run on this thread.
struct StartRun {
    guard: RunGuard,
    database: Database,
    definition: Definition,
    resume: bool,
    pause: Pause,
    entered: oneshot::Sender<Result<i64, ApiError>>,
}

impl StartRun {
    fn fail(self, error: ApiError) {
        // Another run may start before the error is reported.
        drop(self.guard);
        // Fails if the request was cancelled.
        let _ = self.entered.send(Err(error));
    }
}

/// Checks a plan against the limits for runs over HTTP.
fn check<G: Hosted>(plan: &Plan<G>) -> Result<(), ApiError> {
    for player in &plan.players {
        match &player.kind {
            Kind::Policy(policy) if is_slow::<G>(&plan.rules, policy) => {
                let policy = policy.clone();
                return Err(ApiError::SlowPolicy { policy });
            }
            Kind::Policy(_) => {}
            Kind::Program { .. } | Kind::Remote { .. } | Kind::Model { .. } => {
                let player = player.name.clone();
                return Err(ApiError::ProgramPlayer { player });
            }
        }
    }
    let games = plan.schedule.games();
    match games > MAX_GAMES {
        true => Err(ApiError::TooManyGames {
            games,
            limit: MAX_GAMES,
        }),
        false => Ok(()),
    }
}

impl Task for StartRun {
    type Output = ();

    fn run<G: Hosted>(self) {
        let plan = Plan::<G>::new(self.definition.clone())
            .map_err(|error| invalid_definition(error.to_string()))
            .and_then(|plan| check(&plan).map(|()| Arc::new(plan)));
        let plan = match plan {
            Ok(plan) => plan,
            Err(error) => return self.fail(error),
        };
        // A runtime of its own, so that requests and writes do not wait for each other.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        match runtime {
            Ok(runtime) => runtime.block_on(self.play(&plan)),
            Err(_) => self.fail(ApiError::Internal),
        }
    }
}

impl StartRun {
    async fn play<G: Hosted>(mut self, plan: &Arc<Plan<G>>) {
        let store = match self.database.open().await {
            Ok(store) => store,
            Err(error) => {
                tracing::error!("{error}");
                return self.fail(store_error(&error));
            }
        };
        let holder = Holder::here("parlour serve");
        let id = match enter(plan, &store, self.resume, &holder).await {
            Ok(entered) => entered.id,
            Err(error) => return self.fail(to_error(&error)),
        };
        self.guard.id = Some(id);
        {
            let mut inside = self.guard.runner.inside();
            if let Some(running) = &mut inside.running {
                running.id = Some(id);
            }
        }
        tracing::info!(tournament = id, "a tournament was started");
        let _ = self.entered.send(Ok(id));
        let options = RunOptions {
            threads: self.guard.runner.threads,
            patience: STORE_TIMEOUT,
            lobby: None,
            holder,
            stop: None,
        };
        let ended = run(plan, &store, id, options, &self.pause, &mut |_: Note| {}).await;
        if let Err(error) = ended {
            tracing::error!(tournament = id, "{error}");
            self.guard.trouble = Some(to_error(&error));
        }
        store.close().await;
    }
}

fn to_error(error: &RunError) -> ApiError {
    match error {
        RunError::Store(error) => {
            tracing::error!("{error}");
            store_error(error)
        }
        RunError::Exists { .. } | RunError::Differs { .. } => ApiError::TournamentExists {
            reason: error.to_string(),
        },
        RunError::Held { lease, .. } => held(lease),
        RunError::Player(line) => invalid_definition(line.clone()),
        RunError::Random(_) => ApiError::Internal,
    }
}

pub(super) fn invalid_definition(reason: String) -> ApiError {
    ApiError::InvalidDefinition { reason }
}

/// Another process plays the tournament.
pub(super) fn held(lease: &Lease) -> ApiError {
    ApiError::TournamentHeld {
        program: lease.holder.program.clone(),
        process: lease.holder.process.into(),
        seconds: lease.seconds_left(),
    }
}
