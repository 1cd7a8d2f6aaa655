//! Reasons why a game cannot be started or resumed.

use crate::platform::locale::{message, texts};
use parlour_engine::RecordError;

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
    /// Nobody chooses in the position of an exercise.
    no_decision,
    /// What is stored is no game.
    unreadable,
    record_format,
    record_setup,
    record_resignation,
    record_result,
}

/// Why a record cannot be replayed. What the rules say of an action is left out: it is told in English only.
pub(crate) fn record_error(error: &RecordError) -> String {
    match error {
        RecordError::Format(_) => record_format().to_owned(),
        RecordError::Version(version) => {
            message!("play_session.record_version", version = *version)
        }
        RecordError::OtherGame { found, .. } => {
            message!("play_session.record_other_game", found = found.as_str())
        }
        RecordError::Setup(_) => record_setup().to_owned(),
        RecordError::Action { number, .. } => {
            message!("play_session.record_action", number = *number)
        }
        RecordError::Resignation(_) => record_resignation().to_owned(),
        RecordError::Result { .. } => record_result().to_owned(),
    }
}

texts! {
    "play_session";
    /// A player without a name.
    player(number: usize),
    /// There is no rule set of that name.
    no_rules(name: &str),
}
