//! High Card: two seats, three cards each of 1 to 8. A seat plays a card, the other answers, the higher card scores
//! a point and its owner leads. Two cards stay unseen.
//!
//! A game for one purpose: `cargo xtask fifth-game` adds it to a copy of the workspace.

mod encoding;
mod rules;
mod state;
mod text;
mod view;

pub use rules::Rules;
pub use state::{Action, HighCard, IllegalMove};
pub use view::{Event, View};

#[cfg(test)]
mod tests;
