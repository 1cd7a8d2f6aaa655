//! [`Table`]: a game in progress with its actions and events.

use crate::record::{self, DealSource, Record, RecordError, RecordResult};
use crate::{
    Game, InformationState, Outcome, PlayError, Position, Redeal, Reveals, Rng, Rules, Seat,
    SeatSet, SetupError, Viewer,
};
use rand::RngExt as _;

/// A game in progress: the deal, the seats, every action and event, and the state they led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<G: Game> {
    deal: DealSource<G::Deal>,
    /// What the game begins with, unless with the deal.
    position: Option<Position>,
    seats: Vec<String>,
    start: G,
    state: G,
    actions: Vec<(Seat, G::Action)>,
    events: Vec<G::Event>,
    /// The number of events before each action.
    marks: Vec<usize>,
    resigned: Option<Seat>,
}

impl<G: Game> Table<G> {
    /// A new game.
    ///
    /// # Errors
    /// As [`Game::start`]; also if the number of names is not the number of seats.
    pub fn new(
        rules: G::Rules,
        deal: DealSource<G::Deal>,
        seats: Vec<String>,
    ) -> Result<Table<G>, SetupError> {
        let mut events = Vec::new();
        let start = G::start(rules.clone(), deal.cards::<G>(&rules), &mut events)?;
        Table::begun(start, events, deal, None, seats)
    }

    /// A game that begins with a position; no event tells of what was before. What the position leaves open follows
    /// from the seed.
    ///
    /// # Errors
    /// [`SetupError::Position`]; also if the number of names is not the number of seats.
    pub fn set_up(
        rules: G::Rules,
        position: Position,
        seed: u64,
        seats: Vec<String>,
    ) -> Result<Table<G>, SetupError> {
        let start = G::set_up(rules, &position, seed).map_err(SetupError::Position)?;
        let deal = DealSource::Seed(seed);
        Table::begun(start, Vec::new(), deal, Some(position), seats)
    }

    fn begun(
        start: G,
        events: Vec<G::Event>,
        deal: DealSource<G::Deal>,
        position: Option<Position>,
        seats: Vec<String>,
    ) -> Result<Table<G>, SetupError> {
        let expected = start.rules().seats();
        if seats.len() != expected {
            return Err(SetupError::Rules(format!(
                "the table has {expected} seats, but {} are named",
                seats.len()
            )));
        }
        Ok(Table {
            deal,
            position,
            seats,
            state: start.clone(),
            start,
            actions: Vec::new(),
            events,
            marks: Vec::new(),
            resigned: None,
        })
    }

    /// The state now.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The state before the first action.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The names, in seat order.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The position that the game begins with, unless it begins with the deal.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The deal as it was given; if the game begins with a position, the seed of what that leaves open.
    pub fn deal(&self) -> &DealSource<G::Deal> {
        &self.deal
    }

    /// Every action so far.
    pub fn actions(&self) -> &[(Seat, G::Action)] {
        &self.actions
    }

    /// Every public event so far.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The public events up to the position after the first `ply` actions; all of them if there are fewer actions.
    pub fn events_at(&self, ply: usize) -> &[G::Event] {
        let count = self.marks.get(ply).copied().unwrap_or(self.events.len());
        &self.events[..count]
    }

