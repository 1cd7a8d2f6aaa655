//! Policies for Jaipur: the original's AI, and heuristics for the search.

mod features;
mod heuristics;
pub mod utility;

pub use features::Position;
pub use heuristics::JaipurHeuristics;
pub use utility::{Proposal, Score, Situation, Utility, Weighted};

use crate::{Entry, Exploit, Policies};
use parlour_games::jaipur::Jaipur;

impl Exploit for Jaipur {}

impl Policies for Jaipur {
    const POLICIES: &'static [Entry<Jaipur>] = &[
        Entry::random(),
        Entry::plain(
            "weighted",
            "the original's AI, but each of its four moves with a chance in proportion to its score",
            || Box::new(Weighted),
        ),
        Entry::plain(
            "utility",
            "the original's AI: scores one take, sale, camels and exchange by rule of thumb, plays the best",
            || Box::new(Utility),
        ),
        Entry::ismcts::<JaipurHeuristics>(),
    ];
}
