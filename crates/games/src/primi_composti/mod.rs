//! Primi Composti: primes and composites, and the sums between them.
//!
//! In short. The numbers from 2 are dealt, twelve to each player; who holds the
//! 2 begins. In turn everybody plays one card onto one of his two stacks, the
//! one for primes or the one for composites. A card C that is the sum,
//! difference, product or quotient of two other visible cards makes an
//! *operation*. In version 1 it scores the values of all three (a prime 2, a
//! composite 1); in version 2 it *steals* the operands that lie on other
//! players' stacks, and the cards on your stacks at the end are your score.
//!
//! Source: the game by Luciano Murrone, as the seed and the study behind it
//! describe it; where they are silent, the comments here say what is decided.
//! With two players each knows the other's hand: perfect information.

mod board;
pub mod rules;
mod state;
mod text;
mod view;

pub use board::{Board, Kind, Operation, Operator};
pub use rules::{CardSet, Deal, Rules, Steal};
pub use state::{Action, PrimiComposti, Refusal};
pub use view::View;

#[cfg(test)]
mod tests;
