//! [`Heuristics`] of Jaipur for the search.

use super::utility::{Situation, Weighted};
use crate::analysis::Scale;
use crate::log_linear::{Features, Learned, LogLinear};
use crate::{Analyse, Heuristics, random};
use parlour_engine::{Game, InformationState, Rng, Seat};
use parlour_games::jaipur::{Action, Jaipur};
use std::sync::{Arc, LazyLock};

/// The share of the reward that goes by the margin in rupees; the rest goes by the win.
const MARGIN_SHARE: f64 = 0.5;
/// The margin in rupees that is worth half of what the greatest is worth.
const HALF_MARGIN: f64 = 20.0;
/// The logits of the policy are divided by this, so that the search also tries what it thinks unlikely.
const TEMPERATURE: f32 = 1.5;
/// The greatest amount of a logit after that, so that the sum of weights is finite and above 0.
const MAX_LOGIT: f32 = 40.0;

/// The policy that `cargo xtask train jaipur` made; `models/jaipur.md` describes it.
static POLICY: LazyLock<Arc<LogLinear>> = LazyLock::new(|| {
    let file = include_bytes!("../../models/jaipur.weights");
    let policy = LogLinear::read(file, Jaipur::FEATURES);
    Arc::new(policy.expect("the file has a weight for each feature"))
});

/// Knowledge of Jaipur for the search: priors by a [learned policy](crate::log_linear); playouts by the original's AI,
/// picking in proportion to its scores; a reward that prefers a clear win to a narrow one. Simulations stop at the end
/// of the round, as the rounds of a match differ only in who starts.
#[derive(Clone, Debug)]
pub struct JaipurHeuristics {
    policy: Arc<LogLinear>,
    /// The round that the search begins in.
    round: u8,
}

impl JaipurHeuristics {
    /// With this policy.
    pub const fn new(policy: Arc<LogLinear>) -> JaipurHeuristics {
        JaipurHeuristics { policy, round: 0 }
    }
}

impl Default for JaipurHeuristics {
    fn default() -> JaipurHeuristics {
        JaipurHeuristics::new(Jaipur::learned_policy())
    }
}

impl Heuristics<Jaipur> for JaipurHeuristics {
    const EXPLORATION: f64 = 1.2;
    const HAS_PRIORS: bool = true;

    fn start(&mut self, known: &InformationState<'_, Jaipur>) {
        self.round = known.view().round;
    }

    fn priors(&self, state: &Jaipur, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let situation = Jaipur::situation(state, seat);
        weights.extend(actions.iter().map(|&action| {
            let logit = self.policy.logit::<Jaipur>(&situation, action) / TEMPERATURE;
            libm::expf(logit.clamp(-MAX_LOGIT, MAX_LOGIT))
        }));
    }

    fn rollout_action(
        &self,
        state: &Jaipur,
        seat: Seat,
        legal: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        match Weighted::pick(&Situation::of(state, seat), rng) {
            Some(proposal) => proposal.action,
            None => {
                state.legal_actions_into(seat, legal);
                random::any(legal, rng)
            }
        }
    }

    fn evaluate(&self, state: &Jaipur, rewards: &mut Vec<f64>) -> bool {
        let ended = match state.last_result() {
            Some(ended) if ended.round >= self.round => ended,
            _ => return false,
        };
        rewards.clear();
        rewards.extend([Seat(0), Seat(1)].map(|seat| {
            let win = match ended.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == seat)),
            };
            let [own, other] = [seat, seat.other()].map(|seat| ended.rupees[seat.index()]);
            let margin = (f64::from(own) - f64::from(other)) / HALF_MARGIN;
            let by_margin = 0.5 + 0.5 * margin / (1.0 + margin.abs());
            (1.0 - MARGIN_SHARE) * win + MARGIN_SHARE * by_margin
        }));
        true
    }
}

impl Analyse for Jaipur {
    type Heuristics = JaipurHeuristics;

    const SCALE: Scale = Scale::RoundWinShare;

    fn expected_result(ended: &Jaipur, _: &[f64], seat: Seat) -> f64 {
        match ended.last_result().map(|result| result.winner) {
            Some(Some(winner)) => f64::from(u8::from(winner == seat)),
            Some(None) | None => 0.5,
        }
    }

    fn expected_scores(ended: &Jaipur) -> Vec<i32> {
        let rupees = ended.last_result().map_or([0; 2], |result| result.rupees);
        rupees.map(i32::from).to_vec()
    }
}

impl Learned for Jaipur {
    fn learned_policy() -> Arc<LogLinear> {
        POLICY.clone()
    }

    fn guided_by(policy: Arc<LogLinear>) -> JaipurHeuristics {
        JaipurHeuristics::new(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policies as _;
    use crate::testing::new_table;
    use parlour_engine::{Streams, Viewer};
    use parlour_games::jaipur::{Event, Rules};

    fn play(game: u64, budget: &str) -> f64 {
        let own = Seat((game % 2) as u8);
        let mut table = new_table::<Jaipur>(Rules::ROUND, game / 2);
        let mut search = Jaipur::policy(budget).unwrap();
        let mut utility = Jaipur::policy("utility").unwrap();
        let mut rng = Streams::new(game).task(0);
        while let Some(seat) = table.to_move().first() {
            let policy = if seat == own {
                &mut search
            } else {
                &mut utility
            };
            let known = table.information_state(Viewer::Seat(seat));
            let action = policy.choose(&known, &table.state().legal_actions(seat), &mut rng);
            table.play(seat, action).unwrap();
        }
        table.outcome().unwrap().share(own)
    }

    /// The full measure is `parlour match jaipur --seats ismcts:2000,utility --games 500 --duplicate`.
    #[test]
    fn a_short_search_beats_the_originals_ai() {
        let wins: f64 = (0..40).map(|game| play(game, "ismcts:100")).sum();
        assert!(wins > 26.0, "{wins} of 40");
    }

    /// In a match the search stops at the end of its round, the last round too.
    #[test]
    fn a_round_of_a_match_is_searched_like_a_round() {
        let mut table = new_table::<Jaipur>(Rules::MATCH, 1);
        let mut utility = Jaipur::policy("utility").unwrap();
        let mut rng = Streams::new(1).task(0);
        let mut rewards = Vec::new();
        let mut heuristics = JaipurHeuristics::default();
        let mut ends = 0;
        while let Some(seat) = table.to_move().first() {
            let known = table.information_state(Viewer::Seat(seat));
            heuristics.start(&known);
            assert!(!heuristics.evaluate(table.state(), &mut rewards));
            let legal = table.state().legal_actions(seat);
            let action = utility.choose(&known, &legal, &mut rng);
            table.play(seat, action).unwrap();
            let is_end = |event: &&Event| matches!(event, Event::RoundEnd(_));
            let ended = table.events().iter().filter(is_end).count();
            assert_eq!(
                heuristics.evaluate(table.state(), &mut rewards),
                ended > ends
            );
            if ended > ends {
                ends = ended;
                assert!(
                    (rewards.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "{rewards:?}"
                );
            }
        }
        assert!(ends >= 2);
    }
}
