//! The measurements of one deal of a study.

use super::policy;
use super::study::{MEASURED, Row, Study, StudyError};
use parlour_agents::primi_composti::Minimax;
use parlour_engine::{Game as _, Policy, Streams, Table, Viewer};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Action, PrimiComposti};
use parlour_solvers::primi_composti::minimax::Horizon;
use parlour_solvers::primi_composti::{
    Layered, Limit, Position, SearchOptions, Solution, SolveError, Step, alphabeta,
};
use std::sync::atomic::{AtomicBool, Ordering};

impl Study {
    /// Solves a deal, unless its value is `known`, and measures what else is asked for. `layered` is kept from
    /// deal to deal for its memory only. Once `stop` is set, it ends soon, with [`SolveError::Stopped`].
    ///
    /// # Errors
    /// [`StudyError`].
    pub fn measure(
        &self,
        deal: u64,
        known: Option<i32>,
        layered: &mut Layered,
        stop: &AtomicBool,
    ) -> Result<Row, StudyError> {
        let proceed = || match stop.load(Ordering::Relaxed) {
            true => Err(SolveError::Stopped),
            false => Ok(()),
        };
        let table = self.table(deal)?;
        let position = Position::of(table.state())?;
        let layers = self.has_layers();
        let value = if let Some(value) = known {
            value
        } else if layers {
            layered.value(&position)?.0
        } else {
            // One thread for each deal, since deals are solved in parallel.
            let cards = 2 * usize::from(self.rules.cards);
            let options = SearchOptions::for_cards(cards, 1).with_limit(Limit::until(stop));
            alphabeta::solve(&position, options, &mut |_, _| ())?.value
        };
        proceed()?;
        let replies = if layers && deal < self.replies {
            Some([
                layered.best_reply(&position, 1)?,
                layered.best_reply(&position, 0)?,
            ])
        } else {
            None
        };
        let losses = if layers && deal < self.losses {
            let measured = MEASURED.iter().map(|name| {
                proceed()?;
                loss(&table, name, value, layered)
            });
            Some(measured.collect::<Result<_, _>>()?)
        } else {
            None
        };
        let mut greedy = [policy("greedy_asc")?, policy("greedy_asc")?];
        let [one, two] = &mut greedy;
        let held = position.hands[0].iter();
        Ok(Row {
            deal,
            seed: self.seed(deal),
            primes: held.filter(|&&card| is_prime(card)).count(),
            value,
            greedy: play(&table, one.as_mut(), two.as_mut())?,
            replies,
            losses,
        })
    }
}

fn flaw(error: impl std::fmt::Display) -> StudyError {
    StudyError::Play(error.to_string())
}

/// The points of the first player less those of the other.
fn result(game: &PrimiComposti) -> i32 {
    let (scores, first) = (game.scores(), game.first().index());
    scores[first] - scores[1 - first]
}

fn play(
    table: &Table<PrimiComposti>,
    one: &mut dyn Policy<PrimiComposti>,
    two: &mut dyn Policy<PrimiComposti>,
) -> Result<i32, StudyError> {
    let mut table = table.clone();
    // All policies measured are deterministic.
    let mut rng = Streams::new(0).task(0);
    while let Some(seat) = table.to_move().first() {
        let known = table.information_state(Viewer::Seat(seat));
        let legal = table.state().legal_actions(seat);
        let action = match seat == table.state().first() {
            true => one.choose(&known, &legal, &mut rng),
            false => two.choose(&known, &legal, &mut rng),
        };
        table.play(seat, action).map_err(flaw)?;
    }
    Ok(result(table.state()))
}

/// What a policy loses in two games against perfect play, one in each seat.
fn loss(
    table: &Table<PrimiComposti>,
    name: &str,
    value: i32,
    layered: &mut Layered,
) -> Result<i32, StudyError> {
    let horizon = match name {
        "minimax_4_hands" => Some(Horizon::Hands),
        "minimax_4_threat" => Some(Horizon::Threat),
        _ => None,
    };
    let mut policy: Box<dyn Policy<PrimiComposti>> = match horizon {
        Some(horizon) => Box::new(Minimax::with_horizon(4, horizon)),
        None => policy(name)?,
    };
    let mut lost = 0;
    let first = table.state().first();
    for seat in [first, first.other()] {
        let mut perfect = FollowsTheLine {
            layered: &mut *layered,
            line: Vec::new(),
        };
        let mut table = table.clone();
        let mut rng = Streams::new(0).task(0);
        while let Some(mover) = table.to_move().first() {
            let action = if mover == seat {
                let known = table.information_state(Viewer::Seat(mover));
                policy.choose(&known, &table.state().legal_actions(mover), &mut rng)
            } else {
                perfect.choose(table.state())?
            };
            perfect.saw(action);
            table.play(mover, action).map_err(flaw)?;
        }
        let result = result(table.state());
        lost += if seat == first {
            value - result
        } else {
            result - value
        };
    }
    Ok(lost)
}

/// Perfect play that solves again only when the other has left the line.
struct FollowsTheLine<'a> {
    layered: &'a mut Layered,
    /// What is still expected, the next card last.
    line: Vec<Step>,
}

impl FollowsTheLine<'_> {
    fn choose(&mut self, game: &PrimiComposti) -> Result<Action, StudyError> {
        if self.line.is_empty() {
            let position = Position::of(game)?;
            let Solution { line, .. } = self.layered.solve(&position)?;
            self.line = line;
            self.line.reverse();
        }
        let next = self.line.last().ok_or_else(|| flaw("no card is left"))?;
        Ok(Action::plain(next.card))
    }

    fn saw(&mut self, action: Action) {
        if self.line.pop().is_some_and(|step| step.card != action.card) {
            self.line.clear();
        }
    }
}
