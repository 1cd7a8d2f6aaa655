//! Series of games between built-in policies, without a store.
//!
//! Game number `n` follows from the series and `n` alone, so that games may be played anywhere, in
//! any order. Seats rotate: in game 0 the first policy sits in seat 0, in game 1 the last does, and so
//! on. Each deal is a group when it is played once in each rotation.

use crate::stats::{GroupScores, Interval, Sample, wilson};
use parlour_agents::{Policies, PolicyError};
use parlour_engine::{DealSource, Rules as _, Seat, SetupError, Streams, Table, Viewer};
use serde::Serialize;

/// The definition of a series.
#[derive(Clone, Debug)]
pub struct Series<G: Policies> {
    /// The rules; as many seats as policies.
    pub rules: G::Rules,
    /// The deal of all games; that of each game's own seed when missing.
    pub deal: Option<DealSource<G::Deal>>,
    /// The policies.
    pub policies: Vec<String>,
    /// All deals and all random choices follow from it.
    pub seed: u64,
    /// Whether each deal is played once in each rotation of the seats.
    pub duplicate: bool,
}

/// One game, by policy in the order of the series.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesGame {
    /// Final scores.
    pub scores: Vec<i32>,
    /// Shares of the win: they sum to 1, and winners of a tie get equal shares.
    pub shares: Vec<f64>,
    /// The winner; `None` for a tie.
    pub winner: Option<usize>,
    /// The record, a line without its break, if it was asked for.
    pub record: Option<String>,
}

/// Why a series cannot be played, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    /// Unknown policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// Rules or deal cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Not one policy for each seat.
    #[error("{policies} policies for the {seats} seats of these rules")]
    Seats {
        /// By the rules.
        seats: usize,
        /// Named.
        policies: usize,
    },
    /// Deals that are not played in all rotations.
    #[error(
        "with duplicate deals every deal is played {seats} times: {games} games are no multiple of it"
    )]
    Uneven {
        /// Seats at the table.
        seats: usize,
        /// Games asked for.
        games: u64,
    },
    /// A policy played an illegal action: a bug in Parlour.
    #[error("{0}")]
    Play(String),
}

impl<G: Policies> Series<G> {
    /// Checks that `games` games can be played.
    ///
    /// # Errors
    /// [`SeriesError`].
    pub fn check(&self, games: u64) -> Result<(), SeriesError> {
        let (seats, policies) = (self.rules.seats(), self.policies.len());
        if seats != policies {
            return Err(SeriesError::Seats { seats, policies });
        }
        for policy in &self.policies {
            G::policy(policy)?;
        }
        if self.duplicate && !games.is_multiple_of(seats as u64) {
            return Err(SeriesError::Uneven { seats, games });
        }
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(0));
        deal.start::<G>(self.rules.clone())?;
        Ok(())
    }

    /// The seed of a game: of its deal, where none is given, and of its players' choices.
    pub fn game_seed(&self, number: u64) -> u64 {
        Streams::new(self.seed).game_seed(match self.duplicate {
            true => number / self.policies.len() as u64,
            false => number,
        })
    }

    /// Which policy sits in a seat in a game.
    pub fn policy_in(&self, number: u64, seat: Seat) -> usize {
        let seats = self.policies.len();
        let rotation = (number % seats as u64) as usize;
        (seat.index() + rotation) % seats
    }

    /// Plays a game of the series.
    ///
    /// # Errors
    /// [`SeriesError`].
    pub fn play(&self, number: u64, record: bool) -> Result<SeriesGame, SeriesError> {
        let seats = self.policies.len();
        let seed = self.game_seed(number);
        let deal = self.deal.clone().unwrap_or(DealSource::Seed(seed));
        let sitter = |seat| self.policy_in(number, seat);
        let names = Seat::all(seats).map(|seat| self.policies[sitter(seat)].clone());
        let mut table = Table::<G>::new(self.rules.clone(), deal, names.collect())?;
        let streams = Streams::new(seed);
        let mut players = Seat::all(seats)
            .map(|seat| Ok((G::policy(&table.seats()[seat.index()])?, streams.seat(seat))))
            .collect::<Result<Vec<_>, PolicyError>>()?;
        let mut legal = Vec::new();
        while let Some(seat) = table.to_move().first() {
            table.state().legal_actions_into(seat, &mut legal);
            let known = table.information_state(Viewer::Seat(seat));
            let (policy, rng) = &mut players[seat.index()];
            let action = policy.choose(&known, &legal, rng);
            table.play(seat, action).map_err(|error| {
                SeriesError::Play(format!("{}: {error}", table.seats()[seat.index()]))
            })?;
        }
        let outcome = table.outcome().expect("nobody is to move");
        let mut scores = vec![0; seats];
        let mut shares = vec![0.0; seats];
        for seat in Seat::all(seats) {
            scores[sitter(seat)] = outcome.scores[seat.index()];
            shares[sitter(seat)] = outcome.share(seat);
        }
        let alone = outcome.winners.len() == 1;
        let winner = outcome.winners.first().filter(|_| alone);
        Ok(SeriesGame {
            scores,
            shares,
            winner: winner.map(sitter),
            record: record.then(|| table.record().to_line()),
        })
    }

    /// The number of games of a group: the games of one deal.
    pub fn games_per_group(&self) -> usize {
        match self.duplicate {
            true => self.policies.len(),
            false => 1,
        }
    }

    /// What games of the series show: those of the numbers from 0 on, in order.
    pub fn summary(&self, games: &[SeriesGame]) -> Vec<Standing> {
        let mut totals = SeriesTotals::new(self);
        games.iter().for_each(|game| totals.add(game));
        totals.standings()
    }
}

