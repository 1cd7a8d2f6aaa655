//! Texts of the tutorial of Jaipur.

use crate::platform::locale::texts;
use crate::play::strings::tutorial::{Step, steps};

texts! {
    "jaipur_tutorial";
    /// Title of the page.
    title,
    /// Introduction to the rival's last move.
    meanwhile,
    /// Link to a first game after the last step.
    first_round,
    /// Numbers of cards and camels of the rival.
    rival_holds(hand: u8, herd: u8),
}

/// Steps, in order.
pub(crate) fn steps() -> Vec<Step> {
    steps! {
        "jaipur_tutorial";
        welcome,
        take task,
        sell task,
        camels task,
        exchange task,
        bonus task,
        full_hand task,
        end task,
        count,
    }
}
