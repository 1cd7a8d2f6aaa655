//! Texts that all tutorials share.

use crate::platform::locale::texts;

texts! {
    "play_tutorial";
    /// The other player.
    rival,
    /// The person who learns.
    you,
    /// The name of the progress bar.
    progress,
    /// To the previous step.
    back,
    /// To the next step.
    next,
    /// To the next step without the task of this one.
    skip,
    /// Chooses the cards of the task.
    show,
    /// Plays the chosen cards.
    confirm,
    /// Restarts the tutorial after its last step.
    again,
    /// Link to the rules after the last step.
    rules,
    /// Name of the table of the tutorial.
    table,
    /// The number of a step, of all steps.
    step_of(step: usize, of: usize),
}

/// The texts of a step.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The heading.
    pub(crate) title: &'static str,
    /// The explanation.
    pub(crate) lines: &'static [&'static str],
    /// The task; empty where there is none.
    pub(crate) task: &'static str,
    /// The answer when the task is done.
    pub(crate) done: &'static str,
    /// The answer to another legal move.
    pub(crate) other: &'static str,
}

/// The steps of a tutorial: the name of the file, then the names of the steps. `task` stands after the name of a step
/// with a task, `task only_move` where no other move is legal. The keys of a step are its name with `_title` and so on.
macro_rules! steps {
    ($file:literal; $($name:ident $($task:ident)*),* $(,)?) => {
        vec![$($crate::play::strings::tutorial::steps!(@one $file $name $($task)*)),*]
    };
    (@one $file:literal $name:ident) => {
        $crate::play::strings::tutorial::Step {
            title: $crate::platform::locale::text(concat!($file, ".", stringify!($name), "_title")),
            lines: $crate::platform::locale::texts_of(concat!($file, ".", stringify!($name), "_lines")),
            task: "",
            done: "",
            other: "",
        }
    };
    (@one $file:literal $name:ident task only_move) => {
        $crate::play::strings::tutorial::Step {
            task: $crate::platform::locale::text(concat!($file, ".", stringify!($name), "_task")),
            done: $crate::platform::locale::text(concat!($file, ".", stringify!($name), "_done")),
            ..$crate::play::strings::tutorial::steps!(@one $file $name)
        }
    };
    (@one $file:literal $name:ident task) => {
        $crate::play::strings::tutorial::Step {
            other: $crate::platform::locale::text(concat!($file, ".", stringify!($name), "_other")),
            ..$crate::play::strings::tutorial::steps!(@one $file $name task only_move)
        }
    };
}

pub(crate) use steps;
