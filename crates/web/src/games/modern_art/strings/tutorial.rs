//! Texts of the tutorial of Modern Art.

use crate::platform::locale::{text, texts_of};
use crate::play::gallery::tutorial::Texts;
use crate::play::strings::tutorial::{Step, steps};

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
    steps! {
        "modern_art_tutorial";
        welcome,
        open task,
        once task,
        sealed task,
        fixed task,
        double task,
        take task,
        fifth task,
        result,
    }
}
