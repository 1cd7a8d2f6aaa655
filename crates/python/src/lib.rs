//! The Python package `parlour`: games, states, views, policies, series, exact solvers.
//!
//! | module | what it holds |
//! |---|---|
//! | `erased` | the games behind one face, since Python knows them by name |
//! | `game` | `Game`, `State`, `View`, `Policy` |
//! | `exact` | `solve` and `optimise` |
//! | `work` | tournaments, studies and cross tables in pieces, for `parlour.ray` |
//!
//! Whatever is wrong with an argument is a `ValueError` of one line; work that takes long gives other threads of
//! Python their turn.

mod erased;
mod exact;
mod game;
mod work;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// An error for the caller.
pub(crate) fn wrong(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// JSON as Python's own lists and dicts.
pub(crate) fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// Python's own lists and dicts as JSON.
pub(crate) fn dumps(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let json = value.py().import("json")?;
    json.call_method1("dumps", (value,))?.extract()
}

/// Does work on a thread of its own, so that other threads of Python go on and Ctrl-C is heard; then
/// the work is asked to stop, and ends on its own.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody listens any more after Ctrl-C.
        let _ = send.send(work(&asked));
    });
    let receive = std::sync::Mutex::new(receive);
    loop {
        let heard = py.detach(|| match receive.lock() {
            Ok(receive) => receive.recv_timeout(Duration::from_millis(100)),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        });
        match heard {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupt);
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
    use super::work::{Cross, Study, Tournament};
}