    /// What a viewer knows now.
    pub fn information_state(&self, viewer: Viewer) -> InformationState<'_, G> {
        InformationState::new(self.state.view(viewer), &self.events)
    }

    /// The seat that resigned, if any.
    pub fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// The seats that owe an action; empty after the end or a resignation.
    pub fn to_move(&self) -> SeatSet {
        if self.resigned.is_some() {
            SeatSet::EMPTY
        } else {
            self.state.to_move()
        }
    }

    /// Plays an action.
    ///
    /// # Errors
    /// As [`Game::play`]; after a resignation the game is over.
    pub fn play(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), PlayError<G::Action, G::IllegalMove>> {
        if self.resigned.is_some() {
            return Err(PlayError::GameOver { seat, action });
        }
        self.state.validate(seat, action)?;
        self.marks.push(self.events.len());
        self.state.apply(seat, action, &mut self.events);
        self.actions.push((seat, action));
        Ok(())
    }

    /// The state after the first `ply` actions; after all of them if there are fewer.
    pub fn at(&self, ply: usize) -> G {
        let mut state = self.start.clone();
        for &(seat, action) in self.actions.iter().take(ply) {
            state.play_unchecked(seat, action);
        }
        state
    }

    /// The number of actions before the turn that goes on after the first `ply` actions: fewer than these in the middle
    /// of a turn of several seats.
    pub fn turn_start(&self, ply: usize) -> usize {
        // Of several seats that choose at the same time, at least one is left when one has answered.
        let is_begun = |ply: &usize| *ply == 0 || self.at(ply - 1).to_move().len() < 2;
        let ply = (0..=ply.min(self.actions.len())).rev().find(is_begun);
        ply.unwrap_or(0)
    }

    /// Takes the last action back and returns it. A resignation is taken back first, by itself.
    ///
    /// The state is replayed from the start: games are short, and play millions of actions per second.
    pub fn undo(&mut self) -> Option<(Seat, G::Action)> {
        if self.resigned.take().is_some() {
            return None;
        }
        let last = self.actions.pop()?;
        let events = self.marks.pop().expect("every action has a mark");
        self.events.truncate(events);
        self.state = self.at(self.actions.len());
        Some(last)
    }

    /// Resigns for a seat: the game is over, and the others share the win. Does
    /// nothing once the game is over.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn resign(&mut self, seat: Seat) {
        assert!(
            seat.index() < self.seats.len(),
            "{seat} is not at this table"
        );
        if self.outcome().is_none() {
            self.resigned = Some(seat);
        }
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            None => self.state.outcome(),
            Some(seat) => Some(Outcome {
                scores: self.state.scores(),
                winners: SeatSet::all(self.seats.len()).without(seat),
            }),
        }
    }

    /// The record so far.
    pub fn record(&self) -> Record<G> {
        Record {
            parlour: record::version(self.position.is_some()),
            game: G::NAME.to_owned(),
            rules: self.start.rules().clone(),
            deal: self.deal.clone(),
            position: self.position.clone(),
            seats: self.seats.clone(),
            actions: self.actions.clone(),
            result: self
                .outcome()
                .map(|outcome| RecordResult::new(outcome, self.resigned)),
        }
    }
}

impl<G: Redeal> Table<G> {
    /// The record of the game as `seat` knew it after the first `ply` actions: what was hidden from the seat is
    /// [resampled](crate::Resample). In the middle of a turn of several seats it is the game before that
    /// turn, in which the others have chosen in secret. A game that began with a position begins anew with the one
    /// that is resampled, without the actions before.
    ///
    /// # Errors
    /// [`RecordError`] if the game does not replay, which no table's does.
    pub fn redealt(&self, ply: usize, seat: Seat, rng: &mut Rng) -> Result<Record<G>, RecordError> {
        let mut record = self.record();
        record.actions.truncate(self.turn_start(ply));
        record.result = None;
        let played = record.replay()?;
        let view = played.state.view(Viewer::Seat(seat));
        let resampled = G::resample(&view, rng);
        if self.position.is_some() && !resampled.to_move().is_empty() {
            record.position = resampled.position();
            record.deal = DealSource::Seed(rng.random_range(0..1 << 32));
            record.actions.clear();
            return Ok(record);
        }
        let (deal, actions) = resampled.redeal(&played);
        record.deal = DealSource::Cards(deal);
        record.actions = actions;
        Ok(record)
    }
}

impl<G: Reveals> Table<G> {
    /// The seat that may take back its last action: who played last, if that
    /// action showed nobody anything hidden.
    pub fn may_undo(&self) -> Option<Seat> {
        let &(seat, action) = self.actions.last()?;
        let before = self.at(self.actions.len() - 1);
        (!before.reveals(seat, action)).then_some(seat)
    }
}
