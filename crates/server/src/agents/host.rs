//! A table that listens: `parlour host`.

use super::accept;
use super::hosted_series::HostedSeries;
use super::link::Fault;
use super::report::{Note, Report};
use crate::connection_limit::ConnectionLimit;
use parlour_agents::PolicyError;
use parlour_engine::{DealSource, SetupError};
use parlour_protocol::Hosted;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// How a table is hosted.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// How many games are played.
    pub games: u64,
    /// The time for each answer.
    pub think: Duration,
    /// The policy that takes the seats nobody has taken; without one the table waits.
    pub fill: Option<String>,
    /// How long after the last agent came the rest is filled.
    pub wait: Duration,
    /// The seed of the series: deals, seats and random defaults follow from it.
    pub seed: u64,
    /// Whether seats are shuffled before each game.
    pub shuffle: bool,
    /// Whether the first fault ends everything.
    pub strict: bool,
}

/// Why a table ended before its games.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The system does not let this program listen there.
    #[error("cannot listen on {0}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The rules cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no such policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A fault, where none is allowed.
    #[error("{name}: {fault}")]
    Fault {
        /// Who.
        name: String,
        /// What.
        fault: Fault,
    },
    /// A record could not be written.
    #[error("cannot write the record")]
    Record(#[source] io::Error),
    /// The system gave no sockets, timers or random numbers.
    #[error("the table cannot be held")]
    Run(#[source] io::Error),
}

/// A table that listens.
#[derive(Debug)]
pub struct Host<G: Hosted> {
    listener: TcpListener,
    address: SocketAddr,
    rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    options: HostOptions,
}

impl<G: Hosted> Host<G> {
    /// Listens; agents that connect wait until the table runs. `deal` is the same for every
    /// game when it is given.
    ///
    /// # Errors
    /// [`HostError::Listen`], and [`HostError::Setup`] or [`HostError::Policy`] for what
    /// could not be played.
    pub async fn bind(
        rules: G::Rules,
        deal: Option<DealSource<G::Deal>>,
        options: HostOptions,
    ) -> Result<Host<G>, HostError> {
        let source = deal.clone().unwrap_or(DealSource::Seed(options.seed));
        let _: G = source.start(rules.clone())?;
        if let Some(fill) = &options.fill {
            G::policy(fill)?;
        }
        let refused = |error| HostError::Listen(options.listen, error);
        let listener = TcpListener::bind(options.listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Host {
            listener,
            address,
            rules,
            deal,
            options,
        })
    }

    /// The address it listens on, with the port that was taken for port 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Fills the seats and plays all games. `note` is told what happens, `record` gets the
    /// record of each game as a line.
    ///
    /// # Errors
    /// [`HostError`]; whatever agents do is none, unless the options are strict.
    pub async fn run(
        self,
        note: &mut dyn FnMut(Note),
        record: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<Report, HostError> {
        let (door, arrivals) = mpsc::channel(64);
        let attending = {
            // The table's own bounds are enough: everybody here was asked to come.
            let everybody = ConnectionLimit::new(usize::MAX, usize::MAX);
            tokio::spawn(accept::accept_connections(
                self.listener,
                self.options.think,
                everybody,
                door,
            ))
        };
        let mut series =
            HostedSeries::<G>::new(self.rules, self.deal, self.options, arrivals, note);
        let report = series.hold(record).await;
        attending.abort();
        report
    }
}
