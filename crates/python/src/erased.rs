//! Games behind one face: Python knows a game by its name, Rust by its type.

use crate::error::{Failure, Kind, failure};
use crate::vector_games::{AnyVector, VectorGames, VectorOptions};
use parlour_agents::stoppable;
use parlour_arena::definition::RulesChoice;
use parlour_arena::plan::rules_of;
use parlour_arena::series::{SeriesGame, Standing};
use parlour_arena::{Hosted, Series};
use parlour_engine::encoding::{self, Encode, Field};
use parlour_engine::{
    DealSource, Game, InformationState, Outcome, Policy, Record, RecordHeader, Redeal, Rng,
    Rules as _, Seat, SeatSet, Streams, Table, Viewer, playout,
};
use rand::seq::IndexedRandom as _;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What goes wrong, in one line for the caller.
pub(crate) type Told<T> = Result<T, Failure>;

fn told(error: impl std::fmt::Display) -> Failure {
    Failure::new(Kind::InvalidArgument, error)
}

/// A policy of a game: its name, its usual budget, a line about it.
pub(crate) type About = (&'static str, Option<String>, &'static str);

/// A series as Python asks for it.
pub(crate) struct Asked {
    pub(crate) policies: Vec<String>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) duplicate: bool,
    pub(crate) threads: usize,
    pub(crate) record: bool,
    pub(crate) deal: Option<String>,
}

/// What a series came to.
pub(crate) struct Played {
    pub(crate) games: Vec<SeriesGame>,
    pub(crate) standings: Vec<Standing>,
    pub(crate) seconds: f64,
}

/// A game by certain rules.
pub(crate) trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn rules(&self) -> Told<String>;
    fn seats(&self) -> usize;
    /// Whether anything is hidden from a seat.
    fn hides_something(&self) -> bool;
    /// The deal of a seed as explicit cards, as JSON.
    fn deal(&self, seed: u64) -> Told<String>;
    fn action_count(&self) -> usize;
    fn action_text(&self, id: usize) -> Told<String>;
    fn action_id(&self, text: &str) -> Told<usize>;
    fn fields(&self) -> &[Field];
    /// How many compact indices there are, where the game has them.
    fn compact_count(&self) -> Option<usize>;
    /// The fields of an observation with those of a sequence of compact indices that has begun.
    fn compact_fields(&self) -> Told<Vec<Field>>;
    /// The compact indices of an action's id, which is the only one where the game has none.
    fn compact(&self, id: usize) -> Told<Vec<usize>>;
    /// The id of a sequence of compact indices.
    fn expand(&self, sequence: &[usize]) -> Told<usize>;
    fn vector(&self, options: VectorOptions) -> Told<Box<dyn AnyVector>>;
    fn policies(&self) -> Vec<About>;
    fn policy(&self, text: &str) -> Told<Box<dyn AnyPolicy>>;
    fn start(
        &self,
        deal: Option<&str>,
        seed: u64,
        names: Option<Vec<String>>,
    ) -> Told<Box<dyn AnyState>>;
    /// The information state of a seat, from its JSON.
    fn view(&self, json: &str) -> Told<Box<dyn AnyView>>;
    fn series(&self, asked: &Asked, stop: &Arc<AtomicBool>) -> Told<Played>;
    /// Random games until the time is up: how many, of how many moves, in how many seconds.
    fn playouts(&self, time: Duration, seed: u64, stop: &AtomicBool) -> Told<(u64, u64, f64)>;
}

