//! What this browser knows of a game.

use crate::online::{self, Told};
use crate::table::{LogLine, Sums, TableGame};
use crate::text;
use crate::worker::Asked;
use parlour_engine::{DealSource, Game, Outcome, Record, Rules as _, Seat, SeatSet, Table, Viewer};
use std::any::Any;

/// What is known of a game, whichever it is. Actions are text, as in records.
pub(crate) trait Known: Send + Sync {
    /// For those who know the game's type.
    fn as_any(&self) -> &dyn Any;

    /// The number of actions; at a server's table the number of events.
    fn moves(&self) -> usize;

    /// Who owes an action; nobody once the game is over.
    fn to_move(&self) -> SeatSet;

    /// Who is to move after the first `ply` actions, whether or not somebody resigned then.
    fn to_move_at(&self, ply: usize) -> SeatSet;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Who gave up, if somebody did.
    fn resigned(&self) -> Option<Seat>;

    /// Whether all of the game is known.
    fn is_whole(&self) -> bool;

    /// Whose eyes these are, where not all of it is known.
    fn eyes(&self) -> Option<Viewer>;

    /// The seat that may take back its last action.
    fn may_undo(&self) -> Option<Seat>;

    /// Whether the last action ended a round and another has begun.
    fn between_rounds(&self) -> bool;

    /// Every move in words.
    fn log(&self, names: &[String]) -> Vec<LogLine>;

    /// The sums of the last round that ended, if one has.
    fn sums(&self, names: &[String]) -> Option<Sums>;

    /// What a seat may do, where all is known.
    fn legal(&self, seat: Seat) -> Vec<String>;

    /// What an action would do after the first `ply` actions, in words.
    fn proposal(&self, ply: usize, action: &str) -> String;

    /// What the worker is told of the position after the first `ply` actions.
    fn asked(&self, ply: usize, seat: Seat) -> Asked;

    /// Plays an action, where all is known; false when it is refused.
    fn play(&mut self, seat: Seat, action: &str) -> bool;

    /// Takes the last action back.
    fn undo(&mut self);

    /// A seat gives up.
    fn resign(&mut self, seat: Seat);

    /// The seed of the deal, where it has one that is known.
    fn seed(&self) -> Option<u64>;

    /// The record so far as one line, where the whole game is known.
    fn record_line(&self) -> Option<String>;

    /// The names in the record.
    fn seats(&self) -> Vec<String>;

    /// The name of the rules; empty where they have none.
    fn rule_set(&self) -> &'static str;

    /// Whether this is the name of a policy for the game.
    fn is_policy(&self, name: &str) -> bool;

    /// Another game of the same kind: [`dealt`].
    ///
    /// # Errors
    /// As [`dealt`].
    fn deal(&self, rules: &str, seed: u64, names: Vec<String>) -> Result<Box<dyn Known>, String>;

    /// A game of the same kind from its record: [`read`].
    ///
    /// # Errors
    /// As [`read`].
    fn read(&self, line: &str) -> Result<Box<dyn Known>, String>;

    /// A game of the same kind as it was heard: [`heard`].
    ///
    /// # Errors
    /// As [`heard`].
    fn hear(&self, told: &Told) -> Result<Box<dyn Known>, String>;
}

/// A new game.
///
/// # Errors
/// What is wrong with the setup, in one line.
pub(super) fn dealt<G: TableGame>(
    rules: &str,
    seed: u64,
    names: Vec<String>,
) -> Result<Box<dyn Known>, String> {
    let rules = G::Rules::named(rules).ok_or_else(|| text::session::no_rules(rules))?;
    let table = Table::<G>::new(rules, DealSource::Seed(seed), names);
    let table = table.map_err(|error| error.to_string())?;
    Ok(Box::new(Knowledge::All(Box::new(table))))
}

/// A game from its record.
///
/// # Errors
/// Why the record cannot be replayed, in one line.
pub(super) fn read<G: TableGame>(line: &str) -> Result<Box<dyn Known>, String> {
    let record = Record::<G>::read(line).map_err(|error| error.to_string())?;
    let table = record.replay().map_err(|error| error.to_string())?;
    Ok(Box::new(Knowledge::All(Box::new(table))))
}

/// A game as it was heard.
///
/// # Errors
/// Why it makes no state.
pub(crate) fn heard<G: TableGame>(told: &Told) -> Result<Box<dyn Known>, String> {
    online::heard::<G>(told).map(|heard| Box::new(Knowledge::Heard(Box::new(heard))) as _)
}

/// What is known of a game of this type.
pub(super) enum Knowledge<G: TableGame> {
    /// Everything: it is played here, or it is over.
    All(Box<Table<G>>),
    /// What one seat at a server's table, or a spectator, has been told.
    Heard(Box<Heard<G>>),
}

/// A game at a server's table as one of those who sit there or watch knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heard<G: Game> {
    /// A state that fits what is known; what is hidden in it is made up.
    pub(crate) state: G,
    /// Every public event so far.
    pub(crate) events: Vec<G::Event>,
    /// Whose eyes these are.
    pub(crate) viewer: Viewer,
    /// How it ended, if it has.
    pub(crate) outcome: Option<Outcome>,
    /// Who gave up, if somebody did.
    pub(crate) resigned: Option<Seat>,
}

