//! [`McpClient`]: a tool of an MCP server, which chooses actions.

use super::http_client::{HttpClient, HttpError};
use super::key::{Key, quote, redact};
use super::model_client::{
    CHECK_TIMEOUT, Completion, MAX_BODY_BYTES, MAX_TOKENS, ModelClient, Question, RequestError,
};
use parlour_arena::definition::McpSpec;
#[cfg(unix)]
use parlour_arena::process_group;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ErrorCode,
    Implementation, JsonObject,
};
use rmcp::service::{ClientInitializeError, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceError, serve_client};
use std::error::Error;
use std::fmt;
use std::process::Stdio;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// How long a program may take to end once its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time between two checks whether it has ended.
#[cfg(unix)]
const EXIT_INTERVAL: Duration = Duration::from_millis(5);
/// Requests to one address at a time: as many as the arena has threads at most.
const MAX_CONCURRENT_REQUESTS: usize = 1024;
/// The longest line of stderr that is kept, in bytes.
const MAX_STDERR_LINE: usize = 2000;

/// The threads on which the clients wait. The arena's own threads block, and some of them run other work of Tokio.
pub(super) struct ClientRuntime(Option<Runtime>);

impl ClientRuntime {
    /// Starts a thread.
    ///
    /// # Errors
    /// Why it cannot, in one line.
    pub(super) fn new() -> Result<ClientRuntime, String> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(MAX_CONCURRENT_REQUESTS)
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| format!("no thread can be started: {error}"))?;
        Ok(ClientRuntime(Some(runtime)))
    }

    /// Waits for a task, but no longer than the limit.
    fn wait<T: Send + 'static>(
        &self,
        limit: Duration,
        task: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let (send, receive) = mpsc::sync_channel(1);
        self.0.as_ref()?.spawn(async move {
            let done = tokio::time::timeout(limit, task).await;
            // The other side waits until this is sent.
            let _ = send.send(done.ok());
        });
        receive.recv().ok().flatten()
    }
}

impl Drop for ClientRuntime {
    fn drop(&mut self) {
        // The last player may end where another runtime must not be waited for.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// A tool of an MCP server. All threads share one session, which is opened again after it is lost.
pub(super) struct McpClient(Arc<Connection>);

struct Connection {
    spec: McpSpec,
    key: Option<Key>,
    /// The time for one request over HTTP.
    timeout: Duration,
    runtime: Arc<ClientRuntime>,
    session: Mutex<Option<Arc<Session>>>,
}

/// A session with a server.
struct Session {
    service: RunningService<RoleClient, ClientConfig>,
    program: Option<Program>,
}

/// A server that was started. It is killed when this is dropped; on Unix, with everything that it has started.
struct Program {
    child: Child,
    /// The last line of its stderr, once that has ended.
    stderr: Mutex<Option<JoinHandle<String>>>,
}

impl Program {
    /// Waits until it has ended.
    #[cfg(unix)]
    async fn wait(&mut self) {
        // Not reaped, so that its process group is known by its number until this is dropped.
        while (self.child.id()).is_some_and(|id| !process_group::has_ended(id)) {
            tokio::time::sleep(EXIT_INTERVAL).await;
        }
    }

    /// Waits until it has ended.
    #[cfg(not(unix))]
    async fn wait(&mut self) {
        let _ = self.child.wait().await;
    }
}

#[cfg(unix)]
impl Drop for Program {
    fn drop(&mut self) {
        if let Some(id) = self.child.id() {
            process_group::kill(id);
        }
    }
}

impl fmt::Debug for McpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpClient").field(&self.0.place()).finish()
    }
}

impl McpClient {
    /// A client that connects when it is first used. `timeout` is the longest time for an answer.
    pub(super) fn new(
        spec: &McpSpec,
        key: Option<Key>,
        timeout: Duration,
        runtime: Arc<ClientRuntime>,
    ) -> McpClient {
        McpClient(Arc::new(Connection {
            spec: spec.clone(),
            key,
            timeout,
            runtime,
            session: Mutex::default(),
        }))
    }
}

impl Connection {
    /// Where the server is, in a message.
    fn place(&self) -> String {
        match (&self.spec.command, &self.spec.url) {
            (Some(command), _) => command.join(" "),
            (None, Some(url)) => url.clone(),
            (None, None) => String::new(),
        }
    }

    fn quote(&self, text: &str) -> String {
        quote(self.key.as_ref(), text)
    }

    fn unreachable(&self, reason: &str) -> RequestError {
        RequestError::Temporary(format!("cannot be reached: {}", self.quote(reason)), None)
    }