/// A game in progress.
pub(crate) trait AnyState: Send + Sync {
    fn copied(&self) -> Box<dyn AnyState>;
    fn to_move(&self) -> SeatSet;
    fn outcome(&self) -> Option<Outcome>;
    fn scores(&self) -> Vec<i32>;
    fn names(&self) -> &[String];
    fn plies(&self) -> usize;
    fn actions(&self) -> Vec<(u8, String)>;
    fn legal_texts(&mut self, seat: Seat) -> Vec<String>;
    fn legal_ids(&mut self, seat: Seat) -> &[usize];
    fn apply_text(&mut self, seat: Seat, action: &str) -> Told<()>;
    fn apply_id(&mut self, seat: Seat, id: usize) -> Told<()>;
    fn undo(&mut self) -> Told<()>;
    fn resign(&mut self, seat: Seat) -> Told<()>;
    fn at(&self, ply: usize) -> Told<Box<dyn AnyState>>;
    fn view(&self, viewer: Viewer) -> Box<dyn AnyView>;
    /// A state that agrees with everything the seat knows: what is hidden from it is dealt again.
    fn resample(&self, seat: Seat, seed: u64) -> Told<Box<dyn AnyState>>;
    /// Writes an observation to places of which there is one for each number of the fields.
    fn observe(&self, viewer: Viewer, places: &mut [f32]);
    fn mask(&mut self, seat: Seat, mask: &mut [i8]);
    fn record(&self) -> Told<String>;
    fn position(&self) -> &dyn Any;
}

/// What a viewer may know, and what its seat may do.
pub(crate) trait AnyView: Send + Sync {
    fn viewer(&self) -> Viewer;
    fn json(&self) -> Told<String>;
    fn legal_texts(&self) -> Vec<String>;
    fn legal_ids(&self) -> Vec<usize>;
    /// Writes the observation to places of which there is one for each number of the fields.
    fn observe(&self, places: &mut [f32]);
    fn mask(&self, mask: &mut [i8]);
    /// A state that agrees with the view of a seat: what is hidden from it is dealt again.
    fn resample(&self, seed: u64) -> Told<Box<dyn AnyState>>;
    fn as_any(&self) -> &dyn Any;
}

/// Who chooses.
pub(crate) trait AnyPolicy: Send {
    /// Starts anew, with the streams of this seed.
    fn restart(&mut self, seed: u64);
    /// The text and the index of what is chosen.
    fn choose(&mut self, view: &dyn AnyView) -> Told<(String, usize)>;
    /// Whether a choice may take long.
    fn searches(&self) -> bool;
}

/// What the package asks of a game.
pub(crate) trait Playable: Hosted + Encode + Redeal {}

impl<G: Hosted + Encode + Redeal> Playable for G {}

struct HeldGame<G: Playable> {
    rules: G::Rules,
    fields: Vec<Field>,
}

struct HeldState<G: Playable> {
    table: Table<G>,
    lists: Lists<G>,
}

/// Memory for the lists of legal actions and of their ids.
struct Lists<G: Playable> {
    legal: Vec<G::Action>,
    ids: Vec<usize>,
}

impl<G: Playable> Default for Lists<G> {
    fn default() -> Self {
        Lists {
            legal: Vec::new(),
            ids: Vec::new(),
        }
    }
}

impl<G: Playable> Lists<G> {
    fn of(&mut self, state: &G, seat: Seat) -> &[G::Action] {
        state.legal_actions_into(seat, &mut self.legal);
        &self.legal
    }

    fn ids_of(&mut self, state: &G, seat: Seat) -> &[usize] {
        state.legal_ids_into(seat, &mut self.legal, &mut self.ids);
        &self.ids
    }
}

/// A game that goes on from a resampled state. Its deal is unknown, so it has no record.
struct HeldPosition<G: Playable> {
    state: G,
    /// Every public event since the start of the game.
    events: Vec<G::Event>,
    /// The actions since the state was resampled.
    actions: Vec<(Seat, G::Action)>,
    names: Vec<String>,
    lists: Lists<G>,
}

struct HeldView<G: Playable> {
    known: InformationState<'static, G>,
    rules: G::Rules,
    legal: Vec<G::Action>,
}

struct HeldPolicy<G: Playable> {
    text: String,
    policy: Box<dyn Policy<G>>,
    streams: Streams,
    rngs: BTreeMap<Seat, Rng>,
}

