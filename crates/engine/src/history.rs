//! What happened in the open, as views show it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;

/// The events of a game in order, or none where nobody will look at them.
///
/// Most states are made to be played on and thrown away, by playouts and searches: in those
/// [`forget`](History::forget) makes clones and moves cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct History<E> {
    events: Vec<E>,
    kept: bool,
}

impl<E> History<E> {
    /// No event yet, and room for so many.
    pub fn with_capacity(events: usize) -> History<E> {
        History {
            events: Vec::with_capacity(events),
            kept: true,
        }
    }

    /// A history that holds no event, nor ever will.
    pub const fn forgotten() -> History<E> {
        History {
            events: Vec::new(),
            kept: false,
        }
    }

    /// Drops all events, and every one that follows.
    pub fn forget(&mut self) {
        *self = History::forgotten();
    }

    /// Whether events are kept.
    pub const fn is_kept(&self) -> bool {
        self.kept
    }

    /// Adds an event, which is not even made where none is kept.
    #[inline]
    pub fn note(&mut self, event: impl FnOnce() -> E) {
        if self.kept {
            self.events.push(event());
        }
    }
}

impl<E> From<Vec<E>> for History<E> {
    fn from(events: Vec<E>) -> History<E> {
        History { events, kept: true }
    }
}

impl<E> Deref for History<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        &self.events
    }
}

/// The events alone: read back, a history is kept.
impl<E: Serialize> Serialize for History<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.events.serialize(serializer)
    }
}

impl<'de, E: Deserialize<'de>> Deserialize<'de> for History<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<History<E>, D::Error> {
        Vec::deserialize(deserializer).map(History::from)
    }
}
