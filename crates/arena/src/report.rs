//! Reports of tournaments: scores, the cross table, ratings, faults, the test.
//!
//! All games of one deal are one observation, since they share their luck. Only whole rounds count, so that all
//! players have played the same deals from the same seats.

use crate::outcome::GameResult;
use crate::running_totals::RunningTotals;
use crate::schedule::Schedule;
use crate::stats::elo::elo_interval;
use crate::stats::{
    Decision, GroupScores, Interval, Rankings, Rating, Sample, Sprt, Strength, System, elo_of_score,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// Its name.
    pub tournament: String,
    /// The game.
    pub game: String,
    /// Seats at a table.
    pub seats: usize,
    /// Whole rounds that are counted here.
    pub rounds: u64,
    /// Games in those rounds.
    pub games: u64,
    /// Games by the schedule.
    pub planned: u64,
    /// Whether it is over: all are played, or the test has decided.
    pub finished: bool,
    /// In the order of the definition.
    pub players: Vec<PlayerReport>,
    /// Each player against each opponent it has met.
    pub cross: Vec<Meeting>,
    /// Pairs of players that met. Of that many intervals one in twenty misses its value by chance.
    pub comparisons: usize,
    /// The model of the strengths: `bradley-terry` or `plackett-luce`.
    pub model: &'static str,
    /// The rating system.
    pub system: System,
    /// The test, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub sprt: Option<TestReport>,
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// Games, counted once for each seat held.
    pub games: u64,
    /// Wins; one that is shared is divided.
    pub wins: f64,
    /// Wins for each game, from 0 to 1.
    pub score: f64,
    /// The interval of the score.
    pub score_interval: Interval,
    /// The mean of the game's own score.
    pub points: f64,
    /// Its interval.
    pub points_interval: Interval,
    /// Fallback moves played for the player.
    pub faults: u64,
    /// The strength by all games, in any order; missing before the first deal.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub strength: Option<Strength>,
    /// The rating at the end of the last period; missing before the first.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating: Option<Rating>,
    /// Its interval.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating_interval: Option<Interval>,
}

/// The results of a player against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Meeting {
    /// The player.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Deals on which they met.
    pub deals: u64,
    /// The share of games in which the player had the better place; equal ones are half.
    pub score: f64,
    /// Its interval.
    pub score_interval: Interval,
    /// The Elo difference of that score; `None` if infinite.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub elo: Option<f64>,
    /// Its interval; `None` for an infinite end.
    pub elo_interval: [Option<f64>; 2],
}

/// The state of the test.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TestReport {
    /// The hypotheses.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The null hypothesis is accepted at or below this.
    pub lower: f64,
    /// The alternative is accepted at or above this.
    pub upper: f64,
    /// The verdict.
    pub decision: Decision,
}

/// Sum and count over the games of one deal.
#[derive(Clone, Copy, Default)]
struct Part {
    sum: f64,
    count: u64,
}

impl Part {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }
}

/// Accumulated results of a player.
#[derive(Default)]
struct Gathered {
    games: u64,
    wins: f64,
    faults: u64,
    scores: GroupScores,
    points: Sample,
}

impl Report {
    /// The report of running totals.
    pub fn new(
        name: &str,
        game: &str,
        players: &[String],
        schedule: &Schedule,
        totals: &RunningTotals,
    ) -> Report {
        let unit = schedule.games_per_unit() as usize;
        let whole = totals.counted().len() / unit * unit;
        let mut rounds: BTreeMap<u64, Vec<&GameResult>> = BTreeMap::new();
        for game in &totals.counted()[..whole] {
            rounds
                .entry(schedule.round(game.number))
                .or_default()
                .push(game);
        }
        let mut gathered: Vec<Gathered> = players.iter().map(|_| Gathered::default()).collect();
        let mut meetings: BTreeMap<(usize, usize), GroupScores> = BTreeMap::new();
        let mut rankings = Rankings::new(players.len());
        for round in rounds.values() {
            gather(round, &mut gathered, &mut meetings);
            let games: Vec<Vec<(usize, usize)>> = (round.iter())
                .map(|game| (game.seats.iter().map(|seat| (seat.player, seat.place))).collect())
                .collect();
            rankings.add_deal(games.iter().map(Vec::as_slice));
        }
        let strengths = rankings.strengths();
        let latest = |player: usize| {
            let mut points = totals.points().iter().rev();
            points
                .find(|point| point.player == player)
                .map(|point| point.rating)
        };
        let report = |(player, gathered): (usize, Gathered)| {
            let rating = latest(player);
            PlayerReport {
                name: players[player].clone(),
                games: gathered.games,
                wins: gathered.wins,
                score: gathered.scores.mean(),
                score_interval: gathered.scores.interval(),
                points: gathered.points.mean(),
                points_interval: gathered.points.interval(),
                faults: gathered.faults,
                strength: strengths[player],
                rating,
                rating_interval: rating.map(|rating| rating.interval()),
            }
        };
        Report {
            tournament: name.to_owned(),
            game: game.to_owned(),
            seats: schedule.seats(),
            rounds: rounds.len() as u64,
            games: whole as u64,
            planned: schedule.games(),
            finished: totals.end().is_some(),
            players: gathered.into_iter().enumerate().map(report).collect(),
            cross: (meetings.iter())
                .map(|(&(one, other), scores)| meeting(&players[one], &players[other], scores))
                .collect(),
            comparisons: (meetings.keys()).filter(|(one, other)| one < other).count(),
            model: match schedule.seats() {
                2 => "bradley-terry",
                _ => "plackett-luce",
            },
            system: System::of(schedule.seats()),
            sprt: totals.test().map(|(sprt, llr)| {
                let (lower, upper) = sprt.bounds();
                TestReport {
                    sprt,
                    llr,
                    lower,
                    upper,
                    decision: sprt.decide(llr),
                }
            }),
        }
    }