macro_rules! by_name {
    ($($game:ty,)*) => {
        /// The names of all games.
        pub(crate) const NAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// The game of that name, by rules that are named or given as fields.
        pub(crate) fn game(
            name: &str,
            rules: Option<&RulesChoice>,
            seats: Option<usize>,
        ) -> Told<Arc<dyn AnyGame>> {
            $(if name == <$game as Game>::NAME {
                return Ok(Arc::new(HeldGame::<$game>::new(rules, seats)?));
            })*
            Err(unknown(name))
        }

        /// The game of a record, played again: every action and the result are checked.
        pub(crate) fn replay(line: &str) -> Told<(Arc<dyn AnyGame>, Box<dyn AnyState>)> {
            let header = RecordHeader::read(line).map_err(failure(Kind::RecordError))?;
            $(if header.game == <$game as Game>::NAME {
                return HeldState::<$game>::replay(line);
            })*
            Err(unknown(&header.game))
        }
    };
}

parlour_games::all_games!(by_name);

fn unknown(name: &str) -> Failure {
    format!("unknown game '{name}'; the games are {}", NAMES.join(", ")).into()
}

impl<G: Playable> HeldGame<G> {
    fn new(rules: Option<&RulesChoice>, seats: Option<usize>) -> Told<HeldGame<G>> {
        HeldGame::by(rules_of::<G>(rules, seats).map_err(told)?)
    }

    fn by(rules: G::Rules) -> Told<HeldGame<G>> {
        let fields = encoding::fields::<G>(&rules).map_err(told)?;
        Ok(HeldGame { rules, fields })
    }

    /// The cards alone, or a deal as records hold it.
    fn given_deal(text: &str) -> Told<DealSource<G::Deal>> {
        let wrong = |error: serde_json::Error| told(format!("no deal of {}: {error}", G::NAME));
        let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
        let wrapped = value.as_object().is_some_and(|map| {
            map.len() == 1 && (map.contains_key("cards") || map.contains_key("seed"))
        });
        match wrapped {
            true => serde_json::from_value(value).map_err(wrong),
            false => (serde_json::from_value(value).map(DealSource::Cards)).map_err(wrong),
        }
    }
}

impl<G: Playable> AnyGame for HeldGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> Told<String> {
        serde_json::to_string(&self.rules).map_err(told)
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn hides_something(&self) -> bool {
        self.rules.hides_something()
    }

    fn deal(&self, seed: u64) -> Told<String> {
        serde_json::to_string(&G::deal(&self.rules, seed)).map_err(told)
    }

    fn action_count(&self) -> usize {
        G::action_count(&self.rules)
    }

    fn action_text(&self, id: usize) -> Told<String> {
        Ok(action::<G>(&self.rules, id)?.to_string())
    }

