//! Texts of the tutorial of Primi Composti.

use crate::platform::locale::texts;
use crate::play::strings::tutorial::{Step, steps};

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
    steps! {
        "primi_composti_tutorial";
        welcome,
        card task,
        operation task,
        pair task,
        most task,
        last task only_move,
        result,
    }
}
