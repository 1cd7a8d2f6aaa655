//! Log-linear policies, whose weights are learned: a seat chooses an action with a probability that is proportional to
//! e to the power of the sum of the weights of the action's features (multinomial logit; McFadden, 1974).
//!
//! A game lists the features of an action in [`Features`]. They are computed from what the seat knows. Weights are whole
//! thousandths, so that a sum is exact and the same on every platform. `cargo xtask train` fits them to the visits of
//! searches and writes a file of weights and a description of it, which are in `models/`.

use crate::Analyse;
use parlour_engine::{Game, Seat};
use std::sync::Arc;

/// Games whose actions have features.
pub trait Features: Game {
    /// The number of features.
    const FEATURES: usize;

    /// What the features of all actions of a seat have in common.
    type Situation;

    /// What a seat knows in a state. Hidden cards must not matter.
    fn situation(state: &Self, seat: Seat) -> Self::Situation;

    /// Adds the features of a legal action, each by its index below [`Features::FEATURES`] and by what its weight is
    /// multiplied by.
    fn features(situation: &Self::Situation, action: Self::Action, add: impl FnMut(usize, i32));
}

/// Games whose search has priors by a log-linear policy.
pub trait Learned: Features + Analyse {
    /// The policy that the crate comes with.
    fn learned_policy() -> Arc<LogLinear>;

    /// What guides searches, with this policy.
    fn guided_by(policy: Arc<LogLinear>) -> Self::Heuristics;
}

/// Weights are in units of this part of 1.
const UNIT: f64 = 1000.0;
/// The first bytes of a file of weights.
const MAGIC: &[u8] = b"PARLOURLL1\n";

/// A log-linear policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLinear {
    weights: Vec<i16>,
}

impl LogLinear {
    /// The policy with these weights; each is rounded to a thousandth, and is at most ±32.767.
    pub fn new(weights: &[f64]) -> LogLinear {
        // A conversion of a float saturates.
        let rounded = weights.iter().map(|weight| (weight * UNIT).round() as i16);
        LogLinear {
            weights: rounded.collect(),
        }
    }

    /// The policy that thinks all actions equally likely.
    pub fn even(features: usize) -> LogLinear {
        LogLinear {
            weights: vec![0; features],
        }
    }

    /// The weights, by feature.
    pub fn weights(&self) -> Vec<f64> {
        let weights = self.weights.iter();
        weights.map(|&weight| f64::from(weight) / UNIT).collect()
    }

    /// Reads a file of weights: `PARLOURLL1`, a line feed, and each weight in thousandths as a little-endian 16-bit
    /// integer. `None` if it is something else, or has another number of weights.
    pub fn read(file: &[u8], features: usize) -> Option<LogLinear> {
        let (pairs, rest) = file.strip_prefix(MAGIC)?.as_chunks();
        (rest.is_empty() && pairs.len() == features).then(|| LogLinear {
            weights: pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect(),
        })
    }

    /// The file that [`LogLinear::read`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.iter().flat_map(|weight| weight.to_le_bytes());
        MAGIC.iter().copied().chain(weights).collect()
    }

    /// The sum of the weights of an action's features: the logarithm of its probability, apart from a constant.
    pub fn logit<G: Features>(&self, situation: &G::Situation, action: G::Action) -> f32 {
        let mut sum = 0;
        G::features(situation, action, |feature, value| {
            sum += i32::from(self.weights[feature]) * value;
        });
        sum as f32 / UNIT as f32
    }
}

/// Features that stand in a table with up to three dimensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    first: usize,
    sizes: [usize; 3],
}

impl Block {
    /// The block of features from 0.
    pub(crate) const fn first(sizes: [usize; 3]) -> Block {
        Block { first: 0, sizes }
    }

    /// The block of the features that follow this one's.
    pub(crate) const fn then(self, sizes: [usize; 3]) -> Block {
        let first = self.end();
        Block { first, sizes }
    }

    /// The number of features up to the end of this block.
    pub(crate) const fn end(self) -> usize {
        self.first + self.sizes[0] * self.sizes[1] * self.sizes[2]
    }

    /// The feature at these coordinates; one that is too high counts as the highest there is.
    pub(crate) fn at(self, coordinates: [usize; 3]) -> usize {
        let [x, y, z] = self.sizes;
        let [i, j, k] = coordinates;
        self.first + (i.min(x - 1) * y + j.min(y - 1)) * z + k.min(z - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn blocks_follow_each_other() {
        let first = Block::first([2, 3, 4]);
        let second = first.then([5, 1, 1]);
        assert_eq!(first.at([0, 0, 0]), 0);
        assert_eq!(first.at([1, 2, 3]), 23);
        assert_eq!(first.at([9, 9, 9]), 23);
        assert_eq!(second.at([0, 0, 0]), 24);
        assert_eq!(second.at([4, 0, 0]), 28);
        assert_eq!(second.end(), 29);
    }

    #[test]
    fn weights_are_rounded_and_limited() {
        let policy = LogLinear::new(&[0.0004, -0.0006, 1.5, 40.0, -40.0]);
        assert_eq!(policy.weights, [0, -1, 1500, i16::MAX, i16::MIN]);
    }

    proptest! {
        #[test]
        fn a_file_of_weights_is_read_as_it_was_written(weights in prop::collection::vec(any::<i16>(), 0..50)) {
            let policy = LogLinear { weights };
            let file = policy.to_bytes();
            let count = policy.weights.len();
            prop_assert_eq!(LogLinear::read(&file, count), Some(policy.clone()));
            prop_assert_eq!(LogLinear::read(&file, count + 1), None);
            prop_assert_eq!(LogLinear::read(&file[..file.len() - 1], count), None);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..50), count in 0usize..30) {
            if let Some(policy) = LogLinear::read(&bytes, count) {
                prop_assert_eq!(policy.to_bytes(), bytes);
            }
        }
    }
}
