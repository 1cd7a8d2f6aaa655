//! Policies that search: to a horizon, in stages, to the end.

use super::simple::{Choice, Simple};
use crate::PolicyError;
use crate::stop::Stop;
use parlour_engine::{Game, InformationState, Policy, Rng};
use parlour_games::primi_composti::{Action, PrimiComposti, Version};
use parlour_solvers::primi_composti::minimax::{Horizon, best_moves};
use parlour_solvers::primi_composti::{Layered, Position, SearchOptions, alphabeta};

/// What plays where nothing can be searched: with three players and more, or more cards than the search takes; and where
/// a search was stopped.
const OTHERWISE: Simple = Simple::new(true, Choice::Lowest);

/// `minimax_d`: d plies deep; of equally good cards the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    plies: u32,
    horizon: Horizon,
}

impl Minimax {
    /// A search of at least 1 ply that compares points at the horizon.
    pub const fn new(plies: u32) -> Minimax {
        Minimax {
            plies,
            horizon: Horizon::Points,
        }
    }

    /// A search that evaluates the horizon in another way.
    pub const fn with_horizon(plies: u32, horizon: Horizon) -> Minimax {
        Minimax { plies, horizon }
    }
}

impl Policy<PrimiComposti> for Minimax {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        let found = Position::seen(view)
            .and_then(|position| {
                let stop = Stop::current();
                best_moves(&position, self.plies, self.horizon, stop.flag()).ok()
            })
            .and_then(|(moves, _)| moves.first().copied());
        found.unwrap_or_else(|| OTHERWISE.clone().choose(known, legal, rng))
    }
}

/// `staged_a_b_c…`: a search of a plies whose line is played out, then one of b plies, and so on;
/// the last number repeats. When the other leaves the line, the rest of the stage is searched anew.
#[derive(Clone, Debug)]
pub struct Staged {
    stages: Vec<u32>,
}

impl Staged {
    /// Stages by their number of plies; an empty list searches ply by ply.
    pub fn new(stages: Vec<u32>) -> Staged {
        Staged { stages }
    }

    /// How many plies are left in the stage that the ply number `ply` belongs to, from 0.
    pub(super) fn left(&self, ply: u32) -> u32 {
        let last = self.stages.last().copied().unwrap_or(1).max(1);
        let mut end = 0;
        for &stage in &self.stages {
            end += stage;
            if ply < end {
                return end - ply;
            }
        }
        last - (ply - end) % last
    }
}

/// The policy that a text like `staged_8_8_8` names, with any stages of 1 to 24 plies.
///
/// # Errors
/// [`PolicyError::Unknown`] when it names none.
pub fn staged(text: &str) -> Result<Staged, PolicyError> {
    let stages = text.strip_prefix("staged_").and_then(|stages| {
        let plies = stages.split('_').map(|plies| plies.parse().ok());
        let plies: Option<Vec<u32>> = plies.collect();
        plies.filter(|all| all.iter().all(|plies| (1..=24).contains(plies)))
    });
    stages.map(Staged::new).ok_or_else(|| PolicyError::Unknown {
        game: PrimiComposti::NAME,
        name: text.to_owned(),
        known: vec!["staged_8_8_8"],
    })
}

impl Policy<PrimiComposti> for Staged {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        let plies = self.left(view.plies() as u32);
        Minimax::new(plies).choose(known, legal, rng)
    }
}

/// `perfect`: the exact best move, of equally good cards the lowest.
#[derive(Debug, Default)]
pub struct Perfect {
    layered: Layered,
}

impl Policy<PrimiComposti> for Perfect {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        let view = known.view();
        let solved = Position::seen(view).and_then(|position| match position.version {
            Version::One => self.layered.solve(&position).ok(),
            Version::Greedy | Version::Free => {
                let cards = position.hands[0].len() + position.hands[1].len();
                let stop = Stop::current();
                let options = SearchOptions::for_cards(cards, 1).with_stop(stop.flag());
                alphabeta::solve(&position, options, &mut |_, _| ()).ok()
            }
        });
        let first = solved.and_then(|solution| solution.line.first().copied());
        match first {
            Some(step) => Action {
                card: step.card,
                using: step.steal,
            },
            None => OTHERWISE.clone().choose(known, legal, rng),
        }
    }

    fn release_memory(&mut self) {
        self.layered = Layered::default();
    }
}
