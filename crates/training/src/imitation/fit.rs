//! Weights that make the shares of visits likely: cross-entropy, minimised by stochastic gradient descent with a step
//! of its own for each weight (AdaGrad; Duchi, Hazan and Singer, 2011).
//!
//! The model is linear in its weights, so that the loss is convex and its gradient a few lines.

use super::examples::{Choice, Examples};
use parlour_engine::Streams;
use rand::seq::SliceRandom as _;

/// The first step of a weight; in pass n it is divided by n.
const STEP: f64 = 0.1;

/// How well weights predict the visits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loss {
    /// Cross-entropy of the shares and the prediction, in nats a position.
    pub(crate) cross_entropy: f64,
    /// Entropy of the shares: no prediction has less cross-entropy.
    pub(crate) entropy: f64,
    /// In which part of the positions the action with the most visits is the most likely one.
    pub(crate) hits: f64,
}

fn logit(weights: &[f64], choice: Choice<'_>) -> f64 {
    let terms = choice.features.iter();
    terms
        .map(|&(feature, value)| weights[usize::from(feature)] * f64::from(value))
        .sum()
}

/// The probability of each action of a position.
fn predict<'a>(
    weights: &[f64],
    choices: impl Iterator<Item = Choice<'a>>,
    probabilities: &mut Vec<f64>,
) {
    probabilities.clear();
    probabilities.extend(choices.map(|choice| logit(weights, choice)));
    let highest = probabilities.iter().copied().fold(f64::MIN, f64::max);
    for value in probabilities.iter_mut() {
        *value = (*value - highest).exp();
    }
    let sum: f64 = probabilities.iter().sum();
    for value in probabilities.iter_mut() {
        *value /= sum;
    }
}

/// Fits weights to examples, in this number of passes through all of them.
pub(crate) fn fit(examples: &Examples, passes: u32, seed: u64) -> Vec<f64> {
    let features = examples.features();
    let mut weights = vec![0.0; features];
    let mut squares = vec![0.0f64; features];
    let mut rng = Streams::new(seed).task(1);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut probabilities = Vec::new();
    for pass in 1..=passes {
        order.shuffle(&mut rng);
        let step = STEP / f64::from(pass);
        for &position in &order {
            let choices = examples.actions(position);
            predict(&weights, choices.clone(), &mut probabilities);
            for (choice, probability) in choices.zip(&probabilities) {
                let error = probability - f64::from(choice.share);
                for &(feature, value) in choice.features {
                    let gradient = error * f64::from(value);
                    let feature = usize::from(feature);
                    squares[feature] += gradient * gradient;
                    if squares[feature] > 0.0 {
                        weights[feature] -= step * gradient / squares[feature].sqrt();
                    }
                }
            }
        }
    }
    weights
}

/// How well weights predict these examples.
pub(crate) fn loss(examples: &Examples, weights: &[f64]) -> Loss {
    let (mut cross_entropy, mut entropy, mut hits) = (0.0, 0.0, 0.0);
    let mut probabilities = Vec::new();
    for position in 0..examples.len() {
        let choices = examples.actions(position);
        predict(weights, choices.clone(), &mut probabilities);
        let mut best = [(f64::MIN, 0); 2];
        for (at, (choice, &probability)) in choices.zip(&probabilities).enumerate() {
            let share = f64::from(choice.share);
            if share > 0.0 {
                cross_entropy -= share * probability.ln();
                entropy -= share * share.ln();
            }
            for (best, value) in best.iter_mut().zip([share, probability]) {
                if value > best.0 {
                    *best = (value, at);
                }
            }
        }
        hits += f64::from(u8::from(best[0].1 == best[1].1));
    }
    let count = examples.len().max(1) as f64;
    Loss {
        cross_entropy: cross_entropy / count,
        entropy: entropy / count,
        hits: hits / count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three actions with one feature each, whose shares are those of the weights 1, 0, −1.
    fn examples() -> (Examples, f64) {
        let powers = [1.0f64, 0.0, -1.0].map(f64::exp);
        let sum: f64 = powers.iter().sum();
        let shares = powers.map(|power| power / sum);
        let mut examples = Examples::new(3);
        for _ in 0..500 {
            examples.add((0..3).map(|at| (vec![(at as u16, 1)], shares[at] as f32)));
        }
        let entropy = shares.iter().map(|share| -share * share.ln()).sum();
        (examples, entropy)
    }

    #[test]
    fn weights_that_made_the_shares_are_found() {
        let (examples, entropy) = examples();
        let weights = fit(&examples, 20, 1);
        assert!((weights[0] - weights[1] - 1.0).abs() < 0.01, "{weights:?}");
        assert!((weights[1] - weights[2] - 1.0).abs() < 0.01, "{weights:?}");
        let loss = loss(&examples, &weights);
        assert!((loss.cross_entropy - entropy).abs() < 1e-4, "{loss:?}");
        assert!((loss.entropy - entropy).abs() < 1e-6, "{loss:?}");
        assert_eq!(loss.hits, 1.0);
    }

    #[test]
    fn even_weights_have_the_loss_of_a_guess() {
        let (examples, _) = examples();
        let loss = loss(&examples, &[0.0; 3]);
        assert!((loss.cross_entropy - 3f64.ln()).abs() < 1e-6, "{loss:?}");
    }
}
