//! Analysis of Primi Composti: exact where a position of two players is solved in time, else by a search for points.

use super::PrimiCompostiHeuristics;
use crate::Analyse;
use crate::analysis::{Scale, Solved};
use parlour_games::primi_composti::{Action, PrimiComposti, Version, View};
use parlour_solvers::primi_composti::{
    Layered, Limit, Position, SearchOptions, Solution, alphabeta, play,
};

/// The largest table of an exact search, as a power of two of 16-byte entries: 64 MiB, which every browser gives.
const MAX_TABLE_BITS: u32 = 22;

/// The number of cards in both hands together up to which a position is solved within a second or two in a browser.
pub const fn solved_from(version: Version) -> usize {
    match version {
        // Every deal of twelve cards each, and more would not fit the solver.
        Version::One => 24,
        Version::Greedy => 18,
        Version::Free => 16,
    }
}

/// Whether the position has few enough cards in hand to be solved ([`solved_from`]).
pub fn is_solved(position: &Position) -> bool {
    cards_left(position) <= solved_from(position.version)
}

/// The options of an exact search for the position by one thread, with memory that a browser gives.
pub fn exact_search_options(position: &Position) -> SearchOptions<'static> {
    let options = SearchOptions::for_cards(cards_left(position), 1);
    SearchOptions {
        table_bits: options.table_bits.min(MAX_TABLE_BITS),
        ..options
    }
}

/// The number of cards in both hands together.
pub(super) fn cards_left(position: &Position) -> usize {
    position.hands[0].len() + position.hands[1].len()
}

impl Analyse for PrimiComposti {
    type Heuristics = PrimiCompostiHeuristics;

    fn heuristics() -> PrimiCompostiHeuristics {
        PrimiCompostiHeuristics { by_margin: true }
    }

    const SCALE: Scale = Scale::Points;

    fn solve(view: &View, played: Action) -> Option<Solved<Action>> {
        let position = Position::seen(view).filter(is_solved)?;
        let sign = match view.to_move? == view.first {
            true => 1,
            false => -1,
        };
        let own = |solution: &Solution| f64::from(sign * solution.value);
        let best = solve(&position)?;
        let line: Vec<Action> = (best.line.iter())
            .map(|step| Action {
                card: step.card,
                using: step.steal,
            })
            .collect();
        let value = own(&best);
        let worth = match line.first() == Some(&played) {
            true => value,
            false => {
                let mut next = position;
                play(&mut next, played);
                own(&solve(&next)?)
            }
        };
        Some(Solved {
            value,
            played: worth,
            line,
        })
    }

    fn solve_each(view: &View, legal: &[Action]) -> Option<Vec<f64>> {
        let position = Position::seen(view).filter(is_solved)?;
        let sign = match view.to_move? == view.first {
            true => 1,
            false => -1,
        };
        if position.version == Version::One {
            // A single induction has them all.
            let options = Layered::new().options(&position, Limit::default()).ok()?;
            let value = |action: &Action| {
                let mut options = options.iter();
                let option = options.find(|option| option.card == action.card)?;
                Some(f64::from(sign * option.value))
            };
            return legal.iter().map(value).collect();
        }
        let value = |&action: &Action| {
            let mut next = position.clone();
            play(&mut next, action);
            Some(f64::from(sign * solve(&next)?.value))
        };
        legal.iter().map(value).collect()
    }
}

fn solve(position: &Position) -> Option<Solution> {
    match position.version {
        Version::One => Layered::new().solve(position).ok(),
        Version::Greedy | Version::Free => {
            alphabeta::solve(position, exact_search_options(position), &mut |_, _| ()).ok()
        }
    }
}
