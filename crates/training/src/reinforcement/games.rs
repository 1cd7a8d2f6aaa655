//! Games of the network, against a rule of thumb and itself.

use super::training::Training;
use crate::matches::OTHER_DEALS;
use parlour_agents::Heuristics as _;
use parlour_agents::network::{Guided, Network, NetworkInputs, Output};
use parlour_engine::{Rules as _, Streams};
use rand::RngExt as _;
use rayon::prelude::*;
use std::fmt;

/// The share of the other seats that follow the network too.
const SELF_PLAY: f64 = 0.25;
/// How far advantages look ahead: λ of generalised advantage estimation (Schulman et al., 2016).
const LAMBDA: f32 = 0.95;
/// Games of which the quality is measured, or fewer after a short training.
const TESTS: u64 = 2000;

/// A choice of the network, and what it led to.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) inputs: NetworkInputs,
    /// The place of the action among the legal ones.
    pub(crate) action: usize,
    /// The logarithm of its probability.
    pub(crate) logarithm: f32,
    /// The entropy of the choice, in nats.
    entropy: f32,
    /// What the network expected.
    value: f32,
    /// How much better than expected it was.
    pub(crate) advantage: f32,
    /// What the network should have expected.
    pub(crate) target: f32,
}

/// Plays a game, and returns the choices of the seats that follow the network.
pub(crate) fn play<G: Guided>(network: &Network, seed: u64) -> Vec<Step> {
    let mut rng = Streams::new(seed).task(0);
    let rules = G::training_rules(&mut rng);
    let seats = rules.seats();
    let deal = G::deal(&rules, seed);
    let mut state = G::new(rules, deal).expect("rules of a training can be played");
    let learner = rng.random_range(0..seats as u32) as usize;
    let follows: Vec<bool> = (0..seats)
        .map(|seat| seat == learner || rng.random_bool(SELF_PLAY))
        .collect();
    // Half of the others err, each game by another amount.
    let error = (2.0 * rng.random::<f32>() - 1.0).max(0.0);
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); seats];
    let (mut legal, mut output) = (Vec::new(), Output::default());
    while let Some(seat) = state.to_move().first() {
        state.legal_actions_into(seat, &mut legal);
        let action = match legal[..] {
            [only] => only,
            _ if follows[seat.index()] => {
                let mut inputs = NetworkInputs::default();
                G::inputs(&state, seat, &legal, &mut inputs);
                network.evaluate(&inputs, &mut output);
                let action = output.draw(&mut rng);
                let logarithms = output.probabilities.iter().map(|&p| p * logarithm(p));
                steps[seat.index()].push(Step {
                    inputs,
                    action,
                    logarithm: logarithm(output.probabilities[action]),
                    entropy: -logarithms.sum::<f32>(),
                    value: output.value,
                    advantage: 0.0,
                    target: 0.0,
                });
                legal[action]
            }
            _ => G::opponent(&state, seat, &legal, error, &mut rng),
        };
        state.play_unchecked(seat, action);
    }
    let mut rewards = Vec::new();
    let is_over = G::heuristics().evaluate(&state, &mut rewards);
    assert!(is_over, "the game is over");
    for (steps, reward) in steps.iter_mut().zip(rewards) {
        judge(steps, reward as f32);
    }
    steps.into_iter().flatten().collect()
}

/// The logarithm of a probability; of one that is 0 in `f32`, that of a very small one.
pub(crate) fn logarithm(probability: f32) -> f32 {
    libm::logf(probability.max(1e-10))
}

/// Computes advantages and targets of the choices of a seat, which has received this reward.
fn judge(steps: &mut [Step], reward: f32) {
    let (mut next, mut advantage) = (reward, 0.0);
    for step in steps.iter_mut().rev() {
        advantage = next - step.value + LAMBDA * advantage;
        next = step.value;
        step.advantage = advantage;
        step.target = step.value + advantage;
    }
}

/// How sure a network is, and how much of the results its values explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quality {
    /// Choices that were measured.
    pub(crate) choices: usize,
    /// The entropy of the policy, in nats a choice.
    pub(crate) entropy: f64,
    /// The share of the variance of the targets that the values explain.
    pub(crate) explained: f64,
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} choices of other games: entropy {:.3}, explained variance {:.3}",
            self.choices, self.entropy, self.explained
        )
    }
}

/// The quality of a network on deals that it was not trained with.
pub(crate) fn quality<G: Guided>(network: &Network, training: &Training) -> Quality {
    let streams = Streams::new(training.seed.wrapping_add(OTHER_DEALS));
    let games = (0..TESTS.min(training.games)).into_par_iter();
    let steps: Vec<Vec<Step>> = games
        .map(|game| play::<G>(network, streams.game_seed(game)))
        .collect();
    let steps: Vec<Step> = steps.into_iter().flatten().collect();
    let mean = |of: &dyn Fn(&Step) -> f32| {
        steps.iter().map(|step| f64::from(of(step))).sum::<f64>() / steps.len() as f64
    };
    let target = mean(&|step| step.target) as f32;
    let spread = mean(&|step| (step.target - target).powi(2));
    let error = mean(&|step| (step.target - step.value).powi(2));
    Quality {
        choices: steps.len(),
        entropy: mean(&|step| step.entropy),
        explained: 1.0 - error / spread,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(value: f32) -> Step {
        Step {
            inputs: NetworkInputs::default(),
            action: 0,
            logarithm: 0.0,
            entropy: 0.0,
            value,
            advantage: 0.0,
            target: 0.0,
        }
    }

    /// By hand: the differences between values that follow each other, those to come weighted by λ.
    #[test]
    fn advantages_are_those_of_the_definition() {
        let mut steps = [step(0.5), step(0.25), step(0.75)];
        judge(&mut steps, 1.0);
        let last = 0.25;
        let second = 0.5 + LAMBDA * last;
        let first = -0.25 + LAMBDA * second;
        for (step, advantage) in steps.iter().zip([first, second, last]) {
            assert!((step.advantage - advantage).abs() < 1e-6);
            assert!((step.target - step.value - advantage).abs() < 1e-6);
        }
    }
}