/// The totals of a series. Games are added in the order of their numbers.
#[derive(Clone, Debug)]
pub struct SeriesTotals {
    policies: Vec<PolicyTotals>,
    games_per_group: u64,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct PolicyTotals {
    policy: String,
    wins: u64,
    /// Sums of the group in progress.
    share: f64,
    score: f64,
    shares: GroupScores,
    points: Sample,
}

impl SeriesTotals {
    /// Totals of no games.
    pub fn new<G: Policies>(series: &Series<G>) -> SeriesTotals {
        let totals = |policy: &String| PolicyTotals {
            policy: policy.clone(),
            ..PolicyTotals::default()
        };
        SeriesTotals {
            policies: series.policies.iter().map(totals).collect(),
            games_per_group: series.games_per_group() as u64,
            games: 0,
        }
    }

    /// Adds the next game.
    pub fn add(&mut self, game: &SeriesGame) {
        self.games += 1;
        let size = self.games_per_group as f64;
        let is_whole = self.games.is_multiple_of(self.games_per_group);
        for (at, totals) in self.policies.iter_mut().enumerate() {
            totals.wins += u64::from(game.winner == Some(at));
            totals.share += game.shares[at];
            totals.score += f64::from(game.scores[at]);
            if is_whole {
                totals.shares.add(std::mem::take(&mut totals.share) / size);
                totals.points.add(std::mem::take(&mut totals.score) / size);
            }
        }
    }

    /// How the policies did. A group in progress is left out of means and their intervals.
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |totals: &PolicyTotals| Standing {
            policy: totals.policy.clone(),
            wins: totals.wins,
            win_interval: wilson(totals.wins as f64, self.games),
            share: totals.shares.mean(),
            share_interval: totals.shares.interval(),
            points: totals.points.mean(),
            points_interval: totals.points.interval(),
        };
        self.policies.iter().map(standing).collect()
    }
}

/// How one policy did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The policy.
    pub policy: String,
    /// Games won alone.
    pub wins: u64,
    /// Wilson's 95 % interval of the share of games won alone.
    pub win_interval: Interval,
    /// The mean part of the win: a shared win is divided.
    pub share: f64,
    /// Its 95 % interval; all games of a deal are one observation.
    pub share_interval: Interval,
    /// The mean score.
    pub points: f64,
    /// Its 95 % interval, likewise.
    pub points_interval: Interval,
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_games::jaipur::Jaipur;

    fn series(duplicate: bool) -> Series<Jaipur> {
        Series {
            rules: Default::default(),
            deal: None,
            policies: vec!["utility".to_owned(), "random".to_owned()],
            seed: 5,
            duplicate,
        }
    }

    #[test]
    fn duplicate_deals_are_played_from_both_seats() {
        let series = series(true);
        series.check(4).unwrap();
        assert!(series.check(3).is_err());
        assert_eq!(series.game_seed(0), series.game_seed(1));
        assert_ne!(series.game_seed(1), series.game_seed(2));
        assert_eq!(series.policy_in(0, Seat(0)), 0);
        assert_eq!(series.policy_in(1, Seat(0)), 1);
    }

    #[test]
    fn the_summary_counts_games_and_groups_deals() {
        let series = series(true);
        let games: Vec<SeriesGame> = (0..20)
            .map(|number| series.play(number, false).unwrap())
            .collect();
        let standings = series.summary(&games);
        assert!(standings[0].share > 0.9, "{standings:?}");
        let total: f64 = standings.iter().map(|standing| standing.share).sum();
        assert!((total - 1.0).abs() < 1e-12);
        assert!(standings[0].points_interval.low < standings[0].points);
    }
}
