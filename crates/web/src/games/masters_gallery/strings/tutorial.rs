//! Texts of the tutorial of Masters Gallery.

use crate::platform::locale::text;
use crate::play::gallery::tutorial::Texts;
use crate::play::strings::tutorial::{self as common, Step, steps};

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
    steps! {
        "masters_gallery_tutorial";
        welcome,
        display task,
        draw task,
        second task,
        hidden task,
        together task,
        award task,
        close task,
        add task,
        result,
    }
}
