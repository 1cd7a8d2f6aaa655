//! The measurements of one deal of a study.

use super::policy;
use super::study::{MEASURED, Row, Study, StudyError};
use parlour_agents::primi_composti::Minimax;
use parlour_engine::{Game as _, Policy, Seat, Streams, Viewer};
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Action, PrimiComposti};
use parlour_solvers::primi_composti::minimax::Horizon;
use parlour_solvers::primi_composti::{Effort, Layered, Position, Solution, Step, alphabeta};

impl Study {
    /// Solves a deal and measures what else is asked for. `layered` is kept from deal to deal for
    /// its memory only.
    ///
    /// # Errors
    /// [`StudyError`].
    pub fn measure(&self, deal: u64, layered: &mut Layered) -> Result<Row, StudyError> {
        let game = self.game(deal)?;
        let position = Position::of(&game)?;
        let layers = self.has_layers();
        let value = if layers {
            layered.value(&position)?.0
        } else {
            // One thread for each deal, since deals are solved in parallel.
            let effort = Effort::for_cards(2 * usize::from(self.rules.cards), 1);
            alphabeta::solve(&position, effort, &mut |_, _| ())?.value
        };
        let replies = if layers && deal < self.replies {
            Some([
                layered.best_reply(&position, 1)?,
                layered.best_reply(&position, 0)?,
            ])
        } else {
            None
        };
        let losses = if layers && deal < self.losses {
            let measured = MEASURED
                .iter()
                .map(|name| loss(&game, name, value, layered));
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
            greedy: play(&game, one.as_mut(), two.as_mut())?,
            replies,
            losses,
        })
    }
}

fn flaw(error: impl std::fmt::Display) -> StudyError {
    StudyError::Play(error.to_string())
}

fn play(
    game: &PrimiComposti,
    one: &mut dyn Policy<PrimiComposti>,
    two: &mut dyn Policy<PrimiComposti>,
) -> Result<i32, StudyError> {
    let mut game = game.clone();
    // All policies measured are deterministic.
    let mut rng = Streams::new(0).task(0);
    while let Some(seat) = game.to_move().first() {
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let action = match seat == game.first() {
            true => one.choose(&view, &legal, &mut rng),
            false => two.choose(&view, &legal, &mut rng),
        };
        game.play(seat, action).map_err(flaw)?;
    }
    let (scores, first) = (game.scores(), game.first().index());
    Ok(scores[first] - scores[1 - first])
}

/// What a policy loses in two games against perfect play, one in each seat.
fn loss(
    game: &PrimiComposti,
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
    for seat in [game.first(), game.first().other()] {
        let mut perfect = FollowsTheLine {
            layered: &mut *layered,
            line: Vec::new(),
        };
        let mut game = game.clone();
        let mut rng = Streams::new(0).task(0);
        while let Some(mover) = game.to_move().first() {
            let action = if mover == seat {
                let view = game.view(Viewer::Seat(mover));
                policy.choose(&view, &game.legal_actions(mover), &mut rng)
            } else {
                perfect.choose(&game)?
            };
            perfect.saw(action);
            game.play(mover, action).map_err(flaw)?;
        }
        let (scores, first) = (game.scores(), game.first().index());
        let result = scores[first] - scores[1 - first];
        lost += if seat == Seat(first as u8) {
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
