//! A game as one browser plays it: the table, and who controls each seat.

use crate::store::{self, StoredGame, Summary};
use crate::text;
use parlour_agents::Policies;
use parlour_engine::{
    DealSource, Game, Outcome, Record, RecordHeader, Reveals, Rules as _, Seat, SeatSet, Table,
    Viewer,
};
use serde::{Deserialize, Serialize};

/// Who controls a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatKind {
    /// Somebody at this device.
    Person {
        /// His name.
        name: String,
    },
    /// A program.
    Ai {
        /// Its policy, e.g. `ismcts:2000`.
        policy: String,
    },
    /// Somebody at another device, or a program there.
    Away {
        /// His name.
        name: String,
    },
}

impl SeatKind {
    /// What the page calls him.
    pub(crate) fn name(&self) -> String {
        match self {
            SeatKind::Person { name } | SeatKind::Away { name } => name.clone(),
            SeatKind::Ai { policy } => text::common::policy(policy),
        }
    }

    /// Whether a person at this device sits there.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, SeatKind::Person { .. })
    }

    /// The name in records: an AI's is its policy.
    fn recorded(&self) -> String {
        match self {
            SeatKind::Person { name } | SeatKind::Away { name } => name.clone(),
            SeatKind::Ai { policy } => policy.clone(),
        }
    }
}

/// A game that somebody wants to start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    /// The name of a rule set, as in `Rules::named`: `round`, `match`.
    pub(crate) rules: String,
    /// Who sits where, from seat 0.
    pub(crate) seats: Vec<SeatKind>,
    /// The seed of the deal; any, if none is wanted.
    pub(crate) seed: Option<u64>,
}

/// Seeds that the page picks itself are short enough to be told to a friend.
const SEEDS: f64 = 1_000_000_000.0;

/// A game being played, watched or looked at again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Session<G: Game> {
    known: Known<G>,
    stored: StoredGame,
}

/// What this browser knows of a game.
#[derive(Clone, Debug, PartialEq)]
enum Known<G: Game> {
    /// Everything: it is played here, or it is over.
    All(Box<Table<G>>),
    /// What one seat at a server's table, or a spectator, has been told.
    Heard(Box<Heard<G>>),
}

/// A game at a server's table as one of those who sit there or watch knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heard<G> {
    /// A state that fits what is known; what is hidden in it is made up.
    pub(crate) state: G,
    /// Whose eyes these are.
    pub(crate) viewer: Viewer,
    /// Grows with the game.
    pub(crate) moves: usize,
    /// How it ended, if it has.
    pub(crate) outcome: Option<Outcome>,
    /// Who gave up, if somebody did.
    pub(crate) resigned: Option<Seat>,
}

impl<G: Game> Session<G> {
    /// A new game, saved.
    ///
    /// # Errors
    /// What is wrong with the setup, in one line.
    pub(crate) fn start(setup: Setup) -> Result<Session<G>, String> {
        let random = || js_sys::Math::random();
        let seed = setup.seed.unwrap_or_else(|| (random() * SEEDS) as u64);
        let now = js_sys::Date::now();
        let id = new_id(now, random());
        let mut session = Session::with(setup, seed, id, now)?;
        session.save_quietly();
        Ok(session)
    }

    fn with(setup: Setup, seed: u64, id: String, now: f64) -> Result<Session<G>, String> {
        let rules =
            G::Rules::named(&setup.rules).ok_or_else(|| text::session::no_rules(&setup.rules))?;
        let names = setup.seats.iter().map(SeatKind::recorded).collect();
        let table =
            Table::new(rules, DealSource::Seed(seed), names).map_err(|error| error.to_string())?;
        Ok(Session {
            stored: StoredGame {
                version: 0,
                id,
                game: G::NAME.to_owned(),
                rules: setup.rules,
                seats: setup.seats,
                record: String::new(),
                acknowledged: 0,
                summary: Summary::default(),
                started: now,
                updated: now,
                revision: 0,
            },
            known: Known::All(Box::new(table)),
        })
    }

    /// A game from the shelf, at its last position.
    ///
    /// # Errors
    /// Why it cannot be played on: the record is damaged.
    pub(crate) fn resume(stored: StoredGame) -> Result<Session<G>, String> {
        let record = Record::<G>::read(&stored.record).map_err(|error| error.to_string())?;
        let table = record.replay().map_err(|error| error.to_string())?;
        if table.seats().len() != stored.seats.len() {
            return Err(text::session::SEATS.to_owned());
        }
        let known = Known::All(Box::new(table));
        Ok(Session { known, stored })
    }

    /// A game at a server's table. It is never put on the shelf from here.
    pub(crate) fn online(
        id: String,
        rules: String,
        seats: Vec<SeatKind>,
        heard: Heard<G>,
    ) -> Session<G> {
        let now = js_sys::Date::now();
        Session {
            stored: StoredGame {
                version: 0,
                id,
                game: G::NAME.to_owned(),
                rules,
                seats,
                record: String::new(),
                // What happened before is no news.
                acknowledged: heard.moves,
                summary: Summary::default(),
                started: now,
                updated: now,
                revision: 0,
            },
            known: Known::Heard(Box::new(heard)),
        }
    }

