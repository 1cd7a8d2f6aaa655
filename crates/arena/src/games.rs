//! The registry of games, by name.

use parlour_protocol::Hosted;

/// A generic function of a game, to be called by the game's name.
pub trait Task {
    /// What the task returns.
    type Output;

    /// Runs it.
    fn run<G: Hosted>(self) -> Self::Output;
}

macro_rules! by_name {
    ($($game:ty,)*) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as parlour_engine::Game>::NAME),*];

        /// Runs the task with the game of that name; `None` if there is no such game.
        pub fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
            $(if name == <$game as parlour_engine::Game>::NAME {
                return Some(task.run::<$game>());
            })*
            None
        }
    };
}

parlour_games::all_games!(by_name);
