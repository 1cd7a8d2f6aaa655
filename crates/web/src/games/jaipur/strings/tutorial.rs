//! Texts of the tutorial of Jaipur.

use crate::platform::locale::{text, texts, texts_of};
use crate::play::strings::tutorial::Step;

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
    vec![
        Step {
            title: text("jaipur_tutorial.welcome_title"),
            lines: texts_of("jaipur_tutorial.welcome_lines"),
            task: "",
            done: "",
            other: "",
        },
        Step {
            title: text("jaipur_tutorial.take_title"),
            lines: texts_of("jaipur_tutorial.take_lines"),
            task: text("jaipur_tutorial.take_task"),
            done: text("jaipur_tutorial.take_done"),
            other: text("jaipur_tutorial.take_other"),
        },
        Step {
            title: text("jaipur_tutorial.sell_title"),
            lines: texts_of("jaipur_tutorial.sell_lines"),
            task: text("jaipur_tutorial.sell_task"),
            done: text("jaipur_tutorial.sell_done"),
            other: text("jaipur_tutorial.sell_other"),
        },
        Step {
            title: text("jaipur_tutorial.camels_title"),
            lines: texts_of("jaipur_tutorial.camels_lines"),
            task: text("jaipur_tutorial.camels_task"),
            done: text("jaipur_tutorial.camels_done"),
            other: text("jaipur_tutorial.camels_other"),
        },
        Step {
            title: text("jaipur_tutorial.exchange_title"),
            lines: texts_of("jaipur_tutorial.exchange_lines"),
            task: text("jaipur_tutorial.exchange_task"),
            done: text("jaipur_tutorial.exchange_done"),
            other: text("jaipur_tutorial.exchange_other"),
        },
        Step {
            title: text("jaipur_tutorial.bonus_title"),
            lines: texts_of("jaipur_tutorial.bonus_lines"),
            task: text("jaipur_tutorial.bonus_task"),
            done: text("jaipur_tutorial.bonus_done"),
            other: text("jaipur_tutorial.bonus_other"),
        },
        Step {
            title: text("jaipur_tutorial.full_hand_title"),
            lines: texts_of("jaipur_tutorial.full_hand_lines"),
            task: text("jaipur_tutorial.full_hand_task"),
            done: text("jaipur_tutorial.full_hand_done"),
            other: text("jaipur_tutorial.full_hand_other"),
        },
        Step {
            title: text("jaipur_tutorial.end_title"),
            lines: texts_of("jaipur_tutorial.end_lines"),
            task: text("jaipur_tutorial.end_task"),
            done: text("jaipur_tutorial.end_done"),
            other: text("jaipur_tutorial.end_other"),
        },
        Step {
            title: text("jaipur_tutorial.count_title"),
            lines: texts_of("jaipur_tutorial.count_lines"),
            task: "",
            done: "",
            other: "",
        },
    ]
}
