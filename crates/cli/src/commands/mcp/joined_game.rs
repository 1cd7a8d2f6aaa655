//! [`JoinedGame`]: a seat at a table of a Parlour server, as text.

use super::seated_game::{SeatedGame, legal_text};
use super::table_link::{Connection, TableLink};
use crate::games::Terminal;
use crate::seat_text::{Names, SeatText};
use crate::style::Style;
use parlour_engine::{Record, Rng, Seat, Streams};
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::lines::{FromAgent, Hello, Listing, Received, VERSION};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a call waits for the seat's turn: clients do not wait for ever.
const TURN_TIMEOUT: Duration = Duration::from_secs(45);
/// How long it takes at most to be seated.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a lost connection is tried again.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(120);
/// Between two attempts.
const RECONNECT_INTERVAL: Duration = Duration::from_secs(1);

/// What was heard of the game.
struct Progress<G: Terminal> {
    seat: Option<Seat>,
    /// By seat.
    names: Vec<String>,
    view: Option<G::View>,
    /// All of the game.
    events: Vec<G::Event>,
    /// The number of the turn that awaits an answer.
    turn: Option<u64>,
    /// Answers that were not used, and why.
    notes: Vec<String>,
    /// How the game, or the connection, has ended.
    ended: Option<String>,
    /// Whether the game was played to its end.
    finished: bool,
}

struct Shared<G: Terminal> {
    progress: Mutex<Progress<G>>,
    changed: Condvar,
}

impl<G: Terminal> Shared<G> {
    fn lock(&self) -> MutexGuard<'_, Progress<G>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the progress satisfies a condition, or the time is over.
    fn wait(
        &self,
        timeout: Duration,
        until: impl Fn(&Progress<G>) -> bool,
    ) -> MutexGuard<'_, Progress<G>> {
        let waited =
            (self.changed).wait_timeout_while(self.lock(), timeout, |progress| !until(progress));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn end(&self, how: String) {
        self.lock().ended.get_or_insert(how);
        self.changed.notify_all();
    }
}

/// A seat at a table of a server. The connection ends when this is dropped.
pub(super) struct JoinedGame<G: Terminal> {
    link: TableLink,
    shared: Arc<Shared<G>>,
    /// Messages for the table.
    outgoing: Sender<FromAgent>,
    text: SeatText,
    names: Names,
    /// The number of events that were told.
    told: usize,
    /// For the hidden cards of the states in which actions are checked.
    rng: Rng,
}

impl<G: Terminal> JoinedGame<G> {
    /// Takes the seat of a link.
    ///
    /// # Errors
    /// Why not, in one line.
    pub(super) fn join(link: TableLink, name: &str, names: Names) -> Result<JoinedGame<G>, String> {
        let shared = Arc::new(Shared {
            progress: Mutex::new(Progress {
                seat: None,
                names: Vec::new(),
                view: None,
                events: Vec::new(),
                turn: None,
                notes: Vec::new(),
                ended: None,
                finished: false,
            }),
            changed: Condvar::new(),
        });
        let connection = link.connect()?;
        let (outgoing, messages) = channel();
        let mut player = Player {
            link: link.clone(),
            name: name.to_owned(),
            shared: Arc::clone(&shared),
            messages,
        };
        thread::spawn(move || player.play(connection));
        let progress = shared.wait(WELCOME_TIMEOUT, |progress| {
            progress.seat.is_some() || progress.ended.is_some()
        });
        let seat = match (progress.seat, &progress.ended) {
            (Some(seat), _) => seat,
            (None, Some(reason)) => return Err(format!("the table does not admit you: {reason}")),
            (None, None) => return Err("the table does not answer".to_owned()),
        };
        drop(progress);
        Ok(JoinedGame {
            link,
            shared,
            outgoing,
            text: SeatText::new(seat, names),
            names,
            told: 0,
            rng: Streams::new(0).seat(seat),
        })
    }

    /// A state that the view allows: its legal actions are those of the game.
    fn state(&mut self) -> Result<G, String> {
        let progress = self.shared.lock();
        match (&progress.view, &progress.ended) {
            (_, Some(_)) => Err("the game is over".to_owned()),
            (Some(view), None) if progress.turn.is_some() => Ok(G::resample(view, &mut self.rng)),
            _ => Err("it is not your turn: call view to wait for it".to_owned()),
        }
    }

