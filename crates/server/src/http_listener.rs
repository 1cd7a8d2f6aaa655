//! Accepts HTTP connections within the limits, and serves them.

use crate::connection_limit::{ACCEPT_RETRY_INTERVAL, ConnectionLimit};
use crate::rooms::api::Peer;
use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tower_service::Service as _;

/// The time limit for the head of a request, and for the silence before it.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\n\
    Content-Type: application/json\r\n\
    Content-Length: 40\r\n\
    Connection: close\r\n\r\n\
    {\"error\":\"too many connections at once\"}";

/// Serves until `stop` completes, then lets responses in progress finish, for at most `grace`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limit: ConnectionLimit,
    stop: impl Future<Output = ()>,
    grace: Duration,
) {
    let graceful = GracefulShutdown::new();
    let builder = builder();
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
        let Some(permit) = limit.acquire(address.ip()) else {
            tokio::spawn(refuse(stream));
            continue;
        };
        // Each message is written whole, so delaying it would gain nothing.
        let _ = stream.set_nodelay(true);
        let peer = Peer {
            address: address.ip(),
            permit: Arc::new(permit),
        };
        let service = service(router.clone(), peer);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            // An error concerns this connection only.
            let _ = connection.await;
        });
    }
    drop(listener);
    let _ = timeout(grace, graceful.shutdown()).await;
}

fn builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    (builder.http1())
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT);
    builder
}

/// The service for the requests of one connection.
fn service(
    router: Router,
    peer: Peer,
) -> impl hyper::service::Service<
    hyper::Request<Incoming>,
    Response = Response,
    Error = Infallible,
    Future = impl Future<Output = Result<Response, Infallible>> + Send,
> + Send
+ 'static {
    service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().call(request)
    })
}

/// Serves one connection.
pub(crate) async fn serve_connection(stream: TcpStream, router: Router, peer: Peer) {
    let service = service(router, peer);
    let builder = builder();
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    // An error concerns this connection only.
    let _ = connection.await;
}

/// Responds that there are too many connections.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let answer = stream.write_all(TOO_MANY);
    timeout(Duration::from_secs(1), answer).await??;
    stream.shutdown().await
}
