//! Policies for Masters Gallery: a rule of thumb, a learned network, and heuristics for the search.

mod greedy;
mod heuristics;
mod inputs;
mod learned;
mod situation;

pub use greedy::Greedy;
pub use heuristics::MastersGalleryHeuristics;
pub use learned::Learned;

use crate::{Entry, Exploit, Policies};
use parlour_games::masters_gallery::MastersGallery;

impl Exploit for MastersGallery {}

impl Policies for MastersGallery {
    const POLICIES: &'static [Entry<MastersGallery>] = &[
        Entry::random(),
        Entry::plain(
            "greedy",
            "weighs by rule of thumb which artists will be ranked, what they pay for its display \
             and the others', and what the cards it keeps may bring",
            || Box::new(Greedy),
        ),
        Entry::plain(
            "network",
            "plays what a learned network thinks likeliest, without a search",
            || Box::<Learned>::default(),
        ),
        Entry::ismcts::<MastersGalleryHeuristics>(),
    ];
}

#[cfg(test)]
mod tests;
