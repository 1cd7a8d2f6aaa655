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
}

/// The name of a grade.
pub(crate) fn grade(grade: u8) -> String {
    message!("play_puzzles.grade", grade)
}

/// Which exercise it is.
pub(crate) fn exercise(game: &str, grade: u8, number: usize, of: usize) -> String {
    message!("play_puzzles.exercise", game, grade, number, of)
}

/// Which of the own mistakes it is.
pub(crate) fn own_mistake(game: &str, left: usize) -> String {
    message!("play_puzzles.own_mistake", game, left)
}

/// What was played in the game.
pub(crate) fn was_played(action: &str) -> String {
    message!("play_puzzles.was_played", action)
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

/// The number of solved exercises.
pub(crate) fn solved(count: usize) -> String {
    message!("play_puzzles.solved", count)
}

/// The number of mistakes that are due.
pub(crate) fn due(count: usize, of: usize) -> String {
    message!("play_puzzles.due", count, of)
}

/// The number of right answers in a row.
pub(crate) fn run(count: u32, best: u32) -> String {
    message!("play_puzzles.run", count, best)
}

/// The number of days in a row with a right answer.
pub(crate) fn days(count: u32) -> String {
    message!("play_puzzles.days", count)
}
