//! `perfect` and `speculative`: the best card of two players, exact or as good as its time allows.

use super::PrimiCompostiHeuristics;
use super::analysis::{cards_left, exact_search_options, solved_from};
use super::minimax::OTHERWISE;
use crate::stop::Stop;
use crate::{Budget, Ismcts};
use parlour_engine::{InformationState, Policy, Rng};
use parlour_games::primi_composti::{Action, PrimiComposti, Version};
use parlour_solvers::primi_composti::{
    Layered, Limit, Position, Prospect, SearchOptions, alphabeta,
};
use std::time::Duration;
use web_time::Instant;

/// The time of a move, half of which is mostly enough to solve positions of [`solved_from`] cards outside of a browser,
/// and by what factor each card lengthens it, roughly.
const SOLVED_TIME: Duration = Duration::from_millis(300);
const GROWTH: f64 = 3.0;

/// What an exact policy plays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// `perfect`: the highest difference in points by best play of both, of equally good cards the lowest.
    #[default]
    Points,
    /// `speculative`: the result by best play of both. Where that is a tie or a loss, of all cards that keep it the one
    /// with the best [prospects](parlour_solvers::primi_composti::Prospect) against an opponent who errs. In the
    /// stealing versions as `Points`.
    Result,
}

/// `perfect` and `speculative`: the exact best move. Within a time, the choice of a tree search for points where the
/// exact move is not found.
#[derive(Debug, Default)]
pub struct Perfect {
    aim: Aim,
    /// The time of a move; as much as it takes if `None`.
    time: Option<Duration>,
    layered: Layered,
}

impl Perfect {
    /// A policy that chooses in about this time, or takes as long as it needs.
    pub fn new(aim: Aim, time: Option<Duration>) -> Perfect {
        Perfect {
            aim,
            time,
            layered: Layered::new(),
        }
    }

    /// The exact best move, if it is found in time.
    fn exact(&mut self, position: &Position, start: Instant) -> Option<Action> {
        let stop = Stop::current();
        let within = |time: Option<Duration>| Limit {
            stop: stop.flag(),
            deadline: time.and_then(|time| start.checked_add(time)),
        };
        if position.version == Version::One {
            // Layers notice early that they cannot be done in time.
            let limit = within(self.time);
            let card = match self.aim {
                Aim::Points => self.highest_value(position, limit),
                Aim::Result => self.best_prospect(position, limit),
            };
            return card.map(Action::plain);
        }
        position.check().ok()?;
        let options = match self.time {
            None => SearchOptions::for_cards(cards_left(position), 1),
            Some(time) if cards_left(position) <= solved_within(position.version, time) => {
                exact_search_options(position)
            }
            Some(_) => return None,
        };
        // What is left is for the tree search.
        let options = options.with_limit(within(self.time.map(|time| time / 2)));
        let solution = alphabeta::solve(position, options, &mut |_, _| ()).ok()?;
        solution.line.first().map(|step| Action {
            card: step.card,
            using: step.steal,
        })
    }

    /// The lowest of the cards with the highest exact value.
    fn highest_value(&mut self, position: &Position, limit: Limit<'_>) -> Option<u8> {
        let options = self.layered.options(position, limit).ok()?;
        let sign = [1, -1][position.to_move];
        let best = options.iter().map(|step| sign * step.value).max()?;
        let first = options.iter().find(|step| sign * step.value == best)?;
        Some(first.card)
    }

    /// Of the cards with the best result the one with the best prospects: the highest value where the game is won,
    /// and of equally good cards the lowest.
    fn best_prospect(&mut self, position: &Position, limit: Limit<'_>) -> Option<u8> {
        let prospects = self.layered.prospects(position, limit).ok()?;
        let sign = [1, -1][position.to_move];
        let order = |a: &Prospect, b: &Prospect| {
            let [(a, share), (b, other)] = [a, b].map(|it| (sign * it.step.value, it.share));
            let results = a.signum().cmp(&b.signum());
            results.then(share.total_cmp(&other)).then(a.cmp(&b))
        };
        // The last of the greatest is found: that is the lowest card.
        let best = prospects.into_iter().rev().max_by(order)?;
        Some(best.step.card)
    }
}

impl Policy<PrimiComposti> for Perfect {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let start = Instant::now();
        let position = Position::seen(known.view());
        let exact = (position.as_ref()).and_then(|position| self.exact(position, start));
        match (exact, self.time) {
            (Some(action), _) => action,
            (None, Some(time)) => {
                let left = Budget::Time(time.saturating_sub(start.elapsed()));
                let by_margin = position.is_some();
                Ismcts::guided(left, PrimiCompostiHeuristics { by_margin })
                    .choose(known, legal, rng)
            }
            (None, None) => OTHERWISE.clone().choose(known, legal, rng),
        }
    }

    fn release_memory(&mut self) {
        self.layered = Layered::default();
    }
}

/// The number of cards in both hands together up to which alpha–beta is worth a try within this time.
fn solved_within(version: Version, time: Duration) -> usize {
    let times = time.as_secs_f64() / SOLVED_TIME.as_secs_f64();
    // No time has the logarithm −∞, and no cards.
    (solved_from(version) as f64 + times.log(GROWTH).floor()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_is_for_more_cards() {
        let cards = |milliseconds| {
            let time = Duration::from_millis(milliseconds);
            [Version::Greedy, Version::Free].map(|version| solved_within(version, time))
        };
        assert_eq!(cards(0), [0, 0]);
        assert_eq!(cards(99), [16, 14]);
        assert_eq!(cards(100), [17, 15]);
        assert_eq!(cards(300), [18, 16]);
        assert_eq!(cards(1000), [19, 17]);
        assert_eq!(cards(9000), [21, 19]);
        assert!(solved_within(Version::Free, Duration::MAX) > 24);
    }
}