    fn send(&self, message: FromAgent) -> Result<(), String> {
        let sent = self.outgoing.send(message);
        sent.map_err(|_| "the connection has ended".to_owned())
    }

    /// The record of the finished game.
    fn read_record(&self) -> Result<String, String> {
        let finished = self.shared.lock().finished;
        match finished {
            true => self.link.record(),
            false => Err(
                "the game was not played to its end yet: its record would show hidden cards"
                    .to_owned(),
            ),
        }
    }
}

impl<G: Terminal> SeatedGame for JoinedGame<G> {
    fn position(&mut self) -> String {
        let mut progress = self.shared.wait(TURN_TIMEOUT, |progress| {
            progress.turn.is_some() || progress.ended.is_some()
        });
        let mut lines = std::mem::take(&mut progress.notes);
        if let Some(view) = &progress.view {
            let players = self.text.players(&progress.names);
            let news = &progress.events[self.told.min(progress.events.len())..];
            for event in news {
                // The dialect has no text of what others play; events are public.
                lines.extend(serde_json::to_string(event));
                let told = G::news(std::slice::from_ref(event), view);
                lines.extend(told.into_iter().map(|line| format!("  {line}")));
            }
            self.told = progress.events.len();
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(G::draw(view, &players, Style::PLAIN));
        }
        lines.push(String::new());
        lines.push(match (&progress.ended, progress.turn) {
            (Some(end), _) => end.clone(),
            (None, Some(_)) => self.text.your_turn(),
            (None, None) => "It is not your turn yet: call view again to wait for it.".to_owned(),
        });
        self.names.hide::<G>(lines.join("\n").trim_start())
    }

    fn legal(&mut self, prefix: &str) -> Result<String, String> {
        let legal = self.state()?.legal_actions(self.text.seat());
        let texts = legal
            .into_iter()
            .map(|action| self.text.write_action::<G>(action));
        Ok(legal_text(texts, prefix))
    }

    fn play(&mut self, action: &str) -> Result<(), String> {
        let state = self.state()?;
        let read = self.text.read_action(&state, action);
        let action = read.map_err(|invalid| self.text.with_help::<G>(&invalid.reason))?;
        let id = self.shared.lock().turn.take();
        self.send(FromAgent::Action {
            id,
            action: action.to_string(),
        })
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        self.shared.lock().turn = None;
        self.send(FromAgent::Resign)
    }

    fn is_over(&self) -> bool {
        self.shared.lock().ended.is_some()
    }

    fn analyse(&self, simulations: u32) -> Result<String, String> {
        let record = Record::<G>::read(&self.read_record()?).map_err(|error| error.to_string())?;
        let table = record.replay().map_err(|error| error.to_string())?;
        Ok(self.text.analysis(&table, simulations))
    }

    fn record(&self) -> Result<String, String> {
        self.read_record()
    }
}

/// The thread that speaks with the table.
struct Player<G: Terminal> {
    link: TableLink,
    name: String,
    shared: Arc<Shared<G>>,
    messages: Receiver<FromAgent>,
}

/// Why a conversation with the table has ended.
enum Silence {
    /// The game is over, or nobody plays it here any more.
    Over,
    /// The connection is lost, or the server restarts.
    Lost,
}

impl<G: Terminal> Player<G> {
    /// Plays until the game is over, over as many connections as it takes.
    fn play(&mut self, first: Connection) {
        let mut connection = Some(first);
        let mut last = Instant::now();
        while last.elapsed() < RECONNECT_TIMEOUT {
            if let Some(mut open) = connection.take() {
                match self.talk(&mut open) {
                    Ok(Silence::Over) => return,
                    Ok(Silence::Lost) => last = Instant::now(),
                    Err(reason) => return self.shared.end(reason),
                }
            }
            thread::sleep(RECONNECT_INTERVAL);
            match self.messages.try_recv() {
                Ok(_) => self.note_unsent(),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return,
            }
            connection = self.link.connect().ok();
        }
        self.shared
            .end("The connection to the table is lost.".to_owned());
    }

