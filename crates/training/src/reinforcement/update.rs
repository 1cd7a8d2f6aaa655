//! What changes the weights: the clipped objective of PPO, and the steps of Adam (Kingma and Ba, 2015).

use super::games::{Step, logarithm};
use parlour_agents::network::{Network, Output};
use parlour_engine::Rng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;

/// How often each batch is gone through.
const PASSES: u32 = 3;
/// Choices of one step of Adam.
const MINIBATCH: usize = 2048;
/// Choices whose gradients one thread sums: sums do not depend on the number of threads.
const CHUNK: usize = 128;
/// A choice changes nothing any more once its probability has changed by this share in the direction that it favours.
const CLIP: f32 = 0.2;
/// The weight of the entropy: a policy that is certain learns nothing.
const ENTROPY: f32 = 0.006;
/// The maximum norm of a gradient; a longer one is scaled to it.
const MAX_NORM: f32 = 0.5;
/// Adam's means decay by these factors.
const DECAYS: [f32; 2] = [0.9, 0.999];
/// Keeps Adam's steps finite.
const EPSILON: f32 = 1e-6;

/// Adam's means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub(crate) means: [Vec<f32>; 2],
    pub(crate) steps: u32,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Adam {
        Adam {
            means: [vec![0.0; weights], vec![0.0; weights]],
            steps: 0,
        }
    }

    /// One step of this length against a gradient.
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], length: f32) {
        self.steps += 1;
        let [first, second] = &mut self.means;
        let corrections = DECAYS.map(|decay| 1.0 - libm::powf(decay, self.steps as f32));
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[at];
            first[at] = DECAYS[0] * first[at] + (1.0 - DECAYS[0]) * slope;
            second[at] = DECAYS[1] * second[at] + (1.0 - DECAYS[1]) * slope * slope;
            let spread = (second[at] / corrections[1]).sqrt() + EPSILON;
            *weight -= length * (first[at] / corrections[0]) / spread;
        }
    }
}

/// Learns from the choices of some games, by steps of this length.
pub(crate) fn learn(
    network: &mut Network,
    adam: &mut Adam,
    steps: &mut [Step],
    length: f32,
    rng: &mut Rng,
) {
    normalise(steps);
    let mut order: Vec<usize> = (0..steps.len()).collect();
    for _ in 0..PASSES {
        order.shuffle(rng);
        for minibatch in order.chunks(MINIBATCH) {
            let mut gradient = gradient(network, steps, minibatch);
            let squares: f32 = gradient.iter().map(|slope| slope * slope).sum();
            let factor = (MAX_NORM / squares.sqrt()).min(1.0);
            gradient.iter_mut().for_each(|slope| *slope *= factor);
            adam.step(network.weights_mut(), &gradient, length);
        }
    }
}

/// Advantages with a mean of 0 and a variance of 1.
fn normalise(steps: &mut [Step]) {
    let count = steps.len().max(1) as f32;
    let mean = steps.iter().map(|step| step.advantage).sum::<f32>() / count;
    let squares = steps.iter().map(|step| (step.advantage - mean).powi(2));
    let deviation = (squares.sum::<f32>() / count).sqrt() + EPSILON;
    for step in steps {
        step.advantage = (step.advantage - mean) / deviation;
    }
}

/// The mean gradient of these choices.
fn gradient(network: &Network, steps: &[Step], chosen: &[usize]) -> Vec<f32> {
    let weights = network.weights().len();
    let parts: Vec<Vec<f32>> = (chosen.par_chunks(CHUNK))
        .map(|chunk| {
            let (mut sum, mut output) = (vec![0.0; weights], Output::default());
            let mut logits = Vec::new();
            for &at in chunk {
                let step = &steps[at];
                network.evaluate(&step.inputs, &mut output);
                slopes(step, &output.probabilities, &mut logits);
                let value = 2.0 * (output.value - step.target);
                network.add_gradient(&step.inputs, &output, &logits, value, &mut sum);
            }
            sum
        })
        .collect();
    let mut sum = vec![0.0; weights];
    for part in &parts {
        for (slope, more) in sum.iter_mut().zip(part) {
            *slope += more;
        }
    }
    let count = chosen.len() as f32;
    sum.iter_mut().for_each(|slope| *slope /= count);
    sum
}

/// How the loss of a choice changes with the logits: the clipped objective, and the entropy.
fn slopes(step: &Step, probabilities: &[f32], logits: &mut Vec<f32>) {
    let ratio = libm::expf(logarithm(probabilities[step.action]) - step.logarithm);
    let is_clipped = match step.advantage > 0.0 {
        true => ratio > 1.0 + CLIP,
        false => ratio < 1.0 - CLIP,
    };
    let factor = if is_clipped {
        0.0
    } else {
        -step.advantage * ratio
    };
    let entropy = -(probabilities.iter().map(|&p| p * logarithm(p))).sum::<f32>();
    logits.clear();
    logits.extend(probabilities.iter().enumerate().map(|(at, &probability)| {
        let is_chosen = f32::from(u8::from(at == step.action));
        let by_entropy = probability * (logarithm(probability) + entropy);
        factor * (is_chosen - probability) + ENTROPY * by_entropy
    }));
}
