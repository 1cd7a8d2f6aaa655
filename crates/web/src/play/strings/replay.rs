//! Texts of what one does with a replay: its link, playing on, variations.

use crate::platform::locale::{list, message, texts};

texts! {
    "play_replay";
    /// Shows the link of the game; also the label of the link.
    link,
    /// The heading of the link.
    link_title,
    /// What the link holds.
    link_text,
    /// Lets others watch the replay with one who leads.
    watch_together,
    /// Saves a game that was opened by a link.
    save,
    /// Notice: it is saved.
    saved,
    /// Title: the link cannot be read.
    bad_link,
    /// The line below that title.
    bad_link_text,
    /// Starts a game from the position that is shown.
    play_on,
    /// Opens the position that is shown in the position editor.
    edit_position,
    /// Legend: the seat of the player.
    your_seat,
    /// Legend: the cards that are hidden in the position.
    hidden,
    /// Choice: the hidden cards of the game.
    as_they_were,
    /// Explanation of that choice.
    as_they_were_hint,
    /// Choice: hidden cards at random.
    dealt_again,
    /// Explanation of that choice.
    dealt_again_hint,
    /// Starts the game.
    start,
    /// Closes the dialog.
    cancel,
    /// The heading of the games that go on from a position of this one.
    variations,
    /// The game that this one goes on from.
    original,
    /// The game of the page.
    this_game,
    /// A game without a result.
    in_progress,
    /// The heading of the dialog that plays on.
    play_on_title(ply: usize),
    /// The label of the AI that plays for somebody.
    level_of(name: &str),
    /// Where a variation leaves the game.
    from_move(ply: usize),
}

/// Who plays in a game; `redealt` if hidden cards were dealt again.
pub(crate) fn about(names: &[String], redealt: bool) -> String {
    let names = list(names);
    match redealt {
        true => message!("play_replay.about_redealt", names),
        false => names,
    }
}