    fn action_id(&self, text: &str) -> Told<usize> {
        let action: G::Action = text.parse().map_err(failure(Kind::IllegalMove))?;
        G::action_id(&self.rules, action).ok_or_else(|| {
            let message = format!("these rules of {} have no action '{action}'", G::NAME);
            Failure::new(Kind::IllegalMove, message)
        })
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn compact_count(&self) -> Option<usize> {
        G::compact_count(&self.rules)
    }

    fn compact_fields(&self) -> Told<Vec<Field>> {
        encoding::compact_fields::<G>(&self.rules).map_err(told)
    }

    fn compact(&self, id: usize) -> Told<Vec<usize>> {
        let action = action::<G>(&self.rules, id)?;
        Ok(G::compact(&self.rules, action).unwrap_or_default())
    }

    fn expand(&self, sequence: &[usize]) -> Told<usize> {
        let action = G::expand(&self.rules, sequence);
        let id = action.and_then(|action| G::action_id(&self.rules, action));
        id.ok_or_else(|| {
            let message = format!("no action of {} has the compact ids {sequence:?}", G::NAME);
            Failure::new(Kind::IllegalMove, message)
        })
    }

    fn vector(&self, options: VectorOptions) -> Told<Box<dyn AnyVector>> {
        Ok(Box::new(VectorGames::<G>::new(&self.rules, options)?))
    }

    fn policies(&self) -> Vec<About> {
        let about = |entry: &parlour_agents::Entry<G>| {
            let budget = entry.default_budget().map(|budget| budget.to_string());
            (entry.name, budget, entry.about)
        };
        G::POLICIES.iter().map(about).collect()
    }

    fn policy(&self, text: &str) -> Told<Box<dyn AnyPolicy>> {
        Ok(Box::new(HeldPolicy::<G> {
            text: text.to_owned(),
            policy: G::policy(text).map_err(failure(Kind::PolicyError))?,
            streams: Streams::new(0),
            rngs: BTreeMap::new(),
        }))
    }

    fn start(
        &self,
        deal: Option<&str>,
        seed: u64,
        names: Option<Vec<String>>,
    ) -> Told<Box<dyn AnyState>> {
        let seats = self.seats();
        let names = names.unwrap_or_else(|| vec!["?".to_owned(); seats]);
        if names.len() != seats {
            return Err(format!("{} names for {seats} seats", names.len()).into());
        }
        let deal = match deal {
            None => DealSource::Seed(seed),
            Some(text) => Self::given_deal(text)?,
        };
        let table = Table::<G>::new(self.rules.clone(), deal, names).map_err(told)?;
        Ok(Box::new(HeldState::of(table)))
    }

    fn view(&self, json: &str) -> Told<Box<dyn AnyView>> {
        let wrong = |error| told(format!("no view of {}: {error}", G::NAME));
        let known: InformationState<'static, G> = serde_json::from_str(json).map_err(wrong)?;
        let mut view = HeldView {
            known,
            rules: self.rules.clone(),
            legal: Vec::new(),
        };
        // A view holds what determines the legal actions, but does not list them.
        let (seat, state) = view.resampled(0)?;
        if *state.rules() != self.rules {
            return Err("the view is one of other rules".into());
        }
        state.legal_actions_into(seat, &mut view.legal);
        Ok(Box::new(view))
    }

    fn series(&self, asked: &Asked, stop: &Arc<AtomicBool>) -> Told<Played> {
        let series = Series::<G> {
            rules: self.rules.clone(),
            deal: asked.deal.as_deref().map(Self::given_deal).transpose()?,
            policies: asked.policies.clone(),
            seed: asked.seed,
            duplicate: asked.duplicate,
        };
        series.check(asked.games).map_err(told)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(asked.threads)
            .build()
            .map_err(told)?;
        let start = Instant::now();
        let games: Vec<SeriesGame> = pool.install(|| {
            (0..asked.games)
                .into_par_iter()
                .map(|number| match stop.load(Ordering::Relaxed) {
                    true => Err("stopped".into()),
                    false => stoppable(Arc::clone(stop), || series.play(number, asked.record))
                        .map_err(told),
                })
                .collect::<Told<_>>()
        })?;
        Ok(Played {
            standings: series.summary(&games),
            games,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn playouts(&self, time: Duration, seed: u64, stop: &AtomicBool) -> Told<(u64, u64, f64)> {
        // A few deals, so that dealing is not what is measured.
        let deals: Vec<G> = (0..64)
            .map(|deal| DealSource::Seed(deal).start(self.rules.clone()))
            .collect::<Result<_, _>>()
            .map_err(told)?;
        let mut rng = Streams::new(seed).task(0);
        let mut buffer = Vec::new();
        let (mut games, mut moves) = (0, 0);
        let start = Instant::now();
        loop {
            for deal in &deals {
                moves += playout(&mut deal.clone(), &mut buffer, &mut rng);
                games += 1;
            }
            let spent = start.elapsed();
            if spent >= time || stop.load(Ordering::Relaxed) {
                return Ok((games, moves, spent.as_secs_f64()));
            }
        }
    }
}

pub(crate) fn action<G: Playable>(rules: &G::Rules, id: usize) -> Told<G::Action> {
    G::action_of(rules, id).ok_or_else(|| {
        let count = G::action_count(rules);
        let message = format!("there is no action {id}: they are 0 to {}", count - 1);
        Failure::new(Kind::IllegalMove, message)
    })
}

/// Whether a choice of a policy may take long.
pub(crate) fn searches<G: Playable>(policy: &str) -> bool {
    let name = policy.split(':').next().unwrap_or_default();
    let entry = G::POLICIES.iter().find(|entry| entry.name == name);
    entry.is_none_or(|entry| entry.is_timed() || entry.default_budget().is_some())
}

fn texts<A: ToString>(actions: &[A]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

impl<G: Playable> HeldState<G> {
    fn replay(line: &str) -> Told<(Arc<dyn AnyGame>, Box<dyn AnyState>)> {
        let record = Record::<G>::read(line).map_err(failure(Kind::RecordError))?;
        let table = record.replay().map_err(failure(Kind::RecordError))?;
        let game = HeldGame::<G>::by(record.rules)?;
        Ok((Arc::new(game), Box::new(HeldState::of(table))))
    }

    fn of(table: Table<G>) -> HeldState<G> {
        HeldState {
            table,
            lists: Lists::default(),
        }
    }

    /// Whether somebody has resigned, though the cards would allow more.
    fn is_resigned(&self) -> bool {
        self.table.resigned().is_some()
    }
}

impl<G: Playable> AnyState for HeldState<G> {
    fn copied(&self) -> Box<dyn AnyState> {
        Box::new(HeldState::of(self.table.clone()))
    }

    fn to_move(&self) -> SeatSet {
        self.table.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn scores(&self) -> Vec<i32> {
        self.table.state().scores()
    }

    fn names(&self) -> &[String] {
        self.table.seats()
    }

    fn plies(&self) -> usize {
        self.table.actions().len()
    }

    fn actions(&self) -> Vec<(u8, String)> {
        (self.table.actions().iter())
            .map(|(seat, action)| (seat.0, action.to_string()))
            .collect()
    }

    fn legal_texts(&mut self, seat: Seat) -> Vec<String> {
        match self.is_resigned() {
            false => texts(self.lists.of(self.table.state(), seat)),
            true => Vec::new(),
        }
    }

    fn legal_ids(&mut self, seat: Seat) -> &[usize] {
        match self.is_resigned() {
            false => self.lists.ids_of(self.table.state(), seat),
            true => &[],
        }
    }

    fn apply_text(&mut self, seat: Seat, text: &str) -> Told<()> {
        let action = text.parse().map_err(failure(Kind::IllegalMove))?;
        (self.table.play(seat, action)).map_err(failure(Kind::IllegalMove))
    }

    fn apply_id(&mut self, seat: Seat, id: usize) -> Told<()> {
        let action = action::<G>(self.table.state().rules(), id)?;
        (self.table.play(seat, action)).map_err(failure(Kind::IllegalMove))
    }

    fn undo(&mut self) -> Told<()> {
        let resigned = self.table.resigned().is_some();
        match self.table.undo() {
            None if !resigned => Err("nothing has been played".into()),
            _ => Ok(()),
        }
    }

    fn resign(&mut self, seat: Seat) -> Told<()> {
        self.table.resign(seat);
        Ok(())
    }

    fn at(&self, ply: usize) -> Told<Box<dyn AnyState>> {
        let played = self.plies();
        if ply > played {
            return Err(format!("{played} actions have been played, not {ply}").into());
        }
        let mut record = self.table.record();
        record.actions.truncate(ply);
        record.result = None;
        let table = record.replay().map_err(told)?;
        Ok(Box::new(HeldState::of(table)))
    }

    fn view(&self, viewer: Viewer) -> Box<dyn AnyView> {
        let state = self.table.state();
        let mut legal = Vec::new();
        if let (Some(seat), None) = (viewer.seat(), self.table.outcome()) {
            state.legal_actions_into(seat, &mut legal);
        }
        Box::new(HeldView::<G> {
            known: self.table.information_state(viewer).into_owned(),
            rules: state.rules().clone(),
            legal,
        })
    }

    fn resample(&self, seat: Seat, seed: u64) -> Told<Box<dyn AnyState>> {
        let mut rng = Streams::new(seed).seat(seat);
        let ply = self.plies();
        let record = (self.table.redealt(ply, seat, &mut rng)).map_err(told)?;
        let mut table = record.replay().map_err(told)?;
        // It has gone back to the start of an unfinished turn of several seats.
        let begun = self.table.turn_start(ply);
        for &(by, own) in &self.table.actions()[begun..] {
            let legal = table.state().legal_actions(by);
            let chosen = match by == seat {
                true => own,
                false => *(legal.choose(&mut rng)).ok_or("a seat to move has no legal action")?,
            };
            table.play(by, chosen).map_err(told)?;
        }
        Ok(Box::new(HeldState::of(table)))
    }

    fn observe(&self, viewer: Viewer, places: &mut [f32]) {
        encoding::observe::<G>(&self.table.state().view(viewer), places);
    }

    fn mask(&mut self, seat: Seat, mask: &mut [i8]) {
        mask.fill(0);
        if !self.is_resigned() {
            let state = self.table.state();
            state.mark_legal(seat, &mut self.lists.legal, mask);
        }
    }

    fn record(&self) -> Told<String> {
        Ok(self.table.record().to_line())
    }

    fn position(&self) -> &dyn Any {
        self.table.state()
    }
}

/// Why a resampled state cannot do what needs its deal.
fn no_record() -> Failure {
    Failure::new(
        Kind::RecordError,
        "a resampled state has no record: its deal is unknown",
    )
}

impl<G: Playable> AnyState for HeldPosition<G> {
    fn copied(&self) -> Box<dyn AnyState> {
        Box::new(HeldPosition {
            state: self.state.clone(),
            events: self.events.clone(),
            actions: self.actions.clone(),
            names: self.names.clone(),
            lists: Lists::default(),
        })
    }

    fn to_move(&self) -> SeatSet {
        self.state.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn scores(&self) -> Vec<i32> {
        self.state.scores()
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn plies(&self) -> usize {
        self.actions.len()
    }

    fn actions(&self) -> Vec<(u8, String)> {
        (self.actions.iter())
            .map(|(seat, action)| (seat.0, action.to_string()))
            .collect()
    }

    fn legal_texts(&mut self, seat: Seat) -> Vec<String> {
        texts(self.lists.of(&self.state, seat))
    }

    fn legal_ids(&mut self, seat: Seat) -> &[usize] {
        self.lists.ids_of(&self.state, seat)
    }

    fn apply_text(&mut self, seat: Seat, text: &str) -> Told<()> {
        let action = text.parse().map_err(failure(Kind::IllegalMove))?;
        self.play(seat, action)
    }

    fn apply_id(&mut self, seat: Seat, id: usize) -> Told<()> {
        let action = action::<G>(self.state.rules(), id)?;
        self.play(seat, action)
    }

    fn undo(&mut self) -> Told<()> {
        Err(no_record())
    }

    fn resign(&mut self, _: Seat) -> Told<()> {
        Err(no_record())
    }

    fn at(&self, _: usize) -> Told<Box<dyn AnyState>> {
        Err(no_record())
    }

    fn view(&self, viewer: Viewer) -> Box<dyn AnyView> {
        let mut legal = Vec::new();
        if let Some(seat) = viewer.seat() {
            self.state.legal_actions_into(seat, &mut legal);
        }
        Box::new(HeldView::<G> {
            known: InformationState::new(self.state.view(viewer), self.events.clone()),
            rules: self.state.rules().clone(),
            legal,
        })
    }

    fn resample(&self, seat: Seat, seed: u64) -> Told<Box<dyn AnyState>> {
        self.view(Viewer::Seat(seat)).resample(seed)
    }

    fn observe(&self, viewer: Viewer, places: &mut [f32]) {
        encoding::observe::<G>(&self.state.view(viewer), places);
    }

    fn mask(&mut self, seat: Seat, mask: &mut [i8]) {
        mask.fill(0);
        (self.state).mark_legal(seat, &mut self.lists.legal, mask);
    }

    fn record(&self) -> Told<String> {
        Err(no_record())
    }

    fn position(&self) -> &dyn Any {
        &self.state
    }
}

impl<G: Playable> HeldPosition<G> {
    fn play(&mut self, seat: Seat, action: G::Action) -> Told<()> {
        (self.state.validate(seat, action)).map_err(failure(Kind::IllegalMove))?;
        self.state.apply(seat, action, &mut self.events);
        self.actions.push((seat, action));
        Ok(())
    }
}

impl<G: Playable> HeldView<G> {
    /// The seat, and a state that agrees with its view.
    fn resampled(&self, seed: u64) -> Told<(Seat, G)> {
        let seat = (self.viewer().seat()).ok_or_else(|| told("only a seat's view is resampled"))?;
        let mut rng = Streams::new(seed).seat(seat);
        // A view that was not made by the rules may break an invariant of them.
        let resample = AssertUnwindSafe(|| G::resample(self.known.view(), &mut rng));
        let state = catch_unwind(resample).map_err(|_| told("no state agrees with this view"))?;
        Ok((seat, state))
    }
}

impl<G: Playable> AnyView for HeldView<G> {
    fn viewer(&self) -> Viewer {
        self.known.viewer()
    }

    fn json(&self) -> Told<String> {
        serde_json::to_string(&self.known).map_err(told)
    }

    fn legal_texts(&self) -> Vec<String> {
        texts(&self.legal)
    }

    fn legal_ids(&self) -> Vec<usize> {
        let mut ids = Vec::new();
        encoding::ids::<G>(&self.rules, &self.legal, &mut ids);
        ids
    }

    fn observe(&self, places: &mut [f32]) {
        encoding::observe::<G>(self.known.view(), places);
    }

    fn mask(&self, mask: &mut [i8]) {
        mask.fill(0);
        encoding::mark::<G>(&self.rules, &self.legal, mask);
    }

    fn resample(&self, seed: u64) -> Told<Box<dyn AnyState>> {
        let (_, state) = self.resampled(seed)?;
        Ok(Box::new(HeldPosition {
            names: vec!["?".to_owned(); state.rules().seats()],
            state,
            events: self.known.events().to_vec(),
            actions: Vec::new(),
            lists: Lists::default(),
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Playable> AnyPolicy for HeldPolicy<G> {
    fn restart(&mut self, seed: u64) {
        self.streams = Streams::new(seed);
        self.rngs.clear();
        if let Ok(policy) = G::policy(&self.text) {
            self.policy = policy;
        }
    }

    fn searches(&self) -> bool {
        searches::<G>(&self.text)
    }

    fn choose(&mut self, view: &dyn AnyView) -> Told<(String, usize)> {
        let view = (view.as_any().downcast_ref::<HeldView<G>>()).ok_or_else(|| {
            let message = format!("the policy plays {}, the view is of another game", G::NAME);
            Failure::new(Kind::PolicyError, message)
        })?;
        let seat = (view.viewer().seat())
            .filter(|_| !view.legal.is_empty())
            .ok_or_else(|| {
                Failure::new(Kind::PolicyError, "the seat of the view is not to move")
            })?;
        let streams = self.streams;
        let rng = self.rngs.entry(seat).or_insert_with(|| streams.seat(seat));
        let action = self.policy.choose(&view.known, &view.legal, rng);
        let id = G::action_id(&view.rules, action)
            .ok_or_else(|| format!("'{action}' is no action of these rules"))?;
        Ok((action.to_string(), id))
    }
}