    /// The session in use, or a new one.
    async fn session(&self) -> Result<Arc<Session>, RequestError> {
        let mut current = self.session.lock().await;
        if let Some(session) = &*current
            && !session.service.is_transport_closed()
        {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(self.connect().await?);
        *current = Some(Arc::clone(&session));
        Ok(session)
    }

    async fn connect(&self) -> Result<Session, RequestError> {
        let about = Implementation::new("parlour", env!("CARGO_PKG_VERSION"));
        let config = ClientConfig::new(ClientCapabilities::default(), about);
        if let Some(url) = &self.spec.url {
            let client = HttpClient::new(url, self.key.clone(), self.timeout);
            let transport = StreamableHttpClientTransportConfig::with_uri(url.as_str())
                .max_concurrent_requests(MAX_CONCURRENT_REQUESTS);
            let transport = StreamableHttpClientTransport::with_client(client, transport);
            let service = serve_client(config, transport).await;
            return Ok(Session {
                service: service.map_err(|error| self.not_opened(&error))?,
                program: None,
            });
        }
        let mut child = self.start()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(self.unreachable("it has no pipes"));
        };
        let program = Program {
            child,
            stderr: Mutex::new(Some(tokio::spawn(last_line(stderr)))),
        };
        match serve_client(config, (stdout, stdin)).await {
            Ok(service) => Ok(Session {
                service,
                program: Some(program),
            }),
            Err(ClientInitializeError::ConnectionClosed(_)) => Err(self.ended(&program).await),
            Err(error) => Err(self.not_opened(&error)),
        }
    }

