//! The server: the embedded web app over HTTP, tables for people, policies and remote agents, shared replays, and
//! tournaments.
//!
//! [`serve`] is all that a command needs. [`Server`] is for callers with their own runtime, such as tests.

pub mod agents;
mod api_response;
mod assets;
mod background;
mod cluster;
mod connection_limit;
mod daily;
mod distinct_name;
mod headers;
mod http_listener;
mod ladder;
pub mod log;
mod metrics;
mod monitor;
mod openapi;
mod proxies;
mod rate_limit;
pub mod rooms;
mod shared_replays;
mod token;
mod tournaments;
mod write_timeout;

use std::future::{Future, pending};
use std::io;
use std::mem;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::{Next, from_fn, map_response};
use axum::routing::get;
use background::{Background, run_on};
use cluster::Cluster;
pub use cluster::ClusterOptions;
use connection_limit::ConnectionLimit;
use http_listener::HttpContext;
pub use ladder::LadderOptions;
use ladder::{Ladder, LadderContext};
use metrics::Metrics;
use monitor::Monitor;
use parlour_arena::ladder::LadderError;
use parlour_arena::store::server_tables::Endpoint;
pub use proxies::{ForwardedHeader, TrustedProxies};
use rate_limit::RateLimit;
use rooms::table_store::{Retention, TableStore};
use rooms::think_pool::ThinkPool;
use rooms::{Limits, RoomRegistry};
use shared_replays::SharedReplays;
use thiserror::Error;
pub use token::Token;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
pub use tournaments::Database;
use tournaments::{DatabaseConnection, TournamentRunner};
use utoipa_axum::router::OpenApiRouter;

/// The time limit for requests and games in progress when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The time limit for writing tables when the server stops: a slow disk should not cost anybody a game.
const TABLES_TIMEOUT: Duration = Duration::from_secs(20);

/// Connections on the port of metrics.
const MAX_OPERATOR_CONNECTIONS: usize = 64;
/// How long a starting server waits for its tables. Later requests for them are told to try again.
const RESTORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Options of [`serve`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// The address to listen on; port 0 takes any free port.
    pub http: SocketAddr,
    /// The address for remote agents, if any.
    pub agents: Option<SocketAddr>,
    /// The address of metrics for the operator, if any.
    pub metrics: Option<SocketAddr>,
    /// The limits of tables and connections.
    pub limits: Limits,
    /// The proxies between this server and its clients.
    pub proxies: TrustedProxies,
    /// The names of the server in requests; empty for any.
    pub hosts: Vec<String>,
    /// The database of tournaments and of tables with people, if any. Without one, tables end with the server.
    pub database: Option<Database>,
    /// The token with which tournaments may be started; without one they cannot be.
    pub token: Option<Token>,
    /// The ladder, if any. It needs the database.
    pub ladder: Option<LadderOptions>,
    /// Where other servers of the database reach this one, if it belongs to a cluster. It needs PostgreSQL.
    pub cluster: Option<ClusterOptions>,
}

impl Default for ServeOptions {
    /// `127.0.0.1:8080`, reachable from this machine only; no port for agents, no tournaments.
    fn default() -> Self {
        Self {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            agents: None,
            metrics: None,
            limits: Limits::default(),
            proxies: TrustedProxies::default(),
            hosts: Vec::new(),
            database: None,
            token: None,
            ladder: None,
            cluster: None,
        }
    }
}

/// Why a server cannot be started.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another process listens on the address.
    #[error("{address} is already in use; choose another with {option} ADDR")]
    InUse {
        /// The requested address.
        address: SocketAddr,
        /// The command-line option for the address.
        option: &'static str,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The ladder cannot be read from the database.
    #[error("the ladder cannot be opened")]
    Ladder(#[from] LadderError),
    /// There is a ladder, but no database.
    #[error("a ladder needs a database: name one with --database URL")]
    NoDatabase,
    /// There is a cluster, but no database that its servers can share.
    #[error(
        "the servers of a cluster share a PostgreSQL database: name it with --database postgres://USER:PASSWORD@HOST/NAME"
    )]
    NoSharedDatabase,
    /// The system provided no threads, signals or sockets.
    #[error("the server cannot run")]
    Run(#[from] io::Error),
}

/// The addresses of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The web app.
    pub http: SocketAddr,
    /// The port for remote agents, if any.
    pub agents: Option<SocketAddr>,
    /// The port of metrics, if any.
    pub metrics: Option<SocketAddr>,
    /// The port for other servers of the cluster, if any.
    pub cluster: Option<SocketAddr>,
}

