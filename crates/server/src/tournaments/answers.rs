//! What is answered, as JSON. `docs/tournaments.md` tells where.

use super::keeper::Here;
use parlour_arena::definition::Format;
use parlour_arena::outcome::FaultNote;
use parlour_arena::report::PlayerReport;
use parlour_arena::stats::{Interval, Rating, System};
use parlour_arena::store::{Lease, PlayerLine, Tournament};
use parlour_arena::{Report, RunningTotals, StoredDefinition};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most periods of a rating curve that are told: more than a screen has room for.
const PERIODS: usize = 200;

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// It is played, here or by another process.
    Running,
    /// Games in progress are played to their end.
    Pausing,
    /// Not all games are played, and nobody plays.
    Open,
    /// All that count are played.
    Over,
}

/// Who plays a tournament. Not on which machine: that is nobody's business.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Held {
    /// What it is, e.g. `parlour tournament`.
    pub(super) program: String,
    /// The number of its process.
    pub(super) process: u32,
    /// Whether that is this server.
    pub(super) here: bool,
    /// From when on somebody else may play, should it have stopped without a word; seconds since 1970.
    pub(super) until: i64,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Summary {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) game: String,
    pub(super) format: Option<Format>,
    /// In the order of the definition.
    pub(super) players: Vec<String>,
    /// Games by the schedule.
    pub(super) planned: u64,
    /// Games in the store.
    pub(super) played: u64,
    /// Games that count, once it is over.
    pub(super) finished: Option<u64>,
    /// Seconds since 1970.
    pub(super) created: i64,
    /// When its last game was played, in seconds since 1970.
    pub(super) last: Option<i64>,
    pub(super) state: State,
    /// Who plays it, if somebody does.
    pub(super) held: Option<Held>,
    /// Why the last run here ended before its time.
    pub(super) trouble: Option<String>,
}

impl Summary {
    /// `here` is what the keeper knows of it.
    pub(super) fn new(
        tournament: &Tournament,
        last: Option<i64>,
        lease: Option<&Lease>,
        here: Here,
    ) -> Summary {
        // One that cannot be read is told where it is opened.
        let outline = StoredDefinition::read(tournament).ok();
        let lease = lease.filter(|_| tournament.finished.is_none());
        let state = match (tournament.finished, here.pausing) {
            (Some(_), _) => State::Over,
            (None, true) => State::Pausing,
            (None, false) if here.running || lease.is_some() => State::Running,
            (None, false) => State::Open,
        };
        Summary {
            id: tournament.id,
            name: tournament.name.clone(),
            game: tournament.game.clone(),
            format: outline.as_ref().map(|outline| outline.format),
            players: outline.map_or_else(Vec::new, |outline| outline.names()),
            planned: tournament.planned,
            played: tournament.played,
            finished: tournament.finished,
            created: tournament.created,
            last,
            state,
            held: lease.map(|lease| Held {
                program: lease.holder.program.clone(),
                process: lease.holder.process,
                here: here.running,
                until: lease.ends,
            }),
            trouble: here.trouble,
        }
    }
}

/// A page of a list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Page<T> {
    /// How many fit, on all pages.
    pub(super) total: u64,
    /// The page, from 1.
    pub(super) page: u64,
    /// How many a page has at most.
    pub(super) size: u64,
    /// Those of this page.
    pub(super) items: Vec<T>,
}

/// How a tournament is played. Of a program only that it is one: its command line is its author's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Terms {
    pub(super) rules: Map<String, Value>,
    pub(super) rounds: u64,
    pub(super) duplicate: bool,
    pub(super) rating_period: u64,
    /// A decimal number: seeds may be larger than readers with doubles can hold.
    pub(super) seed: String,
    /// The policy of each player; nothing for a program.
    pub(super) policies: Vec<Option<String>>,
}

/// One tournament.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Details<'a> {
    #[serde(flatten)]
    pub(super) summary: Summary,
    pub(super) terms: Terms,
    pub(super) report: &'a Report,
    /// The latest, with the numbers of their games.
    pub(super) faults: Vec<Fault>,
}

/// A default move that was made for a player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fault {
    pub(super) game: u64,
    #[serde(flatten)]
    pub(super) note: FaultNote,
}

/// A rating with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Rated {
    pub(super) rating: f64,
    pub(super) interval: Interval,
}

impl From<Rating> for Rated {
    fn from(rating: Rating) -> Rated {
        Rated {
            rating: rating.rating,
            interval: rating.interval(),
        }
    }
}

