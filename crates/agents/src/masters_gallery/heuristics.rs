//! [`Heuristics`] of Masters Gallery for the search.

use super::features::Position;
use super::situation::Situation;
use crate::ismcts::win_probabilities;
use crate::log_linear::{self, Features, Learned, LogLinear};
use crate::{Analyse, Heuristics};
use parlour_engine::{Game, InformationState, Rng, Seat};
use parlour_games::masters_gallery::{Action, MastersGallery};
use rand::RngExt as _;
use std::sync::{Arc, LazyLock};

/// The temperature of the softmax in points: how many make a seat e times as likely to win. A clear win is better than a
/// narrow one.
const WIN_TEMPERATURE: f64 = 5.0;
/// The share of the reward at the end that goes by the win; the rest goes by points.
const WIN_SHARE: f64 = 0.5;
/// The temperature of the priors without a policy, in points: how many make an action e times as likely to be tried.
const PRIOR_TEMPERATURE: f32 = 2.5;
/// The maximum error in points of a playout's judgement of an action: the others' cards are resampled.
const MISJUDGED: f32 = 1.0;

/// The logits of the policy are divided by this for playouts, so that these mostly take the likeliest action.
const PLAYOUT_TEMPERATURE: f32 = 0.3;
/// How often the policy chooses for another player in a playout; else the rule of thumb does.
const POLICY_SHARE: f64 = 0.5;

/// The policy that `cargo xtask train masters-gallery` made; `models/masters-gallery.md` describes it.
static POLICY: LazyLock<Arc<LogLinear>> = LazyLock::new(|| {
    let file = include_bytes!("../../models/masters-gallery.weights");
    let policy = LogLinear::read(file, MastersGallery::FEATURES);
    Arc::new(policy.expect("the file has a weight for each feature"))
});

/// Knowledge of Masters Gallery for the search: priors by a [learned policy](crate::log_linear). Playouts go to the end
/// of the game: the seat that searches plays by this policy, and the others, who are modelled in the tree as well, by
/// the policy or by the rule of thumb of [`Greedy`](super::Greedy) with random errors. Without a policy the rule of
/// thumb does it all.
#[derive(Clone, Debug)]
pub struct MastersGalleryHeuristics {
    policy: Option<Arc<LogLinear>>,
    /// The seat that searches.
    seat: Option<Seat>,
}

impl MastersGalleryHeuristics {
    /// With this policy, or by the rule of thumb.
    pub const fn new(policy: Option<Arc<LogLinear>>) -> MastersGalleryHeuristics {
        MastersGalleryHeuristics { policy, seat: None }
    }

    /// The policy, when it chooses for this seat in a playout.
    fn chooses_for(&self, seat: Seat, rng: &mut Rng) -> Option<&LogLinear> {
        let policy = self.policy.as_deref()?;
        let is_own = self.seat == Some(seat);
        (is_own || rng.random_bool(POLICY_SHARE)).then_some(policy)
    }
}

impl Default for MastersGalleryHeuristics {
    fn default() -> MastersGalleryHeuristics {
        MastersGalleryHeuristics::new(Some(MastersGallery::learned_policy()))
    }
}

/// The logit by the policy of an action after which the rule of thumb expects this.
// Inlined into both callers it would be in the web app twice.
#[inline(never)]
fn logit(policy: &LogLinear, position: &Position, action: Action, expected: f32) -> f32 {
    let mut sum = policy.sum();
    position.features_of(action, expected, |feature, value| sum.add(feature, value));
    sum.logit()
}

/// An action at random, in proportion to its probability by the policy with the temperature of playouts.
fn sample(
    policy: &LogLinear,
    state: &MastersGallery,
    seat: Seat,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    let position = MastersGallery::situation(state, seat);
    let mut best = (f32::NEG_INFINITY, legal[0]);
    for (action, expected) in position.scores(legal) {
        let logit = logit(policy, &position, action, expected);
        // The greatest sum of a logit and noise by Gumbel's distribution is such a choice (Gumbel, 1954).
        let uniform = rng.random::<f32>().max(f32::MIN_POSITIVE);
        let noise = -libm::logf(-libm::logf(uniform).min(-f32::EPSILON));
        let sum = logit + PLAYOUT_TEMPERATURE * noise;
        if sum > best.0 {
            best = (sum, action);
        }
    }
    best.1
}

impl Heuristics<MastersGallery> for MastersGalleryHeuristics {
    const EXPLORATION: f64 = 0.3;
    const HAS_PRIORS: bool = true;
    const MODEL_OPPONENTS: bool = true;