/// Serves until the process receives SIGTERM or Ctrl-C, then lets requests in progress finish. Calls `ready` with the
/// bound addresses as soon as clients can connect.
///
/// # Errors
/// [`ServeError`].
pub fn serve(options: &ServeOptions, ready: impl FnOnce(Addresses)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        let server = Server::bind(options).await?.with_http_thread()?;
        let Addresses {
            http,
            agents,
            metrics,
            cluster,
        } = server.addresses();
        tracing::info!(
            %http,
            agents = agents.map(tracing::field::display),
            metrics = metrics.map(tracing::field::display),
            cluster = cluster.map(tracing::field::display),
            version = env!("CARGO_PKG_VERSION"),
            "serving"
        );
        ready(server.addresses());
        server.run(stop).await;
        Ok(())
    });
    // Policies that are still thinking are not waited for.
    runtime.shutdown_background();
    served
}

/// A server that listens, and serves once it [runs](Server::run).
#[derive(Debug)]
pub struct Server {
    http: TcpListener,
    agents: Option<TcpListener>,
    metrics: Option<TcpListener>,
    /// The port for other servers of the cluster, and what they have to show there.
    cluster: Option<(TcpListener, Token)>,
    addresses: Addresses,
    options: ServeOptions,
    /// Reads the store.
    background: Background,
    /// Accepts connections, reads requests and refuses what is too much; without it, the thread that serves tables does.
    http_thread: Option<Background>,
    measures: Arc<Metrics>,
    thinkers: ThinkPool,
    ladder: Option<Arc<Ladder>>,
}

impl Server {
    /// Listens, and starts the ladder, if there is one. Clients that connect wait for [`run`](Self::run).
    ///
    /// # Errors
    /// [`ServeError`].
    pub async fn bind(options: &ServeOptions) -> Result<Self, ServeError> {
        let database = options.database.as_ref();
        if options.cluster.is_some() && !database.is_some_and(Database::is_shared) {
            return Err(ServeError::NoSharedDatabase);
        }
        let (http, address) = listen_on(options.http, "--http").await?;
        let mut addresses = Addresses {
            http: address,
            agents: None,
            metrics: None,
            cluster: None,
        };
        let mut agents = None;
        if let Some(address) = options.agents {
            let (listener, address) = listen_on(address, "--agents").await?;
            (agents, addresses.agents) = (Some(listener), Some(address));
        }
        let mut metrics = None;
        if let Some(address) = options.metrics {
            let (listener, address) = listen_on(address, "--metrics").await?;
            (metrics, addresses.metrics) = (Some(listener), Some(address));
        }
        let mut cluster = None;
        if let Some(options) = &options.cluster {
            let (listener, address) = listen_on(options.listen(), "--cluster").await?;
            cluster = Some((listener, Token::new()?));
            addresses.cluster = Some(address);
        }
        let measures = Arc::new(Metrics::new());
        let thinkers = ThinkPool::new(options.limits.thinkers, Arc::clone(&measures));
        let ladder = match &options.ladder {
            None => None,
            Some(ladder) => {
                let database = database.ok_or(ServeError::NoDatabase)?;
                let context = LadderContext {
                    store: database.open().await.map_err(LadderError::from)?,
                    metrics: Arc::clone(&measures),
                    thinkers: thinkers.clone(),
                    message_timeout: options.limits.message_timeout,
                    policy_timeout: options.limits.policy_timeout,
                };
                Some(Ladder::start(ladder.clone(), context).await?)
            }
        };
        Ok(Self {
            http,
            agents,
            metrics,
            cluster,
            addresses,
            options: options.clone(),
            background: Background::new("store")?,
            http_thread: None,
            measures,
            thinkers,
            ladder,
        })
    }

    /// Serves HTTP on a thread of its own, so that floods of requests do not delay the tables. Their handlers stay in the
    /// runtime of [`run`](Self::run).
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn with_http_thread(mut self) -> io::Result<Self> {
        let thread = Background::new("http")?;
        self.http = thread.adopt(self.http)?;
        self.metrics = (self.metrics.map(|listener| thread.adopt(listener))).transpose()?;
        let cluster = self
            .cluster
            .map(|(listener, secret)| Ok::<_, io::Error>((thread.adopt(listener)?, secret)));
        self.cluster = cluster.transpose()?;
        self.http_thread = Some(thread);
        Ok(self)
    }

