//! When a search has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// An instant, and a request that may come from another thread.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deadline<'a> {
    /// Not before it is done, when there is none.
    pub(super) at: Option<Instant>,
    pub(super) stop: Option<&'a AtomicBool>,
}

impl<'a> Deadline<'a> {
    /// The same request, and another instant.
    pub(super) fn with(self, at: Option<Instant>) -> Deadline<'a> {
        Deadline { at, ..self }
    }

    /// Whether an end was requested.
    pub(super) fn is_stopped(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(super) fn is_over(self) -> bool {
        self.is_stopped() || self.at.is_some_and(|at| Instant::now() >= at)
    }
}
