//! The page of a table, whatever the game.

/// How the page calls the only person who plays.
pub(crate) const YOU: &str = "You";
/// No browser without workers is supported, but it should be said.
pub(crate) const NO_WORKER: &str = "This browser starts no worker: the AI cannot play here.";
/// The worker has died, and another one works.
pub(crate) const WORKER_AGAIN: &str = "The AI had to be started again.";
/// The worker dies and dies.
pub(crate) const WORKER_GONE: &str = "The AI does not answer. Reload the page to go on.";
/// The worker plays something illegal.
pub(crate) fn bad_answer(answer: &str) -> String {
    format!("The AI answered with an impossible move: {answer}")
}

/// No such game.
pub(crate) const NO_GAME: &str = "No such game";
/// No such game, at length.
pub(crate) const NO_GAME_TEXT: &str = "There is no game of this name in this browser. It may have been deleted, or played in another browser.";
/// A game that cannot be read.
pub(crate) const DAMAGED: &str = "This saved game is damaged";
/// Why it cannot be read.
pub(crate) fn damaged_reason(reason: &str) -> String {
    format!("It cannot be played on: {reason}.")
}
/// Throws a saved game away.
pub(crate) const DELETE: &str = "Delete it";
/// Keeps what is left of it.
pub(crate) const DOWNLOAD: &str = "Download it";
/// Back to the list of games.
pub(crate) const HOME: &str = "All games";
/// A game of another kind, from a later version.
pub(crate) fn unknown_game(game: &str) -> String {
    format!("this version of Parlour does not know the game '{game}'")
}

/// Asks an AI again that has failed.
pub(crate) const ASK_AGAIN: &str = "Ask the AI again";
/// Plays for an AI that has failed.
pub(crate) const PLAY_ANY: &str = "Play any move for it";
/// Saves a game that another tab has deleted.
pub(crate) const KEEP_DELETED: &str = "Keep it and play on";
/// Takes over what the other tab has played.
pub(crate) const LOAD_NEWER: &str = "Load that position";

/// The others' part of the table.
pub(crate) const fn others(count: usize) -> &'static str {
    if count == 1 { "Opponent" } else { "Opponents" }
}
/// One's own part of the table.
pub(crate) const YOURS: &str = "You";
/// The side of the table.
pub(crate) const SIDE: &str = "Log and analysis";
/// The log.
pub(crate) const LOG: &str = "Log";
/// The log, for ears.
pub(crate) const MOVES: &str = "Moves";
/// The log before the first move.
pub(crate) const NO_MOVES: &str = "No moves yet.";
/// The main button.
pub(crate) const CONFIRM: &str = "Confirm";
/// The hint's button.
pub(crate) const HINT: &str = "Hint";
/// The undo's button.
pub(crate) const UNDO: &str = "Undo";
/// The help's button.
pub(crate) const KEYS: &str = "Keys";
/// The rules' link.
pub(crate) const RULES: &str = "Rules";
/// Gives up.
pub(crate) const RESIGN: &str = "Resign";
/// Asks again.
pub(crate) const RESIGN_SURE: &str = "Resign this game?";
/// What resigning means.
pub(crate) const fn resign_text(others: usize) -> &'static str {
    if others == 1 {
        "The game ends here, and the other side wins."
    } else {
        "The game ends here, and the others share the win."
    }
}
/// Not after all.
pub(crate) const PLAY_ON: &str = "Play on";
/// Closes a dialog.
pub(crate) const CLOSE: &str = "Close";
/// The record's button.
pub(crate) const SAVE_RECORD: &str = "Download record";
/// Looks at the game again.
pub(crate) const REPLAY: &str = "Replay";
/// Another game.
pub(crate) const NEW_GAME: &str = "New game";
/// The same again.
pub(crate) const REMATCH: &str = "Rematch";
/// Who starts the rematch.
pub(crate) fn rematch_text(starter: &str) -> String {
    match starter {
        YOU => "In a rematch you start.".to_owned(),
        _ => format!("In a rematch {starter} starts."),
    }
}
/// Closes the result.
pub(crate) const LOOK: &str = "Look at the table";
/// Opens the result again.
pub(crate) const RESULT: &str = "Result";
/// Goes on after a round.
pub(crate) const NEXT_ROUND: &str = "Next round";

/// Beside the name of one who is to move.
pub(crate) const YOUR_TURN: &str = "your turn";
/// Beside the name of another who is to move.
pub(crate) const TO_MOVE: &str = "to move";
/// Beside the name of an AI.
pub(crate) const THINKS: &str = "thinks …";
/// In the place of the reason.
pub(crate) fn thinks(name: &str) -> String {
    format!("{name} thinks …")
}
/// In the place of the reason, while nobody can act.
pub(crate) fn wait_for(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] if name == YOU => "You are to move".to_owned(),
        [name] => format!("{name} is to move"),
        several => format!("{} are to choose", several.join(" and ")),
    }
}
/// Somebody has chosen, and the others have not yet.
pub(crate) fn has_chosen(name: &str) -> String {
    match name {
        YOU => "You have chosen".to_owned(),
        _ => format!("{name} has chosen"),
    }
}
/// In the place of the reason, at the end.
pub(crate) const OVER: &str = "The game is over";

