//! Texts of the tutorial of Modern Art.

use crate::platform::locale::{text, texts_of};
use crate::play::gallery::tutorial::Texts;
use crate::play::strings::tutorial::Step;

/// All of them.
pub(crate) fn texts() -> Texts {
    Texts {
        title: text("modern_art_tutorial.title"),
        first_game: text("modern_art_tutorial.first_game"),
        others: texts_of("modern_art_tutorial.others")
            .iter()
            .map(|&name| name.to_owned())
            .collect(),
        steps: steps(),
    }
}

/// Steps, in order.
fn steps() -> Vec<Step> {
    vec![
        Step {
            title: text("modern_art_tutorial.welcome_title"),
            lines: texts_of("modern_art_tutorial.welcome_lines"),
            task: "",
            done: "",
            other: "",
        },
        Step {
            title: text("modern_art_tutorial.open_title"),
            lines: texts_of("modern_art_tutorial.open_lines"),
            task: text("modern_art_tutorial.open_task"),
            done: text("modern_art_tutorial.open_done"),
            other: text("modern_art_tutorial.open_other"),
        },
        Step {
            title: text("modern_art_tutorial.once_title"),
            lines: texts_of("modern_art_tutorial.once_lines"),
            task: text("modern_art_tutorial.once_task"),
            done: text("modern_art_tutorial.once_done"),
            other: text("modern_art_tutorial.once_other"),
        },
        Step {
            title: text("modern_art_tutorial.sealed_title"),
            lines: texts_of("modern_art_tutorial.sealed_lines"),
            task: text("modern_art_tutorial.sealed_task"),
            done: text("modern_art_tutorial.sealed_done"),
            other: text("modern_art_tutorial.sealed_other"),
        },
        Step {
            title: text("modern_art_tutorial.fixed_title"),
            lines: texts_of("modern_art_tutorial.fixed_lines"),
            task: text("modern_art_tutorial.fixed_task"),
            done: text("modern_art_tutorial.fixed_done"),
            other: text("modern_art_tutorial.fixed_other"),
        },
        Step {
            title: text("modern_art_tutorial.double_title"),
            lines: texts_of("modern_art_tutorial.double_lines"),
            task: text("modern_art_tutorial.double_task"),
            done: text("modern_art_tutorial.double_done"),
            other: text("modern_art_tutorial.double_other"),
        },
        Step {
            title: text("modern_art_tutorial.take_title"),
            lines: texts_of("modern_art_tutorial.take_lines"),
            task: text("modern_art_tutorial.take_task"),
            done: text("modern_art_tutorial.take_done"),
            other: text("modern_art_tutorial.take_other"),
        },
        Step {
            title: text("modern_art_tutorial.fifth_title"),
            lines: texts_of("modern_art_tutorial.fifth_lines"),
            task: text("modern_art_tutorial.fifth_task"),
            done: text("modern_art_tutorial.fifth_done"),
            other: text("modern_art_tutorial.fifth_other"),
        },
        Step {
            title: text("modern_art_tutorial.result_title"),
            lines: texts_of("modern_art_tutorial.result_lines"),
            task: "",
            done: "",
            other: "",
        },
    ]
}