    fn start(&mut self, known: &InformationState<'_, MastersGallery>) {
        self.seat = known.viewer().seat();
    }

    fn priors(
        &self,
        state: &MastersGallery,
        seat: Seat,
        actions: &[Action],
        weights: &mut Vec<f32>,
    ) {
        if let Some(policy) = &self.policy {
            let position = MastersGallery::situation(state, seat);
            weights.extend(position.scores(actions).map(|(action, expected)| {
                log_linear::prior(logit(policy, &position, action, expected))
            }));
            return;
        }
        let situation = Situation::of(state, seat);
        let base = situation.worth();
        weights.extend(situation.scores(actions).map(|(_, score)| {
            let logit = (score - base) / PRIOR_TEMPERATURE;
            libm::expf(logit.clamp(-6.0, 6.0))
        }));
    }

    fn rollout_action(
        &self,
        state: &MastersGallery,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        state.legal_actions_into(seat, legal);
        if let [only] = legal[..] {
            return only;
        }
        if let Some(policy) = self.chooses_for(seat, rng) {
            return sample(policy, state, seat, legal, rng);
        }
        let mut best = (f32::MIN, legal[0]);
        for (action, score) in Situation::of(state, seat).scores(legal) {
            let score = score + MISJUDGED * rng.random::<f32>();
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    fn evaluate(&self, state: &MastersGallery, rewards: &mut Vec<f64>) -> bool {
        let Some(outcome) = state.outcome() else {
            return false;
        };
        rewards.clear();
        rewards.extend(outcome.scores.iter().map(|&score| f64::from(score)));
        win_probabilities(rewards, WIN_TEMPERATURE, Some((&outcome, WIN_SHARE)));
        true
    }
}

impl Analyse for MastersGallery {
    type Heuristics = MastersGalleryHeuristics;
}

impl Learned for MastersGallery {
    fn learned_policy() -> Arc<LogLinear> {
        POLICY.clone()
    }

    fn guided_by(policy: Option<Arc<LogLinear>>) -> MastersGalleryHeuristics {
        MastersGalleryHeuristics::new(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Streams};
    use parlour_games::masters_gallery::Rules;

    fn start(seed: u64) -> (MastersGallery, Seat, Vec<Action>) {
        let state: MastersGallery = DealSource::Seed(seed).start(Rules::default()).unwrap();
        let seat = state.to_move().first().unwrap();
        let legal = state.legal_actions(seat);
        (state, seat, legal)
    }

    #[test]
    fn playouts_draw_in_proportion_to_the_policy() {
        const DRAWS: u32 = 20_000;
        let (state, seat, legal) = start(5);
        let policy = MastersGallery::learned_policy();
        let situation = MastersGallery::situation(&state, seat);
        let powers: Vec<f64> = (legal.iter())
            .map(|&action| {
                let logit = policy.logit::<MastersGallery>(&situation, action);
                f64::from(logit / PLAYOUT_TEMPERATURE).exp()
            })
            .collect();
        let sum: f64 = powers.iter().sum();
        let mut rng = Streams::new(5).task(0);
        let mut counts = vec![0; legal.len()];
        for _ in 0..DRAWS {
            let action = sample(&policy, &state, seat, &legal, &mut rng);
            counts[legal.binary_search(&action).unwrap()] += 1;
        }
        for (power, count) in powers.iter().zip(counts) {
            let share = power / sum;
            let error = (share * (1.0 - share) / f64::from(DRAWS)).sqrt();
            let found = f64::from(count) / f64::from(DRAWS);
            assert!(
                (found - share).abs() < 5.0 * error + 1e-3,
                "{found} for {share}"
            );
        }
    }

    #[test]
    fn the_policy_chooses_for_the_own_seat_and_half_of_the_time_for_others() {
        let heuristics = MastersGalleryHeuristics {
            seat: Some(Seat(1)),
            ..MastersGalleryHeuristics::default()
        };
        let mut rng = Streams::new(1).task(0);
        let mut chosen = |seat| {
            let chooses = |_: &i32| heuristics.chooses_for(Seat(seat), &mut rng).is_some();
            (0..1000).filter(chooses).count()
        };
        assert_eq!(chosen(1), 1000);
        assert!((400..600).contains(&chosen(0)));
        let without = MastersGalleryHeuristics::new(None);
        assert!(without.chooses_for(Seat(1), &mut rng).is_none());
    }
}