    /// Speaks over one connection.
    fn talk(&mut self, connection: &mut Connection) -> Result<Silence, String> {
        let hello = FromAgent::Hello(Hello {
            version: VERSION,
            name: Some(self.name.clone()),
            game: Some(G::NAME.to_owned()),
            table: None,
            token: Some(self.link.token.clone()),
            legal: Listing::Ranges,
            watch: true,
            again: false,
            sit: false,
        });
        if connection.send(&hello).is_err() {
            return Ok(Silence::Lost);
        }
        loop {
            match self.messages.try_recv() {
                Ok(message) => {
                    if connection.send(&message).is_err() {
                        self.note_unsent();
                        return Ok(Silence::Lost);
                    }
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return Ok(Silence::Over),
            }
            let Ok(heard) = connection.hear() else {
                return Ok(Silence::Lost);
            };
            let Some(text) = heard else {
                continue;
            };
            let message: Received = serde_json::from_str(&text).map_err(unknown_dialect)?;
            let silence = self.hear(message)?;
            self.shared.changed.notify_all();
            if let Some(silence) = silence {
                return Ok(silence);
            }
        }
    }

    /// Tells the seat that its answer was not sent. The table asks again over the next connection.
    fn note_unsent(&self) {
        let note = "The connection was lost before your answer was sent: answer again.";
        self.shared.lock().notes.push(note.to_owned());
    }

    /// Notes a message; returns why it is the last one, if it is.
    fn hear(&mut self, message: Received) -> Result<Option<Silence>, String> {
        let mut progress = self.shared.lock();
        match message {
            Received::Welcome { seat, token } => {
                progress.seat = seat;
                // All events of the game are told again.
                progress.events.clear();
                progress.turn = None;
                if seat.is_none() {
                    return Err("The link is for spectators.".to_owned());
                }
                if let Some(token) = token {
                    self.link.token = token;
                }
            }
            Received::Table { summary, .. } => {
                let names = summary
                    .seats
                    .into_iter()
                    .map(|seat| seat.name.unwrap_or_default());
                progress.names = names.collect();
            }
            Received::Game { names } => progress.names = names,
            Received::Turn {
                id, events, view, ..
            } => {
                progress.events.extend(read_all(events)?);
                progress.view = Some(read(view)?);
                progress.turn = Some(id);
            }
            Received::News { events, view } => {
                progress.events.extend(read_all(events)?);
                progress.view = Some(read(view)?);
            }
            Received::Refused { message, .. } => {
                progress
                    .notes
                    .push(format!("Your answer was refused: {message}."));
            }
            Received::Fault {
                message, played, ..
            } => {
                progress.turn = None;
                progress.notes.push(format!(
                    "The table has played '{played}' for you: {message}."
                ));
            }
            Received::Result {
                events,
                view,
                scores,
                winners,
                resigned,
            } => {
                progress.events.extend(read_all(events)?);
                if let Some(view) = view {
                    progress.view = Some(read(view)?);
                }
                let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
                let winners: Vec<String> = winners.iter().map(|seat| seat.0.to_string()).collect();
                let resigned = resigned.map_or_else(String::new, |seat| {
                    format!("Seat {} has resigned. ", seat.0)
                });
                progress.turn = None;
                progress.finished = true;
                progress.ended = Some(format!(
                    "{resigned}The game is over. Scores by seat: {}. Winners: seat {}.",
                    scores.join(", "),
                    winners.join(", ")
                ));
            }
            Received::Bye { reason, code } => {
                if let Some(ByeCode::Restart) = code.known() {
                    return Ok(Some(Silence::Lost));
                }
                let end = match progress.seat {
                    None => reason,
                    Some(_) => format!("The table has ended: {reason}."),
                };
                progress.ended.get_or_insert(end);
                return Ok(Some(Silence::Over));
            }
            Received::Phrase { .. } | Received::Next { .. } | Received::Other => {}
        }
        Ok(None)
    }
}

fn unknown_dialect(error: serde_json::Error) -> String {
    format!("The table does not speak the Parlour dialect: {error}")
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(unknown_dialect)
}

fn read_all<T: DeserializeOwned>(values: Vec<Value>) -> Result<Vec<T>, String> {
    values.into_iter().map(read).collect()
}
