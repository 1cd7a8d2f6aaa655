//! The results of a season, and the ratings that follow from them.

use crate::outcome::SeatResult;
use crate::stats::{Interval, Rankings};
use crate::{Store, StoreError};
use parlour_protocol::ladder::GameKind;
use std::collections::{BTreeMap, HashMap};

/// The mean rating of the anchors.
const ANCHOR_RATING: f64 = 1500.0;

/// The result of one seat, as far as tables need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatTotals {
    /// The key of the agent.
    pub agent: i64,
    /// 1 for the winners.
    pub place: usize,
    /// The share of the win.
    pub share: f64,
    /// Fallback moves.
    pub faults: u64,
}

/// Running totals of the rated games of a season.
#[derive(Clone, Debug)]
pub struct SeasonTotals {
    /// The index of each agent in `rows` and `rankings`.
    index: HashMap<i64, usize>,
    rows: Vec<AgentTotals>,
    rankings: Rankings,
    games: u64,
}

#[derive(Clone, Copy, Debug)]
struct AgentTotals {
    agent: i64,
    games: u64,
    share: f64,
    faults: u64,
}

/// An agent in the table of a season.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The key of the agent.
    pub agent: i64,
    /// Rated games, counted once for each seat held.
    pub games: u64,
    /// The mean share of the win.
    pub score: f64,
    /// Fallback moves.
    pub faults: u64,
    /// The rating in Elo: the mean of the anchors is 1500.
    pub rating: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Default for SeasonTotals {
    fn default() -> Self {
        SeasonTotals {
            index: HashMap::new(),
            rows: Vec::new(),
            rankings: Rankings::new(0),
            games: 0,
        }
    }
}

impl From<&SeatResult> for SeatTotals {
    /// The player is the key of the agent.
    fn from(result: &SeatResult) -> SeatTotals {
        SeatTotals {
            agent: result.player as i64,
            place: result.place,
            share: result.share,
            faults: result.faults,
        }
    }
}

impl SeasonTotals {
    /// The totals of the games in the store.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn read(store: &Store, season: i64) -> Result<SeasonTotals, StoreError> {
        let mut totals = SeasonTotals::default();
        for seats in store.ladder_results(season, GameKind::Rated).await? {
            let seats: Vec<SeatTotals> = seats.iter().map(|seat| seat.totals).collect();
            totals.add(&seats);
        }
        Ok(totals)
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Rated games of an agent.
    #[must_use]
    pub fn games_of(&self, agent: i64) -> u64 {
        (self.index.get(&agent)).map_or(0, |&at| self.rows[at].games)
    }

    fn index_of(&mut self, agent: i64) -> usize {
        *self.index.entry(agent).or_insert_with(|| {
            self.rows.push(AgentTotals {
                agent,
                games: 0,
                share: 0.0,
                faults: 0,
            });
            self.rankings.add_player()
        })
    }

    /// Adds a game.
    pub fn add(&mut self, seats: &[SeatTotals]) {
        self.games += 1;
        let mut places = Vec::new();
        for seat in seats {
            let at = self.index_of(seat.agent);
            let row = &mut self.rows[at];
            row.games += 1;
            row.share += seat.share;
            row.faults += seat.faults;
            places.push((at, seat.place));
        }
        self.rankings.add_deal([&places[..]]);
    }

    /// The agents with games, the best first. Takes some time: the intervals are bootstrapped.
    #[must_use]
    pub fn standings(&self, anchors: &[i64]) -> Vec<Standing> {
        let reference: Vec<usize> = (anchors.iter())
            .filter_map(|agent| self.index.get(agent).copied())
            .collect();
        let strengths = match reference.is_empty() {
            true => self.rankings.strengths(),
            false => self.rankings.strengths_relative_to(&reference),
        };
        let mut standings: Vec<Standing> = (self.rows.iter().zip(strengths))
            .filter_map(|(row, strength)| {
                let strength = strength?;
                let rating = ANCHOR_RATING + strength.elo;
                // A single game says nothing about the error.
                let unknown = Interval {
                    low: f64::NEG_INFINITY,
                    high: f64::INFINITY,
                };
                let interval = strength
                    .interval
                    .map_or(unknown, |interval| interval.map(|elo| ANCHOR_RATING + elo));
                Some(Standing {
                    agent: row.agent,
                    games: row.games,
                    score: row.share / row.games as f64,
                    faults: row.faults,
                    rating,
                    interval,
                })
            })
            .collect();
        standings.sort_by(|one, other| {
            let by_rating = other.rating.total_cmp(&one.rating);
            by_rating.then(one.agent.cmp(&other.agent))
        });
        standings
    }
}

/// The mean shares of the win in the games of a final, the best first.
#[must_use]
pub fn final_scores(games: &[Vec<SeatTotals>]) -> Vec<(i64, f64)> {
    let mut sums: BTreeMap<i64, (f64, u64)> = BTreeMap::new();
    for seat in games.iter().flatten() {
        let (share, count) = sums.entry(seat.agent).or_default();
        *share += seat.share;
        *count += 1;
    }
    let mut scores: Vec<(i64, f64)> = (sums.into_iter())
        .map(|(agent, (share, count))| (agent, share / count as f64))
        .collect();
    scores.sort_by(|one, other| other.1.total_cmp(&one.1));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seats: &[(i64, usize)]) -> Vec<SeatTotals> {
        let seat = |&(agent, place)| SeatTotals {
            agent,
            place,
            share: f64::from(u8::from(place == 1)),
            faults: 0,
        };
        seats.iter().map(seat).collect()
    }

    #[test]
    fn the_anchors_have_a_mean_rating_of_1500() {
        let mut totals = SeasonTotals::default();
        for number in 0..300 {
            let won = |part: usize| 1 + usize::from(number % 4 < part);
            totals.add(&game(&[(1, 3 - won(1)), (2, won(1))]));
            totals.add(&game(&[(9, won(1)), (1, 3 - won(1))]));
        }
        assert_eq!((totals.games(), totals.games_of(1)), (600, 600));
        let table = totals.standings(&[1, 2]);
        let of = |agent| table.iter().find(|row| row.agent == agent).unwrap();
        assert!((of(1).rating + of(2).rating - 3000.0).abs() < 1e-6);
        assert!(
            table
                .windows(2)
                .all(|pair| pair[0].rating >= pair[1].rating)
        );
        let interval = of(9).interval;
        assert!(interval.low < of(9).rating && of(9).rating < interval.high);
    }

    #[test]
    fn one_game_gives_no_interval() {
        let mut totals = SeasonTotals::default();
        totals.add(&game(&[(1, 1), (2, 2)]));
        let table = totals.standings(&[]);
        assert_eq!(table[0].agent, 1);
        assert!(table[0].interval.low.is_infinite());
    }

    #[test]
    fn a_final_is_won_by_shares_of_the_win() {
        let games = [
            game(&[(1, 2), (2, 1)]),
            game(&[(2, 1), (3, 2)]),
            game(&[(3, 1), (1, 2)]),
        ];
        assert_eq!(final_scores(&games), [(2, 1.0), (3, 0.5), (1, 0.0)]);
    }
}
