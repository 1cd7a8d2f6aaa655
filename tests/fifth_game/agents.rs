//! Policies of High Card.

use crate::{Analyse, Entry, Exploit, NoHeuristics, Policies};
use parlour_games::high_card::HighCard;

impl Policies for HighCard {
    const POLICIES: &'static [Entry<HighCard>] = &[Entry::random(), Entry::ismcts::<NoHeuristics>()];
}

impl Exploit for HighCard {}

impl Analyse for HighCard {
    type Heuristics = NoHeuristics;
}
