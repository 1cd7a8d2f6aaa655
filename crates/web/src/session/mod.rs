//! A game as one browser plays it: the table, and who controls each seat.

use crate::store::{self, StoredGame, Summary};
use crate::text;
use parlour_agents::Policies;
use parlour_engine::{
    DealSource, Game, PlayError, Record, RecordHeader, Rules as _, Seat, Table, Viewer,
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
}

impl SeatKind {
    /// What the page calls him.
    pub(crate) fn name(&self) -> String {
        match self {
            SeatKind::Person { name } => name.clone(),
            SeatKind::Ai { policy } => text::common::policy(policy),
        }
    }

    /// Whether a person sits there.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, SeatKind::Person { .. })
    }

    /// The name in records: an AI's is its policy.
    fn recorded(&self) -> String {
        match self {
            SeatKind::Person { name } => name.clone(),
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
    table: Table<G>,
    stored: StoredGame,
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
            table,
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
        Ok(Session { table, stored })
    }

    /// The table: state, actions, outcome.
    pub(crate) fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The state now.
    pub(crate) fn state(&self) -> &G {
        self.table.state()
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
        self.stored.acknowledged = self.table.actions().len();
    }

    /// Plays an action.
    ///
    /// # Errors
    /// As [`Table::play`].
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), PlayError<G::Action, G::Refusal>> {
        self.table.play(seat, action)
    }

    /// Takes the last action back.
    pub(crate) fn undo(&mut self) {
        self.table.undo();
        self.stored.acknowledged = self.stored.acknowledged.min(self.table.actions().len());
    }

    /// A seat gives up.
    pub(crate) fn resign(&mut self, seat: Seat) {
        self.table.resign(seat);
    }

    /// The setup of another game of the same kind: whoever lost comes to seat 0
    /// and starts; after a tie the seats go round by one.
    pub(crate) fn rematch(&self) -> Setup {
        let seats = &self.stored.seats;
        let count = seats.len();
        let first = match self.table.outcome() {
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
        let seed = match self.table.deal() {
            DealSource::Seed(seed) => *seed,
            DealSource::Cards(_) => 0,
        };
        parlour_engine::Streams::new(seed).game_seed(self.table.actions().len() as u64)
    }

    /// The record so far as one line.
    pub(crate) fn record_line(&self) -> String {
        self.table.record().to_line()
    }

    /// Puts the game as it stands on the shelf.
    ///
    /// # Errors
    /// As [`store::save`].
    pub(crate) fn save(&mut self) -> Result<(), store::StoreError> {
        let now = js_sys::Date::now();
        self.note_state(now);
        store::save(&mut self.stored)
    }

    /// As [`save`](Session::save), where nobody else can have saved and
    /// [`store::problem`] tells the rest.
    fn save_quietly(&mut self) {
        let _ = self.save();
    }

    fn note_state(&mut self, now: f64) {
        let outcome = self.table.outcome();
        self.stored.record = self.record_line();
        self.stored.updated = now;
        self.stored.summary = Summary {
            actions: self.table.actions().len(),
            scores: match &outcome {
                Some(outcome) => outcome.scores.clone(),
                None => Vec::new(),
            },
            winners: outcome.map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect()),
            resigned: self.table.resigned().map(|seat| seat.0),
        };
    }
}

impl<G: Policies> Session<G> {
    /// A game from a record that somebody loads; it is put on the shelf.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn import(line: &str) -> Result<Session<G>, String> {
        let now = js_sys::Date::now();
        let id = new_id(now, js_sys::Math::random());
        let mut session = Session::imported(line, id, now)?;
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
            table,
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
    if session.people().is_empty() || session.table.outcome().is_some() {
        return Viewer::Everything;
    }
    match session.only_person().or(present) {
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    }
}
