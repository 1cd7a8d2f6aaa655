//! Games, states, views, policies, and matches.

use crate::erased::{self, AnyGame, AnyPolicy, AnyState, AnyView, Asked, NAMES};
use crate::{dumps, interruptible, loads, wrong};
use numpy::{PyArray1, PyArrayMethods as _, PyReadwriteArray1};
use parlour_arena::definition::RulesChoice;
use parlour_engine::encoding::{Field, size};
use parlour_engine::{Seat, Viewer};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    NAMES.to_vec()
}

/// The game of that name, by rules that are named (`"match"`) or given as a dict of fields.
#[pyfunction]
#[pyo3(signature = (name, rules=None, seats=None))]
pub(crate) fn game(
    name: &str,
    rules: Option<&Bound<'_, PyAny>>,
    seats: Option<usize>,
) -> PyResult<Game> {
    let rules = rules.map(rules_choice).transpose()?;
    Ok(Game(erased::game(name, rules.as_ref(), seats)?))
}

pub(crate) fn rules_choice(rules: &Bound<'_, PyAny>) -> PyResult<RulesChoice> {
    if let Ok(name) = rules.cast::<PyString>() {
        return Ok(RulesChoice::Named(name.to_string()));
    }
    let fields = serde_json::from_str(&dumps(rules)?);
    fields
        .map(RulesChoice::Fields)
        .map_err(|_| wrong("rules are a name or a dict of fields"))
}

/// The state at the end of a recorded game, played again from its line with every action and the result checked.
#[pyfunction]
pub(crate) fn replay(line: &str) -> PyResult<State> {
    let (game, state) = erased::replay(line)?;
    Ok(State { game, state })
}

/// A game by certain rules.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Game(pub(crate) Arc<dyn AnyGame>);

#[pymethods]
impl Game {
    /// The name, e.g. `"jaipur"`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The rules in full, as a dict.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.0.rules()?)
    }

    /// How many seats the table has.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Whether anything is hidden from a seat.
    #[getter]
    fn hides_something(&self) -> bool {
        self.0.hides_something()
    }

    /// The deal of a seed as explicit cards, in the form of records.
    #[pyo3(signature = (seed=0))]
    fn deal<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.0.deal(seed)?)
    }

    /// How many action ids there are: they are 0 to this less 1.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.action_count()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        size(self.0.fields())
    }

    /// What an observation holds: `(name, start, length, low, high)` of each field.
    #[getter]
    fn observation_fields(&self) -> Vec<FieldTuple> {
        self.0.fields().iter().map(field_tuple).collect()
    }

    /// The least of each number of an observation.
    #[getter]
    fn observation_low<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        bounds(py, self.0.fields(), |field| field.low)
    }

    /// The most of each number of an observation.
    #[getter]
    fn observation_high<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        bounds(py, self.0.fields(), |field| field.high)
    }

    /// The policies of the game: `(name, default budget or None, what it is)`, the weakest first.
    #[getter]
    fn policies(&self) -> Vec<erased::About> {
        self.0.policies()
    }

    /// The text of an action id.
    fn action_text(&self, id: usize) -> PyResult<String> {
        Ok(self.0.action_text(id)?)
    }

    /// The id of an action's text.
    fn action_id(&self, text: &str) -> PyResult<usize> {
        Ok(self.0.action_id(text)?)
    }

    /// How many compact ids there are; `num_actions` where the game has no compact encoding.
    #[getter]
    fn num_compact_actions(&self) -> usize {
        (self.0.compact_count()).unwrap_or_else(|| self.0.action_count())
    }

    /// The compact ids of an action, given by text or id, in their order.
    fn compact(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let id = match ActionArg::read(action)? {
            ActionArg::Id(id) => id,
            ActionArg::Text(text) => self.0.action_id(&text)?,
        };
        Ok(self.0.compact(id)?)
    }

    /// The id of the action of a whole sequence of compact ids.
    fn expand(&self, sequence: Vec<usize>) -> PyResult<usize> {
        Ok(self.0.expand(&sequence)?)
    }

    /// A new game: the deal of a seed, or given cards, in the form of records.
    #[pyo3(name = "new", signature = (seed=0, *, deal=None, names=None))]
    fn begin(
        &self,
        seed: u64,
        deal: Option<&Bound<'_, PyAny>>,
        names: Option<Vec<String>>,
    ) -> PyResult<State> {
        let deal = deal.map(dumps).transpose()?;
        let state = self.0.start(deal.as_deref(), seed, names);
        Ok(State {
            game: Arc::clone(&self.0),
            state: state?,
        })
    }

    /// The view of a seat, from its JSON or dict: as `View.json` and `View.to_dict` write it, or a table of the Parlour
    /// dialect, with all events so far in `history`.
    fn view(&self, view: &Bound<'_, PyAny>) -> PyResult<View> {
        let json = match view.cast::<PyString>() {
            Ok(text) => text.to_string(),
            Err(_) => dumps(view)?,
        };
        Ok(View {
            game: Arc::clone(&self.0),
            view: self.0.view(&json)?.into(),
        })
    }

    /// A policy of the game, `"NAME"` or `"NAME:BUDGET"`.
    #[pyo3(signature = (text, seed=0))]
    fn policy(&self, text: &str, seed: u64) -> PyResult<Policy> {
        let mut policy = self.0.policy(text)?;
        policy.restart(seed);
        Ok(Policy {
            game: self.0.name(),
            text: text.to_owned(),
            searches: policy.searches(),
            policy: Arc::new(Mutex::new(policy)),
        })
    }

    /// Random games by native code until the time is up, with the legal list built at every move: `(games, moves, seconds)`.
    #[pyo3(signature = (seconds=1.0, seed=1))]
    fn playouts(&self, py: Python<'_>, seconds: f64, seed: u64) -> PyResult<(u64, u64, f64)> {
        if !(0.0..=3600.0).contains(&seconds) {
            return Err(wrong("seconds is a number from 0 to 3600"));
        }
        let time = Duration::from_secs_f64(seconds);
        let game = Arc::clone(&self.0);
        interruptible(py, move |stop| game.playouts(time, seed, stop))
    }

    fn __repr__(&self) -> PyResult<String> {
        let rules = self.0.rules()?;
        Ok(format!("<parlour.Game {} {rules}>", self.0.name()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Named)> {
        let py = slf.py();
        let game = slf.get();
        let make = py.import("parlour")?.getattr("game")?.unbind();
        let rules = game.rules(py)?.unbind();
        Ok((make, (game.name().to_owned(), rules)))
    }
}

/// A field as Python sees it: `(name, start, length, low, high)`.
pub(crate) type FieldTuple = (String, usize, usize, f32, f32);

pub(crate) fn field_tuple(field: &Field) -> FieldTuple {
    (
        field.name.clone(),
        field.start,
        field.len,
        field.low,
        field.high,
    )
}

/// A bound of each number of the fields.
pub(crate) fn bounds<'py>(
    py: Python<'py>,
    fields: &[Field],
    bound: fn(&Field) -> f32,
) -> Bound<'py, PyArray1<f32>> {
    let all = (fields.iter()).flat_map(|field| std::iter::repeat_n(bound(field), field.len));
    PyArray1::from_vec(py, all.collect())
}

