//! Exercises: prepared puzzles and the player's own mistakes, what was answered, and when a mistake is due again.

mod exercise;
mod fsrs;
mod mistakes;
pub(crate) mod progress;

pub(crate) use exercise::{Answer, Exercise, ExerciseTask, Position, Source};
pub(crate) use mistakes::{Mistake, mistakes};
