//! [`Endpoint`]: one model behind an OpenAI-compatible endpoint, asked over HTTP.

use super::key::{Key, quote, redact};
use super::model_client::{
    CHECK_TIMEOUT, Completion, MAX_BODY_BYTES, MAX_TOKENS, ModelClient, Question, RequestError,
};
use parlour_arena::definition::{EndpointSpec, is_local_address};
use serde_json::{Map, Value, json};
use std::fmt;
use std::time::{Duration, Instant};
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body, Proxy};

const INSTRUCTIONS: &str = "You are a player of the card game whose rules follow. You are asked for one action at a \
    time. You may think first. The last line of your answer must be the action, in full and alone, written as the rules \
    say. Only that line is read. If it is no legal action, nothing is played, and you are asked again.";

/// One model behind an endpoint.
pub(super) struct Endpoint {
    agent: Agent,
    url: String,
    key: Option<Key>,
    model: String,
    /// Further fields of each request.
    parameters: Map<String, Value>,
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
        Endpoint {
            agent: agent(&spec.url),
            url: spec.url.trim_end_matches('/').to_owned(),
            key,
            model: spec.model.clone(),
            parameters: spec.parameters.clone(),
        }
    }

    /// A text of the endpoint as part of a line, without the key.
    fn quote(&self, text: &str) -> String {
        quote(self.key.as_ref(), text)
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
            text: redact(self.key.as_ref(), text),
            tokens: count("prompt_tokens").zip(count("completion_tokens")),
        })
    }
}

/// A client for an address.
pub(super) fn agent(url: &str) -> Agent {
    // A request to this machine is for nobody else, and a redirect would send the key to another place.
    let proxy = match is_local_address(url) {
        true => None,
        false => Proxy::try_from_env(),
    };
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .user_agent(concat!("parlour/", env!("CARGO_PKG_VERSION")));
    config.build().new_agent()
}

impl ModelClient for Endpoint {
    // The list of models costs nothing, and shows whether the endpoint is there and accepts the key.
    fn check(&self) -> Result<(), String> {
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

    fn request(&self, question: &Question) -> Vec<u8> {
        let message = |role: &str, content: &str| json!({ "role": role, "content": content });
        let asked = format!("{}\n\nWhat do you play?", question.position);
        let mut messages = vec![
            message("system", &format!("{INSTRUCTIONS}\n\n{}", question.rules)),
            message("user", &asked),
        ];
        for rejected in &question.rejected {
            messages.push(message("assistant", &rejected.answer));
            let again = format!("{}\n\nWhat do you play instead?", rejected.reason);
            messages.push(message("user", &again));
        }
        let mut request = self.parameters.clone();
        request.insert("model".to_owned(), json!(self.model));
        request.insert("messages".to_owned(), json!(messages));
        Value::Object(request).to_string().into_bytes()
    }

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
        let wait = wait.map(Duration::from_secs);
        Err(RequestError::of_status(status.as_u16(), problem, wait))
    }
}
