//! [`Endpoint`]: one model behind an OpenAI-compatible endpoint, asked over HTTP.

use super::key::Key;
use parlour_arena::definition::EndpointSpec;
use serde_json::Value;
use std::fmt;
use std::time::{Duration, Instant};
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body, Proxy};

/// The largest answer that is read, in bytes.
const MAX_BODY_BYTES: u64 = 4 << 20;
/// The time for the check before the first game.
const CHECK_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest number of tokens of one request that is believed.
const MAX_TOKENS: u64 = 1 << 40;
/// The part of an error of the endpoint that is quoted, in characters.
const MAX_QUOTED_CHARS: usize = 200;

/// A chat completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Completion {
    /// The text of the answer.
    pub(super) text: String,
    /// Input and output tokens, if the endpoint has counted them.
    pub(super) tokens: Option<(u64, u64)>,
}

/// Why there is no completion. Texts complete a sentence that begins with "the endpoint".
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

/// Chat completions by an endpoint, or by a script in a test.
pub(super) trait Completions: Send {
    /// Sends a request and waits for the answer until the deadline.
    ///
    /// # Errors
    /// [`RequestError`].
    fn complete(&self, request: &[u8], until: Instant) -> Result<Completion, RequestError>;
}

/// One model behind an endpoint.
#[derive(Clone)]
pub(super) struct Endpoint {
    agent: Agent,
    url: String,
    key: Option<Key>,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

impl Endpoint {
    pub(super) fn new(spec: &EndpointSpec, key: Option<Key>) -> Endpoint {
        // A request to this machine is for nobody else, and a redirect would send the key to another place.
        let proxy = match spec.is_local() {
            true => None,
            false => Proxy::try_from_env(),
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .user_agent(concat!("parlour/", env!("CARGO_PKG_VERSION")));
        Endpoint {
            agent: config.build().new_agent(),
            url: spec.url.trim_end_matches('/').to_owned(),
            key,
        }
    }

    /// Asks for the list of models, which costs nothing, to see whether the endpoint is there and accepts the key.
    ///
    /// # Errors
    /// Why it cannot be used, in one line.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut request = (self.agent.get(format!("{}/models", self.url)).config())
            .timeout_global(Some(CHECK_TIMEOUT))
            .build();
        if let Some(key) = &self.key {
            request = request.header("Authorization", key.bearer());
        }
        let failed = |error: ureq::Error| {
            format!(
                "the endpoint {} cannot be reached: {}",
                self.url,
                self.quote(&error.to_string())
            )
        };
        let response = request.call().map_err(failed)?;
        match response.status() {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(format!(
                "the endpoint {} answers {}",
                self.url,
                self.problem(response)
            )),
            // Some endpoints have no such list.
            _ => Ok(()),
        }
    }

    /// A text of the endpoint as part of a line, without the key.
    fn quote(&self, text: &str) -> String {
        let text = self.redact(text);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = line.chars().filter(|c| !c.is_control());
        line.take(MAX_QUOTED_CHARS).collect()
    }

    fn redact(&self, text: &str) -> String {
        match &self.key {
            Some(key) => key.redact(text),
            None => text.to_owned(),
        }
    }

    /// The status of a response that is no completion, and the error that the endpoint names.
    fn problem(&self, mut response: Response<Body>) -> String {
        let status = response.status();
        let body = (response.body_mut().with_config().limit(MAX_BODY_BYTES)).read_to_vec();
        let body: Value = (body.ok())
            .and_then(|body| serde_json::from_slice(&body).ok())
            .unwrap_or_default();
        let texts = [&body["error"]["message"], &body["error"], &body["message"]];
        match texts.into_iter().find_map(Value::as_str) {
            Some(text) => format!("{status}: {}", self.quote(text)),
            None => status.to_string(),
        }
    }

    fn failed(&self, error: &ureq::Error) -> RequestError {
        match error {
            ureq::Error::Timeout(_) => RequestError::Timeout,
            ureq::Error::BodyExceedsLimit(_) | ureq::Error::LargeResponseHeader(..) => {
                RequestError::TooLong
            }
            error => {
                let why = format!("cannot be reached: {}", self.quote(&error.to_string()));
                RequestError::Temporary(why, None)
            }
        }
    }

    /// Reads the body of a completion.
    fn read(&self, body: &[u8]) -> Result<Completion, RequestError> {
        let unreadable = || RequestError::Temporary("sends no chat completion".to_owned(), None);
        let body: Value = serde_json::from_slice(body).map_err(|_| unreadable())?;
        let message = body["choices"]
            .get(0)
            .ok_or_else(unreadable)?
            .get("message");
        let message = message.ok_or_else(unreadable)?;
        // A model may use up its tokens before it answers; then there is no text.
        let text = message["content"].as_str().unwrap_or_default();
        let count = |field: &str| {
            body["usage"][field]
                .as_u64()
                .filter(|&count| count <= MAX_TOKENS)
        };
        Ok(Completion {
            text: self.redact(text),
            tokens: count("prompt_tokens").zip(count("completion_tokens")),
        })
    }
}

impl Completions for Endpoint {
    fn complete(&self, request: &[u8], until: Instant) -> Result<Completion, RequestError> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(RequestError::Timeout);
        }
        let mut post = (self
            .agent
            .post(format!("{}/chat/completions", self.url))
            .config())
        .timeout_global(Some(left))
        .build()
        .header("Content-Type", "application/json");
        if let Some(key) = &self.key {
            post = post.header("Authorization", key.bearer());
        }
        let mut response = post.send(request).map_err(|error| self.failed(&error))?;
        let status = response.status();
        if status.is_success() {
            let body = response.body_mut().with_config().limit(MAX_BODY_BYTES);
            return self.read(&body.read_to_vec().map_err(|error| self.failed(&error))?);
        }
        let wait = response.headers().get("Retry-After");
        let wait = wait.and_then(|wait| wait.to_str().ok()?.trim().parse().ok());
        let problem = format!("answers {}", self.problem(response));
        Err(match status.as_u16() {
            408 | 425 | 429 | 500.. => {
                RequestError::Temporary(problem, wait.map(Duration::from_secs))
            }
            300..=399 | 401..=405 => RequestError::Rejected(problem),
            _ => RequestError::Refused(problem),
        })
    }
}
