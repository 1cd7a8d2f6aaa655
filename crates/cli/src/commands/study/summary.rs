//! What a study says.

use super::file::Row;
use super::{Args, MEASURED};
use parlour_arena::stats::interval::Z;
use parlour_arena::stats::{Interval, Sample, wilson};
use serde::Serialize;
use std::io::Write;

/// What is known after so many deals. Rates are fractions, means have half a 95 % interval beside them.
#[derive(Serialize)]
pub(super) struct Summary {
    deals: u64,
    /// Perfect play by both, by the number of primes that player 1 holds, and all together.
    perfect: Vec<Group>,
    /// `greedy_asc` by both.
    greedy: Vec<Group>,
    replies: Option<Replies>,
    losses: Vec<Loss>,
}

/// The deals in which player 1 holds so many primes; all deals when there is no number.
#[derive(Serialize)]
struct Group {
    primes: Option<usize>,
    deals: u64,
    p1_win: f64,
    tie: f64,
    p2_win: f64,
    /// Mean final difference for player 1.
    mean: f64,
    half: f64,
    /// Wins of player 1, ties, wins of player 2.
    #[serde(skip)]
    counts: [u64; 3],
}

/// What the best replies to greedy play gain.
#[derive(Serialize)]
struct Replies {
    deals: u64,
    /// Deals in which neither player can gain anything.
    equilibria: u64,
    gain1: Mean,
    gain2: Mean,
}

/// Points a policy loses a game against perfect play.
#[derive(Serialize)]
struct Loss {
    policy: &'static str,
    deals: usize,
    #[serde(flatten)]
    points: Mean,
}

/// Mean and half a 95 % interval (normal) of a sample.
#[derive(Serialize)]
struct Mean {
    mean: f64,
    half: f64,
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
    /// The summary of these deals.
    pub(super) fn of(rows: &[Row]) -> Summary {
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

    /// The summary for people.
    pub(super) fn print(&self, args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "{} deals, {}, seed {}; in brackets 95 % intervals, Wilson for shares, normal for means",
            self.deals,
            args.rules.about(),
            args.seed
        )?;
        for (name, groups) in [
            ("perfect play by both", &self.perfect),
            ("greedy_asc by both", &self.greedy),
        ] {
            writeln!(out, "\n{name}")?;
            writeln!(
                out,
                "{:>8} {:>7} {:>22} {:>10} {:>22} {:>18}",
                "primes 1",
                "deals",
                "player 1 wins %",
                "ties %",
                "player 2 wins %",
                "mean difference"
            )?;
            for group in groups {
                let [one, tie, two] = group.counts;
                writeln!(
                    out,
                    "{:>8} {:>7} {:>22} {:>10.1} {:>22} {:>18}",
                    (group.primes).map_or("all".to_owned(), |primes| primes.to_string()),
                    group.deals,
                    share(one, group.deals),
                    100.0 * tie as f64 / group.deals as f64,
                    share(two, group.deals),
                    format!("{:+.2} (±{:.2})", group.mean, group.half)
                )?;
            }
        }
        if let Some(replies) = &self.replies {
            writeln!(
                out,
                "\ngreedy_asc by both is an equilibrium in {} % of {} deals; a best reply gains player 1 {:.2} (±{:.2}), player 2 {:.2} (±{:.2}) points on average",
                share(replies.equilibria, replies.deals),
                replies.deals,
                replies.gain1.mean,
                replies.gain1.half,
                replies.gain2.mean,
                replies.gain2.half
            )?;
        }
        if let Some(Loss { deals, .. }) = self.losses.first() {
            writeln!(
                out,
                "\npoints lost a game against perfect play, mean of both seats, {deals} deals"
            )?;
            for Loss { policy, points, .. } in &self.losses {
                writeln!(out, "{policy:18} {:6.2} (±{:.2})", points.mean, points.half)?;
            }
        }
        Ok(())
    }
}

/// A share in percent with its interval.
fn share(count: u64, deals: u64) -> String {
    let Interval { low, high } = wilson(count as f64, deals);
    let percent = 100.0 * count as f64 / deals as f64;
    format!("{percent:.1} ({:.1}–{:.1})", 100.0 * low, 100.0 * high)
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
        Some(Group {
            primes,
            deals,
            p1_win,
            tie,
            p2_win,
            mean,
            half,
            counts,
        })
    });
    each.collect()
}
