//! The tournament that is played here: one at a time, on threads of its own, started by whoever has the
//! server's token.
//!
//! Only own agents play. A program is started by whoever sits at the machine (`parlour tournament`): a token
//! that is seen over a shoulder must not run programs here.

use super::archive::Database;
use super::refusal::Refusal;
use crate::rooms::is_slow;
use crate::token::Token;
use parlour_arena::games::{self, Task};
use parlour_arena::plan::Kind;
use parlour_arena::{Definition, Holder, Note, Pause, Plan, RunError, RunOptions, enter, run};
use parlour_protocol::Hosted;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// More games are for whoever sits at the machine.
const MAX_GAMES: u64 = 100_000;
/// How long a database that is locked or does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks whether a run has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// What is known here of a tournament.
#[derive(Clone, Debug, Default)]
pub(super) struct Here {
    /// It is played.
    pub(super) running: bool,
    /// And is to be paused.
    pub(super) pausing: bool,
    /// Why the last run here ended before its time.
    pub(super) trouble: Option<String>,
}

/// The run that is on.
struct Running {
    /// Known as soon as it is in the store.
    id: Option<i64>,
    pause: Pause,
}

#[derive(Default)]
struct Inside {
    running: Option<Running>,
    /// Tournaments whose last run here has ended before its time, and why.
    troubles: HashMap<i64, String>,
}

/// Keeps the token and the run. Without a token nobody starts anything.
pub(crate) struct Keeper {
    token: Option<Token>,
    threads: usize,
    inside: Mutex<Inside>,
}

impl Keeper {
    /// `threads` play at the same time.
    pub(crate) fn new(token: Option<Token>, threads: usize) -> Arc<Keeper> {
        Arc::new(Keeper {
            token,
            threads,
            inside: Mutex::default(),
        })
    }

    /// Whether this is the server's token.
    pub(super) fn knows(&self, shown: &str) -> bool {
        self.token.as_ref().is_some_and(|token| token.is(shown))
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a tournament.
    pub(super) fn here(&self, id: i64) -> Here {
        let inside = self.inside();
        let running = (inside.running.as_ref()).filter(|running| running.id == Some(id));
        Here {
            running: running.is_some(),
            pausing: running.is_some_and(|running| running.pause.is_requested()),
            trouble: inside.troubles.get(&id).cloned(),
        }
    }

    /// Asks the run of a tournament to pause; whether there is one.
    pub(super) fn pause(&self, id: i64) -> bool {
        let inside = self.inside();
        let running = (inside.running.as_ref()).filter(|running| running.id == Some(id));
        running.inspect(|running| running.pause.request()).is_some()
    }

    /// Begins a tournament, or goes on with it, and returns its key as soon as it is in the store.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) async fn begin(
        self: &Arc<Self>,
        database: &Database,
        definition: Definition,
        resume: bool,
    ) -> Result<i64, Refusal> {
        let pause = Pause::default();
        {
            let mut inside = self.inside();
            if inside.running.is_some() {
                return Err(Refusal::Conflict(
                    "a tournament is being played here already: pause it first".to_owned(),
                ));
            }
            inside.running = Some(Running {
                id: None,
                pause: pause.clone(),
            });
        }
        let (entered, answer) = oneshot::channel();
        let begin = Begin {
            place: Place {
                keeper: Arc::clone(self),
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
                    let known = games::NAMES.join(", ");
                    let line = format!("there is no game '{game}': there are {known}");
                    return begin.refuse(Refusal::Definition(line));
                }
                games::with(&game, begin);
            })
            .map_err(|_| Refusal::System)?;
        answer.await.unwrap_or(Err(Refusal::System))
    }

    /// Pauses what is played, and waits for a while until the games in progress are over.
    pub(crate) async fn close(&self, patience: Duration) {
        let until = Instant::now() + patience;
        loop {
            match &self.inside().running {
                None => return,
                Some(running) => running.pause.request(),
            }
            if Instant::now() >= until {
                return;
            }
            tokio::time::sleep(GLANCE).await;
        }
    }
}

