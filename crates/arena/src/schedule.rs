//! Schedules: the players, seats and deal of each game, as a pure function of the game's number.
//!
//! A *round* is one deal, played by every pairing. A *group* is one pairing on one deal: a game for
//! each rotation of the seats with duplicate deals, else a single game. Games are numbered round by
//! round, so that a tournament that stops early has treated all alike. Those of a league are numbered
//! pairing by pairing, in the order in which their last player joined, so that a new player changes
//! no number.
//!
//! Games of one deal are not played one after the other, unless the seed is public: the games of some rounds are played
//! in an order that follows from the secret ([`PlayOrder`]). The numbers stay, and so do the results.

use crate::deals::{DealProof, Deals};
use crate::definition::Format;
use rand::seq::SliceRandom as _;
use std::sync::Arc;

const MAX_PAIRINGS: usize = 100_000;
const MAX_GAMES: u64 = 1_000_000_000;
/// Rounds whose games are mixed in the order of play. More would hide better that two games have one deal, and let
/// reports of a tournament in progress wait longer.
const BLOCK_ROUNDS: u64 = 16;
/// Games of a block, unless one round has more. Bounds memory.
const MAX_BLOCK_GAMES: u64 = 1 << 16;

/// The games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The players of each pairing, one for each seat.
    pairings: Vec<Vec<usize>>,
    seats: usize,
    rounds: u64,
    duplicate: bool,
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
    /// The number of the game that programs are told.
    pub told: u64,
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
            Format::Pairings => return Err("there are no pairings".to_owned()),
            Format::Swiss | Format::Knockout => {
                return Err(
                    "Swiss and knockout tournaments are played by `parlour tournament` only"
                        .to_owned(),
                );
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
        Schedule::of_pairings(pairings, seats, rounds, duplicate, format == Format::League)
    }

    /// The schedule of given pairings, with a player for each seat.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn of_pairings(
        pairings: Vec<Vec<usize>>,
        seats: usize,
        rounds: u64,
        duplicate: bool,
        league: bool,
    ) -> Result<Schedule, String> {
        if let Some(pairing) = pairings.iter().find(|pairing| pairing.len() != seats) {
            return Err(format!(
                "a pairing has {} players, and the table {seats} seats",
                pairing.len()
            ));
        }
        let schedule = Schedule {
            pairings,
            seats,
            rounds,
            duplicate,
            league,
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

    /// The round, the pairing and the rotation of a game, each from 0.
    pub fn position(&self, number: u64) -> (u64, usize, u64) {
        let (round, pairing) = self.place(number);
        (round, pairing, self.rotation(number, round))
    }

    /// By how many seats the players have moved on from their first order on this deal.
    fn rotation(&self, number: u64, round: u64) -> u64 {
        let turn = match self.duplicate {
            true => number % self.games_per_group(),
            false => round,
        };
        turn % self.seats as u64
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
    pub fn fixture(&self, number: u64, deals: &Deals) -> Fixture {
        let group = number / self.games_per_group();
        let (round, pairing) = self.place(number);
        let mut players = self.pairings[pairing].clone();
        players.shuffle(&mut deals.seats(number, group));
        players.rotate_left(self.rotation(number, round) as usize);
        Fixture {
            number,
            round,
            pairing,
            deal: deals.deal(number, round),
            choices: deals.choices(number, round),
            players,
            told: deals.told(number),
        }
    }

    /// What is public about the deals of its games.
    pub fn proof(&self, deals: &Deals, finished: Option<u64>) -> DealProof {
        let consecutive = match self.league {
            true => self.games_per_group(),
            false => self.games_per_round(),
        };
        deals.proof(consecutive, self.rounds, finished)
    }

    /// The number of games from number 0 on whose deals are not played any more, if the first `counted` games have been
    /// played. The deals of a league are played again by players who join later.
    pub fn games_with_past_deals(&self, counted: u64) -> u64 {
        match self.league {
            true => 0,
            false => counted / self.games_per_round() * self.games_per_round(),
        }
    }
}

/// The numbers of all games in the order in which they are played: those of some rounds at a time, shuffled by the
/// secret. With a public seed the order of the numbers.
#[derive(Debug)]
pub struct PlayOrder {
    games: u64,
    games_per_block: u64,
    deals: Arc<Deals>,
    /// The first number of the next block.
    next: u64,
    /// What is left of the current block, the next game last.
    block: Vec<u64>,
}

impl PlayOrder {
    /// The order of a schedule.
    pub fn new(schedule: &Schedule, deals: Arc<Deals>) -> PlayOrder {
        let unit = schedule.games_per_unit();
        PlayOrder {
            games: schedule.games(),
            games_per_block: unit * (MAX_BLOCK_GAMES / unit).clamp(1, BLOCK_ROUNDS),
            deals,
            next: 0,
            block: Vec::new(),
        }
    }
}

impl Iterator for PlayOrder {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.block.is_empty() {
            let first = self.next;
            self.next = self.games.min(first + self.games_per_block);
            self.block.extend((first..self.next).rev());
            if let Some(mut rng) = self.deals.order(first) {
                self.block.shuffle(&mut rng);
            }
        }
        self.block.pop()
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
    use crate::deals::Secret;
    use std::collections::BTreeSet;

    const DEALS: Deals = Deals::Seed(7);

    fn schedule(format: Format, players: usize, seats: usize, duplicate: bool) -> Schedule {
        Schedule::new(format, players, seats, 6, duplicate).unwrap()
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
                    .map(|game| schedule.fixture(group * seats as u64 + game, &DEALS))
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
            .map(|number| schedule.fixture(number, &DEALS).deal)
            .collect();
        assert_eq!(deals[0], deals[2]);
        assert_ne!(deals[2], deals[3]);
        assert_eq!(schedule.fixture(3, &DEALS).round, 1);
    }

    /// New players do not change earlier games.
    #[test]
    fn a_new_player_of_a_league_changes_no_earlier_game() {
        for seats in [2, 3] {
            let small = schedule(Format::League, 4, seats, true);
            let large = schedule(Format::League, 6, seats, true);
            for number in 0..small.games() {
                assert_eq!(small.fixture(number, &DEALS), large.fixture(number, &DEALS));
                assert_eq!(small.period(number, 1), large.period(number, 1));
            }
            let newcomers = large.fixture(small.games(), &DEALS).players;
            assert!(newcomers.contains(&4));
            assert_ne!(
                large.period(small.games(), 1),
                large.period(small.games() - 1, 1)
            );
            let pairings: BTreeSet<_> = large.pairings().iter().collect();
            assert_eq!(pairings.len(), large.pairings().len());
        }
    }

    /// Every game once; the games of one deal are apart, and the same secret gives the same order.
    #[test]
    fn a_secret_spreads_the_games_of_a_deal() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 100, true).unwrap();
        let order = |deals: Deals| PlayOrder::new(&schedule, Arc::new(deals)).collect::<Vec<_>>();
        let all: Vec<u64> = (0..schedule.games()).collect();
        assert_eq!(order(DEALS), all);
        let deals = Deals::Secrets(vec![(0, Secret::new().unwrap())]);
        let secret = order(deals.clone());
        assert_eq!(secret, order(deals.clone()));
        let mut sorted = secret.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, all);
        // A round is one deal here: in the order of the numbers, 5 of 6 neighbours have the same.
        let neighbours = secret.windows(2).filter(|pair| pair[0] / 6 == pair[1] / 6);
        assert!(neighbours.count() < 120);
        // Reports do not wait for the end: the first 16 rounds come first.
        assert!(secret[..96].iter().all(|&number| number < 96));
        let other = Deals::Secrets(vec![(0, Secret::new().unwrap())]);
        assert_ne!(secret, order(other.clone()));
        let told: BTreeSet<u64> = (0..600).map(|number| deals.told(number)).collect();
        assert_eq!(told.len(), 600);
        assert!(told.iter().all(|number| !all.contains(number)));
        assert_ne!(deals.deal(0, 0), other.deal(0, 0));
    }

    #[test]
    fn invalid_schedules_are_rejected() {
        let new = |format, players, rounds| Schedule::new(format, players, 4, rounds, true);
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
