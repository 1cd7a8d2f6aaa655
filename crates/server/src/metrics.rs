//! Metrics for Prometheus, in the OpenMetrics text format.
//!
//! Counters and histograms are updated where things happen. Gauges are read when Prometheus asks.

use crate::api_response::NO_STORE;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use axum::extract::{MatchedPath, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt;
use std::time::{Duration, Instant};

type Label = [(&'static str, String); 1];
type Labels = [(&'static str, String); 2];

/// A histogram of times from 0.25 ms to 8 s.
fn times() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 16))
}

/// All metrics of a server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    request_time: Family<Label, Histogram, fn() -> Histogram>,
    refused: Family<Label, Counter>,
    connections: Family<Label, Gauge>,
    tables: Family<Label, Gauge>,
    shared_replays: Gauge,
    shared_replay_people: Gauge,
    games: Family<Label, Counter>,
    faults: Family<Label, Counter>,
    ladder_agents: Family<Label, Gauge>,
    ladder_games: Family<Labels, Counter>,
    thinking: Gauge,
    waiting: Gauge,
    think_time: Histogram,
    think_wait: Histogram,
    store_time: Histogram,
    store_errors: Counter,
    tables_restored: Counter,
    servers: Gauge,
    forwarded: Family<Label, Counter>,
    memory: Gauge,
}

/// What is read when Prometheus asks.
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    /// Connections by port.
    pub(crate) connections: Vec<(&'static str, usize)>,
    /// Tables by state.
    pub(crate) tables: Vec<(&'static str, usize)>,
    /// Shared replays, and people at them.
    pub(crate) shared_replays: (usize, usize),
    /// Connected agents of the ladder by board.
    pub(crate) ladder_agents: Vec<(String, usize)>,
    /// Policies that think, and requests that wait for a thread.
    pub(crate) thinking: (usize, usize),
    /// Other servers of the cluster.
    pub(crate) servers: usize,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics(…)")
    }
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("parlour"),
            requests: Family::default(),
            request_time: Family::new_with_constructor(times),
            refused: Family::default(),
            connections: Family::default(),
            tables: Family::default(),
            shared_replays: Gauge::default(),
            shared_replay_people: Gauge::default(),
            games: Family::default(),
            faults: Family::default(),
            ladder_agents: Family::default(),
            ladder_games: Family::default(),
            thinking: Gauge::default(),
            waiting: Gauge::default(),
            think_time: times(),
            think_wait: times(),
            store_time: times(),
            store_errors: Counter::default(),
            tables_restored: Counter::default(),
            servers: Gauge::default(),
            forwarded: Family::default(),
            memory: Gauge::default(),
        };
        let Metrics {
            registry,
            requests,
            request_time,
            refused,
            connections,
            tables,
            shared_replays,
            shared_replay_people,
            games,
            faults,
            ladder_agents,
            ladder_games,
            thinking,
            waiting,
            think_time,
            think_wait,
            store_time,
            store_errors,
            tables_restored,
            servers,
            forwarded,
            memory,
        } = &mut metrics;
        registry.register(
            "http_requests",
            "HTTP requests by route and status",
            requests.clone(),
        );
        registry.register_with_unit(
            "http_request",
            "Time until the head of the response, by route",
            Unit::Seconds,
            request_time.clone(),
        );
        registry.register(
            "refused",
            "Connections and requests refused, by limit",
            refused.clone(),
        );
        registry.register(
            "connections",
            "Open connections by port",
            connections.clone(),
        );
        registry.register("tables", "Tables by state", tables.clone());
        registry.register(
            "shared_replays",
            "Replays that people watch together",
            shared_replays.clone(),
        );
        registry.register(
            "shared_replay_people",
            "People at shared replays",
            shared_replay_people.clone(),
        );
        registry.register(
            "games",
            "Games begun, finished and abandoned",
            games.clone(),
        );
        registry.register(
            "faults",
            "Fallback moves by the kind of the player",
            faults.clone(),
        );
        registry.register(
            "ladder_agents",
            "Connected agents of the ladder by board",
            ladder_agents.clone(),
        );
        registry.register(
            "ladder_games",
            "Finished games of the ladder by board and kind",
            ladder_games.clone(),
        );
        registry.register("thinking", "Policies that are choosing", thinking.clone());
        registry.register(
            "think_queue",
            "Policies that wait for a thread",
            waiting.clone(),
        );
        registry.register_with_unit(
            "think",
            "Time for the choice of a policy",
            Unit::Seconds,
            think_time.clone(),
        );
        registry.register_with_unit(
            "think_wait",
            "Time a policy has waited for a thread",
            Unit::Seconds,
            think_wait.clone(),
        );
        registry.register_with_unit(
            "store_read",
            "Time for reading the store",
            Unit::Seconds,
            store_time.clone(),
        );
        registry.register(
            "store_errors",
            "Errors of the database",
            store_errors.clone(),
        );
        registry.register(
            "tables_restored",
            "Tables restored from the database: after a start, or from a server that has ended",
            tables_restored.clone(),
        );
        registry.register(
            "cluster_servers",
            "Other servers of the cluster that run",
            servers.clone(),
        );
        registry.register(
            "forwarded",
            "Requests for tables of other servers, by result",
            forwarded.clone(),
        );
        registry.register_with_unit(
            "resident_memory",
            "Memory of the process",
            Unit::Bytes,
            memory.clone(),
        );
        metrics
    }

    /// Counts a connection or request that was refused because of a limit.
    pub(crate) fn count_refused(&self, limit: &'static str) {
        let label = [("limit", limit.to_owned())];
        self.refused.get_or_create(&label).inc();
    }

    /// Counts a game that has come to a state.
    pub(crate) fn count_game(&self, state: &'static str) {
        let label = [("state", state.to_owned())];
        self.games.get_or_create(&label).inc();
    }

    /// Counts a fallback move.
    pub(crate) fn count_fault(&self, player: &'static str) {
        let label = [("player", player.to_owned())];
        self.faults.get_or_create(&label).inc();
    }

    /// Counts a finished game of the ladder.
    pub(crate) fn count_ladder_game(&self, board: &str, kind: &str) {
        let labels = [("board", board.to_owned()), ("kind", kind.to_owned())];
        self.ladder_games.get_or_create(&labels).inc();
    }

    pub(crate) fn time_thinking(&self, waited: Duration, time: Duration) {
        self.think_wait.observe(waited.as_secs_f64());
        self.think_time.observe(time.as_secs_f64());
    }

    pub(crate) fn time_store(&self, time: Duration) {
        self.store_time.observe(time.as_secs_f64());
    }

    pub(crate) fn count_store_error(&self) {
        self.store_errors.inc();
    }

    /// Counts tables that were restored from the database.
    pub(crate) fn count_restored(&self, tables: usize) {
        self.tables_restored.inc_by(tables as u64);
    }

    /// Counts a request that was forwarded to another server of the cluster, or could not be.
    pub(crate) fn count_forwarded(&self, is_answered: bool) {
        let result = if is_answered { "answered" } else { "failed" };
        let label = [("result", result.to_owned())];
        self.forwarded.get_or_create(&label).inc();
    }

    /// Times a request of a router. The label is the route, not the path, which clients choose.
    pub(crate) async fn time_request(&self, request: Request, next: Next) -> Response {
        let path = request.extensions().get::<MatchedPath>();
        let route = path.map_or("file", MatchedPath::as_str).to_owned();
        let start = Instant::now();
        let response = next.run(request).await;
        let time = self.request_time.get_or_create(&[("route", route.clone())]);
        time.observe(start.elapsed().as_secs_f64());
        let status = response.status().as_str().to_owned();
        self.requests
            .get_or_create(&[("route", route), ("status", status)])
            .inc();
        response
    }

    /// The response for Prometheus.
    pub(crate) fn respond(&self, gauges: &Gauges) -> Response {
        for &(port, count) in &gauges.connections {
            let label = [("port", port.to_owned())];
            self.connections.get_or_create(&label).set(count as i64);
        }
        for &(state, count) in &gauges.tables {
            let label = [("state", state.to_owned())];
            self.tables.get_or_create(&label).set(count as i64);
        }
        for (board, count) in &gauges.ladder_agents {
            let label = [("board", board.clone())];
            self.ladder_agents.get_or_create(&label).set(*count as i64);
        }
        self.shared_replays.set(gauges.shared_replays.0 as i64);
        self.shared_replay_people
            .set(gauges.shared_replays.1 as i64);
        self.servers.set(gauges.servers as i64);
        self.thinking.set(gauges.thinking.0 as i64);
        self.waiting.set(gauges.thinking.1 as i64);
        self.memory.set(resident_memory() as i64);
        let mut body = String::new();
        match text::encode(&mut body, &self.registry) {
            Ok(()) => {
                let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
                (NO_STORE, [(CONTENT_TYPE, kind)], body).into_response()
            }
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }
}

/// The memory of the process in bytes; 0 where the system does not tell.
fn resident_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kibibytes.unwrap_or(0_u64) << 10
}
