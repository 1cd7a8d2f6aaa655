//! The summary of a study as text.

use super::Args;
use parlour_arena::primi_composti::Summary;
use parlour_arena::primi_composti::summary::Loss;
use parlour_arena::stats::{Interval, wilson};
use std::io::Write;

/// The summary as text.
pub(super) fn print(summary: &Summary, args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} deals, {}, {}; in brackets 95 % intervals, Wilson for shares, normal for means",
        summary.deals,
        args.rules.about(),
        args.dealt()
    )?;
    for (name, groups) in [
        ("perfect play by both", &summary.perfect),
        ("greedy_asc by both", &summary.greedy),
    ] {
        writeln!(out, "\n{name}")?;
        writeln!(
            out,
            "{:>8} {:>7} {:>22} {:>10} {:>22} {:>18}",
            "primes 1", "deals", "player 1 wins %", "ties %", "player 2 wins %", "mean difference"
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
    if let Some(replies) = &summary.replies {
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
    if let Some(Loss { deals, .. }) = summary.losses.first() {
        writeln!(
            out,
            "\npoints lost a game against perfect play, mean of both seats, {deals} deals"
        )?;
        for Loss { policy, points, .. } in &summary.losses {
            writeln!(out, "{policy:18} {:6.2} (±{:.2})", points.mean, points.half)?;
        }
    }
    Ok(())
}

/// A share in percent with its interval.
fn share(count: u64, deals: u64) -> String {
    let Interval { low, high } = wilson(count as f64, deals);
    let percent = 100.0 * count as f64 / deals as f64;
    format!("{percent:.1} ({:.1}–{:.1})", 100.0 * low, 100.0 * high)
}
