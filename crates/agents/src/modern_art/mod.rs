//! Policies for Modern Art: the original's two agents, the appraiser, and heuristics for the search.

mod appraiser;
mod heuristics;
pub mod original;

pub use appraiser::Appraiser;
pub use heuristics::ModernArtHeuristics;
pub use original::{Sample, Simple};

use crate::{Entry, Exploit, Policies};
use parlour_games::modern_art::ModernArt;

impl Exploit for ModernArt {}

impl Policies for ModernArt {
    const POLICIES: &'static [Entry<ModernArt>] = &[
        Entry::plain(
            "random",
            "the original sample agent: any artist, any bid up to 30; any legal action in the full rules",
            || Box::new(Sample),
        ),
        Entry::plain(
            "simple",
            "the original slightly clever agent: bids half of what an artist would be worth if \
             the paintings it sees were all there are",
            || Box::new(Simple),
        ),
        Entry::ismcts::<ModernArtHeuristics>(),
        Entry::plain(
            "appraiser",
            "plays the rest of the round out with resampled hands, and bids, prices and offers by \
             what paintings are worth in the end and what the others are likely to bid",
            || Box::new(Appraiser),
        ),
    ];
}

#[cfg(test)]
mod tests;
