//! A game as one browser plays it: the table, and who controls each seat.

mod game;
mod knowledge;
mod observed_game;
mod positions;

pub(crate) use game::{LogLine, SessionGame, SumRow, Sums};
pub(crate) use knowledge::{GameKnowledge, Read, Remote, read, remote};
pub(crate) use observed_game::{GameEnd, RemoteGame};
pub(crate) use positions::{Draft, Positions};

use super::puzzles::{Position, Source};
use super::saved_analysis::checksum;
use super::saved_game::{
    self, Branch, Origin, SeatKind, SharedDeal, StoredGame, Summary, unnumbered,
};
use super::strings::session as words;
use super::worker::{Question, Reply, Workers};
use crate::platform::storage::StoreError;
use knowledge::Knowledge;
use parlour_engine::record_link::{self, RecordLink};
use parlour_engine::{Outcome, RecordHeader, Seat, SeatSet, Table, Viewer, json};
use serde_json::Value;

/// The settings of a game to be started.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    /// The name of a rule set, as in `Rules::named`: `round`, `match`.
    pub(crate) rules: String,
    /// Who sits where, from seat 0.
    pub(crate) seats: Vec<SeatKind>,
    /// The seed of the deal; any, if none is wanted.
    pub(crate) seed: Option<u64>,
    /// Whether others play the same deal.
    pub(crate) shared: Option<SharedDeal>,
}

/// Seeds that the page picks itself are short enough to be told to a friend.
const SEEDS: f64 = 1_000_000_000.0;

/// Deals a game by the name of its rules, a seed, and the names of the seats.
type Deal<'a> = &'a dyn Fn(&str, u64, Vec<String>) -> Result<Box<dyn GameKnowledge>, String>;

/// A game that is played, watched or replayed. What all pages do with it is compiled once for all
/// games; a game's own parts name its type where they look into it.
pub(crate) struct Session {
    known: Box<dyn GameKnowledge>,
    stored: StoredGame,
}

impl Session {
    /// A new game, saved.
    ///
    /// # Errors
    /// What is wrong with the setup, in one line.
    pub(crate) fn start<G: SessionGame>(setup: Setup) -> Result<Session, String> {
        Session::begin(setup, G::NAME, &knowledge::dealt::<G>)
    }

    /// Another game of the same kind, saved: the loser gets seat 0 and starts; after a tie the
    /// seats go round by one.
    ///
    /// # Errors
    /// Why it cannot be dealt.
    pub(crate) fn again(&self) -> Result<Session, String> {
        let deal = |rules: &str, seed, names| self.known.deal(rules, seed, names);
        Session::begin(self.rematch(), &self.stored.game, &deal)
    }

    fn begin(setup: Setup, game: &str, deal: Deal<'_>) -> Result<Session, String> {
        let random = || js_sys::Math::random();
        let seed = setup.seed.unwrap_or_else(|| (random() * SEEDS) as u64);
        let names = setup.seats.iter().map(SeatKind::recorded).collect();
        let known = deal(&setup.rules, seed, names)?;
        let now = js_sys::Date::now();
        // A shared deal has one attempt: the game that was begun is not replaced.
        let id = match &setup.shared {
            None => new_id(now, random()),
            Some(SharedDeal::Daily(day)) => format!("{game}-{day}"),
            Some(SharedDeal::Challenge(link)) => checksum(link),
        };
        let mut stored = new_game(id, game, setup.rules, setup.seats, now);
        stored.active = Some(0.0);
        stored.shared = setup.shared;
        let mut session = Session { known, stored };
        session.save_quietly();
        Ok(session)
    }

    /// A saved game, at its last position.
    ///
    /// # Errors
    /// Why it cannot be played on: the record is damaged.
    pub(crate) fn resume<G: SessionGame>(stored: StoredGame) -> Result<Session, String> {
        Session::resume_by(knowledge::read::<G>, stored)
    }

    /// As [`resume`](Session::resume), of the game that `read` reads.
    ///
    /// # Errors
    /// As [`resume`](Session::resume).
    pub(crate) fn resume_by(read: Read, stored: StoredGame) -> Result<Session, String> {
        Session::resumed(read(&stored.record)?, stored)
    }

