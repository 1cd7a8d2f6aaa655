//! [`HttpClient`]: the requests of streamable HTTP, by which an MCP server is reached.

use super::endpoint::agent;
use super::key::Key;
use super::model_client::MAX_BODY_BYTES;
use futures_core::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    HttpStatusError, SseError, StreamableHttpClient, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::Sse;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use ureq::Agent;
use ureq::http::header::{CONTENT_TYPE, RETRY_AFTER};
use ureq::http::{HeaderName, HeaderValue, Response, StatusCode};

/// The header that names a session.
const SESSION: &str = "Mcp-Session-Id";
/// The type of a body that is a stream of events.
const EVENT_STREAM: &str = "text/event-stream";

/// Why a request has no usable response.
pub(super) type HttpError = StreamableHttpError<ureq::Error>;

/// Sends messages to an MCP server. An answer that comes as a stream of events is read to the response in it: what the
/// server tells besides is of no use here.
#[derive(Clone)]
pub(super) struct HttpClient {
    agent: Agent,
    key: Option<Key>,
    /// The time for one request.
    timeout: Duration,
}

impl HttpClient {
    /// A client for a server at this address.
    pub(super) fn new(url: &str, key: Option<Key>, timeout: Duration) -> HttpClient {
        HttpClient {
            agent: agent(url),
            key,
            timeout,
        }
    }

    /// Adds the headers of every request.
    fn headers<B>(
        &self,
        mut request: ureq::RequestBuilder<B>,
        session: Option<&str>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> ureq::RequestBuilder<B> {
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        if let Some(key) = &self.key {
            request = request.header("Authorization", key.bearer());
        }
        (request.config())
            .timeout_global(Some(self.timeout))
            .build()
    }

    fn post(
        &self,
        url: &str,
        message: &ClientJsonRpcMessage,
        session: Option<&str>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let body = serde_json::to_vec(message)?;
        let post = (self.agent.post(url))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        let post = self.headers(post, session, headers);
        let mut response = post.send(&body[..]).map_err(HttpError::Client)?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND && session.is_some() {
            return Err(HttpError::SessionExpired);
        }
        let header = |name: HeaderName| text(&response, name.as_str());
        let is_stream = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with(EVENT_STREAM));
        let wait = header(RETRY_AFTER);
        let session = text(&response, SESSION);
        let body = response.body_mut().with_config().limit(MAX_BODY_BYTES);
        if status.is_success() {
            if !matches!(message, ClientJsonRpcMessage::Request(_)) {
                return Ok(StreamableHttpPostResponse::Accepted);
            }
            let answer = match is_stream {
                true => response_of_stream(BufReader::new(body.reader()))?,
                false => serde_json::from_slice(&body.read_to_vec().map_err(HttpError::Client)?)?,
            };
            return Ok(StreamableHttpPostResponse::Json(answer, session));
        }
        let failed = HttpStatusError::new(status.as_u16(), wait);
        // An error of the protocol says more than its status.
        match body.read_to_vec().map(|body| serde_json::from_slice(&body)) {
            Ok(Ok(error @ ServerJsonRpcMessage::Error(_))) if status == StatusCode::BAD_REQUEST => {
                Ok(StreamableHttpPostResponse::Json(error, session))
            }
            _ => Err(HttpError::HttpStatus(failed)),
        }
    }
}

/// The text of a header.
fn text<B>(response: &Response<B>, header: &str) -> Option<String> {
    let value = response.headers().get(header)?.to_str().ok()?;
    Some(value.to_owned())
}

/// The first response, or error, in a stream of events.
fn response_of_stream(stream: impl BufRead) -> Result<ServerJsonRpcMessage, HttpError> {
    let mut data = String::new();
    for line in stream.lines() {
        let line = line.map_err(|error| HttpError::Client(ureq::Error::from(error)))?;
        if let Some(part) = line.strip_prefix("data:") {
            data += part;
        }
        if line.is_empty() && !data.trim().is_empty() {
            let message = serde_json::from_str(&data)?;
            if matches!(
                message,
                ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)
            ) {
                return Ok(message);
            }
            data.clear();
        }
    }
    Err(HttpError::UnexpectedEndOfStream)
}

impl StreamableHttpClient for HttpClient {
    type Error = ureq::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let client = self.clone();
        let post = move || client.post(&uri, &message, session_id.as_deref(), custom_headers);
        tokio::task::spawn_blocking(post).await?
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), HttpError> {
        let client = self.clone();
        let delete = move || {
            let delete = client.agent.delete(&*uri);
            let delete = client.headers(delete, Some(&session_id), custom_headers);
            delete.call().map(|_| ()).map_err(HttpError::Client)
        };
        tokio::task::spawn_blocking(delete).await?
    }

    /// What a server tells on its own is of no use here.
    async fn get_stream(
        &self,
        _uri: Arc<str>,
        _session_id: Option<Arc<str>>,
        _last_event_id: Option<String>,
        _auth_header: Option<String>,
        _custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Pin<Box<dyn Stream<Item = Result<Sse, SseError>> + Send>>, HttpError> {
        Err(HttpError::ServerDoesNotSupportSse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_response_of_a_stream_comes_after_what_is_told_besides() {
        let stream = "\u{feff}: hello\r\n\r\nevent: message\r\nid: 1\r\ndata: {\"jsonrpc\":\"2.0\",\r\n\
            data: \"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\r\n\r\n\
            data: \n\n\
            data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}\n\ndata: never read";
        let response = response_of_stream(stream.as_bytes()).unwrap();
        assert_eq!(json!(response)["id"], 7);
        let cut = &stream[..stream.find("\"id\":7").unwrap()];
        assert!(matches!(
            response_of_stream(cut.as_bytes()),
            Err(HttpError::UnexpectedEndOfStream)
        ));
    }
}
