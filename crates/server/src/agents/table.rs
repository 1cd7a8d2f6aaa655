//! The host of a table: fills the seats, plays the games, counts wins and faults.

use super::classic::{self, Classic, LONGEST_ANSWER};
use super::door::{self, Arrival};
use super::hosted::Hosted;
use super::lines::{self, FromAgent, Hello, Listing, ToAgent};
use super::link::{Fault, Link};
use futures_util::future::join_all;
use parlour_agents::PolicyError;
use parlour_engine::{
    DealSource, Outcome, Policy, Rng, Rules as _, Seat, SetupError, Streams, Table, Viewer,
};
use rand::seq::SliceRandom as _;
use serde::Serialize;
use serde::ser::SerializeMap as _;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Connections that have been asked for their name and have not told it.
const MOST_NAMELESS: usize = 2048;
/// How many questions in a row a silent agent is not asked, at most: 2 to this power.
const LONGEST_PAUSE: u32 = 6;

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

/// Something the keeper of the table may want to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// An agent sat down.
    Seated(String),
    /// The connection of an agent ended.
    Left(String),
    /// An agent took its seat again.
    Back(String),
    /// A connection was sent away.
    Turned(String),
    /// A default move was made.
    Fault {
        /// For whom.
        name: String,
        /// In which seat.
        seat: Seat,
        /// Why.
        fault: Fault,
        /// What was played.
        played: String,
    },
    /// A game is over: its number from 1, and a score for each name.
    Over(u64, Vec<(String, i32)>),
}

impl Note {
    /// Whether it tells of something wrong.
    pub const fn is_fault(&self) -> bool {
        matches!(self, Note::Fault { .. } | Note::Left(_))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Seated(name) => write!(f, "{name} sits down"),
            Note::Left(name) => write!(f, "{name} is gone"),
            Note::Back(name) => write!(f, "{name} is back"),
            Note::Turned(reason) => write!(f, "a connection is sent away: {reason}"),
            Note::Fault {
                name,
                seat,
                fault,
                played,
            } => write!(f, "{name} ({seat}): {fault}; '{played}' is played"),
            Note::Over(number, scores) => {
                let scores = scores.iter().map(|(name, score)| format!("{name} {score}"));
                write!(
                    f,
                    "game {number}: {}",
                    scores.collect::<Vec<_>>().join(", ")
                )
            }
        }
    }
}

/// How a series ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// The agents, in the order in which they came.
    pub seats: Vec<Standing>,
    /// From the first deal to the last move.
    pub seconds: f64,
}

/// How one agent did.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games won; a shared win counts for each who shares it.
    pub wins: u64,
    /// The mean of its final scores.
    pub mean: f64,
    /// What the mean is called.
    pub mean_name: &'static str,
    /// Default moves made for it.
    pub faults: u64,
    /// Answers that the classic dialect corrects: bids clamped, paintings replaced.
    pub corrected: u64,
}

impl Serialize for Standing {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("wins", &self.wins)?;
        map.serialize_entry(self.mean_name, &self.mean)?;
        map.serialize_entry("faults", &self.faults)?;
        map.serialize_entry("corrected", &self.corrected)?;
        map.end()
    }
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
        let attending = tokio::spawn(door::attend(self.listener, self.options.think, door));
        let seats = self.rules.seats();
        let mut party = Party::<G> {
            classic: G::classic(&self.rules),
            rules: self.rules,
            deal: self.deal,
            options: self.options,
            chairs: (0..seats).map(|_| Chair::default()).collect(),
            arrivals,
            naming: JoinSet::new(),
            note,
        };
        let report = party.hold(record).await;
        attending.abort();
        report
    }
}

/// The table while it is held.
struct Party<'a, G: Hosted> {
    rules: G::Rules,
    deal: Option<DealSource<G::Deal>>,
    options: HostOptions,
    classic: Option<&'static Classic<G>>,
    /// In the order in which they came; seats are given to them anew for each game.
    chairs: Vec<Chair<G>>,
    arrivals: mpsc::Receiver<Arrival>,
    /// Classic connections that were asked for their name, each for a chair.
    naming: JoinSet<(usize, Link, Result<Vec<u8>, Fault>)>,
    note: &'a mut dyn FnMut(Note),
}

