//! The rulebooks.
//!
//! Every game is a folder with the same files:
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | a summary of the rules, and their source |
//! | `rules.rs` | constants, options, and the deal |
//! | `cards.rs` | cards, their numbers, and sets or [multisets](multiset) of them |
//! | `phase.rs` | the steps of a turn, where a game has several |
//! | `state.rs` | the state machine |
//! | `view.rs` | observations, and public events |
//! | `text.rs` | the text form of actions |
//! | `encoding.rs` | actions as indices, views as vectors |
//!
//! Two games have more: Primi Composti's `board.rs` holds the visible cards, Jaipur's `exchanges.rs` a table of all
//! exchanges, which makes its long lists of legal actions fast, and its `compact.rs` actions as sequences of few indices.

pub mod jaipur;
pub mod masters_gallery;
pub mod modern_art;
pub mod multiset;
pub mod primi_composti;

/// Hands the types of all games to a macro, after its arguments if there are any: the one list of games.
///
/// ```
/// macro_rules! names {
///     ($($game:ty,)*) => { [$(<$game as parlour_engine::Game>::NAME),*] };
/// }
/// assert!(parlour_games::all_games!(names).contains(&"jaipur"));
/// ```
#[macro_export]
macro_rules! all_games {
    ($callback:ident $(, $($argument:tt)+)?) => {
        $callback! {
            $($($argument)+;)?
            $crate::jaipur::Jaipur,
            $crate::primi_composti::PrimiComposti,
            $crate::modern_art::ModernArt,
            $crate::masters_gallery::MastersGallery,
        }
    };
}

/// Defines the registry of games for a trait that all of them implement: `NAMES`, the trait `Task` of a function that is
/// generic over the game, and `with`, which runs a task with the game of a name. To be handed to [`all_games!`] with a
/// visibility and the trait.
#[macro_export]
macro_rules! games_by_name {
    ($vis:vis $bound:path; $($game:ty,)*) => {
        /// A generic function of a game, to be called by the game's name.
        $vis trait Task {
            /// What the task returns.
            type Output;

            /// Runs it.
            fn run<G: $bound>(self) -> Self::Output;
        }

        /// The names of all games.
        $vis const NAMES: &[&str] = &[$(<$game as parlour_engine::Game>::NAME),*];

        /// Runs the task with the game of that name; `None` if the game is unknown.
        $vis fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
            $(if name == <$game as parlour_engine::Game>::NAME {
                return Some(task.run::<$game>());
            })*
            None
        }
    };
}

#[cfg(test)]
mod testing;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