    fn start(&self) -> Result<Child, RequestError> {
        let command = self.spec.command.as_deref().unwrap_or_default();
        let (program, arguments) =
            (command.split_first()).ok_or_else(|| self.unreachable("there is no command"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // Ctrl-C is for the tournament only, which plays games in progress to their end.
        #[cfg(unix)]
        command.process_group(0);
        (command.spawn()).map_err(|error| self.unreachable(&error.to_string()))
    }

    /// The error of a program that has ended.
    async fn ended(&self, program: &Program) -> RequestError {
        let mut last = String::new();
        if let Some(stderr) = program.stderr.lock().await.take() {
            let read = tokio::time::timeout(EXIT_TIMEOUT, stderr).await;
            last = read.ok().and_then(Result::ok).unwrap_or_default();
        }
        let said = match last.as_str() {
            "" => "it wrote nothing to stderr",
            last => last,
        };
        self.unreachable(&format!("the program has ended: {said}"))
    }

    fn not_opened(&self, error: &ClientInitializeError) -> RequestError {
        match error {
            ClientInitializeError::TransportError { error, .. } => self.failed(&*error.error),
            error => self.unreachable(&error.to_string()),
        }
    }

    /// The error of the transport, which wraps that of HTTP.
    fn failed(&self, error: &(dyn Error + 'static)) -> RequestError {
        let mut source = Some(error);
        while let Some(current) = source {
            if let Some(error) = current.downcast_ref::<HttpError>() {
                match error {
                    HttpError::HttpStatus(http) => {
                        let wait = http.retry_after.as_ref();
                        let wait = wait.and_then(|wait| wait.trim().parse().ok());
                        let problem = format!("answers {}", http.status);
                        let wait = wait.map(Duration::from_secs);
                        return RequestError::of_status(http.status, problem, wait);
                    }
                    HttpError::Client(ureq::Error::Timeout(_)) => return RequestError::Timeout,
                    HttpError::Client(ureq::Error::BodyExceedsLimit(_)) => {
                        return RequestError::TooLong;
                    }
                    _ => {}
                }
            }
            source = current.source();
        }
        self.unreachable(&error.to_string())
    }

    /// Calls the tool.
    async fn call(&self, arguments: JsonObject) -> Result<Completion, RequestError> {
        let session = self.session().await?;
        let call = CallToolRequestParams::new(self.spec.tool.clone()).with_arguments(arguments);
        match session.service.call_tool(call).await {
            Ok(result) => self.read(&result),
            Err(ServiceError::McpError(error)) => {
                let problem = format!("answers: {}", self.quote(&error.message));
                Err(match error.code {
                    ErrorCode::INTERNAL_ERROR => RequestError::Temporary(problem, None),
                    _ => RequestError::Refused(problem),
                })
            }
            Err(ServiceError::TransportSend(error)) => {
                self.forget(&session).await;
                Err(self.failed(&*error.error))
            }
            Err(ServiceError::TransportClosed) => {
                self.forget(&session).await;
                Err(match &session.program {
                    Some(program) => self.ended(program).await,
                    None => self.unreachable("the connection is closed"),
                })
            }
            Err(error) => Err(RequestError::Refused(format!(
                "answers: {}",
                self.quote(&error.to_string())
            ))),
        }
    }

    /// Lets the next call open a new session, if another has not done so.
    async fn forget(&self, session: &Arc<Session>) {
        let mut current = self.session.lock().await;
        if current
            .as_ref()
            .is_some_and(|now| Arc::ptr_eq(now, session))
        {
            *current = None;
        }
    }

    /// The answer in what the tool returns.
    fn read(&self, result: &CallToolResult) -> Result<Completion, RequestError> {
        let texts = result.content.iter().filter_map(|block| block.as_text());
        let texts: Vec<&str> = texts.map(|block| block.text.as_str()).collect();
        if result.is_error == Some(true) {
            let problem = format!("answers: {}", self.quote(&texts.join(" ")));
            return Err(RequestError::Temporary(problem, None));
        }
        let action = result.structured_content.as_ref();
        let action = action.and_then(|content| content["action"].as_str());
        let text = action.map_or_else(|| texts.join("\n"), str::to_owned);
        if text.len() as u64 > MAX_BODY_BYTES {
            return Err(RequestError::TooLong);
        }
        let usage = result.meta.as_ref().and_then(|meta| meta.get("usage"));
        let count = |field: &str| {
            let count = usage?.get(field)?.as_u64()?;
            (count <= MAX_TOKENS).then_some(count)
        };
        Ok(Completion {
            text: redact(self.key.as_ref(), &text),
            tokens: count("input_tokens").zip(count("output_tokens")),
        })
    }

    /// Checks that the tool is there.
    async fn find_tool(&self) -> Result<(), RequestError> {
        let session = self.session().await?;
        let tools = session.service.list_all_tools().await;
        let tools = tools.map_err(|error| match error {
            ServiceError::TransportSend(error) => self.failed(&*error.error),
            error => self.unreachable(&error.to_string()),
        })?;
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        match names.contains(&self.spec.tool.as_str()) {
            true => Ok(()),
            false => Err(RequestError::Refused(format!(
                "has no tool '{}', but {}",
                self.spec.tool,
                match names.is_empty() {
                    true => "none at all".to_owned(),
                    false => self.quote(&names.join(", ")),
                }
            ))),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(session) = self.session.get_mut().take().and_then(Arc::into_inner) else {
            return;
        };
        let close = async move {
            let Session { service, program } = session;
            // This closes the program's input, or the session over HTTP.
            let _ = service.cancel().await;
            if let Some(mut program) = program {
                program.wait().await;
            }
        };
        self.runtime.wait(EXIT_TIMEOUT, close);
    }
}

/// Reads to the end and returns the last line that is not empty.
async fn last_line(stream: impl AsyncRead + Unpin) -> String {
    let mut stream = BufReader::new(stream);
    let (mut last, mut line) = (String::new(), Vec::new());
    while let Ok(chunk) = stream.fill_buf().await {
        if chunk.is_empty() {
            break;
        }
        let length = chunk.len();
        for &byte in chunk {
            if byte == b'\n' {
                keep(&mut last, &mut line);
            } else if line.len() < MAX_STDERR_LINE {
                line.push(byte);
            }
        }
        stream.consume(length);
    }
    keep(&mut last, &mut line);
    last
}

/// Takes a line as the last one, unless it is empty.
fn keep(last: &mut String, line: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(line);
    if !text.trim().is_empty() {
        *last = text.trim().to_owned();
    }
    line.clear();
}

impl ModelClient for McpClient {
    fn check(&self) -> Result<(), String> {
        let connection = Arc::clone(&self.0);
        let found =
            (self.0.runtime).wait(CHECK_TIMEOUT, async move { connection.find_tool().await });
        let problem = match found {
            Some(Ok(())) => return Ok(()),
            Some(Err(
                RequestError::Temporary(problem, _)
                | RequestError::Refused(problem)
                | RequestError::Rejected(problem),
            )) => problem,
            Some(Err(RequestError::TooLong)) => "answers too long a text".to_owned(),
            Some(Err(RequestError::Timeout)) | None => "does not answer in time".to_owned(),
        };
        Err(format!("the endpoint {} {problem}", self.0.place()))
    }

    fn request(&self, question: &Question) -> Vec<u8> {
        serde_json::to_vec(question).expect("a question has no maps with keys that are no strings")
    }

    fn complete(&self, request: &[u8], until: Instant) -> Result<Completion, RequestError> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(RequestError::Timeout);
        }
        let arguments = serde_json::from_slice(request)
            .map_err(|error| RequestError::Refused(format!("cannot be asked: {error}")))?;
        let connection = Arc::clone(&self.0);
        let answered = (self.0.runtime).wait(left, async move { connection.call(arguments).await });
        answered.unwrap_or(Err(RequestError::Timeout))
    }
}