    /// The addresses it listens on, with the actual ports.
    #[must_use]
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Restores the stored tables, serves until `stop` completes, then stores the tables and lets requests in progress
    /// finish, for at most 5 s.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let ServeOptions {
            limits,
            proxies,
            hosts,
            database,
            token,
            cluster,
            ..
        } = self.options;
        // One core is left to the tables.
        let runner = TournamentRunner::new(token, limits.thinkers.saturating_sub(1).max(1));
        let limit = || {
            let Limits {
                connections,
                connections_per_address,
                new_connections,
                ..
            } = limits;
            ConnectionLimit::new(connections, connections_per_address, new_connections)
        };
        let (metrics, proxies) = (self.measures, Arc::new(proxies));
        let (connections, agent_connections) = (limit(), limit());
        let (clients, requests) = (limit(), RateLimit::per_second(limits.requests));
        let endpoint = (cluster
            .zip(self.addresses.cluster)
            .zip(self.cluster.as_ref()))
        .map(|((options, bound), (_, secret))| Endpoint {
            address: options.address(bound),
            secret: secret.reveal().to_owned(),
        });
        let store = database.as_ref().and_then(|database| {
            let retention = Retention {
                over: limits.keep_games,
                abandoned: limits.keep,
            };
            let started = TableStore::start(database.clone(), retention, endpoint);
            started
                .inspect_err(|error| tracing::error!("tables are not stored: {error}"))
                .ok()
        });
        let (store, events) = store.unzip();
        let (rooms, returned) = RoomRegistry::new(
            limits.clone(),
            self.thinkers.clone(),
            store.clone(),
            Arc::clone(&metrics),
        );
        let shared_replays = SharedReplays::start(limits.clone(), Arc::clone(&metrics));
        if let (Some(store), Some(events)) = (&store, events) {
            tokio::spawn(Arc::clone(&rooms).follow_store(events));
            store.wait_until_ready(RESTORE_TIMEOUT).await;
        }
        let cluster = match (self.cluster, &store, &database) {
            (Some((listener, secret)), Some(store), Some(database)) => {
                let database = DatabaseConnection::new(database.clone(), Arc::clone(&metrics));
                let (rooms, metrics) = (Arc::clone(&rooms), Arc::clone(&metrics));
                let cluster = Cluster::new(rooms, store.clone(), database, metrics);
                Some((listener, secret, Arc::new(cluster)))
            }
            _ => None,
        };
        let known = cluster.as_ref().map(|(.., cluster)| Arc::clone(cluster));
        let lobby = self.agents.map(|listener| {
            let known = known.clone();
            let (new_connections, mut arrivals) = mpsc::channel(64);
            if let Some(ladder) = &self.ladder {
                let (tables, others) = mpsc::channel(64);
                let all = mem::replace(&mut arrivals, others);
                // Ends with the listener.
                tokio::spawn(ladder::admit(Arc::clone(ladder), all, tables));
            }
            let accepting = agents::accept::accept_connections(
                listener,
                limits.message_timeout,
                agent_connections.clone(),
                Arc::clone(&proxies),
                new_connections,
            );
            let seating = rooms::lobby::run(Arc::clone(&rooms), known, arrivals, returned);
            [tokio::spawn(accepting), tokio::spawn(seating)]
        });
        let database = database
            .map(|database| Arc::new(DatabaseConnection::new(database, Arc::clone(&metrics))));
        let monitor = Arc::new(Monitor {
            metrics: Arc::clone(&metrics),
            rooms: Arc::clone(&rooms),
            shared_replays: Arc::clone(&shared_replays),
            store: store.clone(),
            thinkers: self.thinkers,
            ladder: self.ladder.clone(),
            connections: vec![("http", connections.clone()), ("agents", agent_connections)],
            database: database.clone(),
            is_stopping: AtomicBool::new(false),
        });
        let (health, health_description) = monitor::health(&monitor).split_for_parts();
        let health = self.background.run(health);
        let agents = self.addresses.agents;
        // Its own connection: the other one runs with the tournaments.
        let attempts = database.as_ref().map(|known| {
            let connection = DatabaseConnection::new(known.database.clone(), Arc::clone(&metrics));
            Arc::new(connection.creating())
        });
        let offers = offers(self.ladder.is_some(), attempts.is_some());
        let (stored, description) = tournaments::api::router(database, Arc::clone(&runner))
            .merge(ladder::router(self.ladder.clone(), agents))
            .split_for_parts();
        let has_ladder = self.ladder.is_some();
        let (tables, tables_description) =
            rooms::api::router(Arc::clone(&rooms), agents, has_ladder, known.clone())
                .merge(shared_replays::api::router(
                    Arc::clone(&shared_replays),
                    known,
                ))
                .merge(daily::router(Arc::clone(&rooms), attempts))
                .merge(ladder::socket_router(self.ladder.clone()))
                .split_for_parts();
        let http_thread = self.http_thread;
        let here = Handle::current();
        let run_here = |router| match http_thread.is_some() {
            true => run_on(&here, router),
            false => router,
        };
        let api = OpenApiRouter::with_openapi(description)
            .merge(OpenApiRouter::with_openapi(tables_description))
            .merge(OpenApiRouter::from(run_here(tables)))
            .merge(OpenApiRouter::from(self.background.run(stored)));
        // Such a port is served until the process ends.
        let serve = |listener, router, context| {
            let never = pending();
            let serving = http_listener::serve(listener, router, context, never, SHUTDOWN_TIMEOUT);
            match &http_thread {
                Some(thread) => thread.spawn(serving),
                None => tokio::spawn(serving),
            }
        };
        let timing = Arc::clone(&metrics);
        let router = router(openapi::router(api, health_description), offers)
            .merge(health)
            .layer(map_response(headers::add_security))
            .layer(from_fn(move |request: Request, next: Next| {
                let timing = Arc::clone(&timing);
                async move { timing.time_request(request, next).await }
            }));
        let servers = cluster.map(|(listener, secret, _)| {
            let context = HttpContext {
                connections: ConnectionLimit::new(limits.connections, usize::MAX, 0),
                // Clients have the same share, whichever server they come through.
                clients: clients.clone(),
                requests: requests.clone(),
                write_timeout: limits.write_timeout,
                proxies: Arc::default(),
                servers: Some(secret),
                hosts: Vec::new(),
                metrics: Arc::clone(&metrics),
                next: AtomicU64::new(1),
            };
            // The tables are stored only after `stop`: others reach them until then.
            let router = router
                .clone()
                .merge(run_here(rooms::forwarded_agent::router(Arc::clone(&rooms))));
            serve(listener, router, context)
        });
        let context = HttpContext {
            connections,
            clients,
            requests,
            write_timeout: limits.write_timeout,
            proxies,
            servers: None,
            hosts,
            metrics: Arc::clone(&metrics),
            next: AtomicU64::new(1),
        };
        let operator = self.metrics.map(|listener| {
            let router = monitor::router(&monitor).merge(Router::from(monitor::health(&monitor)));
            let context = HttpContext {
                connections: ConnectionLimit::new(MAX_OPERATOR_CONNECTIONS, usize::MAX, 0),
                clients: ConnectionLimit::new(0, 0, 0),
                requests: RateLimit::per_second(0),
                write_timeout: limits.write_timeout,
                proxies: Arc::default(),
                servers: None,
                hosts: Vec::new(),
                metrics,
                next: AtomicU64::new(1),
            };
            // The operator sees the server stop.
            serve(listener, router, context)
        });
        let ladder = self.ladder;
        let stop = async move {
            stop.await;
            tracing::info!("stopping");
            monitor.is_stopping.store(true, Ordering::Relaxed);
            for task in lobby.iter().flatten() {
                task.abort();
            }
            let close = async {
                shared_replays.close();
                rooms.close().await;
                if let Some(store) = &store {
                    store.close(TABLES_TIMEOUT).await;
                }
            };
            let close_ladder = async {
                if let Some(ladder) = &ladder {
                    ladder.close(SHUTDOWN_TIMEOUT).await;
                }
            };
            tokio::join!(close, close_ladder, runner.close(SHUTDOWN_TIMEOUT));
        };
        let serving = http_listener::serve(self.http, router, context, stop, SHUTDOWN_TIMEOUT);
        match &http_thread {
            Some(thread) => {
                if let Err(error) = thread.spawn(serving).await {
                    tracing::error!("serving HTTP has failed: {error}");
                }
            }
            None => serving.await,
        }
        for task in [operator, servers].into_iter().flatten() {
            task.abort();
        }
        tracing::info!("stopped");
    }
}

async fn listen_on(
    address: SocketAddr,
    option: &'static str,
) -> Result<(TcpListener, SocketAddr), ServeError> {
    let refused = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::InUse { address, option },
        _ => ServeError::Listen { address, source },
    };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}

/// Completes at SIGTERM or Ctrl-C. From the call on, neither terminates the process.
///
/// # Errors
/// If signals cannot be handled.
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // Without a handler, Ctrl-C terminates the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// What the pages learn by a header, without a request.
fn offers(ladder: bool, daily: bool) -> HeaderValue {
    HeaderValue::from_static(match (ladder, daily) {
        (true, true) => "shared-replays, ladder, daily",
        (true, false) => "shared-replays, ladder",
        (false, true) => "shared-replays, daily",
        (false, false) => "shared-replays",
    })
}

/// The pages, with the header that says what the server offers, and the API.
fn router(api: Router, offers: HeaderValue) -> Router {
    let file = async move |uri: Uri, headers: HeaderMap| {
        let mut response = assets::answer(assets::EMBEDDED, uri.path(), &headers);
        let headers = response.headers_mut();
        headers.insert("server-timing", offers.clone());
        response
    };
    api.fallback_service(get(file))
}
