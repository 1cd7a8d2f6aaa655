//! Summary statistics of a study.

use super::study::{MEASURED, Row};
use crate::stats::Sample;
use crate::stats::interval::Z;
use serde::Serialize;
use std::collections::BTreeMap;

/// Statistics of a study's deals. Rates are fractions; means come with half the width of a 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Deals in all.
    pub deals: u64,
    /// Perfect play by both, by the number of primes that player 1 holds, and all together.
    pub perfect: Vec<Group>,
    /// `greedy_asc` by both.
    pub greedy: Vec<Group>,
    /// Best replies to it, where they were measured.
    pub replies: Option<Replies>,
    /// What other play costs, where it was measured.
    pub losses: Vec<Loss>,
}

/// The deals in which player 1 holds this number of primes; all deals if `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Primes that player 1 holds.
    pub primes: Option<usize>,
    /// Deals of the group.
    pub deals: u64,
    /// Share of wins of player 1.
    pub p1_win: f64,
    /// Share of ties.
    pub tie: f64,
    /// Share of wins of player 2.
    pub p2_win: f64,
    /// Mean final difference for player 1.
    pub mean: f64,
    /// Half its 95 % interval.
    pub half: f64,
    /// The final differences in ascending order, each with its number of deals.
    pub differences: Vec<(i32, u64)>,
    /// Wins of player 1, ties, wins of player 2.
    #[serde(skip)]
    pub counts: [u64; 3],
}

/// What the best replies to greedy play gain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replies {
    /// Deals measured.
    pub deals: u64,
    /// Deals in which neither player can gain anything.
    pub equilibria: u64,
    /// What player 1 gains.
    pub gain1: Mean,
    /// What player 2 gains.
    pub gain2: Mean,
}

/// Points a policy loses a game against perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// The policy.
    pub policy: &'static str,
    /// Deals measured.
    pub deals: usize,
    /// Points a game.
    #[serde(flatten)]
    pub points: Mean,
}

/// Mean and half a 95 % interval (normal) of a sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half its interval.
    pub half: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Mean {
        let sample: Sample = values.collect();
        let error = (sample.variance() / sample.count() as f64).sqrt();
        Mean {
            mean: sample.mean(),
            half: Z * error,
        }
    }
}

impl Summary {
    /// The summary of these deals. It depends on their order in the last digits only: sort them.
    pub fn of(rows: &[Row]) -> Summary {
        let replied: Vec<(&Row, [i32; 2])> = (rows.iter())
            .filter_map(|row| Some((row, row.replies?)))
            .collect();
        let gain = |seat: usize| {
            let gains = replied
                .iter()
                .map(|(row, replies)| f64::from([1, -1][seat] * (replies[seat] - row.greedy)));
            Mean::of(gains)
        };
        let stable = (replied.iter())
            .filter(|(row, [one, two])| *one == row.greedy && *two == row.greedy)
            .count();
        let lost: Vec<&Vec<i32>> = rows.iter().filter_map(|row| row.losses.as_ref()).collect();
        let losses = (MEASURED.iter().enumerate())
            .filter(|_| !lost.is_empty())
            .map(|(at, policy)| Loss {
                policy,
                deals: lost.len(),
                points: Mean::of(lost.iter().map(|losses| f64::from(losses[at]) / 2.0)),
            });
        Summary {
            deals: rows.len() as u64,
            perfect: groups(rows, |row| row.value),
            greedy: groups(rows, |row| row.greedy),
            replies: (!replied.is_empty()).then(|| Replies {
                deals: replied.len() as u64,
                equilibria: stable as u64,
                gain1: gain(0),
                gain2: gain(1),
            }),
            losses: losses.collect(),
        }
    }
}

fn groups(rows: &[Row], difference: fn(&Row) -> i32) -> Vec<Group> {
    let most = rows.iter().map(|row| row.primes).max().unwrap_or(0);
    let each = (0..=most).map(Some).chain([None]).filter_map(|primes| {
        let some: Vec<i32> = rows
            .iter()
            .filter(|row| primes.is_none_or(|primes| row.primes == primes))
            .map(difference)
            .collect();
        if some.is_empty() {
            return None;
        }
        let count = |wanted: i32| some.iter().filter(|v| v.signum() == wanted).count() as u64;
        let counts = [1, 0, -1].map(count);
        let deals = some.len() as u64;
        let [p1_win, tie, p2_win] = counts.map(|count| count as f64 / deals as f64);
        let Mean { mean, half } = Mean::of(some.iter().map(|&value| f64::from(value)));
        let mut differences = BTreeMap::new();
        for &value in &some {
            *differences.entry(value).or_default() += 1;
        }
        Some(Group {
            primes,
            deals,
            p1_win,
            tie,
            p2_win,
            mean,
            half,
            differences: differences.into_iter().collect(),
            counts,
        })
    });
    each.collect()
}
