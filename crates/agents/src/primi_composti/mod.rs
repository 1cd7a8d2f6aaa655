//! Primi Composti: the policies of the study, by their published names, and perfect play.

mod analysis;
mod deals;
mod heuristics;
mod minimax;
mod perfect;
mod simple;

pub use analysis::{exact_search_options, is_solved, solved_from};
pub use heuristics::PrimiCompostiHeuristics;
pub use minimax::{Minimax, Staged, staged};
pub use perfect::{Aim, Perfect};
pub use simple::{Choice, Simple};

use crate::{Entry, Policies};
use parlour_games::primi_composti::PrimiComposti;

/// A policy that looks `$plies` plies ahead.
macro_rules! minimax {
    ($plies:literal, $name:literal) => {
        Entry::plain(
            $name,
            concat!(
                "looks ",
                $plies,
                " plies ahead and compares points; two players (with more: greedy_asc)"
            ),
            || Box::new(Minimax::new($plies)),
        )
    };
}

impl Policies for PrimiComposti {
    const POLICIES: &'static [Entry<PrimiComposti>] = &[
        Entry::plain("asc", "always the lowest card", || {
            Box::new(Simple::new(false, Choice::Lowest))
        }),
        Entry::plain("desc", "always the highest card", || {
            Box::new(Simple::new(false, Choice::Highest))
        }),
        Entry::plain("rand", "any card", || {
            Box::new(Simple::new(false, Choice::Any))
        }),
        Entry::random(),
        Entry::plain(
            "greedy_desc",
            "the highest of the cards that gain most now",
            || Box::new(Simple::new(true, Choice::Highest)),
        ),
        Entry::plain(
            "greedy_asc",
            "the lowest of the cards that gain most now",
            || Box::new(Simple::new(true, Choice::Lowest)),
        ),
        Entry::plain("greedy_rand", "any of the cards that gain most now", || {
            Box::new(Simple::new(true, Choice::Any))
        }),
        minimax!(1, "minimax_1"),
        minimax!(2, "minimax_2"),
        minimax!(3, "minimax_3"),
        minimax!(4, "minimax_4"),
        minimax!(5, "minimax_5"),
        minimax!(6, "minimax_6"),
        minimax!(7, "minimax_7"),
        minimax!(8, "minimax_8"),
        minimax!(9, "minimax_9"),
        minimax!(10, "minimax_10"),
        minimax!(11, "minimax_11"),
        minimax!(12, "minimax_12"),
        Entry::plain(
            "staged_6_6_6_6",
            "searches 6 plies, plays that line out, searches 6 from there, and so on",
            || Box::new(Staged::new(vec![6, 6, 6, 6])),
        ),
        Entry::plain(
            "staged_8_8_8",
            "the study's substitute for solving: three searches of 8 plies, each played out",
            || Box::new(Staged::new(vec![8, 8, 8])),
        ),
        Entry::timed(
            "perfect",
            "the exact best move of two players (version 2: up to minutes for the first moves of a full game; with more \
             players: greedy_asc); with a time a move (100ms), a search for points chooses until the end is in reach",
            |time| Box::new(Perfect::new(Aim::Points, time)),
        ),
        Entry::timed(
            "speculative",
            "as perfect, but in version 1 for the result alone: where it cannot win against best play, the card after \
             which an opponent who errs is likeliest to lose",
            |time| Box::new(Perfect::new(Aim::Result, time)),
        ),
        Entry::ismcts::<PrimiCompostiHeuristics>(),
    ];
}

#[cfg(test)]
mod tests;
