//! Texts of the exercises.

use super::analysis;
use crate::platform::locale::{message, texts};
use parlour_agents::analysis::{Estimate, Scale};

texts! {
    "play_puzzles";
    /// Title.
    title,
    /// The line below the title.
    lede,
    /// What grades are.
    about_grades,
    /// Heading: the player's own mistakes.
    mistakes,
    /// How mistakes come to be exercises.
    about_mistakes,
    /// No mistake is stored.
    no_mistakes,
    /// No mistake is due today.
    nothing_due,
    /// Link to the list of exercises.
    all,
    /// The question of an exercise.
    task,
    /// An answer is being compared.
    comparing,
    /// After a wrong answer.
    try_again,
    /// Shows the solution.
    solution,
    /// Goes on.
    next,
    /// Link on the home page.
    link,
    /// The row of the keyboard shortcut that goes on.
    next_key,
    /// The name of a grade.
    grade(grade: u8),
    /// Which exercise it is.
    exercise(game: &str, grade: u8, number: usize, of: usize),
    /// Which of the own mistakes it is.
    own_mistake(game: &str, left: usize),
    /// What was played in the game.
    was_played(action: &str),
}

/// The best action was found: what it can expect, and how far it is ahead of all others.
pub(crate) fn right(scale: Scale, action: &str, value: Estimate, lead: Option<Estimate>) -> String {
    let found = message!(
        "play_puzzles.right",
        action,
        value = analysis::value(scale, value)
    );
    with_lead(scale, found, lead)
}

/// Another action is as good.
pub(crate) fn as_good(action: &str) -> String {
    message!("play_puzzles.as_good", action)
}

/// The solution.
pub(crate) fn shown(scale: Scale, action: &str, value: Estimate, lead: Option<Estimate>) -> String {
    let shown = message!(
        "play_puzzles.shown",
        action,
        value = analysis::value(scale, value)
    );
    with_lead(scale, shown, lead)
}

fn with_lead(scale: Scale, text: String, lead: Option<Estimate>) -> String {
    match lead {
        None => text,
        Some(lead) => {
            let lead = analysis::cost_of(scale, lead);
            message!("play_puzzles.with_lead", text, lead)
        }
    }
}

/// A wrong answer, and what it costs if that is known.
pub(crate) fn wrong(scale: Scale, action: &str, cost: Option<Estimate>) -> String {
    match cost {
        Some(cost) => {
            let cost = analysis::cost_of(scale, cost);
            message!("play_puzzles.wrong", action, cost)
        }
        None => message!("play_puzzles.wrong_unclear", action),
    }
}

texts! {
    "play_puzzles";
    /// The number of solved exercises.
    solved(count: usize),
    /// The number of mistakes that are due.
    due(count: usize, of: usize),
    /// The number of right answers in a row.
    run(count: u32, best: u32),
    /// The number of days in a row with a right answer.
    days(count: u32),
}
