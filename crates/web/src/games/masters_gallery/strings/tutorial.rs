//! Texts of the tutorial of Masters Gallery.

use crate::platform::locale::{text, texts_of};
use crate::play::gallery::tutorial::Texts;
use crate::play::strings::tutorial::{self as common, Step};

/// All of them.
pub(crate) fn texts() -> Texts {
    Texts {
        title: text("masters_gallery_tutorial.title"),
        first_game: text("masters_gallery_tutorial.first_game"),
        others: vec![common::rival().to_owned()],
        steps: steps(),
    }
}

/// Steps, in order.
fn steps() -> Vec<Step> {
    vec![
        Step {
            title: text("masters_gallery_tutorial.welcome_title"),
            lines: texts_of("masters_gallery_tutorial.welcome_lines"),
            task: "",
            done: "",
            other: "",
        },
        Step {
            title: text("masters_gallery_tutorial.display_title"),
            lines: texts_of("masters_gallery_tutorial.display_lines"),
            task: text("masters_gallery_tutorial.display_task"),
            done: text("masters_gallery_tutorial.display_done"),
            other: text("masters_gallery_tutorial.display_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.draw_title"),
            lines: texts_of("masters_gallery_tutorial.draw_lines"),
            task: text("masters_gallery_tutorial.draw_task"),
            done: text("masters_gallery_tutorial.draw_done"),
            other: text("masters_gallery_tutorial.draw_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.second_title"),
            lines: texts_of("masters_gallery_tutorial.second_lines"),
            task: text("masters_gallery_tutorial.second_task"),
            done: text("masters_gallery_tutorial.second_done"),
            other: text("masters_gallery_tutorial.second_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.hidden_title"),
            lines: texts_of("masters_gallery_tutorial.hidden_lines"),
            task: text("masters_gallery_tutorial.hidden_task"),
            done: text("masters_gallery_tutorial.hidden_done"),
            other: text("masters_gallery_tutorial.hidden_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.together_title"),
            lines: texts_of("masters_gallery_tutorial.together_lines"),
            task: text("masters_gallery_tutorial.together_task"),
            done: text("masters_gallery_tutorial.together_done"),
            other: text("masters_gallery_tutorial.together_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.award_title"),
            lines: texts_of("masters_gallery_tutorial.award_lines"),
            task: text("masters_gallery_tutorial.award_task"),
            done: text("masters_gallery_tutorial.award_done"),
            other: text("masters_gallery_tutorial.award_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.close_title"),
            lines: texts_of("masters_gallery_tutorial.close_lines"),
            task: text("masters_gallery_tutorial.close_task"),
            done: text("masters_gallery_tutorial.close_done"),
            other: text("masters_gallery_tutorial.close_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.add_title"),
            lines: texts_of("masters_gallery_tutorial.add_lines"),
            task: text("masters_gallery_tutorial.add_task"),
            done: text("masters_gallery_tutorial.add_done"),
            other: text("masters_gallery_tutorial.add_other"),
        },
        Step {
            title: text("masters_gallery_tutorial.result_title"),
            lines: texts_of("masters_gallery_tutorial.result_lines"),
            task: "",
            done: "",
            other: "",
        },
    ]
}
