//! The rulebooks.
//!
//! Every game is a folder of the same shape: `rules.rs` holds constants and
//! options, `state.rs` the state machine, `view.rs` what a seat may know,
//! `text.rs` the text form of actions, and `mod.rs` tells the rules in short
//! and names their source. Whoever knows one knows all.

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
