//! What this browser knows of a game.

use super::game::{LogLine, SessionGame, Sums};
use super::observed_game::{ObservedGame, RemoteGame, observed_game};
use crate::play::strings::session as words;
use crate::play::worker::SeatKnowledge;
use parlour_agents::analysis::Scale;
use parlour_engine::{
    DealSource, LinkedGame, Outcome, Record, Rules as _, Seat, SeatSet, Streams, Table, Viewer,
};
use std::any::Any;

/// What is known of a game, whichever it is. Actions are text, as in records.
pub(crate) trait GameKnowledge: Send + Sync {
    /// For those who know the game's type.
    fn as_any(&self) -> &dyn Any;

    /// The number of actions; at a server's table the number of events.
    fn moves(&self) -> usize;

    /// Who owes an action; nobody once the game is over.
    fn to_move(&self) -> SeatSet;

    /// Who is to move after the first `ply` actions, whether or not a seat resigned then.
    fn to_move_at(&self, ply: usize) -> SeatSet;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The seat that resigned, if one did.
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

    /// What the rules say in numbers about an action of a seat after the first `ply` actions.
    fn fact(&self, ply: usize, seat: Seat, action: &str) -> Option<String>;

    /// An action in a line of best play.
    fn brief(&self, action: &str) -> String;

    /// Why the rules forbid an action now; `None` if they do not.
    fn illegal(&self, seat: Seat, action: &str) -> Option<String>;

    /// The action after the first `ply`, and whose it is, where all is known.
    fn action(&self, ply: usize) -> Option<(Seat, String)>;

    /// What results are measured in.
    fn scale(&self) -> Scale;

    /// What the worker is told of the position after the first `ply` actions.
    fn seat_knowledge(&self, ply: usize, seat: Seat) -> SeatKnowledge;

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

    /// The record of the game up to the position after `ply` actions, where all is known; there, what the seat could
    /// not know is dealt again by a seed, and a common turn that had begun begins anew.
    fn redealt(&self, ply: usize, seat: Seat, seed: u64) -> Option<String>;

    /// The record of a game that begins with the position after `ply` actions, where all is known and somebody is to
    /// move there.
    fn position_line(&self, ply: usize, seed: u64) -> Option<String>;

    /// Whether the rules hide anything from a seat.
    fn hides_something(&self) -> bool;

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
    fn deal(
        &self,
        rules: &str,
        seed: u64,
        names: Vec<String>,
    ) -> Result<Box<dyn GameKnowledge>, String>;

    /// A game of the same kind from its record: [`read`].
    ///
    /// # Errors
    /// As [`read`].
    fn read(&self, line: &str) -> Result<Box<dyn GameKnowledge>, String>;

    /// A game of the same kind at a server's table: [`remote`].
    ///
    /// # Errors
    /// As [`remote`].
    fn observe(&self, game: &RemoteGame) -> Result<Box<dyn GameKnowledge>, String>;
}

/// A new game.
///
/// # Errors
/// What is wrong with the setup, in one line.
pub(super) fn dealt<G: SessionGame>(
    rules: &str,
    seed: u64,
    names: Vec<String>,
) -> Result<Box<dyn GameKnowledge>, String> {
    let rules = G::Rules::named(rules).ok_or_else(|| words::no_rules(rules))?;
    let table = Table::<G>::new(rules, DealSource::Seed(seed), names);
    let table = table.map_err(|error| error.to_string())?;
    Ok(Box::new(Knowledge::All(Box::new(table))))
}

/// [`read`] of a game.
pub(crate) type Read = fn(&str) -> Result<Box<dyn GameKnowledge>, String>;

/// A game from its record.
///
/// # Errors
/// Why the record cannot be replayed, in one line.
pub(crate) fn read<G: SessionGame>(line: &str) -> Result<Box<dyn GameKnowledge>, String> {
    let record = Record::<G>::read(line).map_err(|error| words::record_error(&error))?;
    let table = record
        .replay()
        .map_err(|error| words::record_error(&error))?;
    Ok(Box::new(Knowledge::All(Box::new(table))))
}

impl LinkedGame for Box<dyn GameKnowledge> {
    fn to_move(&self) -> SeatSet {
        (**self).to_move()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        (**self).legal(seat)
    }

    fn play(&mut self, seat: Seat, action: &str) {
        (**self).play(seat, action);
    }

    fn resign(&mut self, seat: Seat) -> bool {
        let is_there = seat.index() < self.seats().len();
        if is_there {
            (**self).resign(seat);
        }
        is_there
    }
}

/// [`remote`] of a game.
pub(crate) type Remote = fn(&RemoteGame) -> Result<Box<dyn GameKnowledge>, String>;

