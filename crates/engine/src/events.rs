//! [`EventSink`]: receives the public events of a game as they happen.
//!
//! A state does not hold its history. Dealing and playing emit [`Game::Event`](crate::Game::Event)s
//! into a sink; a component that needs the history stores them (a [`Table`](crate::Table) does), and a
//! search or playout passes [`Discard`], for which no event is even constructed.

/// A consumer of public events.
pub trait EventSink<E> {
    /// Receives the next event. `event` is called only if the sink keeps it.
    fn emit(&mut self, event: impl FnOnce() -> E);
}

/// A sink that keeps nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discard;

impl<E> EventSink<E> for Discard {
    #[inline]
    fn emit(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> EventSink<E> for Vec<E> {
    #[inline]
    fn emit(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
