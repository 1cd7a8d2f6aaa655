//! Home, replays, and what is saved.

/// Heading of the home page.
pub(crate) const TITLE: &str = "A quiet table, loud cards";
/// Under it.
pub(crate) const LEDE: &str =
    "Modern card games in your browser: against an AI, or with a friend beside you.";
/// Heading of the games, for screen readers.
pub(crate) const GAMES: &str = "Games";
/// Starts a new game as the last one was chosen.
pub(crate) const PLAY: &str = "Play";
/// To the form for a new game.
pub(crate) const OPTIONS: &str = "More options";
/// To the tutorial.
pub(crate) const LEARN: &str = "Learn in 3 minutes";
/// To the rules.
pub(crate) const RULES: &str = "Rules";
/// To the highest scores.
pub(crate) const OPTIMA: &str = "How high can it go?";
/// Heading of the games in progress.
pub(crate) const GO_ON: &str = "Go on playing";
/// Heading of the finished games.
pub(crate) const FINISHED: &str = "Finished games";
/// Goes on with a game.
pub(crate) const RESUME: &str = "Resume";
/// Goes on watching a game.
pub(crate) const WATCH: &str = "Watch on";
/// Opens a replay.
pub(crate) const REPLAY: &str = "Replay";
/// Saves a record to a file.
pub(crate) const DOWNLOAD: &str = "Download";
/// Deletes a game.
pub(crate) const DELETE: &str = "Delete";
/// To the page with all saved games.
pub(crate) const ALL: &str = "All saved games";
/// Title of the page with all saved games.
pub(crate) const REPLAYS: &str = "Replays";
/// Under it.
pub(crate) const REPLAYS_LEDE: &str =
    "Step through any finished game, keep its record as a file, or load one.";
/// No finished game yet.
pub(crate) const NONE: &str = "No finished game yet. Play one, and it will stand here.";
/// To the tournaments.
pub(crate) const TOURNAMENTS: &str = "Tournaments: programs against programs";
/// Heading of loading.
pub(crate) const LOAD: &str = "Load a record";
/// The button that opens a file.
pub(crate) const OPEN: &str = "Open a file";
/// Beside it.
pub(crate) const DROP: &str = "or drop a record anywhere on this page";
/// A game that cannot be read.
pub(crate) const DAMAGED: &str = "A saved game is damaged and cannot be opened.";
/// Saves what is stored of it.
pub(crate) const DOWNLOAD_RAW: &str = "Download what is left";
/// What deleting means.
pub(crate) const DELETE_TEXT: &str =
    "It goes for good. Download it first if you may want it again.";
/// What deleting a damaged game means.
pub(crate) const DELETE_DAMAGED: &str = "Delete the damaged game?";
/// After deleting.
pub(crate) const DELETED: &str = "Deleted.";
/// An empty file.
pub(crate) const EMPTY_FILE: &str = "This file is empty.";
/// A tie.
pub(crate) const TIE: &str = "A tie";
/// What Parlour promises: heads and lines.
pub(crate) const PROMISES: [(&str, &str); 3] = [
    (
        "Works offline",
        "Add Parlour to your home screen and play on a train or a plane.",
    ),
    (
        "No account",
        "No sign-up and nothing to pay. Your games stay on this device.",
    ),
    (
        "Fair deals",
        "A seed decides every deal, so that you can replay any game, card by card.",
    ),
];

/// Who plays whom.
pub(crate) fn versus(names: &[String]) -> String {
    names.join(" – ")
}

/// The question before a game is deleted.
pub(crate) fn delete(names: &str) -> String {
    format!("Delete the game {names}?")
}

/// Whose turn it is.
pub(crate) fn turn(name: &str) -> String {
    format!("{name} to move")
}

/// Who won.
pub(crate) fn won(name: &str) -> String {
    format!("{name} won")
}

/// Who won after the other gave up.
pub(crate) fn resigned(loser: &str) -> String {
    format!("{loser} resigned")
}

/// So many records are loaded, and so many games were there already.
pub(crate) fn loaded(new: usize, known: usize) -> String {
    match (new, known) {
        (1, 0) => "The record is loaded.".to_owned(),
        (_, 0) => format!("{new} records are loaded."),
        (0, 1) => "This game is saved here already.".to_owned(),
        (0, _) => format!("All {known} games are saved here already."),
        _ => format!("Loaded: {new}. Saved here already: {known}."),
    }
}

/// A line that is no record.
pub(crate) fn bad_line(line: usize, of: usize, reason: &str) -> String {
    if of == 1 {
        format!("This record cannot be loaded: {reason}.")
    } else {
        format!("Nothing is loaded, because line {line} is no record: {reason}.")
    }
}

/// A record of a game that is not here.
pub(crate) fn unknown_game(game: &str) -> String {
    format!("Parlour has no game '{game}'")
}

/// How long ago, by milliseconds; nothing when a date says it better.
pub(crate) fn ago(milliseconds: f64) -> Option<String> {
    let minutes = (milliseconds / 60_000.0).max(0.0) as u32;
    Some(match minutes {
        0 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..60 => format!("{minutes} minutes ago"),
        60..120 => "an hour ago".to_owned(),
        120..1440 => format!("{} hours ago", minutes / 60),
        1440..2880 => "yesterday".to_owned(),
        2880..10080 => format!("{} days ago", minutes / 1440),
        _ => return None,
    })
}
/// What stands at the foot of a page.
pub(crate) const FOOT: &str = "Free and open source. No account; your games stay on this device.";
