//! Schedules: the players, seats and deal of each game, as a pure function of the game's number.
//!
//! A *round* is one deal, played by every pairing. A *group* is one pairing on one deal: a game for
//! each rotation of the seats with duplicate deals, else a single game. Games are numbered round by
//! round, so that a tournament that stops early has treated all alike. Those of a league are numbered
//! pairing by pairing, in the order in which their last player joined, so that a new player changes
//! no number.

use crate::definition::Format;
use parlour_engine::Streams;
use rand::seq::SliceRandom as _;

const MAX_PAIRINGS: usize = 100_000;
const MAX_GAMES: u64 = 1_000_000_000;

/// The games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The players of each pairing, one for each seat.
    pairings: Vec<Vec<usize>>,
    seats: usize,
    rounds: u64,
    duplicate: bool,
    seed: u64,
    league: bool,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// The round, from 0.
    pub round: u64,
    /// The pairing, from 0.
    pub pairing: usize,
    /// The seed of the deal. Below 2^53; the same for all games of a round.
    pub deal: u64,
    /// The seed of the players' own choices: another for each game.
    pub choices: u64,
    /// The player in each seat.
    pub players: Vec<usize>,
}

impl Schedule {
    /// The schedule of `players` at tables of `seats`.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn new(
        format: Format,
        players: usize,
        seats: usize,
        rounds: u64,
        duplicate: bool,
        seed: u64,
    ) -> Result<Schedule, String> {
        let pairings = match format {
            Format::RoundRobin | Format::League if players < seats => {
                return Err(format!(
                    "a round robin or a league at a table of {seats} needs {seats} players, and there are \
                     {players}; in a gauntlet one player meets another in all other seats"
                ));
            }
            Format::RoundRobin => combinations(players, seats)?,
            Format::League => {
                let mut pairings = combinations(players, seats)?;
                pairings.sort_by(|one, other| one.iter().rev().cmp(other.iter().rev()));
                pairings
            }
            Format::Gauntlet if players < 2 => {
                return Err("a gauntlet needs two players".to_owned());
            }
            Format::Gauntlet => (1..players)
                .map(|other| {
                    let others = std::iter::repeat_n(other, seats - 1);
                    std::iter::once(0).chain(others).collect()
                })
                .collect(),
        };
        let schedule = Schedule {
            pairings,
            seats,
            rounds,
            duplicate,
            seed,
            league: format == Format::League,
        };
        let games = rounds.checked_mul(schedule.games_per_round());
        match games {
            Some(1..=MAX_GAMES) => Ok(schedule),
            Some(0) => Err("rounds is 0: there is nothing to play".to_owned()),
            _ => Err(format!("more than {MAX_GAMES} games")),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.rounds * self.games_per_round()
    }

    /// The number of games in a group.
    pub fn games_per_group(&self) -> u64 {
        if self.duplicate { self.seats as u64 } else { 1 }
    }

    /// The number of games in a round.
    pub fn games_per_round(&self) -> u64 {
        self.pairings.len() as u64 * self.games_per_group()
    }

    /// The number of games that belong together: a round, or a group of a league.
    pub fn games_per_unit(&self) -> u64 {
        if self.league {
            self.games_per_group()
        } else {
            self.games_per_round()
        }
    }

    /// The round and the pairing of a game.
    fn place(&self, number: u64) -> (u64, usize) {
        let group = number / self.games_per_group();
        let pairings = self.pairings.len() as u64;
        match self.league {
            true => (group % self.rounds, (group / self.rounds) as usize),
            false => (group / pairings, (group % pairings) as usize),
        }
    }

    /// The round of a game.
    pub fn round(&self, number: u64) -> u64 {
        self.place(number).0
    }

    /// The rating period of a game: `rounds` rounds, or in a league all games that a new player adds.
    pub fn period(&self, number: u64, rounds: u64) -> u64 {
        let (round, pairing) = self.place(number);
        match self.league {
            true => {
                let newcomer = self
                    .pairings
                    .get(pairing)
                    .and_then(|players| players.iter().max());
                newcomer.map_or(u64::MAX, |&newcomer| (newcomer + 1 - self.seats) as u64)
            }
            false => round / rounds,
        }
    }

    /// The players of each pairing.
    pub fn pairings(&self) -> &[Vec<usize>] {
        &self.pairings
    }

    /// The number of seats in a game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The game of a number below [`games`](Schedule::games).
    ///
    /// A pairing's order at the table is random for each deal, so that no player always follows the
    /// same one; within a group it rotates, so that each player has each seat once.
    pub fn fixture(&self, number: u64) -> Fixture {
        let group = number / self.games_per_group();
        let (round, pairing) = self.place(number);
        let series = Streams::new(self.seed);
        let deal = series.game_seed(round);
        let mut players = self.pairings[pairing].clone();
        players.shuffle(&mut series.task(group));
        let turn = match self.duplicate {
            true => number % self.games_per_group(),
            false => round,
        };
        players.rotate_left((turn % self.seats as u64) as usize);
        Fixture {
            number,
            round,
            pairing,
            deal,
            choices: Streams::new(deal).game_seed(number),
            players,
        }
    }
}

