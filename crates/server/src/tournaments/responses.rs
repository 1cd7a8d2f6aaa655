//! The JSON responses of the tournament API, documented in `docs/tournaments.md`.

use super::runner::LocalRun;
use parlour_arena::definition::Format;
use parlour_arena::outcome::FaultNote;
use parlour_arena::report::PlayerReport;
use parlour_arena::stats::System;
use parlour_arena::store::{Lease, PlayerLine, Tournament};
use parlour_arena::{DealProof, Report, RunningTotals, StoredDefinition};
use parlour_protocol::ApiError;
use parlour_protocol::tournaments::{Holder, RatingCurves, RatingEstimate, RatingPoint, State};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Number of points of a rating curve, more than fit on a screen.
const MAX_POINTS: usize = 200;

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TournamentSummary {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) game: String,
    #[schema(required)]
    pub(super) format: Option<Format>,
    /// In order of definition.
    pub(super) players: Vec<String>,
    /// Number of games in the schedule.
    pub(super) planned: u64,
    /// Number of games in the store.
    pub(super) played: u64,
    /// Number of games that count, once it is finished.
    #[schema(required)]
    pub(super) finished: Option<u64>,
    /// In seconds since 1970.
    pub(super) created: i64,
    /// Time of the last game, in seconds since 1970.
    #[schema(required)]
    pub(super) last: Option<i64>,
    pub(super) state: State,
    /// The process that plays it, if any.
    #[schema(required)]
    pub(super) held: Option<Holder>,
    /// Why the last run here failed, if it did.
    #[schema(required)]
    pub(super) trouble: Option<String>,
    /// The same as a code with arguments.
    #[schema(required)]
    pub(super) trouble_reason: Option<ApiError>,
}

impl TournamentSummary {
    /// `here` is the state of its run in this server.
    pub(super) fn new(
        tournament: &Tournament,
        lease: Option<&Lease>,
        here: LocalRun,
    ) -> TournamentSummary {
        // An invalid definition is reported by the page of the tournament.
        let outline = StoredDefinition::read(tournament).ok();
        let lease = lease.filter(|_| tournament.finished.is_none());
        let state = match (tournament.finished, here.pausing) {
            // Until the run has ended here, no other can be started.
            (Some(_), _) if !here.running => State::Over,
            (_, true) => State::Pausing,
            (_, false) if here.running || lease.is_some() => State::Running,
            (_, false) => State::Open,
        };
        TournamentSummary {
            id: tournament.id,
            name: tournament.name.clone(),
            game: tournament.game.clone(),
            format: outline.as_ref().map(|outline| outline.format),
            players: outline.map_or_else(Vec::new, |outline| outline.names()),
            planned: tournament.planned,
            played: tournament.played,
            finished: tournament.finished,
            created: tournament.created,
            last: tournament.last,
            state,
            held: lease.map(|lease| Holder {
                program: lease.holder.program.clone(),
                process: lease.holder.process.into(),
                here: here.running,
                until: lease.ends,
            }),
            trouble: here.trouble.as_ref().map(ApiError::to_string),
            trouble_reason: here.trouble,
        }
    }
}

/// The settings of a tournament. The command lines of programs are not public.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TournamentSettings)]
pub(super) struct Settings {
    pub(super) rules: Map<String, Value>,
    pub(super) rounds: u64,
    pub(super) duplicate: bool,
    pub(super) rating_period: u64,
    /// A decimal number as text, because seeds may exceed the precision of doubles. Null if the deals follow from a
    /// secret.
    #[schema(required)]
    pub(super) seed: Option<String>,
    /// The policy of each player; null for a program.
    pub(super) policies: Vec<Option<String>>,
}

/// One tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TournamentDetails<'a> {
    #[serde(flatten)]
    pub(super) summary: TournamentSummary,
    pub(super) terms: Settings,
    /// Where the deals come from, and the secret once it is public.
    pub(super) deals: DealProof,
    #[schema(value_type = Report)]
    pub(super) report: &'a Report,
    /// The latest faults.
    pub(super) faults: Vec<GameFault>,
}

/// A fallback move played for a player, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct GameFault {
    pub(super) game: u64,
    #[serde(flatten)]
    pub(super) note: FaultNote,
}

/// The rating curves of the running totals, thinned evenly to at most [`MAX_POINTS`], with the last point.
pub(super) fn rating_curves(ledger: &RunningTotals) -> RatingCurves {
    let periods = ledger.periods();
    if periods.is_empty() {
        return RatingCurves::default();
    }
    let players = ledger.points().len() / periods.len();
    let step = periods.len().div_ceil(MAX_POINTS);
    let chosen =
        (0..periods.len()).filter(|period| (periods.len() - 1 - period).is_multiple_of(step));
    let point = |period: usize| RatingPoint {
        games: periods[period],
        ratings: (ledger.points()[period * players..][..players].iter())
            .map(|point| RatingEstimate {
                rating: point.rating.rating,
                interval: point.rating.interval().into(),
            })
            .collect(),
    };
    RatingCurves {
        points: chosen.map(point).collect(),
    }
}

/// An agent in the list, with its totals for each game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct AgentSummary {
    pub(super) name: String,
    pub(super) games: Vec<PlayerLine>,
}

/// One tournament of an agent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct AgentTournament {
    #[serde(flatten)]
    pub(super) summary: TournamentSummary,
    /// Its policy; null for a program.
    #[schema(required)]
    pub(super) policy: Option<String>,
    /// The rating system.
    pub(super) system: System,
    /// Its result.
    pub(super) result: PlayerReport,
    /// Number of seats at a table.
    pub(super) seats: usize,
    /// Its rank by score, from 1.
    pub(super) place: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_arena::outcome::{GameResult, SeatResult};
    use parlour_arena::schedule::Schedule;
    use parlour_arena::store::Holder;

    /// Running totals after all of `rounds`; with 0, after none of one round.
    fn ledger(rounds: u64) -> RunningTotals {
        let planned = rounds.max(1);
        let schedule = Schedule::new(Format::RoundRobin, 2, 2, planned, true).unwrap();
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
    fn long_curves_are_thinned_and_keep_their_last_point() {
        for (rounds, points) in [(1, 1), (200, 200), (201, 101), (1000, 200), (1001, 167)] {
            let ledger = ledger(rounds);
            let curves = rating_curves(&ledger);
            assert_eq!(curves.points.len(), points, "{rounds} periods");
            let last = &curves.points[points - 1];
            assert_eq!(last.games, 2 * rounds);
            let expected = ledger.points()[ledger.points().len() - 2].rating;
            assert_eq!(last.ratings[0].rating, expected.rating);
            assert_eq!(last.ratings[0].interval, expected.interval().into());
        }
        assert_eq!(rating_curves(&ledger(0)), RatingCurves::default());
    }

    #[test]
    fn the_state_follows_from_lease_and_run() {
        let tournament = |finished| Tournament {
            id: 1,
            name: "a".to_owned(),
            game: "jaipur".to_owned(),
            definition: "{}".to_owned(),
            planned: 9,
            played: 5,
            finished,
            created: 0,
            last: None,
        };
        let here = |running, pausing| LocalRun {
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
            let summary = TournamentSummary::new(&tournament(finished), lease, here);
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