impl<G: TableGame> Knowledge<G> {
    /// The whole game with its deal, where that is known.
    pub(super) fn table(&self) -> Option<&Table<G>> {
        match self {
            Knowledge::All(table) => Some(table),
            Knowledge::Heard(_) => None,
        }
    }

    /// The state now.
    pub(super) fn state(&self) -> &G {
        match self {
            Knowledge::All(table) => table.state(),
            Knowledge::Heard(heard) => &heard.state,
        }
    }

    /// Every public event so far.
    pub(super) fn events(&self) -> &[G::Event] {
        match self {
            Knowledge::All(table) => table.events(),
            Knowledge::Heard(heard) => &heard.events,
        }
    }

    /// The public events up to the position after the first `ply` actions; all of them where the actions are not known.
    pub(super) fn events_at(&self, ply: usize) -> &[G::Event] {
        match self {
            Knowledge::All(table) => table.events_at(ply),
            Knowledge::Heard(heard) => &heard.events,
        }
    }

    /// The state after the first `ply` actions; the state now where those are not known.
    pub(super) fn at(&self, ply: usize) -> G {
        match self {
            Knowledge::All(table) if ply < table.actions().len() => table.at(ply),
            _ => self.state().clone(),
        }
    }
}

impl<G: TableGame> Known for Knowledge<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn moves(&self) -> usize {
        match self {
            Knowledge::All(table) => table.actions().len(),
            Knowledge::Heard(heard) => heard.events.len(),
        }
    }

    fn to_move(&self) -> SeatSet {
        match self {
            Knowledge::All(table) => table.to_move(),
            Knowledge::Heard(heard) if heard.outcome.is_some() => SeatSet::EMPTY,
            Knowledge::Heard(heard) => heard.state.to_move(),
        }
    }

    fn to_move_at(&self, ply: usize) -> SeatSet {
        self.at(ply).to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Knowledge::All(table) => table.outcome(),
            Knowledge::Heard(heard) => heard.outcome.clone(),
        }
    }

    fn resigned(&self) -> Option<Seat> {
        match self {
            Knowledge::All(table) => table.resigned(),
            Knowledge::Heard(heard) => heard.resigned,
        }
    }

    fn is_whole(&self) -> bool {
        self.table().is_some()
    }

    fn eyes(&self) -> Option<Viewer> {
        match self {
            Knowledge::All(_) => None,
            Knowledge::Heard(heard) => Some(heard.viewer),
        }
    }

    fn may_undo(&self) -> Option<Seat> {
        self.table().and_then(Table::may_undo)
    }

    fn between_rounds(&self) -> bool {
        G::between_rounds(self.events())
    }

    fn log(&self, names: &[String]) -> Vec<LogLine> {
        G::log(self.state(), self.events(), names)
    }

    fn sums(&self, names: &[String]) -> Option<Sums> {
        G::sums(self.state(), self.events(), names)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let legal = self.table().map(|table| table.state().legal_actions(seat));
        let legal = legal.into_iter().flatten();
        legal.map(|action| action.to_string()).collect()
    }

    fn proposal(&self, ply: usize, action: &str) -> String {
        match action.parse() {
            Ok(parsed) => G::proposal(&self.at(ply), parsed),
            Err(_) => action.to_owned(),
        }
    }

    fn asked(&self, ply: usize, seat: Seat) -> Asked {
        Asked::about(&self.at(ply), self.events_at(ply), seat)
    }

    fn play(&mut self, seat: Seat, action: &str) -> bool {
        match (self, action.parse()) {
            (Knowledge::All(table), Ok(action)) => table.play(seat, action).is_ok(),
            _ => false,
        }
    }

    fn undo(&mut self) {
        if let Knowledge::All(table) = self {
            table.undo();
        }
    }

    fn resign(&mut self, seat: Seat) {
        if let Knowledge::All(table) = self {
            table.resign(seat);
        }
    }

    fn seed(&self) -> Option<u64> {
        match self.table().map(Table::deal) {
            Some(DealSource::Seed(seed)) => Some(*seed),
            Some(DealSource::Cards(_)) | None => None,
        }
    }

    fn record_line(&self) -> Option<String> {
        self.table().map(|table| table.record().to_line())
    }

    fn seats(&self) -> Vec<String> {
        self.table()
            .map_or_else(Vec::new, |table| table.seats().to_vec())
    }

    fn rule_set(&self) -> &'static str {
        let rules = self.state().rules();
        let named = |name: &&&str| G::Rules::named(name).as_ref() == Some(rules);
        G::Rules::names().iter().find(named).copied().unwrap_or("")
    }

    fn is_policy(&self, name: &str) -> bool {
        G::policy(name).is_ok()
    }

    fn deal(&self, rules: &str, seed: u64, names: Vec<String>) -> Result<Box<dyn Known>, String> {
        dealt::<G>(rules, seed, names)
    }

    fn read(&self, line: &str) -> Result<Box<dyn Known>, String> {
        read::<G>(line)
    }

    fn hear(&self, told: &Told) -> Result<Box<dyn Known>, String> {
        heard::<G>(told)
    }
}
