//! Cross tables: every policy against every other.

use super::policy;
use super::study::StudyError;
use parlour_agents::is_stop_requested;
use parlour_engine::{DealSource, Game as _, Policy as _, Seat, Streams, Table, Viewer};
use parlour_games::primi_composti::{PrimiComposti, Rules};
use parlour_solvers::primi_composti::simulate::{SimplePolicy, Simulator, Tally};
use serde::Serialize;
use std::ops::Range;

/// Games of a piece of work, of simple policies and of others.
const GAMES_PER_PIECE: [u64; 2] = [20_000, 10];

/// A table of all pairs of some policies, as work in pieces.
#[derive(Clone, Debug)]
pub struct CrossTable {
    rules: Rules,
    seed: u64,
    pairs: Vec<[String; 2]>,
    simulator: Option<Simulator>,
    pieces: Vec<Piece>,
}

/// A piece of work: some games of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The pair, by its place in the table.
    pub pair: usize,
    /// Which of its games.
    pub games: Range<u64>,
}

/// A pair; rates are fractions of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The player who moves first.
    pub p1: String,
    /// The other.
    pub p2: String,
    /// Games played.
    pub games: u64,
    /// Share of wins of player 1.
    pub p1_win: f64,
    /// Share of ties.
    pub tie: f64,
    /// Share of wins of player 2.
    pub p2_win: f64,
    /// Mean points of player 1.
    pub mean1: f64,
    /// Mean points of player 2.
    pub mean2: f64,
    /// Mean absolute difference.
    pub abs_diff: f64,
    /// What was counted.
    #[serde(skip)]
    pub tally: Tally,
}

impl CrossTable {
    /// The table of these policies with this number of games of each pair.
    ///
    /// # Errors
    /// [`StudyError`] when the rules cannot be played or a policy is unknown.
    pub fn new(
        rules: Rules,
        policies: &[String],
        games: u64,
        seed: u64,
    ) -> Result<CrossTable, StudyError> {
        PrimiComposti::new(rules.clone(), PrimiComposti::deal(&rules, 0))?;
        for name in policies {
            policy(name)?;
        }
        let simulator = Simulator::new(&rules);
        let pairs: Vec<[String; 2]> = (policies.iter())
            .flat_map(|p1| policies.iter().map(move |p2| [p1.clone(), p2.clone()]))
            .collect();
        let mut pieces = Vec::new();
        for (pair, names) in pairs.iter().enumerate() {
            let quick = simulator.is_some() && simple(names).is_some();
            let size = GAMES_PER_PIECE[usize::from(!quick)];
            pieces.extend((0..games).step_by(size as usize).map(|first| Piece {
                pair,
                games: first..games.min(first + size),
            }));
        }
        Ok(CrossTable {
            rules,
            seed,
            pairs,
            simulator,
            pieces,
        })
    }

    /// The work, in the order of the table.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Plays a piece. Policies that search can be [stopped](parlour_agents::stoppable).
    ///
    /// # Errors
    /// [`StudyError::Play`] if a policy played an illegal action, [`StudyError::Stopped`] if it was asked to stop.
    pub fn play(&self, piece: &Piece) -> Result<Tally, StudyError> {
        let series = Streams::new(self.seed).game_seed(piece.pair as u64);
        let names = &self.pairs[piece.pair];
        match self.simulator.as_ref().zip(simple(names)) {
            Some((simulator, players)) => {
                let mut rng = Streams::new(series).task(piece.games.start);
                let games = piece.games.end - piece.games.start;
                Ok(simulator.play(players, games, &mut rng))
            }
            None => play(&self.rules, names, series, piece.games.clone()),
        }
    }

    /// The table of what the pieces came to, in any order: each is named by its pair.
    pub fn cells(&self, played: impl IntoIterator<Item = (usize, Tally)>) -> Vec<Cell> {
        let mut tallies = vec![Tally::default(); self.pairs.len()];
        for (pair, tally) in played {
            if let Some(sum) = tallies.get_mut(pair) {
                sum.add(&tally);
            }
        }
        let cells = self.pairs.iter().zip(tallies);
        cells.map(|(pair, tally)| cell(pair, tally)).collect()
    }
}

fn simple([p1, p2]: &[String; 2]) -> Option<[SimplePolicy; 2]> {
    Some([p1.parse().ok()?, p2.parse().ok()?])
}

/// Games by the rulebook, of policies that think.
fn play(
    rules: &Rules,
    names: &[String; 2],
    series: u64,
    games: Range<u64>,
) -> Result<Tally, StudyError> {
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    for game in games {
        let seed = Streams::new(series).game_seed(game);
        let deal = DealSource::Seed(seed);
        let mut table = Table::<PrimiComposti>::new(rules.clone(), deal, names.to_vec())?;
        let mut policies = [policy(&names[0])?, policy(&names[1])?];
        let streams = Streams::new(seed);
        let mut rngs = [0, 1].map(|seat| streams.seat(Seat(seat)));
        while let Some(seat) = table.to_move().first() {
            table.state().legal_actions_into(seat, &mut legal);
            let known = table.information_state(Viewer::Seat(seat));
            let at = seat.index();
            let action = policies[at].choose(&known, &legal, &mut rngs[at]);
            if is_stop_requested() {
                return Err(StudyError::Stopped);
            }
            (table.play(seat, action)).map_err(|error| StudyError::Play(error.to_string()))?;
        }
        let scores = table.state().scores();
        tally.count([scores[0], scores[1]]);
    }
    Ok(tally)
}

fn cell([p1, p2]: &[String; 2], tally: Tally) -> Cell {
    let [win, tie, loss] = tally.results.map(|count| tally.share(count));
    let games = tally.games as f64;
    Cell {
        p1: p1.clone(),
        p2: p2.clone(),
        games: tally.games,
        p1_win: win,
        tie,
        p2_win: loss,
        mean1: tally.points[0] as f64 / games,
        mean2: tally.points[1] as f64 / games,
        abs_diff: tally.apart as f64 / games,
        tally,
    }
}
