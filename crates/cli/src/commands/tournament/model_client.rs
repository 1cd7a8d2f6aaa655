//! [`ModelClient`]: asks a language model for actions.

use serde::Serialize;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// The largest answer that is read, in bytes.
pub(super) const MAX_BODY_BYTES: u64 = 4 << 20;
/// The time for the check before the first game.
pub(super) const CHECK_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest number of tokens of one request that is believed.
pub(super) const MAX_TOKENS: u64 = 1 << 40;

/// A question for an action.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Question {
    /// The same for all questions to a seat in a game.
    pub(super) game: String,
    /// The seat that is to move, from 0.
    pub(super) seat: usize,
    /// The rules, and how actions are written.
    pub(super) rules: String,
    /// What happened since the last question, and the position as the seat may know it.
    pub(super) position: String,
    /// The legal actions, where the player receives them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) legal_actions: Option<Vec<String>>,
    /// The answers to this question that were no legal action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rejected: Vec<RejectedAnswer>,
}

/// An answer that was no legal action.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RejectedAnswer {
    /// The answer, shortened.
    pub(super) answer: String,
    /// Why it was not played, and how actions are written.
    pub(super) reason: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Completion {
    /// The text of the answer.
    pub(super) text: String,
    /// Input and output tokens, if they were counted.
    pub(super) tokens: Option<(u64, u64)>,
}

/// Why there is no answer. Texts complete a sentence that begins with "the endpoint".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// None within the time.
    Timeout,
    /// More than [`MAX_BODY_BYTES`].
    TooLong,
    /// It may pass; how long the endpoint asks to wait.
    Temporary(String, Option<Duration>),
    /// This request is refused.
    Refused(String),
    /// Every request will be refused.
    Rejected(String),
}

impl RequestError {
    /// The error of a response with this status.
    pub(super) fn of_status(status: u16, problem: String, wait: Option<Duration>) -> RequestError {
        match status {
            408 | 425 | 429 | 500.. => RequestError::Temporary(problem, wait),
            300..=399 | 401..=405 => RequestError::Rejected(problem),
            _ => RequestError::Refused(problem),
        }
    }
}

/// A language model that can be asked, or a script in a test.
pub(super) trait ModelClient: Debug + Send + Sync {
    /// Checks before the first game that the model can be asked, at no cost.
    ///
    /// # Errors
    /// Why it cannot, in one line.
    fn check(&self) -> Result<(), String>;

    /// The request that asks a question, as JSON.
    fn request(&self, question: &Question) -> Vec<u8>;

    /// Sends a request and waits for the answer until the deadline.
    ///
    /// # Errors
    /// [`RequestError`].
    fn complete(&self, request: &[u8], until: Instant) -> Result<Completion, RequestError>;
}
