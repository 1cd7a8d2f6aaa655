//! [`Heuristics`]: knowledge of a game that guides the search.

use parlour_engine::{Game, InformationState, Outcome, Rng, Seat};
use rand::RngExt as _;
use std::fmt::Debug;

/// What a game knows about good play, lent to the search. Everything has a default.
///
/// The states it is shown are determinizations: they hold hidden cards that were
/// made up. Advice for a seat should rest on what that seat knows of them, and
/// must never rest on what others chose in the same turn.
pub trait Heuristics<G: Game>: Default + Clone + Debug + Send + 'static {
    /// Prepares for a search from this knowledge.
    fn start(&mut self, known: &InformationState<'_, G>) {
        let _ = known;
    }

    /// How much is tried that looks worse, in the unit of the reward: the constant
    /// of UCB1, or of PUCT when there are weights.
    const EXPLORATION: f64 = 0.7;

    /// Whether [`priors`](Heuristics::priors) says anything. Without weights the search
    /// tries every action of a node once and then goes by UCB1 (Auer, Cesa-Bianchi
    /// and Fischer, 2002); with them it goes by PUCT (Rosin, 2011, in the form of
    /// AlphaZero), so that it need not try what looks hopeless.
    const HAS_PRIORS: bool = false;

    /// Appends to `weights` how promising each action looks before anything is known about it, above 0.
    /// Only the proportions between a seat's legal actions count.
    fn priors(&self, state: &G, seat: Seat, actions: &[G::Action], weights: &mut Vec<f32>) {
        let _ = (state, seat);
        weights.resize(actions.len(), 1.0);
    }

    /// Whether the others are taken to play as in playouts, from the first move on; the tree then
    /// branches at the own choices alone and reaches deeper. Without it all seats are
    /// searched, each for its own reward.
    const MODEL_OPPONENTS: bool = false;

    /// Removes actions that need not be searched, but never all, in turns after the first, and keeps the order of the
    /// others: for games with long lists.
    fn prune(&self, state: &G, seat: Seat, legal: &mut Vec<G::Action>) {
        let _ = (state, seat, legal);
    }

    /// Picks an action in a playout. `legal` is scratch space, for those who need the list.
    fn rollout_action(
        &self,
        state: &G,
        seat: Seat,
        legal: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        state.legal_actions_into(seat, legal);
        legal[rng.random_range(0..legal.len() as u32) as usize]
    }

    /// What an outcome is worth to a seat, 0 to 1: its share of the win, unless the game says otherwise.
    fn reward(&self, outcome: &Outcome, seat: Seat) -> f64 {
        outcome.share(seat)
    }

    /// Whether a simulation has seen enough; then `rewards`, whatever it held, holds what the
    /// state is worth to each seat, 0 to 1. Asked at every move: a state that goes on should
    /// be recognised quickly. The end of the game is always enough;
    /// a game may stop before, at the end of a round of a match or where it can judge well.
    fn evaluate(&self, state: &G, rewards: &mut Vec<f64>) -> bool {
        let Some(outcome) = state.outcome() else {
            return false;
        };
        rewards.clear();
        let seats = Seat::all(outcome.scores.len());
        rewards.extend(seats.map(|seat| self.reward(&outcome, seat)));
        true
    }
}

/// Turns the points that each seat can expect into its probability to win: e times as likely for each
/// `temperature` points more (the softmax of Luce's choice rule). At the end of the game a part of the reward goes by the win itself.
pub(crate) fn win_probabilities(
    scores: &mut [f64],
    temperature: f64,
    end: Option<(&Outcome, f64)>,
) {
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    for score in scores.iter_mut() {
        *score = libm::exp((*score - most) / temperature);
    }
    let sum: f64 = scores.iter().sum();
    for (score, seat) in scores.iter_mut().zip(0..) {
        *score /= sum;
        if let Some((outcome, part)) = end {
            *score = part * outcome.share(Seat(seat)) + (1.0 - part) * *score;
        }
    }
}

/// No advice: random playouts, and the share of the win as reward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHeuristics;

impl<G: Game> Heuristics<G> for NoHeuristics {}
