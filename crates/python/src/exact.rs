//! What is best, with a proof.

use crate::game::State;
use crate::{interruptible, interruptible_within, loads, wrong};
use parlour_games::primi_composti::{PrimiComposti, Version};
use parlour_solvers::masters_gallery::{Objective, Options, Question, optimise as search};
use parlour_solvers::primi_composti::{Limit, Position, SolveError, certificate, solve as exactly};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::time::Duration;

/// How long the end of an interrupted `optimise` is waited for, which completes the proof that it has begun.
const OPTIMISE_STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// What best play by both is worth in a position of Primi Composti.
#[pyclass(frozen, get_all, module = "parlour")]
pub(crate) struct Solution {
    /// The final difference: points of player 1, who moved first, less those of player 2.
    value: i32,
    /// The cards of best play by both, in order.
    line: Vec<u32>,
    /// The exact value after each card of the line: on a line of best play it never changes.
    values: Vec<i32>,
    /// States computed, or nodes visited.
    states: u64,
    /// A proof of the value for `parlour verify`, if it was asked for.
    certificate: Option<Py<PyBytes>>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!(
            "<parlour.Solution {:+}, {} states>",
            self.value, self.states
        )
    }
}

/// Solves a state of Primi Composti for two players exactly.
#[pyfunction]
#[pyo3(signature = (state, *, threads=None, certificate=false))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &State,
    threads: Option<usize>,
    certificate: bool,
) -> PyResult<Solution> {
    let game = (state.position().downcast_ref::<PrimiComposti>())
        .ok_or_else(|| wrong("only primi-composti is solved"))?;
    let position = Position::of(game).map_err(wrong)?;
    if certificate && position.version != Version::One {
        return Err(wrong("certificates are for version 1"));
    }
    let threads = crate::work::threads(threads)?;
    let (solution, proof) = interruptible(py, move |stop| {
        let solve = || {
            let solution = exactly(&position, threads, Limit::until(stop))?;
            let proof = certificate.then(|| self::certificate::write(&position));
            Ok::<_, SolveError>((solution, proof.transpose()?))
        };
        solve().map_err(|error| error.to_string().into())
    })?;
    Ok(Solution {
        value: solution.value,
        line: solution.line.iter().map(|step| step.card.into()).collect(),
        values: solution.line.iter().map(|step| step.value).collect(),
        states: solution.states,
        certificate: proof.map(|bytes| PyBytes::new(py, &bytes).unbind()),
    })
}

/// The best score that the rules of Masters Gallery allow, with a game: a dict of `score`, `bound`, `proven`,
/// `seat`, `nodes`, `record`, `certificate`.
#[pyfunction]
#[pyo3(signature = (players=4, rules="seed-draw", *, objective="max", seat=None, seconds=60.0))]
pub(crate) fn optimise<'py>(
    py: Python<'py>,
    players: u8,
    rules: &str,
    objective: &str,
    seat: Option<u8>,
    seconds: f64,
) -> PyResult<Bound<'py, PyAny>> {
    // A week, so that the clock cannot overflow.
    if !(0.0..=604_800.0).contains(&seconds) {
        return Err(wrong("seconds is a number from 0 to 604800"));
    }
    let known = Objective::ALL.map(Objective::name);
    let question = Question {
        rules: rules.to_owned(),
        players,
        seat,
        objective: (Objective::ALL.into_iter())
            .find(|o| o.name() == objective)
            .ok_or_else(|| wrong(format!("no objective '{objective}': {}", known.join(", "))))?,
    };
    let time = Some(Duration::from_secs_f64(seconds));
    let answer = interruptible_within(py, OPTIMISE_STOP_TIMEOUT, move |stop| {
        let options = Options {
            time,
            stop: Some(stop),
            from: None,
        };
        search(&question, options, &|_| ()).map_err(|error| error.to_string().into())
    })?;
    let report = serde_json::json!({
        "score": answer.score,
        "bound": answer.bound,
        "proven": answer.is_proven(),
        "seat": answer.seat,
        "nodes": answer.nodes,
        "record": answer.record.as_ref().map(|record| record.to_line()),
    });
    let report = loads(py, &report.to_string())?;
    let proof = answer.certificate.map(|bytes| PyBytes::new(py, &bytes));
    report.set_item("certificate", proof)?;
    Ok(report)
}