/// What `parlour.game` makes a game of: its name and rules.
type Named = (String, Py<PyAny>);

/// A game in progress, with its log.
#[pyclass(module = "parlour")]
pub(crate) struct State {
    game: Arc<dyn AnyGame>,
    state: Box<dyn AnyState>,
}

/// What names an action: its text or its id.
enum ActionArg {
    Id(usize),
    Text(String),
}

impl ActionArg {
    fn read(action: &Bound<'_, PyAny>) -> PyResult<ActionArg> {
        if let Ok(text) = action.cast::<PyString>() {
            return Ok(ActionArg::Text(text.to_string()));
        }
        let id = action.extract();
        id.map(ActionArg::Id)
            .map_err(|_| wrong("an action is a text, or an id from 0 on"))
    }
}

impl State {
    fn seat(&self, seat: usize) -> PyResult<Seat> {
        let seats = self.game.seats();
        match seat < seats {
            true => Ok(Seat(seat as u8)),
            false => Err(wrong(format!(
                "there is no seat {seat}: they are 0 to {}",
                seats - 1
            ))),
        }
    }

    /// The seat asked for, else the first that is to move.
    fn mover(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => (self.state.to_move().first()).ok_or_else(|| wrong("the game is over")),
        }
    }

    fn viewer(&self, viewer: &Bound<'_, PyAny>) -> PyResult<Viewer> {
        if let Ok(seat) = viewer.extract() {
            return Ok(Viewer::Seat(self.seat(seat)?));
        }
        match viewer.to_string().as_str() {
            "public" => Ok(Viewer::Public),
            "everything" => Ok(Viewer::Everything),
            other => Err(wrong(format!(
                "'{other}' is no viewer: say a seat, 'public' or 'everything'"
            ))),
        }
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seats that owe an action now, in ascending order; none when the game is over.
    #[getter]
    fn to_move(&self) -> Vec<usize> {
        self.state.to_move().iter().map(Seat::index).collect()
    }

    /// The first seat that owes an action; None when the game is over.
    #[getter]
    fn current(&self) -> Option<usize> {
        self.state.to_move().first().map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.state.to_move().is_empty()
    }

    /// What each seat has scored so far, in the game's own unit.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.state.scores()
    }

    /// The seats that won; several share the win, and there are none while the game goes on.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let outcome = self.state.outcome();
        outcome.map_or_else(Vec::new, |o| o.winners.iter().map(Seat::index).collect())
    }

    /// The part of the win of each seat, scaled so that they sum to 0: 1 for a win alone, −1/(seats − 1) for
    /// those who lost to one; all 0 while the game goes on.
    #[getter]
    fn returns(&self) -> Vec<f64> {
        let seats = self.game.seats();
        let Some(outcome) = self.state.outcome() else {
            return vec![0.0; seats];
        };
        (Seat::all(seats).map(|seat| outcome.zero_sum_share(seat))).collect()
    }

    /// The names of those in the seats.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.state.names().to_vec()
    }

    /// Every action so far: `(seat, text)` in the order played.
    #[getter]
    fn actions(&self) -> Vec<(u8, String)> {
        self.state.actions()
    }

    /// The legal actions of a seat as text; of the first that is to move when none is named.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&mut self, seat: Option<usize>) -> PyResult<Vec<String>> {
        match (seat, self.over()) {
            (None, true) => Ok(Vec::new()),
            _ => {
                let seat = self.mover(seat)?;
                Ok(self.state.legal_texts(seat))
            }
        }
    }

    /// The ids of the legal actions of a seat, in the order of `legal_actions`.
    #[pyo3(signature = (seat=None))]
    fn legal_ids<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let seat = match seat {
            Some(seat) => self.seat(seat)?,
            None => match self.state.to_move().first() {
                Some(seat) => seat,
                None => return Ok(PyList::empty(py)),
            },
        };
        list_of_ids(py, self.state.legal_ids(seat))
    }

    /// Plays an action, by text or id, for a seat; for the first that is to move when none is named.
    #[pyo3(signature = (action, seat=None))]
    fn apply(&mut self, action: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let seat = self.mover(seat)?;
        match ActionArg::read(action)? {
            ActionArg::Id(id) => self.state.apply_id(seat, id)?,
            ActionArg::Text(text) => self.state.apply_text(seat, &text)?,
        }
        Ok(())
    }

    /// Takes the last action back (the game is played again up to there).
    fn undo(&mut self) -> PyResult<()> {
        Ok(self.state.undo()?)
    }

    /// A seat gives up: the others share the win.
    fn resign(&mut self, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        Ok(self.state.resign(seat)?)
    }

    /// A copy that goes its own way.
    fn clone(&self) -> State {
        State {
            game: Arc::clone(&self.game),
            state: self.state.copied(),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The state after the first `ply` actions.
    fn at(&self, ply: usize) -> PyResult<State> {
        Ok(State {
            game: Arc::clone(&self.game),
            state: self.state.at(ply)?,
        })
    }

    /// A state that agrees with everything the seat knows: every assignment of the hidden cards that its view allows is
    /// equally likely, choices of others in an unfinished turn are random legal ones, and all follows from the seed. It
    /// has the same public actions and a record of its own.
    #[pyo3(signature = (seat, seed=0))]
    fn resample(&self, seat: usize, seed: u64) -> PyResult<State> {
        let seat = self.seat(seat)?;
        Ok(State {
            game: Arc::clone(&self.game),
            state: self.state.resample(seat, seed)?,
        })
    }

    /// What a viewer may know: a seat, `"public"` or `"everything"`.
    fn view(&self, viewer: &Bound<'_, PyAny>) -> PyResult<View> {
        let viewer = self.viewer(viewer)?;
        Ok(View {
            game: Arc::clone(&self.game),
            view: self.state.view(viewer).into(),
        })
    }

    /// What a seat may know, as numbers; written to `out` when that is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = match (seat, self.over()) {
            (None, true) => Seat(0),
            _ => self.mover(seat)?,
        };
        array(py, size(self.game.fields()), out, |places| {
            self.state.observe(Viewer::Seat(seat), places)
        })
    }

    /// 1 for each legal action of a seat by id, else 0; written to `out` when that is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyArray1<i8>>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = match (seat, self.over()) {
            (None, true) => Seat(0),
            _ => self.mover(seat)?,
        };
        let count = self.game.action_count();
        let state = &mut self.state;
        array(py, count, out, |mask| state.mask(seat, mask))
    }

    /// The record: one line of JSON that replays exactly.
    fn record(&self) -> PyResult<String> {
        Ok(self.state.record()?)
    }

    /// How many actions have been played.
    fn __len__(&self) -> usize {
        self.state.plies()
    }

    fn __repr__(&self) -> String {
        let (name, plies) = (self.game.name(), self.state.plies());
        let next = match self.state.to_move().first() {
            None => "over".to_owned(),
            Some(seat) => format!("{seat} to move"),
        };
        format!("<parlour.State {name}, {plies} actions, {next}>")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let make = slf.py().import("parlour")?.getattr("replay")?.unbind();
        Ok((make, (slf.borrow().record()?,)))
    }
}

