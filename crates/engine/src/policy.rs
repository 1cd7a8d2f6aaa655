//! The [`Policy`] trait: chooses the actions of a seat.

use crate::{Game, InformationState, Rng};

/// A player. It receives what its seat knows and what it may do, never a state.
///
/// A policy is made for one game and may keep what it learnt from one turn to
/// the next (a search tree, say); [`Rng`] is the stream of its seat, so that
/// the same seed and the same budget give the same choice.
pub trait Policy<G: Game>: Send {
    /// Chooses one of `legal`, which is never empty. `known` is the information state of the seat to move.
    fn choose(
        &mut self,
        known: &InformationState<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action;

    /// Frees what is kept only to make the next choice quicker. The choices stay the same. For programs that hold many
    /// policies at a time.
    fn release_memory(&mut self) {}
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn choose(
        &mut self,
        known: &InformationState<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        (**self).choose(known, legal, rng)
    }

    fn release_memory(&mut self) {
        (**self).release_memory();
    }
}