    /// The results of a player against another, if they met.
    pub fn meeting(&self, player: &str, opponent: &str) -> Option<&Meeting> {
        let mut cross = self.cross.iter();
        cross.find(|meeting| meeting.player == player && meeting.opponent == opponent)
    }
}

/// Adds the games of one deal.
fn gather(
    round: &[&GameResult],
    gathered: &mut [Gathered],
    meetings: &mut BTreeMap<(usize, usize), GroupScores>,
) {
    let mut shares: BTreeMap<usize, (Part, Part)> = BTreeMap::new();
    let mut against: BTreeMap<(usize, usize), Part> = BTreeMap::new();
    for game in round {
        for (at, seat) in game.seats.iter().enumerate() {
            let (share, points) = shares.entry(seat.player).or_default();
            share.add(seat.share);
            points.add(seat.score.into());
            gathered[seat.player].faults += seat.faults;
            for other in game
                .seats
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != at)
            {
                let other = other.1;
                if other.player != seat.player {
                    let pair = against.entry((seat.player, other.player)).or_default();
                    pair.add(seat.against(other));
                }
            }
        }
    }
    for (player, (share, points)) in shares {
        let gathered = &mut gathered[player];
        gathered.games += share.count;
        gathered.wins += share.sum;
        gathered.scores.add(share.sum / share.count as f64);
        gathered.points.add(points.sum / points.count as f64);
    }
    for (pair, part) in against {
        meetings
            .entry(pair)
            .or_default()
            .add(part.sum / part.count as f64);
    }
}

fn meeting(player: &str, opponent: &str, scores: &GroupScores) -> Meeting {
    let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
    let score_interval = scores.interval();
    let elo = elo_interval(score_interval);
    Meeting {
        player: player.to_owned(),
        opponent: opponent.to_owned(),
        deals: scores.count(),
        score: scores.mean(),
        score_interval,
        elo: finite(elo_of_score(scores.mean())),
        elo_interval: [finite(elo.low), finite(elo.high)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Format;
    use crate::outcome::SeatResult;

    fn seat(player: usize, place: usize, share: f64, score: i32) -> SeatResult {
        SeatResult {
            player,
            score,
            place,
            share,
            faults: 0,
        }
    }

    /// Two players, pairs: 2–0, 1–1, 1½–½ for the first.
    #[test]
    fn the_deal_is_the_unit() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, 3, true).unwrap();
        let mut totals = RunningTotals::new(&schedule, 2, 10, None);
        for (number, share) in [1.0, 1.0, 1.0, 0.0, 0.5, 1.0].into_iter().enumerate() {
            let (own, other) = match share {
                1.0 => (1, 2),
                0.0 => (2, 1),
                _ => (1, 1),
            };
            totals.add(GameResult {
                number: number as u64,
                seats: vec![seat(0, own, share, 3), seat(1, other, 1.0 - share, 1)],
            });
        }
        let names = ["a".to_owned(), "b".to_owned()];
        let report = Report::new("t", "jaipur", &names, &schedule, &totals);
        let first = &report.players[0];
        assert_eq!((first.games, first.wins), (6, 4.5));
        assert!((first.score - 0.75).abs() < 1e-12);
        // Groups 1, ½, ¾: mean ¾, standard deviation ¼, t(2) = 4.3027.
        let half = 4.302_652_73 * 0.25 / 3f64.sqrt();
        assert!((first.score_interval.low - (0.75 - half)).abs() < 1e-6);
        assert_eq!(first.score_interval.high, 1.0);
        let met = report.meeting("a", "b").unwrap();
        assert_eq!(met.deals, 3);
        assert!((met.elo.unwrap() - 190.848_5).abs() < 1e-3);
        assert_eq!(met.elo_interval[1], None);
        assert!(report.finished && report.players[0].rating.unwrap().rating > 1500.0);
        assert_eq!((report.comparisons, report.model), (1, "bradley-terry"));
        let [one, other] = [0, 1].map(|player| report.players[player].strength.unwrap());
        assert!(one.elo > 0.0 && (one.elo + other.elo).abs() < 1e-9);
        assert!(
            one.interval.unwrap().high > 2.0 * one.elo,
            "three deals only"
        );
    }

    #[test]
    fn only_whole_rounds_count() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, 3, true).unwrap();
        let mut totals = RunningTotals::new(&schedule, 2, 10, None);
        for number in [0, 1, 2, 4, 5] {
            totals.add(GameResult {
                number,
                seats: vec![seat(0, 1, 1.0, 0), seat(1, 2, 0.0, 0)],
            });
        }
        let names = ["a".to_owned(), "b".to_owned()];
        let report = Report::new("t", "jaipur", &names, &schedule, &totals);
        assert_eq!(
            (report.rounds, report.games, report.finished),
            (1, 2, false)
        );
    }

    /// Everything has an interval even when nothing is known, and JSON can hold it.
    #[test]
    fn a_report_of_no_games_is_valid() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, 3, true).unwrap();
        let totals = RunningTotals::new(&schedule, 2, 10, None);
        let names = ["a".to_owned(), "b".to_owned()];
        let report = Report::new("t", "jaipur", &names, &schedule, &totals);
        assert_eq!(report.players[0].score_interval.high, 1.0);
        assert!(
            serde_json::to_string(&report)
                .unwrap()
                .contains("\"cross\":[]")
        );
    }
}