/// The ratings at the end of a period.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Point {
    /// Games that had counted then.
    pub(super) games: u64,
    /// In the order of the definition.
    pub(super) ratings: Vec<Rated>,
}

/// The rating curves of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Curves {
    pub(super) points: Vec<Point>,
}

impl Curves {
    /// The curves of the books; of many periods an even choice, with the last.
    pub(super) fn of(ledger: &RunningTotals) -> Curves {
        let periods = ledger.periods();
        if periods.is_empty() {
            return Curves::default();
        }
        let players = ledger.points().len() / periods.len();
        let step = periods.len().div_ceil(PERIODS);
        let chosen =
            (0..periods.len()).filter(|period| (periods.len() - 1 - period).is_multiple_of(step));
        let point = |period: usize| Point {
            games: periods[period],
            ratings: (ledger.points()[period * players..][..players].iter())
                .map(|point| point.rating.into())
                .collect(),
        };
        Curves {
            points: chosen.map(point).collect(),
        }
    }
}

/// An agent in the list: what it has done in each game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Agent {
    pub(super) name: String,
    pub(super) games: Vec<PlayerLine>,
}

/// One tournament of an agent.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Chapter {
    #[serde(flatten)]
    pub(super) summary: Summary,
    /// Its policy; nothing for a program.
    pub(super) policy: Option<String>,
    /// The rating system.
    pub(super) system: System,
    /// How it did there.
    pub(super) result: PlayerReport,
    /// Seats at a table.
    pub(super) seats: usize,
    /// Its place by score, from 1.
    pub(super) place: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_arena::outcome::{GameResult, SeatResult};
    use parlour_arena::schedule::Schedule;
    use parlour_arena::store::Holder;

    /// All rounds are played; of none, one is to come.
    fn ledger(rounds: u64) -> RunningTotals {
        let planned = rounds.max(1);
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, planned, true, 1).unwrap();
        let mut ledger = RunningTotals::new(&schedule, 2, 1, None);
        let seat = |player| SeatResult {
            player,
            score: 0,
            place: 1 + player,
            share: 1.0 - player as f64,
            faults: 0,
        };
        for number in 0..2 * rounds {
            let seats = vec![seat(0), seat(1)];
            ledger.add(GameResult { number, seats });
        }
        ledger
    }

    #[test]
    fn long_curves_are_thinned_and_end_where_they_end() {
        for (rounds, points) in [(1, 1), (200, 200), (201, 101), (1000, 200), (1001, 167)] {
            let ledger = ledger(rounds);
            let curves = Curves::of(&ledger);
            assert_eq!(curves.points.len(), points, "{rounds} periods");
            let last = &curves.points[points - 1];
            assert_eq!(last.games, 2 * rounds);
            let expected = ledger.points()[ledger.points().len() - 2].rating.into();
            assert_eq!(last.ratings[0], expected);
        }
        assert_eq!(Curves::of(&ledger(0)), Curves::default());
    }

    #[test]
    fn whoever_holds_it_plays_it() {
        let tournament = |finished| Tournament {
            id: 1,
            name: "a".to_owned(),
            game: "jaipur".to_owned(),
            definition: "{}".to_owned(),
            planned: 9,
            played: 5,
            finished,
            created: 0,
        };
        let here = |running, pausing| Here {
            running,
            pausing,
            trouble: None,
        };
        let lease = Lease {
            tournament: 1,
            holder: Holder::here("a test"),
            ends: 1000,
        };
        let state = |finished, lease, here| {
            let summary = Summary::new(&tournament(finished), None, lease, here);
            (
                summary.state,
                summary.held.map(|held| (held.here, held.until)),
            )
        };
        let idle = here(false, false);
        assert_eq!(state(None, None, idle.clone()), (State::Open, None));
        let held = Some((false, 1000));
        assert_eq!(
            state(None, Some(&lease), idle.clone()),
            (State::Running, held)
        );
        assert_eq!(state(Some(5), Some(&lease), idle), (State::Over, None));
        let own = Some((true, 1000));
        assert_eq!(
            state(None, Some(&lease), here(true, false)),
            (State::Running, own)
        );
        assert_eq!(
            state(None, Some(&lease), here(true, true)),
            (State::Pausing, own)
        );
        assert_eq!(state(None, None, here(true, false)), (State::Running, None));
    }
}
