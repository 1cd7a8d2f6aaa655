//! The games of the server. Adding one is a line in the list below.

use parlour_engine::Game;
use parlour_protocol::Hosted;

/// An operation that is generic over the game.
pub(super) trait Task {
    /// The result.
    type Output;

    /// Runs it for a game.
    fn run<G: Hosted>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty,)*) => {
        /// The names of all games.
        pub(super) const NAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// Runs the task for the game of this name; `None` if there is none.
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
