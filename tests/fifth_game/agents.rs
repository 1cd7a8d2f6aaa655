//! Policies of High Card.

use crate::{Entry, NoHeuristics, Policies};
use parlour_games::high_card::HighCard;

impl Policies for HighCard {
    const POLICIES: &'static [Entry<HighCard>] = &[Entry::random(), Entry::ismcts::<NoHeuristics>()];
}
