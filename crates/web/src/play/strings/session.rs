//! Reasons why a game cannot be started or resumed.

use crate::platform::locale::{message, texts};

texts! {
    "play_session";
    /// The stored seats do not fit the record.
    seats,
    /// A later version of Parlour stored the game.
    later_version,
    /// A game at a server's table cannot be played on elsewhere before its end.
    not_whole,
    /// The game is stored under the key of another game.
    other_id,
}

/// There is no rule set of that name.
pub(crate) fn no_rules(name: &str) -> String {
    message!("play_session.no_rules", name)
}
