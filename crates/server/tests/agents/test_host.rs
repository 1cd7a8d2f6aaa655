//! What the tests share: a table in a thread of its own, and clients that block.

use parlour_engine::DealSource;
use parlour_games::modern_art::{Auctions, ModernArt, Rules};
use parlour_protocol::Hosted;
use parlour_protocol::classic::BLOCK;
use parlour_server::agents::{Host, HostOptions, Note, Report};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) const SIMPLE_3: Rules = Rules::of(Auctions::Simple, 3);

pub(crate) fn options(games: u64, think: u64) -> HostOptions {
    HostOptions {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        games,
        think: Duration::from_millis(think),
        fill: None,
        wait: Duration::from_millis(300),
        seed: 1,
        shuffle: true,
        strict: false,
    }
}

/// How a table ended.
pub(crate) struct Ended {
    pub(crate) report: Report,
    pub(crate) notes: Vec<Note>,
    pub(crate) records: Vec<String>,
}

impl Ended {
    pub(crate) fn faults(&self, name: &str) -> u64 {
        let mut seats = self.report.seats.iter();
        seats.find(|standing| standing.name == name).unwrap().faults
    }
}

pub(crate) fn host<G: Hosted>(
    rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    options: HostOptions,
) -> (SocketAddr, JoinHandle<Ended>) {
    let (ready, address) = mpsc::channel();
    let table = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let host = Host::<G>::bind(rules, deal, options).await.unwrap();
            ready.send(host.address()).unwrap();
            let (mut notes, mut records) = (Vec::new(), Vec::new());
            let mut record = |line: &str| {
                records.push(line.to_owned());
                Ok(())
            };
            let report = host.run(&mut |note| notes.push(note), &mut record).await;
            Ended {
                report: report.unwrap(),
                notes,
                records,
            }
        })
    });
    (address.recv().unwrap(), table)
}

pub(crate) fn modern_art(options: HostOptions) -> (SocketAddr, JoinHandle<Ended>) {
    host::<ModernArt>(SIMPLE_3, None, options)
}

/// A classic agent, that reads exactly one block for a message.
pub(crate) struct Agent {
    pub(crate) stream: TcpStream,
}

impl Agent {
    pub(crate) fn connect(address: SocketAddr) -> Agent {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        Agent { stream }
    }

    /// The next message; nothing when the connection has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut block = [0; BLOCK];
        self.stream.read_exact(&mut block).ok()?;
        Some(
            String::from_utf8(block.to_vec())
                .unwrap()
                .trim_end()
                .to_owned(),
        )
    }

    pub(crate) fn say(&mut self, text: &str) {
        // The other side may be gone: the test looks at what it counted.
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
    while let Some(message) = agent.hear() {
        match request(&message) {
            "INITIALIZE" => agent.say(name),
            "SELL" => agent.say("0"),
            "BID" => agent.say("7"),
            "DISCONNECT" => return,
            _ => {}
        }
    }
}

/// An agent that plays well, in a thread of its own.
pub(crate) fn spawn_agent(address: SocketAddr, name: &'static str) -> JoinHandle<()> {
    std::thread::spawn(move || play_on(&mut Agent::connect(address), name))
}
