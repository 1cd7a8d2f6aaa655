//! What happened in the open, as views show it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;
use std::sync::Arc;

/// The events of a game in order, or none where nobody will look at them.
///
/// A state shares its events with its clones and views, until it goes on while they are still held: then it
/// copies them first. Most states are made to be played on and thrown away, by playouts and searches: in those
/// [`forget`](History::forget) makes moves cheap too.
#[derive(Clone, Debug, PartialEq)]
pub struct History<E> {
    events: Option<Arc<Vec<E>>>,
}

impl<E> History<E> {
    /// No event yet, and room for so many.
    pub fn with_capacity(events: usize) -> History<E> {
        Vec::with_capacity(events).into()
    }

    /// A history that holds no event, nor ever will.
    pub const fn forgotten() -> History<E> {
        History { events: None }
    }

    /// Drops all events, and every one that follows.
    pub fn forget(&mut self) {
        *self = History::forgotten();
    }

    /// Whether events are kept.
    pub const fn is_kept(&self) -> bool {
        self.events.is_some()
    }
}

impl<E: Clone> History<E> {
    /// Adds an event, which is not even made where none is kept.
    #[inline]
    pub fn note(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            Arc::make_mut(events).push(event());
        }
    }
}

impl<E> From<Vec<E>> for History<E> {
    fn from(events: Vec<E>) -> History<E> {
        History {
            events: Some(Arc::new(events)),
        }
    }
}

impl<E> Deref for History<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        self.events.as_ref().map_or(&[], |events| events)
    }
}

impl<'a, E> IntoIterator for &'a History<E> {
    type Item = &'a E;
    type IntoIter = std::slice::Iter<'a, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The events alone: read back, a history is kept.
impl<E: Serialize> Serialize for History<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self[..].serialize(serializer)
    }
}

impl<'de, E: Deserialize<'de>> Deserialize<'de> for History<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<History<E>, D::Error> {
        Vec::deserialize(deserializer).map(History::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_leaves_its_copies_as_they_are() {
        let mut history = History::with_capacity(4);
        history.note(|| 1);
        let before = history.clone();
        history.note(|| 2);
        assert_eq!((&before[..], &history[..]), (&[1][..], &[1, 2][..]));
        assert_eq!((&history).into_iter().sum::<i32>(), 3);
    }

    #[test]
    fn a_forgotten_history_notes_nothing() {
        let mut history = History::from(vec![1]);
        history.forget();
        history.note(|| unreachable!("nobody looks at it"));
        assert!(history.is_empty() && !history.is_kept());
    }

    #[test]
    fn events_are_written_alone_and_read_back() {
        let history = History::from(vec![1, 2]);
        let text = serde_json::to_string(&history).unwrap();
        assert_eq!(text, "[1,2]");
        assert_eq!(
            serde_json::from_str::<History<i32>>(&text).unwrap(),
            history
        );
    }
}