    /// The same game as another tab has saved it.
    ///
    /// # Errors
    /// As [`resume`](Session::resume).
    pub(crate) fn newer(&self, stored: StoredGame) -> Result<Session, String> {
        Session::resumed(self.known.read(&stored.record)?, stored)
    }

    fn resumed(known: Box<dyn GameKnowledge>, stored: StoredGame) -> Result<Session, String> {
        if known.seats().len() != stored.seats.len() {
            return Err(words::seats().to_owned());
        }
        Ok(Session { known, stored })
    }

    /// A game at a server's table. It is never saved from here.
    pub(crate) fn online(
        id: String,
        game: &str,
        rules: String,
        seats: Vec<SeatKind>,
        known: Box<dyn GameKnowledge>,
    ) -> Session {
        let mut stored = new_game(id, game, rules, seats, js_sys::Date::now());
        // What happened before is no news.
        stored.acknowledged = known.moves();
        Session { known, stored }
    }

    /// A game from a loaded record. It is not saved before [`save`](Session::save).
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn import<G: SessionGame>(line: &str) -> Result<Session, String> {
        let known = knowledge::read::<G>(line.trim())?;
        let id = new_id(js_sys::Date::now(), js_sys::Math::random());
        Ok(Session::recorded(known, G::NAME, id))
    }

