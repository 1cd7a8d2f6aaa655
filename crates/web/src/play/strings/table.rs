//! Texts of the page of a table that all games share.

use crate::platform::locale::{list, message, text, texts};

texts! {
    "play_table";
    /// The name of the only person who plays, see [`person`].
    you,
    /// Error: the browser cannot start a worker.
    no_worker,
    /// Notice: the worker crashed, and another one was started.
    worker_again,
    /// Error: the worker crashed again and again.
    worker_gone,
    /// Title: there is no game of that id.
    no_game,
    /// The line below that title.
    no_game_text,
    /// Title: the saved game cannot be read.
    damaged,
    /// Deletes a damaged game.
    delete,
    /// Saves the stored text of a damaged game to a file.
    download,
    /// Link to the home page.
    home,
    /// Asks an AI again that has failed.
    ask_again,
    /// Plays a random move for an AI that has failed.
    play_any,
    /// Saves a game that another tab has deleted.
    keep_deleted,
    /// Loads the position that another tab has saved.
    load_newer,
    /// One's own part of the table.
    yours,
    /// The side of the table.
    side,
    /// The log.
    log,
    /// The log, for screen readers.
    moves,
    /// The log before the first move.
    no_moves,
    /// The main button.
    confirm,
    /// The button for a hint.
    hint,
    /// The button that takes a move back.
    undo,
    /// The button that shows the keys.
    keys,
    /// Link to the rules.
    rules,
    /// Resigns.
    resign,
    /// The question before resigning.
    resign_sure,
    /// Closes the question: the game continues.
    play_on,
    /// Saves the record to a file.
    save_record,
    /// Opens the replay.
    replay,
    /// Link to the form for a new game.
    new_game,
    /// Starts a game with the same settings.
    rematch,
    /// Closes the result to show the table.
    look,
    /// Opens the result again.
    result,
    /// Starts the next round.
    next_round,
    /// State of a seat: the person at the device is to move.
    your_turn,
    /// State of a seat: another player is to move.
    to_move,
    /// State of a seat: its AI is thinking.
    thinks_text,
    /// The game is finished.
    over,
    /// Notice: a move was taken back.
    taken_back,
    /// The line of the turn screen before the first move.
    first_to_move,
    /// The heading of the hints.
    hint_title,
    /// Placeholder during a search.
    searching,
    /// Plays the hint.
    play_hint,
    /// Explanation of exact values.
    hint_exact,
    /// Name of the bar of a value, for screen readers.
    meter,
    /// Starts an analysis of the shown position.
    analyse,
    /// Starts playback.
    play,
    /// Pauses playback.
    pause,
    /// Plays one move.
    step,
    /// To the first position.
    first,
    /// To the previous position.
    back,
    /// To the next position.
    forward,
    /// To the last position.
    last,
    /// Legend of the speed.
    speed,
    /// Slow playback.
    slow,
    /// Playback of normal speed.
    normal,
    /// Fast playback.
    fast,
    /// Name of the slider of a replay.
    move_text,
    /// Name of the controls of a replay.
    replay_controls,
    /// Name of the controls of a game that is watched.
    watch_controls,
    /// The heading of the keys.
    keys_title,
    /// Below the list of keys: they are turned off.
    keys_off,
}

/// The choice of a sentence whose subject is a player: `you` for the person at the device, whom the page calls
/// [`you()`](you), else `other`. Pass it to a message as the argument `person`, beside the name as `who`.
pub(crate) fn person(name: &str) -> &'static str {
    if name == you() { "you" } else { "other" }
}

texts! {
    "play_table";
    /// Error: the AI has chosen an illegal move.
    bad_answer(answer: &str),
    /// Error: the AI has failed; the reason is technical, and in English.
    worker_error(reason: &str),
    /// The reason why a saved game cannot be resumed.
    damaged_reason(reason: &str),
    /// The reason for a game that only a later version has.
    unknown_game(game: &str),
}

/// The other players' part of the table.
pub(crate) fn others(count: usize) -> &'static str {
    if count == 1 {
        text("play_table.opponent")
    } else {
        text("play_table.opponents")
    }
}

/// Consequence of resigning.
pub(crate) fn resign_text(others: usize) -> &'static str {
    if others == 1 {
        text("play_table.resign_text")
    } else {
        text("play_table.resign_text_others")
    }
}

texts! {
    "play_table";
    /// The player who starts the rematch.
    rematch_text(starter: &str) { who = starter, person = person(starter) },
    /// The AI that is thinking.
    thinks(name: &str) { who = name, person = person(name) },
}

/// The players who are to move, while nobody can move here.
pub(crate) fn wait_for(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => message!("play_table.wait_for", who = name, person = person(name)),
        several => message!("play_table.wait_for_several", names = list(several)),
    }
}

texts! {
    "play_table";
    /// A player who has chosen in a common turn.
    has_chosen(name: &str) { who = name, person = person(name) },
    /// The name of one of several players with the same name.
    same_name(name: &str, number: usize),
}

/// The winners of the game; `all` if everybody has won.
pub(crate) fn winners(names: &[&str], all: bool) -> String {
    match names {
        _ if all => text("play_table.draw").to_owned(),
        [name] => message!("play_table.wins", who = *name, person = person(name)),
        several => {
            let names: Vec<String> = several.iter().map(|name| (*name).to_owned()).collect();
            message!("play_table.several_win", names = list(&names))
        }
    }
}

texts! {
    "play_table";
    /// The player who resigned.
    resigned(name: &str) { who = name, person = person(name) },
    /// A line of the log as a sentence.
    sentence(line: &str),
}

/// Several lines of the log in one, for screen readers.
pub(crate) fn sentences(lines: &[String]) -> String {
    lines.join(text("play_table.sentence_separator"))
}

texts! {
    "play_table";
    /// The heading of the turn screen.
    pass_to(name: &str),
    /// The button of the turn screen.
    i_am(name: &str),
    /// The button of the turn screen that takes the previous player's move back.
    take_back(name: &str),
    /// The hint in words.
    hint_says(action: &str),
    /// Explanation of the values of a tree search.
    hint_simulations(count: u64),
    /// The position of a replay.
    position(ply: usize, of: usize),
}

/// The keys of every table, and what they do.
pub(crate) fn key_list() -> Vec<(&'static str, &'static str)> {
    vec![
        ("← →", text("play_table.key_card")),
        ("↑ ↓", text("play_table.key_row")),
        (
            text("play_table.keys_enter_space"),
            text("play_table.key_choose"),
        ),
        ("C", text("play_table.key_confirm")),
        (
            text("play_table.keys_escape"),
            text("play_table.key_nothing"),
        ),
        (KEY_HINT, text("play_table.key_hint")),
        (KEYS_UNDO, text("play_table.key_undo")),
        ("?", text("play_table.key_this_list")),
    ]
}

/// The key of a hint.
const KEY_HINT: &str = "H";
/// The keys that take a move back.
const KEYS_UNDO: &str = "U, Z";

/// The keys that do nothing at a server's table.
pub(crate) fn keys_not_online() -> [&'static str; 2] {
    [KEY_HINT, KEYS_UNDO]
}

/// The keys of a replay, and what they do.
pub(crate) fn replay_keys() -> Vec<(&'static str, &'static str)> {
    vec![
        ("← →", text("play_table.key_step")),
        (
            text("play_table.keys_home_end"),
            text("play_table.key_ends"),
        ),
        ("N", text("play_analysis.key_next")),
        (KEY_HINT, text("play_table.key_analyse")),
        ("?", text("play_table.key_this_list")),
    ]
}
