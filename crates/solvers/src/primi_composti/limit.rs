//! [`Limit`]: when a search ends before it is done.

use std::sync::atomic::{AtomicBool, Ordering};
use web_time::Instant;

/// When a search ends before it is done, with [`SolveError::Stopped`](super::SolveError::Stopped). The default is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit<'a> {
    /// The search ends soon once it is set.
    pub stop: Option<&'a AtomicBool>,
    /// The search ends soon after it, or before if it cannot be done by then.
    pub deadline: Option<Instant>,
}

impl<'a> Limit<'a> {
    /// Until `stop` is set.
    pub fn until(stop: &'a AtomicBool) -> Limit<'a> {
        Limit {
            stop: Some(stop),
            deadline: None,
        }
    }

    /// Whether the search should end now.
    #[inline(never)]
    pub fn is_reached(&self) -> bool {
        (self.stop).is_some_and(|stop| stop.load(Ordering::Relaxed))
            || (self.deadline).is_some_and(|deadline| Instant::now() >= deadline)
    }
}
