//! Constants and options.

use serde::{Deserialize, Serialize};

/// The number of cards, 1 to `CARDS`.
pub const CARDS: u8 = 8;
/// Cards dealt to each seat.
pub const HAND: usize = 3;

/// There is nothing to choose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rules {}

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        2
    }

    fn names() -> &'static [&'static str] {
        &["high-card"]
    }

    fn named(name: &str) -> Option<Rules> {
        (name == "high-card").then(Rules::default)
    }
}
