//! The games that the server holds tables for. Adding one is a line in the list below.

use parlour_engine::Game;
use parlour_protocol::Hosted;

/// Something to be done with a game whose name was sent.
pub(super) trait Task {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<G: Hosted>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty,)*) => {
        /// The names of all games.
        pub(super) const NAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// Does the task with the game of that name; nothing when there is none.
        pub(super) fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
            $(if name == <$game as Game>::NAME {
                return Some(task.run::<$game>());
            })*
            None
        }
    };
}

games! {
    parlour_games::jaipur::Jaipur,
    parlour_games::primi_composti::PrimiComposti,
    parlour_games::modern_art::ModernArt,
    parlour_games::masters_gallery::MastersGallery,
}