    /// Saves the game of a record under this id, unless a game is saved under it.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn save_once<G: SessionGame>(line: &str, id: &str) -> Result<(), String> {
        if saved_game::game(id).is_none() {
            let known = knowledge::read::<G>(line.trim())?;
            Session::recorded(known, G::NAME, id.to_owned()).save_quietly();
        }
        Ok(())
    }

    /// The whole game of a server's table that was heard so far, from its record; it is saved under `id`.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn whole(&self, line: &str, id: String) -> Result<Session, String> {
        let known = self.known.read(line.trim())?;
        let mut session = Session::recorded(known, &self.stored.game, id);
        // A record does not say which seat is this browser's.
        session.stored.seats.clone_from(&self.stored.seats);
        session.stored.origin = Some(Origin::Server);
        session.save_quietly();
        Ok(session)
    }

    /// The game of a record, to be replayed: nothing is saved.
    ///
    /// # Errors
    /// Why the record cannot be replayed, in one line.
    pub(crate) fn look(read: Read, game: &str, line: &str) -> Result<Session, String> {
        let known = read(line.trim())?;
        let mut session = Session::recorded(known, game, String::new());
        // By the names under which they played: a tournament may have two of the same policy.
        let names = session.known.seats().into_iter();
        session.stored.seats = names.map(|name| SeatKind::Away { name }).collect();
        Ok(session)
    }

    /// The game of a link, to be replayed: it is not saved before [`keep`](Session::keep), unless it is there already.
    ///
    /// # Errors
    /// Why the link cannot be played, in one line.
    pub(crate) fn linked(read: Read, link: RecordLink) -> Result<Session, String> {
        let mut known = read(link.beginning())?;
        let game = link.game().to_owned();
        link.play(&mut known).map_err(|error| error.to_string())?;
        let mut session = Session::recorded(known, &game, String::new());
        session.find();
        Ok(session)
    }

    /// The position of an exercise: the seat's decision, which nobody has made yet. It is never saved.
    ///
    /// # Errors
    /// Why the position does not exist, in one line.
    pub(crate) fn exercise(read: Read, game: &str, position: &Position) -> Result<Session, String> {
        let known = match &position.source {
            Source::Record(line) => read(line)?,
            Source::Link(text) => {
                let link = RecordLink::read(text).map_err(|error| error.to_string())?;
                let mut known = read(link.beginning())?;
                link.play(&mut known).map_err(|error| error.to_string())?;
                known
            }
        };
        let seats = Seat::all(known.seats().len());
        let seats: Vec<SeatKind> = seats
            .map(|seat| match seat == position.seat {
                true => SeatKind::Person {
                    name: words::player(seat.index() + 1),
                },
                false => SeatKind::Away {
                    name: words::player(seat.index() + 1),
                },
            })
            .collect();
        let names = seats.iter().map(SeatKind::recorded).collect();
        let line = known.record_line().unwrap_or_default();
        let known = read(&beginning(&line, position.ply, names))?;
        if !known.to_move().contains(position.seat) {
            return Err(words::no_decision().to_owned());
        }
        let mut session = Session::recorded(known, game, String::new());
        session.stored.seats = seats;
        Ok(session)
    }

    /// The game as a link, where the whole game is known.
    pub(crate) fn link(&self) -> Option<String> {
        let beginning = record_link::beginning(&self.record_line()?);
        let mut start = self.known.read(&beginning).ok()?;
        let actions = (0..self.moves()).map_while(|ply| self.known.action(ply));
        let actions: Vec<_> = actions.collect();
        let link = RecordLink::write_actions(&beginning, &actions, self.resigned(), &mut start);
        Some(link)
    }

    /// Plays the rest of a link whose beginning this is.
    ///
    /// # Errors
    /// Why it cannot be played, in one line.
    pub(crate) fn follow(&mut self, link: RecordLink) -> Result<(), String> {
        (link.play(&mut self.known)).map_err(|error| error.to_string())
    }

    /// The setup in which another person plays the deal of this finished game; `None` if there is none.
    pub(crate) fn challenge(&self, name: String, link: String) -> Option<Setup> {
        self.outcome()?;
        let mut seats = self.stored.seats.clone();
        seats[self.only_person()?.index()] = SeatKind::Person { name };
        Some(Setup {
            rules: self.stored.rules.clone(),
            seats,
            seed: Some(self.known.seed()?),
            shared: Some(SharedDeal::Challenge(link)),
        })
    }

    /// Whether others play the same deal.
    pub(crate) fn is_shared(&self) -> bool {
        self.stored.shared.is_some()
    }

    /// The link of a game that begins with the position after `ply` actions, where the whole game is known and somebody
    /// is to move there.
    pub(crate) fn position_link(&self, ply: usize) -> Option<String> {
        let seed = (js_sys::Math::random() * SEEDS) as u64;
        let line = self.known.position_line(ply, seed)?;
        Some(RecordLink::write_beginning(&record_link::beginning(&line)))
    }

    /// If the game is saved, this is the saved one from now on.
    fn find(&mut self) {
        let line = self.record_line().unwrap_or_default();
        if let Some(there) = saved_game::with_record(&line) {
            self.stored = there;
        }
    }

    /// Whether it is a saved game.
    pub(crate) fn is_saved(&self) -> bool {
        self.stored.revision > 0
    }

    /// Saves a game that was only replayed.
    pub(crate) fn keep(&mut self) {
        if !self.is_saved() {
            self.find();
        }
        if !self.is_saved() {
            if self.stored.id.is_empty() {
                self.stored.id = new_id(js_sys::Date::now(), js_sys::Math::random());
            }
            self.save_quietly();
        }
    }

    /// A game that goes on from the position after `ply` actions, saved. If `redeal`, what that seat could not know
    /// there is dealt again.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub(crate) fn branch(
        &self,
        ply: usize,
        seats: Vec<SeatKind>,
        redeal: Option<Seat>,
    ) -> Result<Session, String> {
        let random = || js_sys::Math::random();
        let seed = (random() * SEEDS) as u64;
        let line = match redeal {
            None => self.record_line(),
            Some(seat) => self.known.redealt(ply, seat, seed),
        };
        let line = line.ok_or_else(|| words::not_whole().to_owned())?;
        let names = seats.iter().map(SeatKind::recorded).collect();
        let known = self.known.read(&beginning(&line, ply, names))?;
        let now = js_sys::Date::now();
        let rules = self.stored.rules.clone();
        let mut stored = new_game(new_id(now, random()), &self.stored.game, rules, seats, now);
        stored.acknowledged = known.moves();
        stored.active = Some(0.0);
        stored.branch = Some(Branch {
            parent: self.stored.id.clone(),
            ply: known.moves(),
            redealt: redeal.is_some(),
        });
        let mut session = Session { known, stored };
        session.save_quietly();
        Ok(session)
    }

    /// Whether the rules hide anything from a seat.
    pub(crate) fn hides_something(&self) -> bool {
        self.known.hides_something()
    }

    fn recorded(known: Box<dyn GameKnowledge>, game: &str, id: String) -> Session {
        // Names that programs have are read as policies, so that a replay shows them as everywhere else.
        let seat = |name: String| {
            let forms = [name.as_str(), unnumbered(&name)];
            let policy = forms.into_iter().find(|form| known.is_policy(form));
            match policy.map(str::to_owned) {
                Some(policy) => SeatKind::Ai { policy },
                None => SeatKind::Person { name },
            }
        };
        let seats = known.seats().into_iter().map(seat).collect();
        let rules = known.rule_set().to_owned();
        let mut stored = new_game(id, game, rules, seats, js_sys::Date::now());
        stored.acknowledged = known.moves();
        stored.origin = Some(Origin::Record);
        Session { known, stored }
    }

    /// More was told about a game at a server's table.
    pub(crate) fn observe(&mut self, seats: Vec<SeatKind>, known: Box<dyn GameKnowledge>) {
        self.stored.seats = seats;
        self.known = known;
    }

    /// A game at a server's table is over: here is all of it, as it is saved.
    pub(crate) fn reveal(&mut self, whole: Session) {
        self.stored.id = whole.stored.id;
        self.known = whole.known;
    }

    /// What is known of the game.
    pub(crate) fn known(&self) -> &dyn GameKnowledge {
        &*self.known
    }

    fn knowledge<G: SessionGame>(&self) -> &Knowledge<G> {
        let known = self.known.as_any().downcast_ref();
        known.expect("a game's page asks for its own type")
    }

    /// The whole game with its deal, where that is known.
    pub(crate) fn table<G: SessionGame>(&self) -> Option<&Table<G>> {
        self.knowledge().table()
    }

    /// The state now.
    pub(crate) fn state<G: SessionGame>(&self) -> &G {
        self.knowledge().state()
    }

    /// The state after the first `ply` actions; the state now where those are not known.
    pub(crate) fn at<G: SessionGame>(&self, ply: usize) -> G {
        self.knowledge().at(ply)
    }

    /// Every public event so far.
    pub(crate) fn events<G: SessionGame>(&self) -> &[G::Event] {
        self.knowledge::<G>().events()
    }

    /// The public events up to the position after the first `ply` actions; all of them where the actions are not known.
    pub(crate) fn events_at<G: SessionGame>(&self, ply: usize) -> &[G::Event] {
        self.knowledge::<G>().events_at(ply)
    }

    /// Whether all of the game is known: it is played here, or it is over.
    pub(crate) fn is_whole(&self) -> bool {
        self.known.is_whole()
    }

    /// How far the game is: the number of actions; at a server's table the number of events.
    pub(crate) fn moves(&self) -> usize {
        self.known.moves()
    }

    /// Who owes an action.
    pub(crate) fn to_move(&self) -> SeatSet {
        self.known.to_move()
    }

    /// How the game ended, if it has.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.known.outcome()
    }

    /// The seat that resigned, if one did.
    pub(crate) fn resigned(&self) -> Option<Seat> {
        self.known.resigned()
    }

    /// The seat that may take back its last action, while the game is on. What was played in another game, from which
    /// this one goes on, stays.
    pub(crate) fn may_undo(&self) -> Option<Seat> {
        let first = self.stored.branch.as_ref().map_or(0, |branch| branch.ply);
        let may = self.moves() > first && self.outcome().is_none() && !self.is_shared();
        self.known.may_undo().filter(|_| may)
    }

    /// Every move in words.
    pub(crate) fn log(&self, names: &[String]) -> Vec<LogLine> {
        self.known.log(names)
    }

    /// The sums of the last round that ended, if one has.
    pub(crate) fn sums(&self, names: &[String]) -> Option<Sums> {
        self.known.sums(names)
    }

    /// The game as it is saved, or would be.
    pub(crate) fn stored(&self) -> &StoredGame {
        &self.stored
    }

    /// The id in the page's address; empty if the game is not saved.
    pub(crate) fn id(&self) -> &str {
        &self.stored.id
    }

    /// The name of the game, e.g. `jaipur`.
    pub(crate) fn game(&self) -> &str {
        &self.stored.game
    }

    /// What another tab has done to the saved game since.
    pub(crate) fn conflict(&self) -> Option<StoreError> {
        let revision = self.stored.revision;
        match saved_game::game(&self.stored.id) {
            Some(saved_game::Entry::Game(other)) if other.revision != revision => {
                Some(StoreError::Newer)
            }
            None if revision > 0 => Some(StoreError::Deleted),
            _ => None,
        }
    }

    /// Another tab has deleted the game: it is to be saved as a new one.
    pub(crate) fn restore(&mut self) {
        self.stored.revision = 0;
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

    /// A legal action of a seat that is to move, for when its AI fails.
    pub(crate) fn any_action(&self, seat: Seat) -> Option<String> {
        let mut legal = self.known.legal(seat);
        if legal.is_empty() {
            return None;
        }
        let at = self.stream() % legal.len() as u64;
        Some(legal.swap_remove(at as usize))
    }

    /// Plays an action of a game that is played here; false when the rules refuse it.
    pub(crate) fn play(&mut self, seat: Seat, action: &str) -> bool {
        self.known.play(seat, action)
    }

    /// Takes the last action back.
    pub(crate) fn undo(&mut self) {
        self.known.undo();
        self.stored.acknowledged = self.stored.acknowledged.min(self.moves());
    }

    /// A seat gives up.
    pub(crate) fn resign(&mut self, seat: Seat) {
        self.known.resign(seat);
    }

    /// The setup of another game of the same kind.
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
            shared: None,
        }
    }

    /// Asks `worker` about the position after `ply` actions, for a seat that is to move there.
    pub(crate) fn ask(
        &self,
        worker: &Workers,
        ply: usize,
        seat: Seat,
        question: Question,
        done: impl FnOnce(Result<Reply, String>) + 'static,
    ) {
        let asked = self.known.seat_knowledge(ply, seat);
        worker.ask(asked, question, self.stream(), Box::new(done));
    }

    /// The stream of random numbers for a seat's choice at this point: it follows
    /// from the game's seed, the seat and the number of actions, so that a game
    /// that is resumed goes on as it would have.
    pub(crate) fn stream(&self) -> u64 {
        let seed = self.known.seed().unwrap_or(0);
        parlour_engine::Streams::new(seed).game_seed(self.moves() as u64)
    }

    /// The record so far as one line, where the whole game is known.
    pub(crate) fn record_line(&self) -> Option<String> {
        self.known.record_line()
    }

    /// Counts time at the table, in milliseconds, where it was measured from the start.
    pub(crate) fn add_active(&mut self, milliseconds: f64) {
        if let Some(active) = &mut self.stored.active {
            *active += milliseconds;
        }
    }

    /// Saves the game as it stands.
    ///
    /// # Errors
    /// As [`saved_game::save`].
    pub(crate) fn save(&mut self) -> Result<(), StoreError> {
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
        saved_game::save(&mut self.stored)
    }

    /// As [`save`](Session::save), where nobody else can have saved and
    /// [`storage::problem`] tells the rest.
    fn save_quietly(&mut self) {
        let _ = self.save();
    }
}

