//! Policies for Masters Gallery: a rule of thumb, and heuristics for the search.

mod greedy;
mod heuristics;
mod situation;

pub use greedy::Greedy;
pub use heuristics::MastersGalleryHeuristics;

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
        Entry::ismcts::<MastersGalleryHeuristics>(),
    ];
}

#[cfg(test)]
mod tests;