impl State {
    pub(crate) fn position(&self) -> &dyn std::any::Any {
        self.state.position()
    }
}

/// Ids below this number are made once: a loop that lists them at every move would spend most of its time on
/// making integers. They are as many as the largest game has.
const KEPT_IDS: usize = 1 << 15;

/// Integers that are made once, one by one and as a list to take slices of.
struct KeptIds {
    each: Vec<Py<PyInt>>,
    list: Py<PyList>,
}

impl KeptIds {
    fn new(py: Python<'_>) -> PyResult<KeptIds> {
        let each: Vec<_> = (0..KEPT_IDS)
            .map(|id| PyInt::new(py, id).unbind())
            .collect();
        let list = PyList::new(py, &each)?.unbind();
        Ok(KeptIds { each, list })
    }
}

/// Ids as a list.
fn list_of_ids<'py>(py: Python<'py>, ids: &[usize]) -> PyResult<Bound<'py, PyList>> {
    static KEPT: PyOnceLock<KeptIds> = PyOnceLock::new();
    let kept = KEPT.get_or_try_init(py, || KeptIds::new(py))?;
    match ids {
        // Bids are consecutive.
        [first, .., last]
            if *last < KEPT_IDS
                && last.wrapping_sub(*first) == ids.len() - 1
                && ids.windows(2).all(|pair| pair[0] < pair[1]) =>
        {
            Ok(kept.list.bind(py).get_slice(*first, *last + 1))
        }
        _ if ids.iter().all(|&id| id < KEPT_IDS) => {
            PyList::new(py, ids.iter().map(|&id| kept.each[id].bind(py)))
        }
        _ => PyList::new(py, ids),
    }
}

