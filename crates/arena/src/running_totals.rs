//! Running totals of a tournament, applied in schedule order. Games may be added in any order, and count in the
//! order of their numbers. So ratings and the end of a test do not depend on which thread was faster.

use crate::outcome::GameResult;
use crate::schedule::Schedule;
use crate::stats::sprt::Shape;
use crate::stats::{Decision, GroupScores, RatedPlayers, Sprt, System};
use crate::store::RatingPoint;
use std::collections::BTreeMap;

/// Results, ratings and test statistics so far.
#[derive(Clone, Debug)]
pub struct RunningTotals {
    games_per_group: u64,
    schedule: Schedule,
    rating_period: u64,
    shape: Shape,
    sprt: Option<Sprt>,
    /// Games with a missing predecessor.
    early: BTreeMap<u64, GameResult>,
    counted: Vec<GameResult>,
    /// The first player's groups, for the test.
    groups: GroupScores,
    rated: RatedPlayers,
    points: Vec<RatingPoint>,
    /// How many games had counted when each period ended.
    periods: Vec<u64>,
    /// The total number of games, once it is known.
    end: Option<u64>,
}

impl RunningTotals {
    /// Totals of no games.
    pub fn new(
        schedule: &Schedule,
        players: usize,
        rating_period: u64,
        sprt: Option<Sprt>,
    ) -> RunningTotals {
        RunningTotals {
            games_per_group: schedule.games_per_group(),
            schedule: schedule.clone(),
            rating_period,
            shape: Shape {
                seats: schedule.seats(),
                games: schedule.games_per_group() as usize,
            },
            sprt,
            early: BTreeMap::new(),
            counted: Vec::new(),
            groups: GroupScores::default(),
            rated: RatedPlayers::of_new(System::of(schedule.seats()), players),
            points: Vec::new(),
            periods: Vec::new(),
            end: None,
        }
    }

    /// Adds a game. Games after the end do not count.
    pub fn add(&mut self, game: GameResult) {
        self.early.insert(game.number, game);
        while self.end.is_none()
            && let Some(game) = self.early.remove(&(self.counted.len() as u64))
        {
            self.count(game);
        }
    }

    fn count(&mut self, game: GameResult) {
        let players: Vec<usize> = game.seats.iter().map(|seat| seat.player).collect();
        let places: Vec<usize> = game.seats.iter().map(|seat| seat.place).collect();
        self.rated.count(&players, &places);
        self.counted.push(game);
        let counted = self.counted.len() as u64;
        if counted.is_multiple_of(self.games_per_group)
            && let Some(sprt) = self.sprt
        {
            let group = &self.counted[(counted - self.games_per_group) as usize..];
            let shares = group.iter().flat_map(|game| &game.seats);
            let won: f64 = (shares.filter(|seat| seat.player == 0))
                .map(|seat| seat.share)
                .sum();
            self.groups.add(won / self.games_per_group as f64);
            if sprt.decide(sprt.llr(&self.groups, self.shape)) != Decision::Open {
                self.end = Some(counted);
            }
        }
        if counted == self.schedule.games() {
            self.end = Some(counted);
        }
        let period_of = |number| self.schedule.period(number, self.rating_period);
        let period = period_of(counted - 1);
        if self.end.is_some() || period_of(counted) != period {
            self.rated.close_period();
            self.periods.push(counted);
            let points = self.rated.ratings().iter().enumerate();
            self.points
                .extend(points.map(|(player, &rating)| RatingPoint {
                    period,
                    player,
                    rating,
                }));
        }
    }

    /// The games that count, in order, without a gap.
    pub fn counted(&self) -> &[GameResult] {
        &self.counted
    }

    /// The total number of games, once all are counted or a test has decided.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// The rating curves so far.
    pub fn points(&self) -> &[RatingPoint] {
        &self.points
    }

    /// How many games had counted when each rating period ended.
    pub fn periods(&self) -> &[u64] {
        &self.periods
    }

    /// The test with its log-likelihood ratio, if there is one.
    pub fn test(&self) -> Option<(Sprt, f64)> {
        let sprt = self.sprt?;
        Some((sprt, sprt.llr(&self.groups, self.shape)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::Deals;
    use crate::definition::Format;
    use crate::outcome::SeatResult;
    use proptest::prelude::*;

    /// Player 0 wins all games but every fifth.
    fn game(schedule: &Schedule, number: u64) -> GameResult {
        let winner = usize::from(number.is_multiple_of(5));
        let seats = (schedule.fixture(number, &Deals::Seed(1)).players.iter())
            .map(|&player| SeatResult {
                player,
                score: 0,
                place: if player == winner { 1 } else { 2 },
                share: f64::from(u8::from(player == winner)),
                faults: 0,
            })
            .collect();
        GameResult { number, seats }
    }

    fn totals(schedule: &Schedule, tested: bool) -> RunningTotals {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 50.0,
            alpha: 0.05,
            beta: 0.05,
            model: Default::default(),
        };
        RunningTotals::new(schedule, 2, 10, tested.then_some(sprt))
    }

    proptest! {
        /// The totals do not depend on the order in which games are added.
        #[test]
        fn the_order_of_arrival_does_not_matter(order in Just((0..200u64).collect::<Vec<_>>()).prop_shuffle()) {
            let schedule = Schedule::new(Format::RoundRobin, 2, 2, 100, true).unwrap();
            let (mut one, mut other) = (totals(&schedule, true), totals(&schedule, true));
            (0..200).for_each(|number| one.add(game(&schedule, number)));
            order.iter().for_each(|&number| other.add(game(&schedule, number)));
            prop_assert!(one.end().is_some_and(|end| end < 200));
            prop_assert_eq!(one.counted(), other.counted());
            prop_assert_eq!(one.points(), other.points());
            prop_assert_eq!(one.test(), other.test());
        }
    }

    #[test]
    fn periods_are_rounds_and_the_last_may_be_short() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, 25, true).unwrap();
        let mut totals = totals(&schedule, false);
        (0..50).for_each(|number| totals.add(game(&schedule, number)));
        let periods: Vec<u64> = totals.points().iter().map(|point| point.period).collect();
        assert_eq!(periods, [0, 0, 1, 1, 2, 2]);
        assert_eq!(totals.periods(), [20, 40, 50]);
        assert_eq!(totals.end(), Some(50));
        assert!(totals.points()[4].rating.rating > 1500.0);
    }
}
