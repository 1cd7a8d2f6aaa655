//! A host in a thread of its own, and classic agents that block.

use crate::clock;
use parlour_engine::DealSource;
use parlour_games::modern_art::{Auctions, ModernArt, Rules};
use parlour_protocol::Hosted;
use parlour_protocol::classic::BLOCK;
use parlour_server::agents::{Host, HostOptions, SeriesNote, SeriesReport};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

pub(crate) const SIMPLE_3: Rules = Rules::of(Auctions::Simple, 3);
/// The time limit for an answer: it passes only when a test advances the clock.
pub(crate) const THINK: Duration = Duration::from_secs(3600);
/// Longer than anything here takes, in real time.
const TIMEOUT: Duration = Duration::from_secs(300);

pub(crate) fn options(games: u64) -> HostOptions {
    HostOptions {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        games,
        think: THINK,
        fill: None,
        wait: Duration::ZERO,
        seed: Some(1),
        shuffle: true,
        strict: false,
    }
}

/// Options for one remote agent among built-in policies.
pub(crate) fn filled(games: u64) -> HostOptions {
    HostOptions {
        fill: Some("simple".to_owned()),
        ..options(games)
    }
}

/// How a series ended.
pub(crate) struct Ended {
    pub(crate) report: SeriesReport,
    pub(crate) notes: Vec<SeriesNote>,
    pub(crate) records: Vec<String>,
}

impl Ended {
    pub(crate) fn faults(&self, name: &str) -> u64 {
        let mut seats = self.report.seats.iter();
        seats.find(|standing| standing.name == name).unwrap().faults
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        let names = self.report.seats.iter().map(|seat| seat.name.as_str());
        names.collect()
    }
}

/// A host that plays its series; clones belong to the same one.
#[derive(Clone)]
pub(crate) struct HostHandle {
    pub(crate) address: SocketAddr,
    notes: Arc<Mutex<Vec<SeriesNote>>>,
    jump: Arc<AtomicBool>,
    advance: UnboundedSender<(Duration, mpsc::Sender<()>)>,
}

impl HostHandle {
    /// Whether one of the notes so far is like this.
    pub(crate) fn has_noted(&self, note: impl Fn(&SeriesNote) -> bool) -> bool {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.iter().any(note)
    }

    /// Waits for a note.
    pub(crate) fn wait_for(&self, note: impl Fn(&SeriesNote) -> bool) {
        let start = Instant::now();
        while !self.has_noted(&note) {
            assert!(start.elapsed() < TIMEOUT, "{:?}", self.notes);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lets virtual time pass.
    pub(crate) fn advance(&self, time: Duration) {
        let (done, advanced) = mpsc::channel();
        self.advance.send((time, done)).unwrap();
        // The series may have ended meanwhile.
        let _ = advanced.recv();
    }

    /// Whatever the host waits for from now on does not come: its time limits pass at once.
    pub(crate) fn jump_when_idle(&self) {
        self.jump.store(true, Ordering::Relaxed);
    }
}

/// Starts a host: the handle, and the thread that returns how the series ended.
pub(crate) fn host<G: Hosted>(
    rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    options: HostOptions,
) -> (HostHandle, JoinHandle<Ended>) {
    let (ready, handle) = mpsc::channel();
    let series = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            tokio::time::pause();
            let jump = Arc::default();
            clock::run(Arc::clone(&jump));
            let host = Host::<G>::bind(rules, deal, options).await.unwrap();
            let (advance, mut advances) = unbounded_channel::<(Duration, mpsc::Sender<()>)>();
            tokio::spawn(async move {
                while let Some((time, done)) = advances.recv().await {
                    tokio::time::advance(time).await;
                    let _ = done.send(());
                }
            });
            let (notes, mut records) = (Arc::default(), Vec::new());
            let address = host.address();
            let noted = Arc::clone(&notes);
            let handle = HostHandle {
                address,
                notes,
                jump,
                advance,
            };
            ready.send(handle).unwrap();
            let mut note = |note| noted.lock().unwrap().push(note);
            let mut record = |line: &str| {
                records.push(line.to_owned());
                Ok(())
            };
            let report = host.run(&mut note, &mut record).await;
            Ended {
                report: report.unwrap(),
                notes: std::mem::take(&mut *noted.lock().unwrap()),
                records,
            }
        })
    });
    (handle.recv().unwrap(), series)
}

pub(crate) fn modern_art(options: HostOptions) -> (HostHandle, JoinHandle<Ended>) {
    host::<ModernArt>(SIMPLE_3, None, options)
}

/// A classic agent that reads exactly one block for a message.
pub(crate) struct Agent {
    pub(crate) stream: TcpStream,
}

impl Agent {
    /// Connects, and says something: the host need not wait to find out that this speaks no JSON.
    pub(crate) fn connect(address: SocketAddr) -> Agent {
        let mut agent = Agent::connect_silently(address);
        agent.say("\n");
        agent
    }

    pub(crate) fn connect_silently(address: SocketAddr) -> Agent {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Agent { stream }
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut block = [0; BLOCK];
        self.stream.read_exact(&mut block).ok()?;
        let text = String::from_utf8(block.to_vec()).unwrap();
        Some(text.trim_end().to_owned())
    }

    pub(crate) fn say(&mut self, text: &str) {
        // Fails if the host has closed the connection, which the tests find out otherwise.
        let _ = self.stream.write_all(text.as_bytes());
    }
}

/// The request of a message.
pub(crate) fn request(message: &str) -> &str {
    let rest = message.strip_prefix("{'request': '").unwrap();
    &rest[..rest.find('\'').unwrap()]
}

/// Plays like a sample agent until the end: offers artist 0, bids 7.
pub(crate) fn play_on(agent: &mut Agent, name: &str) {
    play_with(agent, name, |_| {});
}

/// The same, and does something before it answers a request.
pub(crate) fn play_with(agent: &mut Agent, name: &str, mut before: impl FnMut(&str)) {
    while let Some(message) = agent.hear() {
        let request = request(&message);
        let answer = match request {
            "INITIALIZE" => name,
            "SELL" => "0",
            "BID" => "7",
            "DISCONNECT" => return,
            _ => continue,
        };
        before(request);
        agent.say(answer);
    }
}

/// An agent that plays well, in a thread of its own.
pub(crate) fn spawn_agent(address: SocketAddr, name: &'static str) -> JoinHandle<()> {
    std::thread::spawn(move || play_on(&mut Agent::connect(address), name))
}

/// The same, but from a disconnection to the reconnection it answers slowly, so that the agent reconnects before the
/// series is over.
pub(crate) fn spawn_patient_agent(host: &HostHandle, name: &'static str) -> JoinHandle<()> {
    let host = host.clone();
    std::thread::spawn(move || {
        play_with(&mut Agent::connect(host.address), name, |request| {
            let left = host.has_noted(|note| matches!(note, SeriesNote::Left(_)));
            let back = host.has_noted(|note| matches!(note, SeriesNote::Back(_)));
            if request != "INITIALIZE" && left && !back {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
    })
}