/// One of several who have the same name.
pub(crate) fn same_name(name: &str, number: usize) -> String {
    format!("{name} {number}")
}

/// Who won the game.
pub(crate) fn winners(names: &[&str], all: bool) -> String {
    match names {
        _ if all => "A draw".to_owned(),
        [YOU] => "You win".to_owned(),
        [name] => format!("{name} wins"),
        several => format!("{} win", several.join(" and ")),
    }
}
/// Who gave up.
pub(crate) fn resigned(name: &str) -> String {
    format!("{name} resigned.")
}
/// A move was taken back.
pub(crate) const TAKEN_BACK: &str = "The last move is taken back.";

/// The curtain's heading.
pub(crate) fn pass_to(name: &str) -> String {
    format!("Pass the device to {name}")
}
/// The curtain's button.
pub(crate) fn i_am(name: &str) -> String {
    format!("I am {name}: show my cards")
}
/// The curtain's button for a move that may still be taken back.
pub(crate) fn take_back(name: &str) -> String {
    format!("{name}: take it back")
}
/// The curtain before the first move.
pub(crate) const FIRST_TO_MOVE: &str = "The cards stay hidden until you press the button.";

/// The panel of hints.
pub(crate) const HINT_TITLE: &str = "What would the AI do?";
/// While it searches.
pub(crate) const SEARCHING: &str = "The AI is thinking …";
/// The hint in words.
pub(crate) fn hint_says(action: &str) -> String {
    format!("The AI would: {action}.")
}
/// Plays the hint.
pub(crate) const PLAY_HINT: &str = "Play it";
/// What the numbers of a tree search are.
pub(crate) fn hint_simulations(count: u64) -> String {
    format!("Expected result, 100 the best; share of {count} simulations.")
}
/// What the numbers of a search to a depth are.
pub(crate) fn hint_plies(plies: u32) -> String {
    format!("By how many points you will lead {plies} moves on, if both play their best.")
}
/// What exact numbers are.
pub(crate) const HINT_EXACT: &str =
    "By how many points you will win or lose, if both play their best to the end.";
/// The bar of one move, for ears.
pub(crate) const METER: &str = "Expected result";
/// Asks for an analysis of the position that is shown.
pub(crate) const ANALYSE: &str = "Analyse this position";

/// The transport.
pub(crate) const PLAY: &str = "Play";
/// The transport.
pub(crate) const PAUSE: &str = "Pause";
/// The transport.
pub(crate) const STEP: &str = "One move";
/// The transport.
pub(crate) const FIRST: &str = "To the start";
/// The transport.
pub(crate) const BACK: &str = "One move back";
/// The transport.
pub(crate) const FORWARD: &str = "One move forward";
/// The transport.
pub(crate) const LAST: &str = "To the end";
/// The transport.
pub(crate) const SPEED: &str = "Speed";
/// The transport.
pub(crate) const SLOW: &str = "Slow";
/// The transport.
pub(crate) const NORMAL: &str = "Normal";
/// The transport.
pub(crate) const FAST: &str = "Fast";
/// The transport's slider.
pub(crate) const MOVE: &str = "Move";
/// Where a replay is.
pub(crate) fn position(ply: usize, of: usize) -> String {
    format!("Move {ply} of {of}")
}
/// The heading of a replay.
pub(crate) const REPLAY_CONTROLS: &str = "Replay";
/// The heading of a game that is watched.
pub(crate) const WATCH_CONTROLS: &str = "Watch";

/// The heading of the keys.
pub(crate) const KEYS_TITLE: &str = "Keys";
/// What each key does on every table.
pub(crate) const KEY_LIST: &[(&str, &str)] = &[
    ("← →", "from card to card"),
    ("↑ ↓", "from row to row"),
    ("Enter, Space", "choose the card, or press the button"),
    ("C", "confirm"),
    ("Escape", "choose nothing"),
    ("H", "hint"),
    ("U, Z", "undo"),
    ("?", "this list"),
];
/// The keys that do nothing at a server's table.
pub(crate) const KEYS_NOT_ONLINE: [&str; 2] = ["H", "U, Z"];
/// What each key does, in a replay.
pub(crate) const REPLAY_KEYS: &[(&str, &str)] = &[
    ("← →", "one move back, one forward"),
    ("Home, End", "to the start, to the end"),
    ("H", "analyse this position"),
    ("?", "this list"),
];