/// An array of `len` values that `fill` writes: `out`, or else a new one.
fn array<'py, T: numpy::Element + Clone + Default>(
    py: Python<'py>,
    len: usize,
    out: Option<Bound<'py, PyArray1<T>>>,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    match out {
        None => {
            let mut values = vec![T::default(); len];
            fill(&mut values);
            Ok(PyArray1::from_vec(py, values))
        }
        Some(out) => {
            filled(&out, len, fill)?;
            Ok(out)
        }
    }
}

fn filled<T: numpy::Element>(
    out: &Bound<'_, PyArray1<T>>,
    len: usize,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<()> {
    let mut array: PyReadwriteArray1<'_, T> = out
        .try_readwrite()
        .map_err(|_| wrong("out cannot be written to"))?;
    let place = array
        .as_slice_mut()
        .map_err(|_| wrong("out is not contiguous"))?;
    if place.len() != len {
        return Err(wrong(format!("out has {} places, not {len}", place.len())));
    }
    fill(place);
    Ok(())
}

/// What a viewer may know of a state, and what its seat may do. It never changes.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct View {
    game: Arc<dyn AnyGame>,
    view: Arc<dyn AnyView>,
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seat that looks; None for the public and for who sees everything.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.view.viewer().seat().map(|seat| seat.0)
    }

    /// A state that agrees with everything the seat knows: every assignment of the hidden cards that its view allows is
    /// equally likely, and all follows from the seed. Its deal is unknown: it has no record, and takes nothing back.
    #[pyo3(signature = (seed=0))]
    fn resample(&self, seed: u64) -> PyResult<State> {
        Ok(State {
            game: Arc::clone(&self.game),
            state: self.view.resample(seed)?,
        })
    }

    /// The view as a dict, in the form of the protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.json()?)
    }

    /// The view as JSON.
    fn json(&self) -> PyResult<String> {
        Ok(self.view.json()?)
    }

    /// What the seat may do, as text; empty when it is not to move.
    #[getter]
    fn legal_actions(&self) -> Vec<String> {
        self.view.legal_texts()
    }

    /// What the seat may do, as ids.
    #[getter]
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list_of_ids(py, &self.view.legal_ids())
    }

    /// The view as numbers.
    #[pyo3(signature = (out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        array(py, size(self.game.fields()), out, |places| {
            self.view.observe(places)
        })
    }

    /// 1 for each legal action by id, else 0.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i8>>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        array(py, self.game.action_count(), out, |mask| {
            self.view.mask(mask)
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<parlour.View {} {:?}>",
            self.game.name(),
            self.view.viewer()
        )
    }
}

