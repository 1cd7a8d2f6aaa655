//! The Python package `parlour`: games, states, views, policies, series, exact solvers.
//!
//! | module | what it holds |
//! |---|---|
//! | `error` | failures, and the exceptions that Python gets for them |
//! | `erased` | the games behind one face, since Python knows them by name |
//! | `game` | `Game`, `State`, `View`, `Policy` |
//! | `vector_games` | games that are stepped together, behind one face |
//! | `vector_env` | `VectorEnv` |
//! | `exact` | `solve` and `optimise` |
//! | `work` | tournaments, studies and cross tables in pieces, for `parlour.ray` |
//!
//! Whatever is wrong is a `parlour.Error` of one line; work that takes long gives other threads of Python their turn, and
//! stops at Ctrl-C.

mod erased;
mod error;
mod exact;
mod game;
mod vector_env;
mod vector_games;
mod work;

use error::Failure;
pub(crate) use error::wrong;
use parlour_agents::stoppable;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// JSON as Python's own lists and dicts.
pub(crate) fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// Python's own lists and dicts as JSON.
pub(crate) fn dumps(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let json = value.py().import("json")?;
    json.call_method1("dumps", (value,))?.extract()
}

/// The time between two checks for Ctrl-C.
const SIGNALS_INTERVAL: Duration = Duration::from_millis(50);

/// Does work on borrowed data, on a thread of its own, as [`interruptible`] does; it has to end soon after it is asked
/// to stop, and is waited for.
pub(crate) fn interruptible_here(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) + Send,
) -> PyResult<()> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, ended) = mpsc::channel::<()>();
            let asked = Arc::clone(&stop);
            scope.spawn(move || {
                work(&asked);
                drop(done);
            });
            let mut result = Ok(());
            // The sender is dropped at the end, also by a panic.
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(SIGNALS_INTERVAL) {
                if result.is_ok() {
                    result = Python::attach(|py| py.check_signals());
                }
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            result
        })
    })
}

/// Does work on a thread of its own, so that other threads of Python go on and Ctrl-C is heard. Then the work is asked to
/// stop, as is a search of a policy in it, and the interrupt is raised once it has ended; at a second Ctrl-C at once,
/// whatever it does.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    interruptible_within(py, Duration::MAX, work)
}

/// As [`interruptible`], but after a Ctrl-C the end of the work is waited for no longer than `limit`: it then ends in the
/// background.
pub(crate) fn interruptible_within<T: Send + 'static>(
    py: Python<'_>,
    limit: Duration,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let (send, receive) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        let done = stoppable(Arc::clone(&asked), || work(&asked));
        // Nobody may listen any more after a Ctrl-C.
        let _ = send.send(done);
    });
    let receive = std::sync::Mutex::new(receive);
    let mut interrupt: Option<PyErr> = None;
    let mut waited = Duration::ZERO;
    loop {
        let heard = py.detach(|| match receive.lock() {
            Ok(receive) => receive.recv_timeout(SIGNALS_INTERVAL),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        });
        match heard {
            Ok(done) => {
                // It has ended already, or does so now.
                let _ = worker.join();
                return interrupt.map_or_else(|| done.map_err(PyErr::from), Err);
            }
            Err(RecvTimeoutError::Timeout) => {
                let signal = py.check_signals().err();
                stop.fetch_or(signal.is_some(), Ordering::Relaxed);
                match (interrupt.take(), signal) {
                    (Some(first), None) if waited < limit => {
                        interrupt = Some(first);
                        waited += SIGNALS_INTERVAL;
                    }
                    (Some(first), _) => return Err(first),
                    (None, signal) => interrupt = signal,
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(wrong("a flaw of ours: the work has ended without a result"));
            }
        }
    }
}

#[pymodule]
mod _parlour {
    #[pymodule_export]
    use super::exact::{Solution, optimise, solve};
    #[pymodule_export]
    use super::game::{Game, MatchResult, Policy, State, View, game, games, play_match, replay};
    #[pymodule_export]
    use super::vector_env::VectorEnv;
    #[pymodule_export]
    use super::work::{Cross, Study, Tournament};
}
