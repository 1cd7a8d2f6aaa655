//! [`AgentFault`]: why an agent or a person gave no usable answer, as a code with arguments.

use crate::FaultCause;
use serde::{Deserialize, Serialize};

/// The part of an invalid answer that is quoted, in characters.
const MAX_QUOTED_CHARS: usize = 40;

/// Why there is no usable answer. In a message, `code` is the name, and `args` holds the arguments and is missing where
/// there are none. The web app has a sentence for each in its languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum AgentFault {
    /// No answer within the time limit.
    #[error("no answer in time")]
    Timeout,
    /// An earlier answer is pending, so no request was sent: the next answer could be mistaken for it.
    #[error("not asked, because an earlier answer is pending")]
    AnswerPending,
    /// The connection has ended.
    #[error("the connection is lost")]
    Disconnected,
    /// A local program has ended or cannot be started.
    #[error("the program has ended: {reason}")]
    Ended {
        /// The last line of its stderr, or why there is none.
        reason: String,
        /// The same as a code with arguments; `None` if it is a line of the program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<FaultCause>,
    },
    /// It does not read its messages.
    #[error("it does not read its messages")]
    NotReading,
    /// The answer exceeds the limit.
    #[error("the answer is too long")]
    TooLong,
    /// An answer that cannot be read or is illegal.
    #[error("'{answer}' is no answer: {reason}")]
    Invalid {
        /// The beginning of the answer.
        answer: String,
        /// What is wrong with it, as an English sentence.
        reason: String,
        /// The same as a code with arguments; `None` from versions that had none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<FaultCause>,
    },
    /// The endpoint of a language model has failed.
    #[error("the endpoint {reason}")]
    Endpoint {
        /// What it did, as the rest of an English sentence.
        reason: String,
    },
}

impl AgentFault {
    /// The fault for an invalid answer, which is quoted in short.
    pub fn invalid(answer: &[u8], reason: &str, cause: FaultCause) -> AgentFault {
        let text = String::from_utf8_lossy(answer);
        let short: String = text.trim().chars().take(MAX_QUOTED_CHARS).collect();
        AgentFault::Invalid {
            answer: short.escape_debug().to_string(),
            reason: reason.to_owned(),
            cause: Some(cause),
        }
    }

    /// The fault for a program that cannot be started.
    pub fn not_started(reason: String) -> AgentFault {
        AgentFault::Ended {
            cause: Some(FaultCause::NotStarted {
                said: reason.clone(),
            }),
            reason,
        }
    }

    /// Whether the connection cannot be used any more. `lines` says whether it speaks the Parlour dialect: without
    /// lines, what follows an answer that is too long can be told from it.
    pub fn ends_connection(&self, lines: bool) -> bool {
        match self {
            AgentFault::Disconnected | AgentFault::Ended { .. } | AgentFault::NotReading => true,
            AgentFault::TooLong => lines,
            AgentFault::Timeout
            | AgentFault::AnswerPending
            | AgentFault::Invalid { .. }
            | AgentFault::Endpoint { .. } => false,
        }
    }

    /// Every fault once, with arguments.
    pub fn examples() -> Vec<AgentFault> {
        vec![
            AgentFault::Timeout,
            AgentFault::AnswerPending,
            AgentFault::Disconnected,
            AgentFault::Ended {
                reason: "out of memory".to_owned(),
                cause: None,
            },
            AgentFault::NotReading,
            AgentFault::TooLong,
            AgentFault::invalid(
                b"bid -1",
                "a bid is not negative",
                FaultCause::UnknownAction,
            ),
            AgentFault::Endpoint {
                reason: "answered with status 500".to_owned(),
            },
        ]
    }
}