    /// More was told about a game at a server's table.
    pub(crate) fn hear(&mut self, seats: Vec<SeatKind>, heard: Heard<G>) {
        self.stored.seats = seats;
        self.known = Known::Heard(Box::new(heard));
    }

    /// A game at a server's table is over: here is all of it, as it lies on the shelf under `id`.
    pub(crate) fn reveal(&mut self, id: String, table: Table<G>) {
        self.stored.id = id;
        self.known = Known::All(Box::new(table));
    }

    /// The whole game with its deal, where that is known.
    pub(crate) fn table(&self) -> Option<&Table<G>> {
        match &self.known {
            Known::All(table) => Some(table),
            Known::Heard(_) => None,
        }
    }

    /// Every action so far, where the whole game is known.
    pub(crate) fn actions(&self) -> &[(Seat, G::Action)] {
        self.table().map_or(&[], Table::actions)
    }

    /// The state now.
    pub(crate) fn state(&self) -> &G {
        match &self.known {
            Known::All(table) => table.state(),
            Known::Heard(heard) => &heard.state,
        }
    }

    /// The state after the first `ply` actions; the state now where those are not known.
    pub(crate) fn at(&self, ply: usize) -> G {
        match &self.known {
            Known::All(table) => table.at(ply),
            Known::Heard(heard) => heard.state.clone(),
        }
    }

    /// How far the game is: the number of actions; at a server's table the number of events.
    pub(crate) fn moves(&self) -> usize {
        match &self.known {
            Known::All(table) => table.actions().len(),
            Known::Heard(heard) => heard.moves,
        }
    }

    /// Who owes an action.
    pub(crate) fn to_move(&self) -> SeatSet {
        match &self.known {
            Known::All(table) => table.to_move(),
            Known::Heard(heard) if heard.outcome.is_some() => SeatSet::EMPTY,
            Known::Heard(heard) => heard.state.to_move(),
        }
    }

    /// How the game ended, if it has.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match &self.known {
            Known::All(table) => table.outcome(),
            Known::Heard(heard) => heard.outcome.clone(),
        }
    }

    /// Who gave up, if somebody did.
    pub(crate) fn resigned(&self) -> Option<Seat> {
        match &self.known {
            Known::All(table) => table.resigned(),
            Known::Heard(heard) => heard.resigned,
        }
    }

    /// The id in the page's address.
    pub(crate) fn id(&self) -> &str {
        &self.stored.id
    }

    /// The revision on the shelf that this session goes on from.
    pub(crate) fn revision(&self) -> u64 {
        self.stored.revision
    }

    /// Who sits where.
    pub(crate) fn seats(&self) -> &[SeatKind] {
        &self.stored.seats
    }

    /// The names as the page shows them.
    pub(crate) fn names(&self) -> Vec<String> {
        self.stored.seats.iter().map(SeatKind::name).collect()
    }

    /// The seats of people.
    pub(crate) fn people(&self) -> Vec<Seat> {
        Seat::all(self.stored.seats.len())
            .filter(|seat| self.stored.seats[seat.index()].is_person())
            .collect()
    }

    /// The only person's eyes, if there is only one: nobody else may look.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        match self.people().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The number of actions up to which the player has pressed on.
    pub(crate) fn acknowledged(&self) -> usize {
        self.stored.acknowledged
    }

    /// The player has seen what there is to see.
    pub(crate) fn acknowledge(&mut self) {
        self.stored.acknowledged = self.moves();
    }

    /// Plays an action of a game that is played here; false when the rules refuse it.
    pub(crate) fn play(&mut self, seat: Seat, action: G::Action) -> bool {
        match &mut self.known {
            Known::All(table) => table.play(seat, action).is_ok(),
            Known::Heard(_) => false,
        }
    }

    /// Takes the last action back.
    pub(crate) fn undo(&mut self) {
        if let Known::All(table) = &mut self.known {
            table.undo();
        }
        self.stored.acknowledged = self.stored.acknowledged.min(self.moves());
    }

    /// A seat gives up.
    pub(crate) fn resign(&mut self, seat: Seat) {
        if let Known::All(table) = &mut self.known {
            table.resign(seat);
        }
    }

    /// The setup of another game of the same kind: whoever lost comes to seat 0
    /// and starts; after a tie the seats go round by one.
    pub(crate) fn rematch(&self) -> Setup {
        let seats = &self.stored.seats;
        let count = seats.len();
        let first = match self.outcome() {
            Some(outcome) if outcome.winners.len() < count => Seat::all(count)
                .find(|&seat| !outcome.winners.contains(seat))
                .map_or(0, Seat::index),
            _ => 1 % count,
        };
        let mut turned = seats.clone();
        turned.rotate_left(first);
        Setup {
            rules: self.stored.rules.clone(),
            seats: turned,
            seed: None,
        }
    }

    /// The stream of random numbers for a seat's choice at this point: it follows
    /// from the game's seed, the seat and the number of actions, so that a game
    /// that is resumed goes on as it would have.
    pub(crate) fn stream(&self) -> u64 {
        let seed = match self.table().map(Table::deal) {
            Some(DealSource::Seed(seed)) => *seed,
            Some(DealSource::Cards(_)) | None => 0,
        };
        parlour_engine::Streams::new(seed).game_seed(self.moves() as u64)
    }

    /// The record so far as one line, where the whole game is known.
    pub(crate) fn record_line(&self) -> Option<String> {
        self.table().map(|table| table.record().to_line())
    }

    /// Puts the game as it stands on the shelf.
    ///
    /// # Errors
    /// As [`store::save`].
    pub(crate) fn save(&mut self) -> Result<(), store::StoreError> {
        let Some(record) = self.record_line() else {
            return Ok(());
        };
        self.stored.record = record;
        self.stored.updated = js_sys::Date::now();
        let outcome = self.outcome();
        self.stored.summary = Summary {
            actions: self.moves(),
            scores: match &outcome {
                Some(outcome) => outcome.scores.clone(),
                None => Vec::new(),
            },
            winners: outcome.map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect()),
            resigned: self.resigned().map(|seat| seat.0),
        };
        store::save(&mut self.stored)
    }

    /// As [`save`](Session::save), where nobody else can have saved and
    /// [`store::problem`] tells the rest.
    fn save_quietly(&mut self) {
        let _ = self.save();
    }
}

