//! [`VectorEnv`]: many games that are stepped together into arrays, for learners.

use crate::erased::AnyGame;
use crate::game::{FieldTuple, Game, bounds, field_tuple, game as named_game};
use crate::vector_games::{AnyVector, Opponents, Order, Reward, Rows, VectorOptions, for_rows};
use crate::{interruptible_here, wrong};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArrayDyn,
};
use parlour_engine::Seat;
use parlour_engine::encoding::{Field, size};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// The arrays may hold at most as many bytes.
const MAX_BYTES: usize = 16 << 30;

/// Games that are stepped together.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct VectorEnv {
    game: Arc<dyn AnyGame>,
    fields: Vec<Field>,
    actions: usize,
    count: usize,
    held: Mutex<Held>,
    arrays: Arrays,
}

struct Held {
    games: Box<dyn AnyVector>,
    /// Whether a step was stopped before its end.
    stopped: bool,
}

/// The arrays, a row for each game. All have their dimensions in the order of C.
struct Arrays {
    observations: Py<PyArrayDyn<f32>>,
    final_observations: Py<PyArrayDyn<f32>>,
    masks: Py<PyArrayDyn<i8>>,
    rewards: Py<PyArrayDyn<f64>>,
    scores: Py<PyArrayDyn<i32>>,
    terminated: Py<PyArrayDyn<bool>>,
    illegal: Py<PyArrayDyn<bool>>,
    to_move: Py<PyArrayDyn<i64>>,
    seeds: Py<PyArrayDyn<u64>>,
}

fn zeros<T: Element>(py: Python<'_>, shape: &[usize]) -> Py<PyArrayDyn<T>> {
    PyArrayDyn::zeros(py, shape, false).unbind()
}

/// What may be written of an array.
fn writable<'py, T: Element>(
    py: Python<'py>,
    array: &Py<PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = array.bind(py).try_readwrite();
    array.map_err(|_| wrong("the arrays of the environment cannot be written to"))
}

fn slice<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    (array.as_slice_mut()).map_err(|_| wrong("the arrays of the environment were reshaped"))
}

/// Integers as an array, or as anything that NumPy makes one of.
fn integers(values: &Bound<'_, PyAny>, count: usize, name: &str) -> PyResult<Vec<i64>> {
    let numpy = values.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (values,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || shape != [count] {
        return Err(wrong(format!(
            "{name} are {count} integers, one for each game"
        )));
    }
    let array = array.call_method1("astype", ("int64",))?;
    let array: PyReadonlyArray1<'_, i64> = array.extract()?;
    Ok(array.as_array().to_vec())
}

impl VectorEnv {
    fn lock(&self) -> PyResult<MutexGuard<'_, Held>> {
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::WouldBlock) => Err(wrong("another thread steps these games")),
            Err(TryLockError::Poisoned(_)) => {
                Err(wrong("the games have failed before: make new ones"))
            }
        }
    }

    fn run(&self, py: Python<'_>, held: &mut Held, order: Order<'_>) -> PyResult<()> {
        let arrays = &self.arrays;
        macro_rules! rows {
            ($($name:ident),*) => {{
                $(let mut $name = writable(py, &arrays.$name)?;)*
                let rows = Rows { $($name: slice(&mut $name)?),* };
                let games = held.games.as_mut();
                if games.searches() {
                    interruptible_here(py, |stop| games.run(order, rows, stop))
                } else {
                    let stop = Arc::new(AtomicBool::new(false));
                    py.detach(|| games.run(order, rows, &stop));
                    Ok(())
                }
            }};
        }
        held.stopped = true;
        for_rows!(rows)?;
        held.stopped = false;
        Ok(())
    }
}

