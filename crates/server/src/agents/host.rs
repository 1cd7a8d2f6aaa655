//! A host: listens for agents and plays a series with them (`parlour host`).

use super::accept;
use super::hosted_series::HostedSeries;
use super::link::AgentFault;
use super::report::{SeriesNote, SeriesReport};
use crate::connection_limit::ConnectionLimit;
use parlour_agents::PolicyError;
use parlour_arena::{DealProof, Deals, Secret};
use parlour_engine::{DealSource, SetupError};
use parlour_protocol::Hosted;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Options of a host.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// Number of games.
    pub games: u64,
    /// The time limit for each answer.
    pub think: Duration,
    /// The policy that takes vacant seats; without one the host waits for agents.
    pub fill: Option<String>,
    /// How long after the last agent arrived the vacant seats are filled.
    pub wait: Duration,
    /// The seed of the series, which determines deals, seats and random fallback moves, for experiments. They follow
    /// from a secret of the operating system if missing.
    pub seed: Option<u64>,
    /// Whether seats are shuffled before each game.
    pub shuffle: bool,
    /// Whether the first fault ends the series.
    pub strict: bool,
}

/// Why a series could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The rules or the deal are invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Unknown policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A fault, and the options are strict.
    #[error("{name}: {fault}")]
    Fault {
        /// The name of the agent.
        name: String,
        /// The fault.
        fault: Box<AgentFault>,
    },
    /// A record could not be written.
    #[error("cannot write the record")]
    Record(#[source] io::Error),
    /// The system provided no sockets, timers or random numbers.
    #[error("the series cannot be played")]
    Run(#[source] io::Error),
}

/// A host that listens and has not begun to play.
#[derive(Debug)]
pub struct Host<G: Hosted> {
    listener: TcpListener,
    address: SocketAddr,
    rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    deals: Deals,
    options: HostOptions,
}

impl<G: Hosted> Host<G> {
    /// Listens. Agents that connect wait for [`run`](Self::run). If `deal` is given, every game is dealt by it.
    ///
    /// # Errors
    /// [`HostError::Listen`], [`HostError::Setup`], [`HostError::Policy`].
    pub async fn bind(
        rules: G::Rules,
        deal: Option<DealSource<G::Deal>>,
        options: HostOptions,
    ) -> Result<Host<G>, HostError> {
        let source = deal.clone().unwrap_or(DealSource::Seed(0));
        let _: G = source.start(rules.clone())?;
        if let Some(fill) = &options.fill {
            G::policy(fill)?;
        }
        let deals = match options.seed {
            Some(seed) => Deals::Seed(seed),
            None => Deals::Secrets(vec![(0, Secret::new().map_err(HostError::Run)?)]),
        };
        let refused = |error| HostError::Listen(options.listen, error);
        let listener = TcpListener::bind(options.listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Host {
            listener,
            address,
            rules,
            deal,
            deals,
            options,
        })
    }

    /// The address it listens on, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What is public about the deals before the first game; `None` if the deal was given.
    pub fn proof(&self) -> Option<DealProof> {
        let secret = self.deal.is_none();
        secret.then(|| self.deals.proof(1, self.options.games, None))
    }

    /// Fills the seats and plays all games. `note` is called with the progress, `record` with the record of each game
    /// as a line.
    ///
    /// # Errors
    /// [`HostError`]. Faults of agents are errors only if the options are strict.
    pub async fn run(
        self,
        note: &mut dyn FnMut(SeriesNote),
        record: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<SeriesReport, HostError> {
        let (connections, arrivals) = mpsc::channel(64);
        let accepting = {
            // The series bounds its connections itself.
            let unlimited = ConnectionLimit::new(usize::MAX, usize::MAX, 0);
            tokio::spawn(accept::accept_connections(
                self.listener,
                self.options.think,
                unlimited,
                Arc::default(),
                connections,
            ))
        };
        let mut series = HostedSeries::<G>::new(
            self.rules,
            (self.deal, self.deals),
            self.options,
            arrivals,
            note,
        );
        let report = series.run(record).await;
        accepting.abort();
        report
    }
}