/// The place of the run; given back however the thread ends.
struct Place {
    keeper: Arc<Keeper>,
    id: Option<i64>,
    trouble: Option<String>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.keeper.inside();
        inside.running = None;
        if let Some(id) = self.id {
            let trouble = match thread::panicking() {
                true => Some("the run has failed".to_owned()),
                false => self.trouble.take(),
            };
            match trouble {
                Some(trouble) => inside.troubles.insert(id, trouble),
                None => inside.troubles.remove(&id),
            };
        }
    }
}

/// A tournament to be played on this thread.
struct Begin {
    place: Place,
    database: Database,
    definition: Definition,
    resume: bool,
    pause: Pause,
    entered: oneshot::Sender<Result<i64, Refusal>>,
}

impl Begin {
    fn refuse(self, refusal: Refusal) {
        // The place is free before anybody hears of it.
        drop(self.place);
        // Whoever asked may have gone.
        let _ = self.entered.send(Err(refusal));
    }
}

/// What only whoever sits at the machine may do.
fn check<G: Hosted>(plan: &Plan<G>) -> Result<(), String> {
    for player in &plan.players {
        match &player.kind {
            Kind::Policy(policy) if is_slow::<G>(&plan.rules, policy) => {
                return Err(format!(
                    "'{policy}' thinks for too long for a tournament of a server: at most 2s or 20000 \
                     simulations a move"
                ));
            }
            Kind::Policy(_) => {}
            Kind::Program { .. } | Kind::Remote { .. } => {
                return Err(format!(
                    "'{}' is a program: only `parlour tournament` runs programs, here policies play",
                    player.name
                ));
            }
        }
    }
    let games = plan.schedule.games();
    if games > MAX_GAMES {
        return Err(format!(
            "{games} games are more than a page may start: at most {MAX_GAMES}; \
             `parlour tournament` plays as many as you like"
        ));
    }
    Ok(())
}

impl Task for Begin {
    type Output = ();

    fn run<G: Hosted>(self) {
        let plan = Plan::<G>::new(self.definition.clone())
            .map_err(|error| error.to_string())
            .and_then(|plan| check(&plan).map(|()| Arc::new(plan)));
        let plan = match plan {
            Ok(plan) => plan,
            Err(line) => return self.refuse(Refusal::Definition(line)),
        };
        // Its own runtime: writing never waits for the pages, and they never for it.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        match runtime {
            Ok(runtime) => runtime.block_on(self.play(&plan)),
            Err(_) => self.refuse(Refusal::System),
        }
    }
}

impl Begin {
    async fn play<G: Hosted>(mut self, plan: &Arc<Plan<G>>) {
        let store = match self.database.open().await {
            Ok(store) => store,
            Err(error) => {
                eprintln!("{error}");
                return self.refuse(Refusal::from(&error));
            }
        };
        let holder = Holder::here("parlour serve");
        let id = match enter(plan, &store, self.resume, &holder).await {
            Ok(entered) => entered.id,
            Err(error) => return self.refuse(refused(&error)),
        };
        self.place.id = Some(id);
        {
            let mut inside = self.place.keeper.inside();
            if let Some(running) = &mut inside.running {
                running.id = Some(id);
            }
        }
        let _ = self.entered.send(Ok(id));
        let options = RunOptions {
            threads: self.place.keeper.threads,
            patience: PATIENCE,
            lobby: None,
            holder,
        };
        let ended = run(plan, &store, id, options, &self.pause, &mut |_: Note| {}).await;
        if let Err(error) = ended {
            eprintln!("the tournament '{}': {error}", plan.definition.name);
            self.place.trouble = Some(refused(&error).to_string());
        }
        store.close().await;
    }
}

fn refused(error: &RunError) -> Refusal {
    match error {
        RunError::Store(error) => {
            eprintln!("{error}");
            Refusal::from(error)
        }
        RunError::Exists { .. } | RunError::Differs { .. } => Refusal::Conflict(error.to_string()),
        RunError::Held { lease, .. } => Refusal::held(lease),
        RunError::Player(line) => Refusal::Definition(line.clone()),
    }
}
