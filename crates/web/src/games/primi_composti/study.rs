//! What the worker finds out about a position of two players: exactly where that is quick enough
//! in a browser, else by a tree search of a second.

use super::strings::table as words;
use crate::platform::sort::sort_short;
use crate::play::worker::{Basis, Ranked, Ranking};
use parlour_agents::Search;
use parlour_agents::primi_composti::{
    self, Aim, PrimiCompostiHeuristics, exact_search_options, is_solved,
};
use parlour_engine::{InformationState, Policy, Rng, Streams};
use parlour_games::primi_composti::{Action, PrimiComposti, Version, View};
use parlour_solvers::primi_composti::{
    Layered, Limit, Position, Solution, SolveError, alphabeta, play,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

/// How long a search may take where nothing exact can be said.
const SEARCH_TIME: Duration = Duration::from_secs(1);
/// The simulations between two looks at the clock.
const CHUNK: u32 = 100;

/// What is asked of the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ask {
    /// The value of the position and the best line.
    Line,
    /// The value of every legal action.
    Options,
}

/// What it answers. Values are final differences for the seat that moved first, under best play by both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Study {
    /// What it rests on.
    pub(super) basis: Basis,
    /// The value of the position.
    pub(super) value: i32,
    /// Every legal action, the best for the seat to move first; empty if they were not asked for.
    pub(super) options: Vec<Worth>,
    /// Best play by both to the end; empty if it was not asked for or is not known.
    pub(super) line: Vec<Action>,
}

/// What an action is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Worth {
    /// The action.
    pub(super) action: Action,
    /// The final difference after it.
    pub(super) value: i32,
}

/// What can be said of the position that a view shows.
///
/// # Errors
/// Why nothing can be said: three players or more, or too many cards.
pub(super) fn study(view: &View, ask: Ask) -> Result<Study, String> {
    let position = Position::seen(view).ok_or_else(|| words::two_only().to_owned())?;
    position.check().map_err(|error| error.to_string())?;
    if !is_solved(&position) {
        return Ok(searched(&position, view));
    }
    let found = match (ask, position.version) {
        (Ask::Line, _) => solve(&position).map(|solution| Study {
            basis: Basis::Exact,
            value: solution.value,
            options: Vec::new(),
            line: actions(&solution),
        }),
        (Ask::Options, Version::One) => {
            let steps = Layered::new().options(&position, Limit::default());
            steps.map(|steps| {
                let worth = steps.iter().map(|step| Worth {
                    action: Action::plain(step.card),
                    value: step.value,
                });
                sorted(&position, Basis::Exact, worth.collect())
            })
        }
        (Ask::Options, Version::Greedy | Version::Free) => {
            let worth = legal(view).into_iter().map(|action| {
                let mut next = position.clone();
                play(&mut next, action);
                solve(&next).map(|solution| Worth {
                    action,
                    value: solution.value,
                })
            });
            worth
                .collect::<Result<_, _>>()
                .map(|worth| sorted(&position, Basis::Exact, worth))
        }
    };
    found.map_err(|error| error.to_string())
}

fn solve(position: &Position) -> Result<Solution, SolveError> {
    match position.version {
        Version::One => Ok(Layered::new().solve(position)?),
        Version::Greedy | Version::Free => {
            alphabeta::solve(position, exact_search_options(position), &mut |_, _| ())
        }
    }
}

fn actions(solution: &Solution) -> Vec<Action> {
    let steps = solution.line.iter().map(|step| Action {
        card: step.card,
        using: step.steal,
    });
    steps.collect()
}

/// The actions of the seat to move, the lowest card first.
fn legal(view: &View) -> Vec<Action> {
    let Some(seat) = view.to_move else {
        return Vec::new();
    };
    let board = view.board();
    let hand = view.players[seat.index()].hand.unwrap_or_default();
    hand.iter()
        .flat_map(|card| {
            let free = view.rules.version == Version::Free;
            let steals = if free {
                board.steals(seat, card)
            } else {
                Vec::new()
            };
            let chosen = steals.into_iter().map(move |play| Action {
                card,
                using: play.using,
            });
            std::iter::once(Action::plain(card)).chain(chosen)
        })
        .collect()
}

/// The best first; of equally good ones the lowest card.
fn sorted(position: &Position, basis: Basis, mut options: Vec<Worth>) -> Study {
    let sign = [1, -1][position.to_move];
    sort_short(&mut options, |worth| -sign * worth.value);
    Study {
        basis,
        value: options.first().map_or(position.score, |best| best.value),
        options,
        line: Vec::new(),
    }
}

/// The means of a tree search for points.
fn searched(position: &Position, view: &View) -> Study {
    let known = InformationState::new(view.clone(), Vec::new());
    let heuristics = PrimiCompostiHeuristics { by_margin: true };
    let mut search = Search::guided(&known, heuristics);
    let mut rng = Streams::new(0).task(0);
    let start = Instant::now();
    while start.elapsed() < SEARCH_TIME {
        search.run(CHUNK, &mut rng);
    }
    let analysis = search.analysis();
    let sign = [1.0, -1.0][position.to_move];
    let worth = analysis.actions.iter().map(|stats| Worth {
        action: stats.action,
        value: (sign * PrimiCompostiHeuristics::lead(stats.value)).round() as i32,
    });
    let basis = Basis::Simulations(analysis.simulations);
    sorted(position, basis, worth.collect())
}

