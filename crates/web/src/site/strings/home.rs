//! Texts of the home page, the replays, and saved games.

use crate::platform::locale::{message, text, texts};
use crate::play::strings::table::person;

texts! {
    "site_home";
    /// Heading of the home page.
    title,
    /// The line below the heading.
    lede,
    /// Heading of the games, for screen readers.
    games,
    /// Starts a new game with the last choices.
    play,
    /// Link to the form for a new game.
    options,
    /// Link to the tutorial.
    learn,
    /// Link to the rules.
    rules,
    /// Heading of the games in progress.
    go_on,
    /// Heading of the finished games.
    finished,
    /// Resumes a game in progress.
    resume,
    /// Resumes a game between AIs.
    watch,
    /// Opens a replay.
    replay,
    /// Saves a record to a file.
    download,
    /// Deletes a game.
    delete_button,
    /// Link to the page with all saved games.
    all,
    /// Title of the page with all saved games.
    replays,
    /// The line below that title.
    replays_lede,
    /// Placeholder of an empty list of finished games.
    none,
    /// Link to the tournaments.
    tournaments,
    /// Link to the ladder, if the server has one.
    ladder,
    /// Heading of the part that loads records.
    load,
    /// The button that opens a file.
    open,
    /// Hint beside the button: files can be dropped on the page.
    drop,
    /// Message about a saved game that cannot be read.
    damaged,
    /// Saves the stored text of a damaged game to a file.
    download_raw,
    /// Consequence of deleting a game.
    delete_text,
    /// The question before a damaged game is deleted.
    delete_damaged,
    /// Notice after deleting.
    deleted,
    /// Error: the file is empty.
    empty_file,
    /// Result of a game without a single winner.
    tie,
    /// The line at the foot of a page.
    foot,
}

/// What Parlour promises: headings and lines.
pub(crate) fn promises() -> [(&'static str, &'static str); 3] {
    [
        (
            text("site_home.promise_offline"),
            text("site_home.promise_offline_text"),
        ),
        (
            text("site_home.promise_no_account"),
            text("site_home.promise_no_account_text"),
        ),
        (
            text("site_home.promise_fair"),
            text("site_home.promise_fair_text"),
        ),
    ]
}

/// The names of the players of a game, in seat order.
pub(crate) fn versus(names: &[String]) -> String {
    names.join(" – ")
}

texts! {
    "site_home";
    /// The line below the names of a game in progress.
    resume_line(game: &str, stage: &str, when: &str),
    /// The line below the result of a finished game.
    finished_line(game: &str, names: &str, when: &str),
    /// The question before a game is deleted.
    delete(names: &str),
    /// The player to move.
    turn(name: &str) { who = name, person = person(name) },
    /// The winner of a game.
    won(name: &str) { who = name, person = person(name) },
    /// The player who resigned.
    resigned(loser: &str) { who = loser, person = person(loser) },
}

/// Number of records that were loaded, and number of games that were saved here before.
pub(crate) fn loaded(new: usize, known: usize) -> String {
    match (new, known) {
        (_, 0) => message!("site_home.loaded", new),
        (0, _) => message!("site_home.loaded_known", known),
        _ => message!("site_home.loaded_both", new, known),
    }
}

/// Error: one line of a file is not a record, so nothing is loaded.
pub(crate) fn bad_line(line: usize, of: usize, reason: &str) -> String {
    if of == 1 {
        message!("site_home.bad_record", reason)
    } else {
        message!("site_home.bad_line", line, reason)
    }
}

/// Error: a record of a game that Parlour does not have.
pub(crate) fn unknown_game(game: &str) -> String {
    message!("site_home.unknown_game", game)
}

/// Age from milliseconds, in words; `None` after a week, when a date says more.
pub(crate) fn ago(milliseconds: f64) -> Option<String> {
    let minutes = (milliseconds / 60_000.0).max(0.0) as u32;
    Some(match minutes {
        0 => text("site_home.just_now").to_owned(),
        1..60 => message!("site_home.minutes_ago", minutes),
        60..1440 => message!("site_home.hours_ago", hours = minutes / 60),
        1440..2880 => text("site_home.yesterday").to_owned(),
        2880..10080 => message!("site_home.days_ago", days = minutes / 1440),
        _ => return None,
    })
}