/// Who plays, wherever he sits.
struct Chair<G: Hosted> {
    /// As it came, and as it is called here: two of one name are told apart.
    said: String,
    name: String,
    seat: Seat,
    sitter: Sitter<G>,
    /// Connections asked for their name in the hope that they sit here.
    hopeful: usize,
    wins: u64,
    total: i64,
    faults: u64,
    corrected: u64,
}

impl<G: Hosted> Default for Chair<G> {
    fn default() -> Self {
        Chair {
            said: String::new(),
            name: String::new(),
            seat: Seat(0),
            sitter: Sitter::Nobody,
            hopeful: 0,
            wins: 0,
            total: 0,
            faults: 0,
            corrected: 0,
        }
    }
}

enum Sitter<G: Hosted> {
    Nobody,
    House(Box<dyn Policy<G>>),
    Outside(Outside),
}

/// An agent from outside.
struct Outside {
    /// Missing while it is gone.
    link: Option<Link>,
    /// What it said; nothing in the classic dialect.
    hello: Option<Hello>,
    token: String,
    /// Whether it knows that this game has begun.
    begun: bool,
    /// How many events of this game it was told.
    told: usize,
    /// Time limits it has missed in a row, and how many questions it will not be asked.
    silent: u32,
    pause: u32,
}

impl Outside {
    fn new(link: Link, hello: Option<Hello>, token: String) -> Outside {
        Outside {
            begun: hello.is_none(),
            link: Some(link),
            hello,
            token,
            told: 0,
            silent: 0,
            pause: 0,
        }
    }

    fn speaks_lines(&self) -> bool {
        self.hello.is_some()
    }
}

/// An action, and what was wrong if it is a default.
struct Move<A> {
    seat: Seat,
    action: A,
    corrected: bool,
    fault: Option<Fault>,
}

