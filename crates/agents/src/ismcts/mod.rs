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
//! choices together (decoupled selection). The search starts at the beginning of
//! such a turn, even if some have answered already, so that no seat's choice depends on one it
//! has not seen.
//!
//! Precondition: a node is a sequence of actions, so that the searching seat must be able to tell
//! the actions of the others apart. In a game with face-down moves it cannot: the tree would
//! let it react to a card it does not see. Such a game must model the others
//! ([`Heuristics::MODEL_OPPONENTS`]), so that the tree branches at the seat's own actions alone.
//!
//! A game may lend the search what it knows through a [`Heuristics`]: which actions look promising, playouts
//! by its rules of thumb, an end before the game's with a judgement of the position, and whether the
//! others are searched or taken to play as in playouts, so that the tree branches at
//! the own choices alone. [`NoHeuristics`] is the search without.
//!
//! ```
//! use parlour_agents::{Search, NoHeuristics};
//! use parlour_engine::{DealSource, Game, Seat, Streams, Table, Viewer};
//! use parlour_games::jaipur::{Jaipur, Rules};
//!
//! let names = vec!["me".to_owned(), "you".to_owned()];
//! let table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(1), names).unwrap();
//! let known = table.information_state(Viewer::Seat(Seat(0)));
//! let mut search = Search::<Jaipur, NoHeuristics>::new(&known);
//! search.run(200, &mut Streams::new(1).task(0));
//! let analysis = search.analysis();
//! assert_eq!(analysis.simulations, 200);
//! assert!(table.state().legal_actions(Seat(0)).contains(&analysis.actions[0].action));
//! ```

mod heuristics;
mod search;

pub(crate) use heuristics::win_probabilities;
pub use heuristics::{Heuristics, NoHeuristics};
pub use search::{ActionStats, Analysis, Search};

use crate::stop::Stop;
use crate::{Budget, Effort};
use parlour_engine::{InformationState, Policy, Resample, Rng, Streams};
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
    heuristics: H,
    /// One for each thread; kept between turns for their memory, not for their trees.
    searches: Vec<Search<G, H>>,
}

impl<G: Resample, H: Heuristics<G>> Ismcts<G, H> {
    /// A policy with this effort for each move.
    pub fn new(effort: impl Into<Effort>) -> Ismcts<G, H> {
        Ismcts::guided(effort, H::default())
    }

    /// As [`new`](Ismcts::new), with these heuristics.
    pub fn guided(effort: impl Into<Effort>, heuristics: H) -> Ismcts<G, H> {
        Ismcts {
            effort: effort.into(),
            heuristics,
            searches: Vec::new(),
        }
    }

    /// Searches for a seat that is to move.
    ///
    /// # Panics
    /// If the viewer is not a seat, or the seat is not to move.
    pub fn analyse(
        &mut self,
        known: &InformationState<'_, G>,
        rng: &mut Rng,
    ) -> Analysis<G::Action> {
        for search in &mut self.searches {
            search.restart(known);
        }
        let threads = self.effort.threads();
        let heuristics = &self.heuristics;
        (self.searches).resize_with(threads.into(), || Search::guided(known, heuristics.clone()));
        if let [search] = &mut self.searches[..] {
            think(search, self.effort.budget(), &Stop::current(), rng);
        } else {
            think_together(&mut self.searches, self.effort, Streams::new(rng.random()));
        }
        Analysis::sum(self.searches.iter().map(Search::analysis))
    }
}

/// Searches until the budget is used up or a stop is requested.
fn think<G: Resample, H: Heuristics<G>>(
    search: &mut Search<G, H>,
    budget: Budget,
    stop: &Stop,
    rng: &mut Rng,
) {
    match budget {
        Budget::Simulations(count) => {
            let mut left = count;
            while left > 0 {
                let part = left.min(CHUNK);
                search.run(part, rng);
                left -= part;
                if stop.is_requested() {
                    break;
                }
            }
        }
        Budget::Time(time) => {
            let start = Instant::now();
            loop {
                search.run(CHUNK, rng);
                if start.elapsed() >= time || stop.is_requested() {
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
    let stop = &Stop::current();
    let runs = searches.iter_mut().zip(0..).map(|(search, number)| {
        let mut rng = streams.task(number.into());
        move || think(search, effort.part(number), stop, &mut rng)
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
    fn choose(
        &mut self,
        known: &InformationState<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        match legal {
            [only] => *only,
            _ => self.analyse(known, rng).actions[0].action,
        }
    }

    fn release_memory(&mut self) {
        self.searches = Vec::new();
    }
}

#[cfg(test)]
mod tests;