/// The record of the first `ply` actions, with other names.
fn beginning(line: &str, ply: usize, names: Vec<String>) -> String {
    let mut record: Value = json::parse(line).unwrap_or_default();
    if let Some(actions) = record["actions"].as_array_mut() {
        actions.truncate(ply);
    }
    record["seats"] = names.into();
    record["result"] = Value::Null;
    record.to_string()
}

/// The saved form of a new game.
fn new_game(id: String, game: &str, rules: String, seats: Vec<SeatKind>, now: f64) -> StoredGame {
    StoredGame {
        version: 0,
        id,
        game: game.to_owned(),
        rules,
        seats,
        record: String::new(),
        acknowledged: 0,
        branch: None,
        origin: None,
        shared: None,
        active: None,
        summary: Summary::default(),
        started: now,
        updated: now,
        revision: 0,
    }
}

/// The game a record is of, e.g. `jaipur`.
///
/// # Errors
/// Why the line is no record.
pub(crate) fn game_of_record(line: &str) -> Result<String, String> {
    RecordHeader::read(line.trim())
        .map(|header| header.game)
        .map_err(|error| words::record_error(&error))
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
pub(crate) fn viewer(session: &Session, present: Option<Seat>) -> Viewer {
    if let Some(viewer) = session.known.eyes() {
        return viewer;
    }
    if session.people().is_empty() || session.outcome().is_some() {
        return Viewer::Everything;
    }
    match session.only_person().or(present) {
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    }
}