impl<G: Hosted> Party<'_, G> {
    async fn hold(
        &mut self,
        record: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<Report, HostError> {
        self.shuffle(0);
        self.gather().await?;
        let start = Instant::now();
        for number in 0..self.options.games {
            if number > 0 {
                self.shuffle(number);
            }
            let line = self.play(number).await?;
            record(&line).map_err(HostError::Record)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        self.say_goodbye().await;
        let games = self.options.games;
        let standing = |chair: &Chair<G>| Standing {
            name: chair.name.clone(),
            wins: chair.wins,
            mean: chair.total as f64 / games.max(1) as f64,
            mean_name: G::MEAN,
            faults: chair.faults,
            corrected: chair.corrected,
        };
        Ok(Report {
            games,
            seats: self.chairs.iter().map(standing).collect(),
            seconds,
        })
    }

    /// Gives every chair a seat.
    fn shuffle(&mut self, number: u64) {
        let mut seats: Vec<Seat> = Seat::all(self.chairs.len()).collect();
        if self.options.shuffle {
            seats.shuffle(&mut Streams::new(self.options.seed).task(number));
        }
        for (chair, seat) in self.chairs.iter_mut().zip(seats) {
            chair.seat = seat;
        }
    }

    fn until(&self) -> Instant {
        Instant::now() + self.options.think
    }

    // ---- coming and going ----------------------------------------------------------------

    /// Waits until every chair is taken.
    async fn gather(&mut self) -> Result<(), HostError> {
        let mut last = Instant::now();
        while self.chairs.iter().any(Chair::is_free) {
            let anybody = !self.chairs.iter().all(Chair::is_free);
            let waits = self.options.fill.is_some() && anybody;
            tokio::select! {
                Some(arrival) = self.arrivals.recv() => {
                    last = Instant::now();
                    self.receive(arrival).await?;
                }
                Some(Ok((chair, link, said))) = self.naming.join_next() => {
                    self.seat_named(chair, link, said)?;
                }
                () = sleep_until(last + self.options.wait), if waits => self.fill()?,
            }
        }
        // Who has not told its name by now is not needed.
        self.naming.abort_all();
        Ok(())
    }

    fn fill(&mut self) -> Result<(), HostError> {
        let Some(policy) = self.options.fill.clone() else {
            return Ok(());
        };
        for index in 0..self.chairs.len() {
            if self.chairs[index].is_free() {
                self.chairs[index].sitter = Sitter::House(G::policy(&policy)?);
                self.call(index, &policy);
            }
        }
        Ok(())
    }

    /// Gives a chair its name.
    fn call(&mut self, index: usize, said: &str) {
        let taken = |name: &str| self.chairs.iter().any(|chair| chair.name == name);
        let mut name = said.to_owned();
        let mut number = 2;
        while taken(&name) {
            name = format!("{said}-{number}");
            number += 1;
        }
        let chair = &mut self.chairs[index];
        chair.said = said.to_owned();
        chair.name = name.clone();
        (self.note)(Note::Seated(name));
    }

    /// Between turns: whoever has come meanwhile.
    async fn look_up(&mut self) -> Result<(), HostError> {
        while let Ok(arrival) = self.arrivals.try_recv() {
            self.receive(arrival).await?;
        }
        while let Some(done) = self.naming.try_join_next() {
            if let Ok((chair, link, said)) = done {
                self.seat_named(chair, link, said)?;
            }
        }
        Ok(())
    }

    async fn receive(&mut self, arrival: Arrival) -> Result<(), HostError> {
        let Arrival { link, hello } = arrival;
        match hello {
            None => self.ask_name(link, None),
            Some(hello) => return self.receive_lines(link, hello).await,
        }
        Ok(())
    }

    /// Opens the game for a classic agent that may sit on a free chair, or on one that
    /// its agent has left; its answer is its name.
    fn ask_name(&mut self, mut link: Link, wanted: Option<usize>) {
        let Some(classic) = self.classic else {
            return (self.note)(Note::Turned(
                "no classic dialect for these rules".to_owned(),
            ));
        };
        let open = (0..self.chairs.len()).filter(|&index| self.chairs[index].awaits_classic());
        let best = open.min_by_key(|&index| self.chairs[index].hopeful);
        let Some(index) = wanted
            .or(best)
            .filter(|_| self.naming.len() < MOST_NAMELESS)
        else {
            return (self.note)(Note::Turned("the table is full".to_owned()));
        };
        self.chairs[index].hopeful += 1;
        let message = classic::block(&(classic.initialize)(&self.rules, self.chairs[index].seat));
        let until = self.until();
        self.naming.spawn(async move {
            let said = async {
                link.discard(false)?;
                link.send(&message, until).await?;
                link.answer(LONGEST_ANSWER, until).await
            };
            let said = said.await;
            (index, link, said)
        });
    }

    /// A classic agent has told its name.
    fn seat_named(
        &mut self,
        index: usize,
        link: Link,
        said: Result<Vec<u8>, Fault>,
    ) -> Result<(), HostError> {
        self.chairs[index].hopeful -= 1;
        let said = match said {
            Ok(said) => lines::tidy_name(&String::from_utf8_lossy(&said)),
            Err(fault) => {
                (self.note)(Note::Turned(format!("no name: {fault}")));
                return Ok(());
            }
        };
        let fits =
            |chair: &Chair<G>| chair.is_free() || (chair.awaits_classic() && chair.said == said);
        if fits(&self.chairs[index]) {
            return self.sit(index, Outside::new(link, None, token()?), &said);
        }
        // Another took that chair: it is told anew which seat it has.
        match self.chairs.iter().position(fits) {
            Some(other) => self.ask_name(link, Some(other)),
            None => (self.note)(Note::Turned(format!("there is no seat for '{said}'"))),
        }
        Ok(())
    }

    fn sit(&mut self, index: usize, outside: Outside, said: &str) -> Result<(), HostError> {
        let back = !self.chairs[index].is_free();
        self.chairs[index].sitter = Sitter::Outside(outside);
        match back {
            true => (self.note)(Note::Back(self.chairs[index].name.clone())),
            false => self.call(index, said),
        }
        Ok(())
    }

    async fn receive_lines(&mut self, mut link: Link, hello: Hello) -> Result<(), HostError> {
        let until = self.until();
        let refusal = if hello.version != lines::VERSION {
            Some(format!("this table speaks version {}", lines::VERSION))
        } else if hello.game.as_deref().is_some_and(|game| game != G::NAME) {
            Some(format!("this table plays {}", G::NAME))
        } else {
            None
        };
        let chair = match &hello.token {
            Some(token) => (self.chairs.iter()).position(|chair| chair.has_token(token)),
            None => {
                let free = (0..self.chairs.len()).filter(|&index| self.chairs[index].is_free());
                free.min_by_key(|&index| self.chairs[index].hopeful)
            }
        };
        let index = match (refusal, chair) {
            (None, Some(index)) => index,
            (refusal, _) => {
                let reason = refusal.unwrap_or_else(|| "there is no seat for you".to_owned());
                let bye: ToAgent<'_, G> = ToAgent::Bye { reason: &reason };
                let _ = link.send(&bye.line(), until).await;
                (self.note)(Note::Turned(reason));
                return Ok(());
            }
        };
        let said = lines::tidy_name(&hello.name);
        let token = match &hello.token {
            Some(token) => token.clone(),
            None => token()?,
        };
        self.sit(index, Outside::new(link, Some(hello), token.clone()), &said)?;
        let chair = &mut self.chairs[index];
        let welcome: ToAgent<'_, G> = ToAgent::Welcome {
            version: lines::VERSION,
            game: G::NAME,
            rules: &self.rules,
            name: &chair.name,
            token: &token,
            games: self.options.games,
            think: self.options.think.as_millis() as u64,
        };
        let sent = chair.send(&welcome.line(), until).await;
        self.close_lost(index, sent);
        Ok(())
    }

    /// Notes that an agent is gone.
    fn close_lost(&mut self, index: usize, sent: Result<(), Fault>) {
        if sent.is_err() {
            (self.note)(Note::Left(self.chairs[index].name.clone()));
        }
    }

    async fn say_goodbye(&mut self) {
        let until = self.until();
        let bye: ToAgent<'_, G> = ToAgent::Bye {
            reason: "all games are played",
        };
        let bye = bye.line();
        let disconnect = classic::block(classic::DISCONNECT);
        let saying = self.chairs.iter_mut().map(async |chair| {
            let lines = matches!(&chair.sitter, Sitter::Outside(outside) if outside.speaks_lines());
            let message: &[u8] = if lines { &bye } else { &disconnect };
            // Whoever is gone already needs no goodbye.
            let _ = chair.send(message, until).await;
        });
        join_all(saying).await;
    }

    // ---- a game ---------------------------------------------------------------------------

    async fn play(&mut self, number: u64) -> Result<String, HostError> {
        let seed = Streams::new(self.options.seed).game_seed(number);
        let mut names = vec![String::new(); self.chairs.len()];
        for chair in &self.chairs {
            names[chair.seat.index()].clone_from(&chair.name);
        }
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(seed));
        let mut table = Table::<G>::new(self.rules.clone(), deal, names)?;
        self.begin(number, &table).await?;
        let streams = Streams::new(seed);
        let mut rngs: Vec<Rng> = Seat::all(self.chairs.len())
            .map(|seat| streams.seat(seat))
            .collect();
        while !table.to_move().is_empty() {
            self.look_up().await?;
            let before = table.state().clone();
            for made in self.ask(&table, &mut rngs).await {
                self.count(&made)?;
                // Defaults and answers are both checked to be legal.
                if let Err(error) = table.play(made.seat, made.action) {
                    unreachable!("{error}");
                }
            }
            self.tell(&before, table.state()).await;
        }
        let outcome = table.outcome().expect("nobody is to move");
        self.finish(number, table.state(), &outcome).await;
        Ok(table.record().to_line())
    }

    /// Tells every agent that a game begins.
    async fn begin(&mut self, number: u64, table: &Table<G>) -> Result<(), HostError> {
        let until = self.until();
        let (rules, classic) = (&self.rules, self.classic);
        let fill = self.options.fill.as_deref();
        let beginning = self
            .chairs
            .iter_mut()
            .map(async |chair| -> Result<(), Fault> {
                let seat = chair.seat;
                let Sitter::Outside(outside) = &mut chair.sitter else {
                    if let Some(Ok(policy)) = fill.map(G::policy) {
                        chair.sitter = Sitter::House(policy);
                    }
                    return Ok(());
                };
                outside.told = 0;
                if std::mem::replace(&mut outside.begun, true) {
                    return Ok(());
                }
                if outside.speaks_lines() {
                    let game: ToAgent<'_, G> = ToAgent::Game {
                        number: number + 1,
                        seat,
                        names: table.seats(),
                    };
                    return chair.send(&game.line(), until).await;
                }
                let (Some(classic), Some(link)) = (classic, &mut outside.link) else {
                    return Ok(());
                };
                let block = classic::block(&(classic.initialize)(rules, seat));
                let opened = async {
                    link.discard(false)?;
                    link.send(&block, until).await?;
                    link.answer(LONGEST_ANSWER, until).await
                };
                match opened.await {
                    // It has told its name before; what it says now changes nothing.
                    Ok(_) | Err(Fault::TooLong | Fault::Late) => Ok(()),
                    Err(fault) => {
                        outside.link = None;
                        Err(fault)
                    }
                }
            });
        let begun = join_all(beginning).await;
        for (index, begun) in begun.into_iter().enumerate() {
            self.close_lost(index, begun);
        }
        Ok(())
    }

    /// Asks everybody whose turn it is, all at once.
    async fn ask(&mut self, table: &Table<G>, rngs: &mut [Rng]) -> Vec<Move<G::Action>> {
        let to_move = table.to_move();
        let id = table.actions().len() as u64;
        let (think, classic) = (self.options.think, self.classic);
        let mut rngs: Vec<Option<&mut Rng>> = rngs.iter_mut().map(Some).collect();
        let mut asking = Vec::new();
        for chair in &mut self.chairs {
            let rng = rngs[chair.seat.index()].take();
            if let Some(rng) = rng.filter(|_| to_move.contains(chair.seat)) {
                asking.push(chair.choose(table.state(), id, think, classic, rng));
            }
        }
        let mut moves = join_all(asking).await;
        moves.sort_by_key(|made| made.seat);
        moves
    }

    fn count(&mut self, made: &Move<G::Action>) -> Result<(), HostError> {
        let chair = (self.chairs.iter_mut()).find(|chair| chair.seat == made.seat);
        let Some(chair) = chair else { return Ok(()) };
        chair.corrected += u64::from(made.corrected);
        let Some(fault) = &made.fault else {
            return Ok(());
        };
        chair.faults += 1;
        let name = chair.name.clone();
        (self.note)(Note::Fault {
            name: name.clone(),
            seat: made.seat,
            fault: fault.clone(),
            played: made.action.to_string(),
        });
        match self.options.strict {
            true => Err(HostError::Fault {
                name,
                fault: fault.clone(),
            }),
            false => Ok(()),
        }
    }

    /// Tells what a turn has led to: classic agents always, others if they watch.
    async fn tell(&mut self, before: &G, after: &G) {
        let until = self.until();
        let classic = self.classic;
        let telling = self
            .chairs
            .iter_mut()
            .map(async |chair| -> Result<(), Fault> {
                let seat = chair.seat;
                let Sitter::Outside(outside) = &mut chair.sitter else {
                    return Ok(());
                };
                match &outside.hello {
                    None => {
                        let news = classic
                            .map_or_else(Vec::new, |classic| (classic.news)(before, after, seat));
                        for message in news {
                            chair.send(&classic::block(&message), until).await?;
                        }
                    }
                    Some(hello) if hello.watch => {
                        let (view, events) = outside.catch_up(after, seat);
                        let news: ToAgent<'_, G> = ToAgent::News {
                            events: &events,
                            view: &view,
                        };
                        chair.send(&news.line(), until).await?;
                    }
                    Some(_) => {}
                }
                Ok(())
            });
        let told = join_all(telling).await;
        for (index, told) in told.into_iter().enumerate() {
            self.close_lost(index, told);
        }
    }

    async fn finish(&mut self, number: u64, state: &G, outcome: &Outcome) {
        let until = self.until();
        for chair in &mut self.chairs {
            chair.wins += u64::from(outcome.winners.contains(chair.seat));
            chair.total += i64::from(outcome.scores[chair.seat.index()]);
        }
        let finishing = self
            .chairs
            .iter_mut()
            .map(async |chair| -> Result<(), Fault> {
                let seat = chair.seat;
                let Sitter::Outside(outside) = &mut chair.sitter else {
                    return Ok(());
                };
                outside.begun = false;
                if !outside.speaks_lines() {
                    return Ok(());
                }
                let (_, events) = outside.catch_up(state, seat);
                let result = ToAgent::<G>::result(outcome, &events).line();
                chair.send(&result, until).await
            });
        let finished = join_all(finishing).await;
        for (index, finished) in finished.into_iter().enumerate() {
            self.close_lost(index, finished);
        }
        let scores = (self.chairs.iter())
            .map(|chair| (chair.name.clone(), outcome.scores[chair.seat.index()]))
            .collect();
        (self.note)(Note::Over(number + 1, scores));
    }
}

