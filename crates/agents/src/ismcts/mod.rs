//! Information-set Monte Carlo tree search, for every game with resampling.
//!
//! Single-observer ISMCTS as in Cowling, Powley and Whitehouse, *Information Set
//! Monte Carlo Tree Search*, IEEE Transactions on Computational Intelligence and
//! AI in Games 4(2), 2012. Each simulation deals the hidden cards anew to fit
//! what the seat knows (a *determinization*) and walks one shared tree whose
//! nodes are sequences of actions. Which actions are legal depends on the
//! deal, so that each is compared by how often it was *available*, not by how
//! often its node was visited.
//!
//! Where several seats choose at once each has statistics of its own at the node
//! of the turn and chooses from them alone; the node below belongs to all their
//! choices together (decoupled selection). No seat's choice depends on one it
//! has not seen.
//!
//! A game may lend the search what it knows through a [`Heuristics`]: which actions look promising, playouts
//! by its rules of thumb, an end before the game's with a judgement of the position, and whether the
//! others are searched or taken to play as in playouts, so that the tree branches at
//! the own choices alone. [`NoHeuristics`] is the search without.
//!
//! ```
//! use parlour_agents::{Search, NoHeuristics};
//! use parlour_engine::{Game, Seat, Streams, Viewer};
//! use parlour_games::jaipur::{Jaipur, Rules};
//!
//! let state = Jaipur::new(Rules::ROUND, Jaipur::deal(&Rules::ROUND, 1)).unwrap();
//! let mut search = Search::<Jaipur, NoHeuristics>::new(state.view(Viewer::Seat(Seat(0))));
//! search.run(200, &mut Streams::new(1).task(0));
//! let analysis = search.analysis();
//! assert_eq!(analysis.simulations, 200);
//! assert!(state.legal_actions(Seat(0)).contains(&analysis.actions[0].action));
//! ```

mod heuristics;
mod search;

pub(crate) use heuristics::win_probabilities;
pub use heuristics::{Heuristics, NoHeuristics};
pub use search::{ActionStats, Analysis, Search};

use crate::{Budget, Effort};
use parlour_engine::{Policy, Resample, Rng, Streams};
use rand::RngExt as _;
use web_time::Instant;

/// Simulations between two looks at the clock: a look costs about as much as a short playout.
const CHUNK: u32 = 8;

/// The policy: searches from each view anew and plays the action it visited most.
///
/// With several threads each searches a tree of its own and the visits are added up (root parallelisation; Chaslot,
/// Winands and van den Herik, *Parallel Monte-Carlo Tree Search*, 2008): nothing is shared while they
/// think, so that simulations give the same choice for the same seed whatever the machine does.
#[derive(Clone, Debug)]
pub struct Ismcts<G: Resample, H> {
    effort: Effort,
    /// One for each thread; kept between turns for their memory, not for their trees.
    searches: Vec<Search<G, H>>,
}

impl<G: Resample, H: Heuristics<G>> Ismcts<G, H> {
    /// A policy with this effort for each move.
    pub fn new(effort: impl Into<Effort>) -> Ismcts<G, H> {
        Ismcts {
            effort: effort.into(),
            searches: Vec::new(),
        }
    }

    /// Searches from the view of a seat that is to move and tells what was found.
    ///
    /// # Panics
    /// When the view is not that of a seat, or the seat is not to move.
    pub fn analyse(&mut self, view: &G::View, rng: &mut Rng) -> Analysis<G::Action> {
        for search in &mut self.searches {
            search.restart(view.clone());
        }
        let threads = self.effort.threads();
        (self.searches).resize_with(threads.into(), || Search::new(view.clone()));
        if let [search] = &mut self.searches[..] {
            think(search, self.effort.budget(), rng);
        } else {
            think_together(&mut self.searches, self.effort, Streams::new(rng.random()));
        }
        Analysis::sum(self.searches.iter().map(Search::analysis))
    }
}

/// Searches until the budget is used up.
fn think<G: Resample, H: Heuristics<G>>(search: &mut Search<G, H>, budget: Budget, rng: &mut Rng) {
    match budget {
        Budget::Simulations(count) => search.run(count, rng),
        Budget::Time(time) => {
            let start = Instant::now();
            loop {
                search.run(CHUNK, rng);
                if start.elapsed() >= time {
                    break;
                }
            }
        }
    }
}

/// Each search by a thread of its own; where there are none, in the browser, one after the other.
fn think_together<G: Resample, H: Heuristics<G>>(
    searches: &mut [Search<G, H>],
    effort: Effort,
    streams: Streams,
) {
    let runs = searches.iter_mut().zip(0..).map(|(search, number)| {
        let mut rng = streams.task(number.into());
        move || think(search, effort.part(number), &mut rng)
    });
    #[cfg(not(target_family = "wasm"))]
    std::thread::scope(|scope| {
        for run in runs {
            scope.spawn(run);
        }
    });
    #[cfg(target_family = "wasm")]
    for mut run in runs {
        run();
    }
}

impl<G: Resample, H: Heuristics<G>> Policy<G> for Ismcts<G, H> {
    fn choose(&mut self, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        match legal {
            // Nothing to think about.
            [only] => *only,
            _ => self.analyse(view, rng).actions[0].action,
        }
    }
}

#[cfg(test)]
mod tests;
