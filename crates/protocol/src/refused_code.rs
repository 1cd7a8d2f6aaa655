//! [`RefusedCode`]: why a message of a person at a table is not used, as a code with arguments.

use serde::{Deserialize, Serialize};

/// Why a message of a person or a spectator is not used. In a message, `code` is the name, and `args` holds the arguments
/// and is missing where there are none. The web app has a sentence for each in its languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum RefusedCode {
    /// The message cannot be read.
    #[error(
        "a message is {{\"type\":\"action\",\"id\":…,\"action\":\"…\"}} or {{\"type\":\"resign\"}}"
    )]
    Unreadable,
    /// The message exceeds the limit.
    #[error("the message is too long")]
    TooLong,
    /// Only seats play.
    #[error("spectators cannot play")]
    Spectator,
    /// `hello` is the first message and comes once.
    #[error("hello was sent before")]
    HelloRepeated,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotBegun,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat is not asked.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The answer is to a request that is not pending any more.
    #[error("that turn is over")]
    TurnOver,
    /// The game is not over, or there will be no other one.
    #[error("another game can be requested when this one is over")]
    NoRematch,
    /// Nothing can be taken back now, or nobody has asked for it.
    #[error("nothing can be taken back now")]
    NoUndo,
    /// The person has just said something.
    #[error("wait a moment before you say something again")]
    TooManyPhrases,
    /// The rules do not permit the action.
    #[error("{reason}")]
    Illegal {
        /// Why, as an English sentence.
        reason: String,
    },
}

impl RefusedCode {
    /// Every refusal once, with arguments.
    pub fn examples() -> Vec<RefusedCode> {
        vec![
            RefusedCode::Unreadable,
            RefusedCode::TooLong,
            RefusedCode::Spectator,
            RefusedCode::HelloRepeated,
            RefusedCode::NotBegun,
            RefusedCode::Over,
            RefusedCode::NotYourTurn,
            RefusedCode::TurnOver,
            RefusedCode::NoRematch,
            RefusedCode::NoUndo,
            RefusedCode::TooManyPhrases,
            RefusedCode::Illegal {
                reason: "there is no camel in the market".to_owned(),
            },
        ]
    }
}
