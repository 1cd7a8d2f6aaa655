//! The games of the arena by name.

use parlour_protocol::Hosted;

/// Something to be done with a game whose name was read.
pub trait Task {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<G: Hosted>(self) -> Self::Output;
}

macro_rules! by_name {
    ($($game:ty,)*) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as parlour_engine::Game>::NAME),*];

        /// Does the task with the game of that name; nothing when there is none.
        pub fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
            $(if name == <$game as parlour_engine::Game>::NAME {
                return Some(task.run::<$game>());
            })*
            None
        }
    };
}

parlour_games::all_games!(by_name);