/// Who chooses, from what a seat may know.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Policy {
    game: &'static str,
    text: String,
    policy: Arc<Mutex<Box<dyn AnyPolicy>>>,
    /// Whether a choice may take long.
    searches: bool,
}

impl Policy {
    fn chosen(&self, py: Python<'_>, view: &View) -> PyResult<(String, usize)> {
        let (policy, view) = (Arc::clone(&self.policy), Arc::clone(&view.view));
        let choose = move || match policy.lock() {
            Ok(mut policy) => policy.choose(view.as_ref()),
            Err(_) => Err(FAILED.into()),
        };
        // A thread takes longer than a quick choice.
        match self.searches {
            true => interruptible(py, move |_| choose()),
            false => Ok(py.detach(choose)?),
        }
    }
}

const FAILED: &str = "the policy has failed before: make a new one";

#[pymethods]
impl Policy {
    /// The game it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// As it was asked for, e.g. `"ismcts:200"`.
    #[getter]
    fn name(&self) -> &str {
        &self.text
    }

    /// Chooses an action, as text. A view of a seat that is to move is needed.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<String> {
        Ok(self.chosen(py, view)?.0)
    }

    /// Chooses an action, as id.
    fn choose_id(&self, py: Python<'_>, view: &View) -> PyResult<usize> {
        Ok(self.chosen(py, view)?.1)
    }

    /// Forgets everything and begins a game: all its choices follow from the seed.
    #[pyo3(signature = (seed=0))]
    fn restart(&self, seed: u64) -> PyResult<()> {
        match self.policy.lock() {
            Ok(mut policy) => policy.restart(seed),
            Err(_) => return Err(wrong(FAILED)),
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<parlour.Policy {} {}>", self.game, self.text)
    }
}

/// What a match has shown.
#[pyclass(frozen, get_all, module = "parlour")]
pub(crate) struct MatchResult {
    /// The game.
    game: String,
    /// Games played.
    games: usize,
    /// Games whose win was shared.
    ties: usize,
    /// Seconds by the clock.
    seconds: f64,
    /// A dict for each policy: `policy`, `wins`, `win_interval`, `share`, `share_interval`, `points`, `points_interval`.
    standings: Py<PyAny>,
    /// The scores of each game, by policy.
    scores: Vec<Vec<i32>>,
    /// The records of all games in order, if they were asked for.
    records: Vec<String>,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let standings = self.standings.bind(py).repr()?;
        Ok(format!(
            "<parlour.MatchResult {}, {} games, {} ties: {standings}>",
            self.game, self.games, self.ties
        ))
    }
}

/// Plays policies against each other.
#[pyfunction]
#[pyo3(name = "match", signature = (
    game, policies, *, games=100, seed=1, duplicate=false, threads=None, record=false, deal=None
))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &Game,
    policies: Vec<String>,
    games: u64,
    seed: u64,
    duplicate: bool,
    threads: Option<usize>,
    record: bool,
    deal: Option<&Bound<'_, PyAny>>,
) -> PyResult<MatchResult> {
    if !(1..=10_000_000).contains(&games) {
        return Err(wrong("games is 1 to 10000000"));
    }
    let asked = Asked {
        policies,
        games,
        seed,
        duplicate,
        threads: crate::work::threads(threads)?,
        record,
        deal: deal.map(dumps).transpose()?,
    };
    let held = Arc::clone(&game.0);
    let played = interruptible(py, move |stop| held.series(&asked, stop))?;
    let standings = serde_json::to_string(&played.standings).map_err(wrong)?;
    Ok(MatchResult {
        game: game.0.name().to_owned(),
        games: played.games.len(),
        ties: (played.games.iter())
            .filter(|game| game.winner.is_none())
            .count(),
        seconds: played.seconds,
        standings: loads(py, &standings)?.unbind(),
        scores: played
            .games
            .iter()
            .map(|game| game.scores.clone())
            .collect(),
        records: (played.games.into_iter())
            .filter_map(|game| game.record)
            .collect(),
    })
}