/// All sets of `size` of the numbers below `all`, in the order of the dictionary.
fn combinations(all: usize, size: usize) -> Result<Vec<Vec<usize>>, String> {
    let mut sets = Vec::new();
    let mut set: Vec<usize> = (0..size).collect();
    loop {
        if sets.len() == MAX_PAIRINGS {
            return Err(format!(
                "more than {MAX_PAIRINGS} sets of {size} among {all} players: make it a gauntlet"
            ));
        }
        sets.push(set.clone());
        let Some(at) = (0..size).rev().find(|&at| set[at] < all - size + at) else {
            return Ok(sets);
        };
        set[at] += 1;
        for later in at + 1..size {
            set[later] = set[later - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn schedule(format: Format, players: usize, seats: usize, duplicate: bool) -> Schedule {
        Schedule::new(format, players, seats, 6, duplicate, 7).unwrap()
    }

    #[test]
    fn a_round_robin_has_every_set_once() {
        let robin = schedule(Format::RoundRobin, 5, 3, true);
        let sets: BTreeSet<_> = robin.pairings().iter().collect();
        assert_eq!((robin.pairings().len(), sets.len()), (10, 10));
        assert_eq!(robin.games(), 6 * 10 * 3);
    }

    #[test]
    fn a_gauntlet_is_the_first_against_each() {
        let gauntlet = schedule(Format::Gauntlet, 3, 4, true);
        assert_eq!(gauntlet.pairings(), [[0, 1, 1, 1], [0, 2, 2, 2]]);
    }

    /// With duplicate deals a group is one deal, and each player has each seat once.
    #[test]
    fn groups_turn_the_seats_on_one_deal() {
        for (format, players, seats) in [
            (Format::RoundRobin, 4, 2),
            (Format::RoundRobin, 5, 4),
            (Format::Gauntlet, 3, 5),
        ] {
            let schedule = schedule(format, players, seats, true);
            for group in 0..schedule.games() / seats as u64 {
                let games: Vec<Fixture> = (0..seats as u64)
                    .map(|game| schedule.fixture(group * seats as u64 + game))
                    .collect();
                let choices: BTreeSet<u64> = games.iter().map(|game| game.choices).collect();
                assert_eq!(choices.len(), seats);
                for seat in 0..seats {
                    let mut had: Vec<usize> = games.iter().map(|game| game.players[seat]).collect();
                    had.sort_unstable();
                    assert_eq!(had, schedule.pairings()[games[0].pairing]);
                    assert!(games.iter().all(|game| game.deal == games[0].deal));
                }
            }
        }
    }

    #[test]
    fn a_round_is_one_deal_and_the_next_is_another() {
        let schedule = schedule(Format::RoundRobin, 3, 2, false);
        let deals: Vec<u64> = (0..schedule.games())
            .map(|number| schedule.fixture(number).deal)
            .collect();
        assert_eq!(deals[0], deals[2]);
        assert_ne!(deals[2], deals[3]);
        assert_eq!(schedule.fixture(3).round, 1);
    }

    /// New players do not change earlier games.
    #[test]
    fn a_new_player_of_a_league_changes_no_earlier_game() {
        for seats in [2, 3] {
            let small = schedule(Format::League, 4, seats, true);
            let large = schedule(Format::League, 6, seats, true);
            for number in 0..small.games() {
                assert_eq!(small.fixture(number), large.fixture(number));
                assert_eq!(small.period(number, 1), large.period(number, 1));
            }
            let newcomers = large.fixture(small.games()).players;
            assert!(newcomers.contains(&4));
            assert_ne!(
                large.period(small.games(), 1),
                large.period(small.games() - 1, 1)
            );
            let pairings: BTreeSet<_> = large.pairings().iter().collect();
            assert_eq!(pairings.len(), large.pairings().len());
        }
    }

    #[test]
    fn invalid_schedules_are_rejected() {
        let new = |format, players, rounds| Schedule::new(format, players, 4, rounds, true, 1);
        assert!(
            new(Format::RoundRobin, 3, 1)
                .unwrap_err()
                .contains("needs 4")
        );
        assert!(new(Format::Gauntlet, 1, 1).is_err());
        assert!(new(Format::Gauntlet, 2, 0).is_err());
        assert!(new(Format::Gauntlet, 2, u64::MAX).is_err());
        assert!(
            new(Format::RoundRobin, 200, 1)
                .unwrap_err()
                .contains("gauntlet")
        );
    }
}
