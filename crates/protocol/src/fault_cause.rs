//! [`FaultCause`]: what is wrong with an answer or a program, as a code with arguments.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What is wrong with an answer or a program. In a message, `code` is the name, and `args` holds the
/// arguments and is missing where there are none. The web app has a text for each in its languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum FaultCause {
    /// The message is not an action.
    NoAction,
    /// The answer is no number, in the classic dialect.
    NoNumber,
    /// The message is no text frame.
    NoText,
    /// The first message is no `hello` for this game and this version.
    NoHello,
    /// The text is not an action of the game.
    UnknownAction,
    /// The rules forbid the action.
    Illegal(Rule),
    /// The program cannot be started.
    NotStarted {
        /// What the operating system says.
        said: String,
    },
    /// The program has ended and wrote nothing to stderr.
    NoStderr,
}

/// The rule that forbids an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rule {
    /// The name of the game, e.g. `jaipur`.
    pub game: String,
    /// The rule, e.g. `hand_full`.
    pub rule: String,
    /// Numbers, and cards as in the texts of actions.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub values: Map<String, Value>,
}

impl Rule {
    /// A rule of a game with its values.
    pub fn new<const N: usize>(game: &str, rule: &str, values: [(&str, Value); N]) -> Rule {
        Rule {
            game: game.to_owned(),
            rule: rule.to_owned(),
            values: (values.into_iter())
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }
}

impl FaultCause {
    /// Every cause once, with arguments.
    pub fn examples() -> Vec<FaultCause> {
        vec![
            FaultCause::NoAction,
            FaultCause::NoNumber,
            FaultCause::NoText,
            FaultCause::NoHello,
            FaultCause::UnknownAction,
            FaultCause::Illegal(Rule::new("primi-composti", "no_choice", [])),
            FaultCause::NotStarted {
                said: "no such file".to_owned(),
            },
            FaultCause::NoStderr,
        ]
    }
}
