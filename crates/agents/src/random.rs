//! The uniformly random policy.

use parlour_engine::{Game, InformationState, Policy, Rng};
use rand::RngExt as _;

/// Chooses uniformly among the legal actions: the baseline of every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(
        &mut self,
        _: &InformationState<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        any(legal, rng)
    }
}

/// A uniformly random action of a list that is not empty.
pub(crate) fn any<A: Copy>(legal: &[A], rng: &mut Rng) -> A {
    // u32: the same choice on 32-bit wasm and on 64-bit machines.
    legal[rng.random_range(0..legal.len() as u32) as usize]
}
