//! The [`Policy`] trait: who chooses.

use crate::{Game, Rng};

/// A player. It is handed what its seat may know and what it may do, never a state.
///
/// A policy is made for one game and may keep what it learnt from one turn to
/// the next (a search tree, say); [`Rng`] is the stream of its seat, so that
/// the same seed and the same budget give the same choice.
pub trait Policy<G: Game>: Send {
    /// Chooses one of `legal`, which is never empty. `view` is that of a seat.
    fn choose(&mut self, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> G::Action;
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn choose(&mut self, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        (**self).choose(view, legal, rng)
    }
}
