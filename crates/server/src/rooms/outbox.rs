//! Messages of a room that wait until the state they tell of is stored.

use std::sync::{Arc, Mutex, PoisonError};

/// Sends a message that has waited.
pub(super) type Release = Box<dyn FnOnce() + Send>;

/// Messages of a room in the order in which they were queued. Without a store nothing waits.
#[derive(Clone, Default)]
pub(super) struct Outbox(Option<Arc<Mutex<Vec<Release>>>>);

impl Outbox {
    /// An outbox whose messages wait until they are [taken](Self::take).
    pub(super) fn waiting() -> Outbox {
        Outbox(Some(Arc::default()))
    }

    /// Whether messages wait.
    pub(super) fn is_waiting(&self) -> bool {
        self.0.is_some()
    }

    /// Queues a message, or sends it at once.
    pub(super) fn queue(&self, release: impl FnOnce() + Send + 'static) {
        match &self.0 {
            None => release(),
            Some(queue) => {
                (queue.lock().unwrap_or_else(PoisonError::into_inner)).push(Box::new(release))
            }
        }
    }

    /// The messages that wait.
    pub(super) fn take(&self) -> Vec<Release> {
        let Some(queue) = &self.0 else {
            return Vec::new();
        };
        std::mem::take(&mut *queue.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