/// How good the actions are for the seat to move, as the hint tells it, where that is known exactly.
pub(super) fn ranking(view: &View) -> Option<Ranking> {
    let exact = Position::seen(view).is_some_and(|position| is_solved(&position));
    let study = exact.then(|| study(view, Ask::Options).ok())??;
    let sign = if view.to_move == Some(view.first) {
        1
    } else {
        -1
    };
    let best = study.options.first()?.value * sign;
    let moves = study.options.iter().map(|worth| {
        let value = worth.value * sign;
        Ranked {
            action: worth.action.to_string(),
            // Fifteen points are as good as won.
            value: (f64::from(value) / 30.0 + 0.5).clamp(0.0, 1.0),
            written: words::signed(value),
            note: if value == best {
                String::new()
            } else {
                words::cost(best - value)
            },
        }
    });
    Some(Ranking {
        basis: study.basis,
        moves: moves.collect(),
    })
}

/// `perfect` as a browser can: exact where a position is solved, else within the time of a search. With three players
/// and more it plays as the terminal's does.
#[derive(Default)]
pub(super) struct Perfect {
    exact: primi_composti::Perfect,
}

impl Policy<PrimiComposti> for Perfect {
    fn choose(
        &mut self,
        known: &InformationState<'_, PrimiComposti>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        match Position::seen(known.view()) {
            Some(position) if !is_solved(&position) => {
                primi_composti::Perfect::new(Aim::Points, Some(SEARCH_TIME))
                    .choose(known, legal, rng)
            }
            _ => self.exact.choose(known, legal, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Viewer};
    use parlour_games::primi_composti::Rules;
    use rand::RngExt as _;

    fn game(version: Version, cards: u8, seed: u64) -> PrimiComposti {
        let rules = Rules {
            cards,
            ..Rules::two(version)
        };
        DealSource::Seed(seed).start(rules).unwrap()
    }

    fn seen(game: &PrimiComposti) -> View {
        let seat = game.to_move().first().unwrap();
        game.view(Viewer::Seat(seat))
    }

    /// This policy goes by the view alone.
    fn known(view: &View) -> InformationState<'static, PrimiComposti> {
        InformationState::new(view.clone(), Vec::new())
    }

    /// Options, line and `perfect` agree, to the end of a game that is played at random.
    #[test]
    fn every_answer_says_the_same() {
        for version in Version::ALL {
            let mut game = game(version, 5, 3);
            let mut rng = Streams::new(7).task(0);
            while let Some(seat) = game.to_move().first() {
                let view = seen(&game);
                let options = study(&view, Ask::Options).unwrap();
                let line = study(&view, Ask::Line).unwrap();
                assert_eq!(options.value, line.value);
                let mut legal = game.legal_actions(seat);
                assert_eq!(options.options.len(), legal.len());
                let left = game.hand(seat).len() + game.hand(seat.other()).len();
                assert_eq!(line.line.len(), left);
                let played = Perfect::default().choose(&known(&view), &legal, &mut rng);
                let worth = options.options.iter().find(|worth| worth.action == played);
                assert_eq!(worth.map(|worth| worth.value), Some(options.value));
                let ranking = ranking(&view).unwrap();
                assert_eq!(ranking.basis, Basis::Exact);
                assert_eq!(ranking.moves.len(), legal.len());
                let at = rng.random_range(0..legal.len() as u32) as usize;
                game.play_unchecked(seat, legal.swap_remove(at));
            }
        }
    }

    #[test]
    fn what_cannot_be_solved_is_searched() {
        let game = game(Version::Greedy, 12, 1);
        let study = study(&seen(&game), Ask::Options).unwrap();
        assert!(matches!(study.basis, Basis::Simulations(count) if count >= u64::from(CHUNK)));
        assert_eq!(study.options.len(), 12);
        // No move decides the game, and some are worse than others.
        let values = study.options.iter().map(|worth| worth.value);
        assert!(values.clone().all(|value| value.abs() < 15));
        assert!(values.clone().max() > values.min());
        assert_eq!(ranking(&seen(&game)), None);
    }

    /// The means are near the exact values and have the same sign, with either player to move.
    #[test]
    fn means_are_values_of_the_seat_that_began() {
        let mut game = game(Version::Greedy, 5, 3);
        for _ in 0..2 {
            let view = seen(&game);
            let position = Position::seen(&view).unwrap();
            let exact = study(&view, Ask::Options).unwrap();
            let means = searched(&position, &view);
            assert!(exact.value.abs() > 2, "the sign matters");
            assert!((means.value - exact.value).abs() <= 1);
            let best = exact.options[0].action;
            game.play_unchecked(view.to_move.unwrap(), best);
        }
    }

    #[test]
    fn three_players_get_no_study_but_a_move() {
        let rules = Rules {
            players: 3,
            ..Rules::default()
        };
        let game: PrimiComposti = DealSource::Seed(1).start(rules).unwrap();
        let view = seen(&game);
        assert_eq!(study(&view, Ask::Line), Err(words::two_only().to_owned()));
        assert_eq!(ranking(&view), None);
        let legal = game.legal_actions(view.to_move.unwrap());
        let mut rng = Streams::new(1).task(0);
        assert!(legal.contains(&Perfect::default().choose(&known(&view), &legal, &mut rng)));
    }
}
