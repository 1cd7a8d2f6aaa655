//! Primi Composti: a card game of arithmetic with primes and composites, for two to six players.
//!
//! The game in short. Two to six players hold twelve numbers each from 2 up; the holder of
//! the 2 begins. On your turn you lay one card on one of your two stacks, primes on one,
//! composites on the other; only the top of a stack is visible. A card that is the result of
//! an *operation* (sum, difference, product, exact quotient) on two other visible cards earns
//! more. In version 1 it scores the values of the two operands besides its own (a prime is
//! worth 2, a composite 1); in version 2 it takes those operands that lie on others' stacks, and
//! what counts at the end is what lies on your own. The game is over when the hands are empty.
//!
//! Source: the formal rules of the published study of Luciano Murrone's game. Where it is silent
//! (stealing at a table of three and more), [`Board::steal`] says what is decided here.

mod board;
mod cards;
pub mod deal_number;
mod encoding;
mod position;
pub mod rules;
mod state;
mod text;
mod view;

pub use board::{Board, Play, Shown};
pub use cards::{CardSet, Pair};
pub use rules::{Deal, Rules, Version};
pub use state::{Action, IllegalMove, PrimiComposti};
pub use text::{HandError, ParseError, parse_card};
pub use view::{Event, PlayerView, View};

#[cfg(test)]
mod tests;