/// A game at a server's table.
///
/// # Errors
/// Why it makes no state.
pub(crate) fn remote<G: SessionGame>(game: &RemoteGame) -> Result<Box<dyn GameKnowledge>, String> {
    observed_game::<G>(game).map(|game| Box::new(Knowledge::Observed(Box::new(game))) as _)
}

/// What is known of a game of this type.
pub(super) enum Knowledge<G: SessionGame> {
    /// Everything: it is played here, or it is over.
    All(Box<Table<G>>),
    /// What one seat at a server's table, or a spectator, has been told.
    Observed(Box<ObservedGame<G>>),
}

impl<G: SessionGame> Knowledge<G> {
    /// The whole game with its deal, where that is known.
    pub(super) fn table(&self) -> Option<&Table<G>> {
        match self {
            Knowledge::All(table) => Some(table),
            Knowledge::Observed(_) => None,
        }
    }

    /// The state now.
    pub(super) fn state(&self) -> &G {
        match self {
            Knowledge::All(table) => table.state(),
            Knowledge::Observed(game) => &game.state,
        }
    }

    /// Every public event so far.
    pub(super) fn events(&self) -> &[G::Event] {
        match self {
            Knowledge::All(table) => table.events(),
            Knowledge::Observed(game) => &game.events,
        }
    }

    /// The public events up to the position after the first `ply` actions; all of them where the actions are not known.
    pub(super) fn events_at(&self, ply: usize) -> &[G::Event] {
        match self {
            Knowledge::All(table) => table.events_at(ply),
            Knowledge::Observed(game) => &game.events,
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

impl<G: SessionGame> GameKnowledge for Knowledge<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn moves(&self) -> usize {
        match self {
            Knowledge::All(table) => table.actions().len(),
            Knowledge::Observed(game) => game.events.len(),
        }
    }

    fn to_move(&self) -> SeatSet {
        match self {
            Knowledge::All(table) => table.to_move(),
            Knowledge::Observed(game) if game.outcome.is_some() => SeatSet::EMPTY,
            Knowledge::Observed(game) => game.state.to_move(),
        }
    }

    fn to_move_at(&self, ply: usize) -> SeatSet {
        self.at(ply).to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Knowledge::All(table) => table.outcome(),
            Knowledge::Observed(game) => game.outcome.clone(),
        }
    }

    fn resigned(&self) -> Option<Seat> {
        match self {
            Knowledge::All(table) => table.resigned(),
            Knowledge::Observed(game) => game.resigned,
        }
    }

    fn is_whole(&self) -> bool {
        self.table().is_some()
    }

    fn eyes(&self) -> Option<Viewer> {
        match self {
            Knowledge::All(_) => None,
            Knowledge::Observed(game) => Some(game.viewer),
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

    fn fact(&self, ply: usize, seat: Seat, action: &str) -> Option<String> {
        G::fact(&self.at(ply).view(Viewer::Seat(seat)), action.parse().ok()?)
    }

    fn brief(&self, action: &str) -> String {
        action.parse().map_or(action.to_owned(), G::brief)
    }

    fn illegal(&self, seat: Seat, action: &str) -> Option<String> {
        let illegal = self.state().check(seat, action.parse().ok()?).err()?;
        Some(G::illegal(&illegal))
    }

    fn action(&self, ply: usize) -> Option<(Seat, String)> {
        let &(seat, action) = self.table()?.actions().get(ply)?;
        Some((seat, action.to_string()))
    }

    fn scale(&self) -> Scale {
        G::SCALE
    }

    fn seat_knowledge(&self, ply: usize, seat: Seat) -> SeatKnowledge {
        SeatKnowledge::about(&self.at(ply), self.events_at(ply), seat)
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

    fn redealt(&self, ply: usize, seat: Seat, seed: u64) -> Option<String> {
        let mut rng = Streams::new(seed).task(0);
        let record = self.table()?.redealt(ply, seat, &mut rng).ok()?;
        Some(record.to_line())
    }

    fn position_line(&self, ply: usize, seed: u64) -> Option<String> {
        let table = self.table()?;
        let state = table.at(ply);
        let names = table.seats().to_vec();
        let begun = Table::<G>::set_up(state.rules().clone(), state.position()?, seed, names);
        Some(begun.ok()?.record().to_line())
    }

    fn hides_something(&self) -> bool {
        self.state().rules().hides_something()
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

    fn deal(
        &self,
        rules: &str,
        seed: u64,
        names: Vec<String>,
    ) -> Result<Box<dyn GameKnowledge>, String> {
        dealt::<G>(rules, seed, names)
    }

    fn read(&self, line: &str) -> Result<Box<dyn GameKnowledge>, String> {
        read::<G>(line)
    }

    fn observe(&self, game: &RemoteGame) -> Result<Box<dyn GameKnowledge>, String> {
        remote::<G>(game)
    }
}
