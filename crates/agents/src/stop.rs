//! A request to stop searching, for callers that cannot wait for a choice.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static STOP: RefCell<Stop> = const { RefCell::new(Stop(None)) };
}

/// A request to stop, which may come from another thread.
#[derive(Clone, Debug)]
pub(crate) struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// That of this thread.
    pub(crate) fn current() -> Stop {
        STOP.with_borrow(Stop::clone)
    }

    /// What the stop is requested with.
    pub(crate) fn flag(&self) -> Option<&AtomicBool> {
        self.0.as_deref()
    }

    pub(crate) fn is_requested(&self) -> bool {
        (self.flag()).is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Whether the [`stoppable`] work of this thread was asked to stop: what its searches choose is of no use then.
pub fn is_stop_requested() -> bool {
    Stop::current().is_requested()
}

/// Runs `work`. Once `stop` is set, searches in it end with the best choice that they have found so far.
pub fn stoppable<T>(stop: Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    struct Restore(Stop);
    impl Drop for Restore {
        fn drop(&mut self) {
            STOP.with_borrow_mut(|now| std::mem::swap(now, &mut self.0));
        }
    }
    let _restore = Restore(STOP.replace(Stop(Some(stop))));
    work()
}
