//! [`Greedy`]: a rule of thumb for Masters Gallery.

use super::situation::Situation;
use crate::random;
use parlour_engine::{InformationState, Policy, Rng};
use parlour_games::masters_gallery::{Action, MastersGallery};

/// Plays what promises most at the end of the round: for each artist the chance of each rank by the cards that lie
/// and those in its hand, what that pays for its own display less what it pays for the others',
/// and what the cards it keeps may bring in later rounds. Among equals it picks any.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<MastersGallery> for Greedy {
    fn choose(
        &mut self,
        known: &InformationState<'_, MastersGallery>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let seat = (known.viewer().seat()).expect("a policy is handed the view of a seat");
        best(&Situation::of(known.view(), seat), legal, rng)
    }
}

/// The most promising action, any of them when several are.
fn best(situation: &Situation, legal: &[Action], rng: &mut Rng) -> Action {
    let scores: Vec<(Action, f32)> = situation.scores(legal).collect();
    let most = (scores.iter()).fold(f32::MIN, |most, &(_, score)| most.max(score));
    let equal: Vec<Action> = (scores.iter())
        .filter(|&&(_, score)| score >= most)
        .map(|&(action, _)| action)
        .collect();
    random::any(&equal, rng)
}