fn opponents(
    opponents: Option<&Bound<'_, PyAny>>,
    pool: Option<Vec<String>>,
    seats: usize,
) -> PyResult<Opponents> {
    let others = seats - 1;
    match (opponents, pool) {
        (None, None) => Ok(Opponents::None),
        (None, Some(pool)) if pool.is_empty() => Err(wrong("the pool has no policy")),
        (None, Some(pool)) => Ok(Opponents::Pool(pool)),
        (Some(names), None) => {
            let names: Vec<String> = match names.cast::<PyString>() {
                Ok(name) => vec![name.to_string(); others],
                Err(_) => {
                    (names.extract()).map_err(|_| wrong("opponents are names of policies"))?
                }
            };
            match names.len() == others {
                true => Ok(Opponents::Each(names)),
                false => Err(wrong(format!(
                    "{} opponents for the {others} other seats",
                    names.len()
                ))),
            }
        }
        (Some(_), Some(_)) => Err(wrong("opponents or a pool of them, not both")),
    }
}

#[pymethods]
impl VectorEnv {
    /// Deals `n` games of a game or of a game's name; game number i has the seed `seed` + i.
    #[new]
    #[pyo3(signature = (
        game, n, *, rules=None, seats=None, threads=None, seed=0, opponents=None, pool=None, seat=None,
        reward="win", illegal_penalty=100.0, actions="ids", autoreset="same-step"
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: usize,
        rules: Option<&Bound<'_, PyAny>>,
        seats: Option<usize>,
        threads: Option<usize>,
        seed: u64,
        opponents: Option<&Bound<'_, PyAny>>,
        pool: Option<Vec<String>>,
        seat: Option<usize>,
        reward: &str,
        illegal_penalty: f64,
        actions: &str,
        autoreset: &str,
    ) -> PyResult<VectorEnv> {
        let game = match (game.cast::<Game>(), game.cast::<PyString>()) {
            (Ok(game), _) if rules.is_none() && seats.is_none() => Arc::clone(&game.get().0),
            (Ok(_), _) => return Err(wrong("the game has its rules: name it to give others")),
            (_, Ok(name)) => named_game(&name.to_string(), rules, seats)?.0,
            _ => return Err(wrong("game is a parlour.Game or the name of one")),
        };
        let opponents = self::opponents(opponents, pool, game.seats())?;
        let alone = matches!(opponents, Opponents::None);
        let seat = match seat {
            Some(_) if alone => {
                return Err(wrong(
                    "seat is the learner's against opponents: there are none",
                ));
            }
            Some(seat) if seat >= game.seats() => {
                let last = game.seats() - 1;
                return Err(wrong(format!(
                    "there is no seat {seat}: they are 0 to {last}"
                )));
            }
            seat => seat.map(|seat| Seat(seat as u8)),
        };
        let reward = match reward {
            "win" => Reward::Win,
            "score" => Reward::Score,
            other => return Err(wrong(format!("reward is 'win' or 'score', not '{other}'"))),
        };
        let compact = match actions {
            "ids" => false,
            "compact" => game.compact_count().is_some(),
            other => {
                return Err(wrong(format!(
                    "actions are 'ids' or 'compact', not '{other}'"
                )));
            }
        };
        let same_step = match autoreset {
            "same-step" => true,
            "next-step" => false,
            other => {
                return Err(wrong(format!(
                    "autoreset is 'same-step' or 'next-step', not '{other}'"
                )));
            }
        };
        let options = VectorOptions {
            games: n,
            threads: crate::work::threads(threads)?,
            opponents,
            seat,
            reward,
            penalty: match reward {
                Reward::Win => 1.0,
                Reward::Score => illegal_penalty,
            },
            compact,
            same_step,
        };
        let fields = match compact {
            true => game.compact_fields()?,
            false => game.fields().to_vec(),
        };
        let count =
            (game.compact_count().filter(|_| compact)).unwrap_or_else(|| game.action_count());
        let (width, table) = (size(&fields), game.seats());
        let bytes = 8 * width + count + 8 * table + 4 * table + 64;
        if n == 0 || n.checked_mul(bytes).is_none_or(|bytes| bytes > MAX_BYTES) {
            let most = MAX_BYTES / bytes;
            return Err(wrong(format!(
                "n is 1 to {most}, so that the arrays fit into 16 GiB"
            )));
        }
        let games = game.vector(options)?;
        let rewards = if alone {
            zeros(py, &[n, table])
        } else {
            zeros(py, &[n])
        };
        let made = VectorEnv {
            fields,
            actions: count,
            count: n,
            held: Mutex::new(Held {
                games,
                stopped: false,
            }),
            arrays: Arrays {
                observations: zeros(py, &[n, width]),
                final_observations: zeros(py, &[n, width]),
                masks: zeros(py, &[n, count]),
                rewards,
                scores: zeros(py, &[n, table]),
                terminated: zeros(py, &[n]),
                illegal: zeros(py, &[n]),
                to_move: zeros(py, &[n]),
                seeds: zeros(py, &[n]),
            },
            game,
        };
        let seeds: Vec<u64> = (0..n as u64).map(|row| seed.wrapping_add(row)).collect();
        made.run(py, &mut *made.lock()?, Order::Reset(Some(&seeds)))?;
        Ok(made)
    }

    /// Plays an action for each game, and fills all arrays.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut held = self.lock()?;
        if held.stopped {
            return Err(wrong("the last step was interrupted: reset the games"));
        }
        let actions = integers(actions, self.count, "actions")?;
        self.run(py, &mut held, Order::Step(&actions))
    }

    /// Deals all games anew: with a seed, or one for each game, from the beginning; with None the next ones.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mut held = self.lock()?;
        let seeds: Option<Vec<u64>> = match seed {
            None => None,
            Some(seed) => Some(match seed.extract::<u64>() {
                Ok(seed) => (0..self.count as u64)
                    .map(|row| seed.wrapping_add(row))
                    .collect(),
                Err(_) => {
                    let seeds = integers(seed, self.count, "seeds")?;
                    seeds.into_iter().map(|seed| seed as u64).collect()
                }
            }),
        };
        self.run(py, &mut held, Order::Reset(seeds.as_deref()))
    }

    /// Why actions of the last step were illegal, by number of the game.
    fn illegal_reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reasons = PyDict::new(py);
        for (row, reason) in self.lock()?.games.illegal() {
            reasons.set_item(row, reason)?;
        }
        Ok(reasons)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// How many action ids there are: compact ones if they were asked for and the game has them.
    #[getter]
    fn num_actions(&self) -> usize {
        self.actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        size(&self.fields)
    }

    /// What an observation holds: `(name, start, length, low, high)` of each field.
    #[getter]
    fn observation_fields(&self) -> Vec<FieldTuple> {
        self.fields.iter().map(field_tuple).collect()
    }

    /// The least of each number of an observation.
    #[getter]
    fn observation_low<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        bounds(py, &self.fields, |field| field.low)
    }

    /// The most of each number of an observation.
    #[getter]
    fn observation_high<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        bounds(py, &self.fields, |field| field.high)
    }

    /// What the seat in `to_move` may know, a row for each game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.arrays.observations.clone_ref(py)
    }

    /// What that seat saw at the end of each game that ended in the last step.
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.arrays.final_observations.clone_ref(py)
    }

    /// 1 for each action id that is legal, else 0. A step clears only the marks that it has made: do not write here.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.arrays.masks.clone_ref(py)
    }

    /// The rewards of the last step: one for each game against opponents, else one for each seat of each game.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f64>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// The scores by seat of each game that ended in the last step.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyArrayDyn<i32>> {
        self.arrays.scores.clone_ref(py)
    }

    /// Whether a game ended in the last step.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.arrays.terminated.clone_ref(py)
    }

    /// Whether it ended because the action was illegal.
    #[getter]
    fn illegal(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.arrays.illegal.clone_ref(py)
    }

    /// The seat that observes and is to move: against opponents always the learner's.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArrayDyn<i64>> {
        self.arrays.to_move.clone_ref(py)
    }

    /// The seed of each game in progress, as `Game.new` takes it.
    #[getter]
    fn seeds(&self, py: Python<'_>) -> Py<PyArrayDyn<u64>> {
        self.arrays.seeds.clone_ref(py)
    }

    /// How many games there are.
    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!(
            "<parlour.VectorEnv {} games of {}>",
            self.count,
            self.game.name()
        )
    }
}
