//! The rulebooks.
//!
//! Every game is a folder with the same files:
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | a summary of the rules, and their source |
//! | `rules.rs` | constants, options, and the deal |
//! | `cards.rs` | cards, their numbers, and multisets of them |
//! | `phase.rs` | the steps of a turn, where a game has several |
//! | `state.rs` | the state machine |
//! | `view.rs` | observations, and public events |
//! | `text.rs` | the text form of actions |
//! | `encoding.rs` | actions as indices, views as vectors |
//!
//! Two games have one file more: Primi Composti's `board.rs` holds the visible cards, and Jaipur's `exchanges.rs`
//! a table of all exchanges, which makes its long lists of legal actions fast.

pub mod jaipur;
pub mod masters_gallery;
pub mod modern_art;
pub mod primi_composti;

/// Hands the types of all games to a macro: the one list of them.
///
/// ```
/// macro_rules! names {
///     ($($game:ty,)*) => { [$(<$game as parlour_engine::Game>::NAME),*] };
/// }
/// assert!(parlour_games::all_games!(names).contains(&"jaipur"));
/// ```
#[macro_export]
macro_rules! all_games {
    ($callback:ident) => {
        $callback! {
            $crate::jaipur::Jaipur,
            $crate::primi_composti::PrimiComposti,
            $crate::modern_art::ModernArt,
            $crate::masters_gallery::MastersGallery,
        }
    };
}

#[cfg(test)]
mod testing;
