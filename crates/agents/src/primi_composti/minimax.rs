//! `minimax_d` and `staged_a_b_c…`: policies that search to a horizon.

use super::simple::{Choice, Simple};
use crate::PolicyError;
use crate::stop::Stop;
use parlour_engine::{Game, InformationState, Policy, Rng};
use parlour_games::primi_composti::{Action, PrimiComposti};
use parlour_solvers::primi_composti::minimax::{Horizon, best_moves};
use parlour_solvers::primi_composti::{Limit, Position};

/// What plays where nothing can be searched: with three players and more, or more cards than the search takes; and where
/// a search was stopped.
pub(super) const OTHERWISE: Simple = Simple::new(true, Choice::Lowest);

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
                let limit = Limit {
                    stop: stop.flag(),
                    deadline: None,
                };
                best_moves(&position, self.plies, self.horizon, limit).ok()
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
