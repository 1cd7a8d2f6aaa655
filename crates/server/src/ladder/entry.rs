//! An agent of a board, and its connection.

use super::game::Replacement;
use crate::agents::remote_agent::RemoteAgent;
use parlour_arena::ladder::Agent;
use parlour_protocol::Hosted;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// An agent whose mean answer takes longer is slow.
const SLOW_ANSWER: Duration = Duration::from_millis(500);
/// The weight of the latest game in the mean.
const PACE_WEIGHT: f64 = 0.3;
/// The span for which connections are counted.
const CONNECTION_SPAN: Duration = Duration::from_secs(60);

/// An agent of a board.
pub(super) struct AgentEntry<G: Hosted> {
    pub(super) agent: Arc<Agent>,
    pub(super) presence: Presence<G>,
    /// The mean time of its answers, in seconds.
    pace: Option<f64>,
    /// Faults in its latest games.
    faults: VecDeque<u64>,
    /// When it connected, within the last minute.
    connected: VecDeque<Instant>,
}

/// Where an agent is.
pub(super) enum Presence<G: Hosted> {
    Away,
    /// Connected, and waiting for a game.
    Idle {
        since: Instant,
        connection: u64,
        handle: IdleAgent<G>,
    },
    Playing(Arc<Replacement<G>>),
}

/// An idle connection. Its task notices when it ends.
pub(super) struct IdleAgent<G: Hosted>(oneshot::Sender<oneshot::Sender<RemoteAgent<G>>>);

impl<G: Hosted> IdleAgent<G> {
    /// Watches a connection. `ended` is called when it ends.
    pub(super) fn new(
        mut agent: RemoteAgent<G>,
        ended: impl Future<Output = ()> + Send + 'static,
    ) -> IdleAgent<G> {
        let (take, taken) = oneshot::channel::<oneshot::Sender<RemoteAgent<G>>>();
        tokio::spawn(async move {
            tokio::select! {
                () = agent.disconnected() => ended.await,
                taker = taken => if let Ok(taker) = taker {
                    // If the receiver has been dropped, the connection is closed.
                    let _ = taker.send(agent);
                }
            }
        });
        IdleAgent(take)
    }

    /// Takes the connection; `None` if it has ended.
    pub(super) async fn take(self) -> Option<RemoteAgent<G>> {
        let (to, agent) = oneshot::channel();
        self.0.send(to).ok()?;
        agent.await.ok()
    }
}

impl<G: Hosted> AgentEntry<G> {
    pub(super) fn new(agent: Agent) -> AgentEntry<G> {
        AgentEntry {
            agent: Arc::new(agent),
            presence: Presence::Away,
            pace: None,
            faults: VecDeque::new(),
            connected: VecDeque::new(),
        }
    }

    /// Counts a connection. Returns whether there are at most `max` within a minute.
    pub(super) fn count_connection(&mut self, max: usize) -> bool {
        let now = Instant::now();
        while (self.connected.front()).is_some_and(|&then| now - then >= CONNECTION_SPAN) {
            self.connected.pop_front();
        }
        let within = self.connected.len() < max;
        if within {
            self.connected.push_back(now);
        }
        within
    }

    /// Counts the answers of a game.
    pub(super) fn count_answers(&mut self, time: Duration, answers: u64) {
        if answers == 0 {
            return;
        }
        let mean = time.as_secs_f64() / answers as f64;
        let before = self.pace.unwrap_or(mean);
        self.pace = Some(before + PACE_WEIGHT * (mean - before));
    }

    /// Counts the faults of a game, and returns those of the latest `games`.
    pub(super) fn count_faults(&mut self, faults: u64, games: usize) -> u64 {
        self.faults.push_back(faults);
        while self.faults.len() > games {
            self.faults.pop_front();
        }
        self.faults.iter().sum()
    }

    /// Forgets the faults: the owner has resumed it.
    pub(super) fn forgive(&mut self) {
        self.faults.clear();
    }

    pub(super) fn is_slow(&self) -> bool {
        self.pace
            .is_some_and(|pace| pace > SLOW_ANSWER.as_secs_f64())
    }

    pub(super) fn is_connected(&self) -> bool {
        !matches!(self.presence, Presence::Away)
    }

    /// Since when it waits for a game.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        match self.presence {
            Presence::Idle { since, .. } => Some(since),
            Presence::Away | Presence::Playing(_) => None,
        }
    }
}
