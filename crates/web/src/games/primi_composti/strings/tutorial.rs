//! Texts of the tutorial of Primi Composti.

use crate::platform::locale::{text, texts, texts_of};
use crate::play::strings::tutorial::Step;

texts! {
    "primi_composti_tutorial";
    /// Title of the page.
    title,
    /// Link to a first game after the last step.
    first_game,
}

/// Points of a player so far.
pub(crate) fn stands(points: i32) -> String {
    super::table::points(points)
}

/// Steps, in order.
pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step {
            title: text("primi_composti_tutorial.welcome_title"),
            lines: texts_of("primi_composti_tutorial.welcome_lines"),
            task: "",
            done: "",
            other: "",
        },
        Step {
            title: text("primi_composti_tutorial.card_title"),
            lines: texts_of("primi_composti_tutorial.card_lines"),
            task: text("primi_composti_tutorial.card_task"),
            done: text("primi_composti_tutorial.card_done"),
            other: text("primi_composti_tutorial.card_other"),
        },
        Step {
            title: text("primi_composti_tutorial.operation_title"),
            lines: texts_of("primi_composti_tutorial.operation_lines"),
            task: text("primi_composti_tutorial.operation_task"),
            done: text("primi_composti_tutorial.operation_done"),
            other: text("primi_composti_tutorial.operation_other"),
        },
        Step {
            title: text("primi_composti_tutorial.pair_title"),
            lines: texts_of("primi_composti_tutorial.pair_lines"),
            task: text("primi_composti_tutorial.pair_task"),
            done: text("primi_composti_tutorial.pair_done"),
            other: text("primi_composti_tutorial.pair_other"),
        },
        Step {
            title: text("primi_composti_tutorial.most_title"),
            lines: texts_of("primi_composti_tutorial.most_lines"),
            task: text("primi_composti_tutorial.most_task"),
            done: text("primi_composti_tutorial.most_done"),
            other: text("primi_composti_tutorial.most_other"),
        },
        Step {
            title: text("primi_composti_tutorial.last_title"),
            lines: texts_of("primi_composti_tutorial.last_lines"),
            task: text("primi_composti_tutorial.last_task"),
            done: text("primi_composti_tutorial.last_done"),
            other: "",
        },
        Step {
            title: text("primi_composti_tutorial.result_title"),
            lines: texts_of("primi_composti_tutorial.result_lines"),
            task: "",
            done: "",
            other: "",
        },
    ]
}