impl<G: Reveals> Session<G> {
    /// The seat that may take back its last action.
    pub(crate) fn may_undo(&self) -> Option<Seat> {
        self.table().and_then(Table::may_undo)
    }
}

impl<G: Policies> Session<G> {
    /// A game from a record that somebody loads; it is put on the shelf.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn import(line: &str) -> Result<Session<G>, String> {
        let id = new_id(js_sys::Date::now(), js_sys::Math::random());
        Session::import_as(line, id)
    }

    /// As [`import`](Session::import), under this id.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn import_as(line: &str, id: String) -> Result<Session<G>, String> {
        let mut session = Session::imported(line, id, js_sys::Date::now())?;
        session.save_quietly();
        Ok(session)
    }

    fn imported(line: &str, id: String, now: f64) -> Result<Session<G>, String> {
        let record = Record::<G>::read(line.trim()).map_err(|error| error.to_string())?;
        let table = record.replay().map_err(|error| error.to_string())?;
        let rules = G::Rules::names()
            .iter()
            .find(|name| G::Rules::named(name).as_ref() == Some(&record.rules));
        Ok(Session {
            stored: StoredGame {
                version: 0,
                id,
                game: G::NAME.to_owned(),
                rules: rules.copied().unwrap_or_default().to_owned(),
                seats: record
                    .seats
                    .iter()
                    .map(|name| recorded_seat::<G>(name))
                    .collect(),
                record: String::new(),
                acknowledged: table.actions().len(),
                summary: Summary::default(),
                started: now,
                updated: now,
                revision: 0,
            },
            known: Known::All(Box::new(table)),
        })
    }
}

/// The game a record is of, e.g. `jaipur`.
///
/// # Errors
/// Why the line is no record.
pub(crate) fn game_of_record(line: &str) -> Result<String, String> {
    RecordHeader::read(line.trim())
        .map(|header| header.game)
        .map_err(|error| error.to_string())
}

/// Names that programs have are read as policies, so that a replay shows them as everywhere else.
fn recorded_seat<G: Policies>(name: &str) -> SeatKind {
    if G::policy(name).is_ok() {
        SeatKind::Ai {
            policy: name.to_owned(),
        }
    } else {
        SeatKind::Person {
            name: name.to_owned(),
        }
    }
}

/// Short, and different from those of other tabs: the time and a random digit or three, in base 36.
fn new_id(now: f64, random: f64) -> String {
    let mut rest = (now.max(0.0) as u64) * 46_656 + (random * 46_656.0) as u64;
    let mut digits = Vec::new();
    while rest > 0 {
        digits.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize]);
        rest /= 36;
    }
    digits.reverse();
    digits.into_iter().map(char::from).collect()
}

/// Whose eyes see everything that a person at this device may: the only person's, everybody's
/// when nobody plays or the game is over, else those of the seat that has confirmed to be there.
pub(crate) fn viewer<G: Game>(session: &Session<G>, present: Option<Seat>) -> Viewer {
    if let Known::Heard(heard) = &session.known {
        return heard.viewer;
    }
    if session.people().is_empty() || session.outcome().is_some() {
        return Viewer::Everything;
    }
    match session.only_person().or(present) {
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    }
}
