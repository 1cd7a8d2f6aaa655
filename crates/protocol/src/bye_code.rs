//! [`ByeCode`]: why a connection is ended, as a code with arguments.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a connection is ended. In a message, `code` is the name, and `args` holds the arguments and is missing where there
/// are none. The web app has a sentence for each in its languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum ByeCode {
    /// The seat was taken over by another connection with its token.
    Replaced,
    /// The agent is paused on the ladder, or has left it: connecting again does not help before its owner has acted.
    Paused,
    /// The server restarts. The game continues: the token takes the seat again in a moment.
    Restart,
    /// The game is over, and nobody waits for another one.
    Over,
    /// The table ended before its game was over.
    Abandoned,
    /// The creator of the table has ended it.
    EndedByCreator,
    /// Nobody was at the table for too long.
    Empty,
    /// The server has removed the table to make room for another one.
    Removed,
    /// The server stops, and does not store tables.
    Stopped,
    /// A player does not want another game.
    RematchDeclined {
        /// The name of the player.
        player: String,
    },
    /// Nobody may ask for another game any more.
    RematchExpired,
    /// A program that would take part in another game has left.
    RematchProgramLeft {
        /// Its name.
        program: String,
    },
    /// The table of another game cannot be made.
    RematchFailed {
        /// Why, as an English sentence.
        reason: String,
    },
    /// No seat of the table has the token.
    UnknownToken,
    /// The table has as many spectators as it may have.
    TooManySpectators,
    /// No open seat of the table is free.
    NoOpenSeat,
    /// The leader has ended the shared replay, or the server has.
    ReplayEnded,
    /// As many people watch the shared replay as may.
    ReplayFull,
}

impl ByeCode {
    /// Every code once, with arguments.
    pub fn examples() -> Vec<ByeCode> {
        vec![
            ByeCode::Replaced,
            ByeCode::Paused,
            ByeCode::Restart,
            ByeCode::Over,
            ByeCode::Abandoned,
            ByeCode::EndedByCreator,
            ByeCode::Empty,
            ByeCode::Removed,
            ByeCode::Stopped,
            ByeCode::RematchDeclined {
                player: "Ada".to_owned(),
            },
            ByeCode::RematchExpired,
            ByeCode::RematchProgramLeft {
                program: "robot".to_owned(),
            },
            ByeCode::RematchFailed {
                reason: "this server has as many tables as it may have".to_owned(),
            },
            ByeCode::UnknownToken,
            ByeCode::TooManySpectators,
            ByeCode::NoOpenSeat,
            ByeCode::ReplayEnded,
            ByeCode::ReplayFull,
        ]
    }
}

/// The English sentence, without a full stop.
impl fmt::Display for ByeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ByeCode::Replaced => "this seat was opened in another window",
            ByeCode::Paused => "your agent is paused",
            ByeCode::Restart => "the server restarts, your game continues",
            ByeCode::Over => "the game is over",
            ByeCode::Abandoned => "this table ended before its game was over",
            ByeCode::EndedByCreator => "the table was ended by its creator",
            ByeCode::Empty => "the table was empty for too long",
            ByeCode::Removed => "the table was removed",
            ByeCode::Stopped => "the server is being stopped",
            ByeCode::RematchDeclined { player } => {
                return write!(f, "{player} does not want another game");
            }
            ByeCode::RematchExpired => "the time for requesting another game is over",
            ByeCode::RematchProgramLeft { program } => {
                return write!(
                    f,
                    "the rematch is not possible: the program '{program}' has left"
                );
            }
            ByeCode::RematchFailed { reason } => {
                return write!(f, "the rematch is not possible: {reason}");
            }
            ByeCode::UnknownToken => "no seat of this table has that token",
            ByeCode::TooManySpectators => "this table has too many spectators",
            ByeCode::NoOpenSeat => "all open seats of this table are taken",
            ByeCode::ReplayEnded => "this shared replay has ended",
            ByeCode::ReplayFull => "too many people watch this replay",
        })
    }
}