impl<G: Hosted> Chair<G> {
    fn is_free(&self) -> bool {
        matches!(self.sitter, Sitter::Nobody)
    }

    /// Whether a classic agent may sit here: nobody does, or one that has left.
    fn awaits_classic(&self) -> bool {
        match &self.sitter {
            Sitter::Nobody => true,
            Sitter::House(_) => false,
            Sitter::Outside(outside) => outside.link.is_none() && outside.hello.is_none(),
        }
    }

    fn has_token(&self, token: &str) -> bool {
        matches!(&self.sitter, Sitter::Outside(outside) if outside.token == token)
    }

    /// Sends a message to an agent that is there. One that cannot be told is gone.
    async fn send(&mut self, message: &[u8], until: Instant) -> Result<(), Fault> {
        let Sitter::Outside(outside) = &mut self.sitter else {
            return Ok(());
        };
        let Some(link) = &mut outside.link else {
            return Ok(());
        };
        let sent = link.send(message, until).await;
        if sent.is_err() {
            outside.link = None;
        }
        sent
    }

    /// Its move, which is legal whatever it says.
    async fn choose(
        &mut self,
        state: &G,
        id: u64,
        think: Duration,
        classic: Option<&Classic<G>>,
        rng: &mut Rng,
    ) -> Move<G::Action> {
        let seat = self.seat;
        let legal = state.legal_actions(seat);
        let outside = match &mut self.sitter {
            Sitter::House(policy) => {
                let view = state.view(Viewer::Seat(seat));
                return Move {
                    seat,
                    action: policy.choose(&view, &legal, rng),
                    corrected: false,
                    fault: None,
                };
            }
            Sitter::Outside(outside) => outside,
            Sitter::Nobody => unreachable!("games begin when every chair is taken"),
        };
        let until = Instant::now() + think;
        let asked = match (&outside.hello, classic) {
            (Some(hello), _) => {
                let listing = hello.legal;
                outside
                    .ask_lines(state, seat, id, &legal, listing, until, think)
                    .await
            }
            (None, Some(classic)) => outside.ask_classic(state, seat, classic, until, rng).await,
            (None, None) => Err(Fault::Lost),
        };
        let fault = match asked {
            Ok((action, corrected)) => {
                outside.silent = 0;
                return Move {
                    seat,
                    action,
                    corrected,
                    fault: None,
                };
            }
            Err(fault) => fault,
        };
        let action = state.default_action(seat, &legal, rng);
        outside
            .excuse::<G>(&fault, id, &action.to_string(), until + think)
            .await;
        Move {
            seat,
            action,
            corrected: false,
            fault: Some(fault),
        }
    }
}

