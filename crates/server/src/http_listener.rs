//! Accepts HTTP connections within the limits, and serves them.

use crate::api_response::ErrorResponse;
use crate::cluster::{Forwarded, forwarded_client};
use crate::connection_limit::{ACCEPT_RETRY_INTERVAL, ConnectionLimit};
use crate::metrics::Metrics;
use crate::proxies::{TrustedProxies, is_known_host};
use crate::rate_limit::RateLimit;
use crate::rooms::api::Peer;
use crate::token::Token;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{HOST, HeaderName};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use parlour_protocol::{ApiError, ErrorBody};
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};
use tower_service::Service as _;
use tracing::Instrument as _;

/// The time limit for the head of a request, and for the silence before it.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// The wait before a request above the limit of its client is refused.
const REFUSAL_PAUSE: Duration = Duration::from_secs(1);

/// Bytes of a request head, and of a response that wait to be written.
const MAX_BUFFER_BYTES: usize = 64 << 10;

/// What the connections of a listener share.
pub(crate) struct HttpContext {
    pub(crate) connections: ConnectionLimit,
    /// Requests in progress and WebSockets that come through proxies.
    pub(crate) clients: ConnectionLimit,
    pub(crate) requests: RateLimit,
    /// The time after which a client that does not read is disconnected.
    pub(crate) write_timeout: Duration,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// What other servers of the cluster have to show, if the listener is for them only.
    pub(crate) servers: Option<Token>,
    /// The names of the server; empty for any.
    pub(crate) hosts: Vec<String>,
    pub(crate) metrics: Arc<Metrics>,
    /// The number of the next request.
    pub(crate) next: AtomicU64,
}

/// Serves until `stop` completes, then lets responses in progress finish, for at most `grace`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    context: HttpContext,
    stop: impl Future<Output = ()>,
    grace: Duration,
) {
    let context = Arc::new(context);
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, address)) = accepted else {
            sleep(ACCEPT_RETRY_INTERVAL).await;
            continue;
        };
        let peer = address.ip();
        let permit = match context.servers.is_some() || context.proxies.contains(peer) {
            true => context.connections.acquire_for_proxy(peer),
            false => context.connections.acquire(peer),
        };
        let Some(permit) = permit else {
            context.metrics.count_refused("connections");
            tracing::debug!(client = %peer, "a connection was refused: too many");
            tokio::spawn(refuse(stream));
            continue;
        };
        // Each message is written whole, so delaying it would gain nothing.
        let _ = stream.set_nodelay(true);
        let (context, router) = (Arc::clone(&context), router.clone());
        let watcher = graceful.watcher();
        tokio::spawn(async move {
            let (mut stream, mut permit) = (stream, Arc::new(permit));
            let Ok(client) = context.proxies.accept(&mut stream, peer).await else {
                return;
            };
            if client != peer {
                let Some(of_client) = context.connections.acquire(client) else {
                    context.metrics.count_refused("connections");
                    // Fails if the client has disconnected.
                    let _ = refuse(stream).await;
                    return;
                };
                permit = Arc::new(of_client);
            }
            let peer = Peer {
                address: client,
                permit,
            };
            let stream = TokioIo::new(WriteTimeout::new(stream, context.write_timeout));
            let service = service_fn(move |request| {
                respond(router.clone(), peer.clone(), Arc::clone(&context), request)
            });
            let connection = builder()
                .serve_connection_with_upgrades(stream, service)
                .into_owned();
            // An error concerns this connection only.
            let _ = watcher.watch(connection).await;
        });
    }
    drop(listener);
    let _ = timeout(grace, graceful.shutdown()).await;
}

/// Responds to a request within the limits of its client.
async fn respond(
    mut router: Router,
    mut peer: Peer,
    context: Arc<HttpContext>,
    mut request: hyper::Request<Incoming>,
) -> Result<Response, Infallible> {
    // One request at a time, in turn with other connections: a client may have sent hundreds.
    yield_now().await;
    let number = context.next.fetch_add(1, Ordering::Relaxed);
    let refuse = |limit, error: ApiError| {
        context.metrics.count_refused(limit);
        Ok(ErrorResponse(error).into_response())
    };
    let named = match &context.servers {
        // The host was checked by the other server.
        Some(secret) => match forwarded_client(request.headers(), secret) {
            Some(client) => {
                request.extensions_mut().insert(Forwarded);
                Some(client)
            }
            // Strangers do not learn what listens here.
            None => return refuse("servers", ApiError::NotFound),
        },
        None => {
            let host = request.headers().get(HOST).map(HeaderValue::to_str);
            if !is_known_host(&context.hosts, host.and_then(Result::ok)) {
                return refuse("hosts", ApiError::UnknownHost);
            }
            let is_proxy = context.proxies.contains(peer.address);
            is_proxy
                .then(|| context.proxies.client(request.headers()))
                .flatten()
        }
    };
    if let Some(client) = named {
        let Some(permit) = context.clients.acquire(client) else {
            return refuse("connections", ApiError::TooManyConnections);
        };
        peer = Peer {
            address: client,
            permit: Arc::new(permit),
        };
    }
    if let Err(wait) = context.requests.admit(peer.address).await {
        // A client that does not slow down by itself is slowed down: else refusing would take the time of others.
        sleep(REFUSAL_PAUSE).await;
        let seconds = wait.as_secs() + 1;
        return refuse("requests", ApiError::TooManyRequests { seconds });
    }
    // The path holds ids, no tokens. The query is not written, since it may hold anything.
    let span = tracing::debug_span!(
        "request",
        number,
        method = %request.method(),
        path = request.uri().path(),
        client = %peer.address
    );
    request.extensions_mut().insert(peer);
    let start = Instant::now();
    let answered = async {
        let Ok(mut response) = router.call(request).await;
        let (status, time) = (response.status(), start.elapsed());
        match status.is_server_error() {
            true => tracing::warn!(status = status.as_u16(), ?time, "responded"),
            false => tracing::debug!(status = status.as_u16(), ?time, "responded"),
        }
        let name = HeaderName::from_static("x-request-id");
        response
            .headers_mut()
            .insert(name, HeaderValue::from(number));
        Ok(response)
    };
    answered.instrument(span).await
}

fn builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    (builder.http1())
        .timer(TokioTimer::new())
        .max_buf_size(MAX_BUFFER_BYTES)
        .header_read_timeout(HEAD_TIMEOUT);
    builder
}

/// Serves one connection.
pub(crate) async fn serve_connection(stream: TcpStream, router: Router, peer: Peer) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().call(request)
    });
    let builder = builder();
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    // An error concerns this connection only.
    let _ = connection.await;
}

/// Responds that there are too many connections.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let body = serde_json::to_string(&ErrorBody::from(ApiError::TooManyConnections))?;
    let response = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    let sending = stream.write_all(response.as_bytes());
    timeout(Duration::from_secs(1), sending).await??;
    stream.shutdown().await
}