impl Outside {
    /// The view of a seat without the events, and those of them that it was not told.
    fn catch_up<G: Hosted>(&mut self, state: &G, seat: Seat) -> (G::View, Vec<G::Event>) {
        let mut view = state.view(Viewer::Seat(seat));
        let mut events = G::take_events(&mut view);
        let news = events.split_off(self.told.min(events.len()));
        self.told += news.len();
        (view, news)
    }

    /// Throws away what came unasked. An agent that owes an answer is not asked for some
    /// turns, or until that answer has come: its next could not be told from it.
    fn ready(&mut self) -> Result<&mut Link, Fault> {
        let lines = self.speaks_lines();
        let link = self.link.as_mut().ok_or(Fault::Lost)?;
        if link.discard(lines)? {
            (self.pause, self.silent) = (0, 0);
        }
        if self.pause > 0 {
            self.pause -= 1;
            return Err(Fault::Owing);
        }
        Ok(link)
    }

    async fn ask_classic<G: Hosted>(
        &mut self,
        state: &G,
        seat: Seat,
        classic: &Classic<G>,
        until: Instant,
        rng: &mut Rng,
    ) -> Result<(G::Action, bool), Fault> {
        let question = classic::block(&(classic.question)(state, seat));
        let link = self.ready()?;
        link.send(&question, until).await?;
        let said = link.answer(LONGEST_ANSWER, until).await?;
        let answer = (classic.answer)(state, seat, &said, rng);
        let answer = answer.filter(|answer| state.check(seat, answer.action).is_ok());
        match answer {
            Some(answer) => Ok((answer.action, answer.corrected)),
            None => Err(wrong(&said, "a number is asked for")),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one message")]
    async fn ask_lines<G: Hosted>(
        &mut self,
        state: &G,
        seat: Seat,
        id: u64,
        legal: &[G::Action],
        listing: Listing,
        until: Instant,
        think: Duration,
    ) -> Result<(G::Action, bool), Fault> {
        self.ready()?;
        let (view, events) = self.catch_up(state, seat);
        let turn: ToAgent<'_, G> = ToAgent::Turn {
            id,
            seat,
            time: think.as_millis() as u64,
            legal: &lines::list(legal, listing),
            events: &events,
            view: &view,
        };
        let link = self.link.as_mut().ok_or(Fault::Lost)?;
        link.send(&turn.line(), until).await?;
        loop {
            let said = link.line(until).await?;
            let answer = serde_json::from_slice(&said);
            let Ok(FromAgent::Action {
                id: of,
                action: text,
            }) = answer
            else {
                return Err(wrong(&said, "an action is asked for"));
            };
            // The answer to an earlier turn, come late.
            if of.is_some_and(|of| of != id) {
                continue;
            }
            let action: G::Action =
                (text.parse()).map_err(|error| wrong(text.as_bytes(), &format!("{error}")))?;
            return match state.check(seat, action) {
                Ok(()) => Ok((action, false)),
                Err(refusal) => Err(wrong(text.as_bytes(), &refusal.to_string())),
            };
        }
    }

    /// What follows from a fault: a connection of no more use is closed, a silent agent is
    /// not asked for a while, and who speaks the Parlour dialect is told.
    async fn excuse<G: Hosted>(&mut self, fault: &Fault, id: u64, played: &str, until: Instant) {
        match fault {
            Fault::Lost | Fault::Deaf => self.link = None,
            Fault::TooLong if self.speaks_lines() => self.link = None,
            Fault::Late => {
                self.pause = 1 << self.silent.min(LONGEST_PAUSE);
                self.silent += 1;
            }
            Fault::Owing | Fault::TooLong | Fault::Wrong(..) => {}
        }
        if !self.speaks_lines() || *fault == Fault::Owing {
            return;
        }
        if let Some(link) = &mut self.link {
            let fault: ToAgent<'_, G> = ToAgent::Fault {
                id,
                message: &fault.to_string(),
                played,
            };
            if link.send(&fault.line(), until).await.is_err() {
                self.link = None;
            }
        }
    }
}

/// A wrong answer, as much of it as is worth reading.
fn wrong(said: &[u8], why: &str) -> Fault {
    let text = String::from_utf8_lossy(said);
    let short: String = text.trim().chars().take(40).collect();
    Fault::Wrong(short.escape_debug().to_string(), why.to_owned())
}

/// A token that cannot be guessed: 128 bits from the system.
fn token() -> Result<String, HostError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| HostError::Run(io::Error::other(error.to_string())))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
