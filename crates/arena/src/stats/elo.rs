//! Elo differences.
//!
//! Elo, *The rating of chessplayers, past and present*, 1978, with the logistic curve: a
//! difference of 400 means odds of ten to one.

use super::interval::Interval;

/// The difference at which the expected score is `score`, from 0 to 1: −∞ for 0, +∞ for 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of wins expected of one player against `others` players who are all weaker by
/// `elo`: the odds 10^(elo/400) to 1 against each (Bradley and Terry, 1952, for one other;
/// Luce, *Individual choice behavior*, 1959, for more). Without a difference it is an even
/// share.
pub fn score_of_elo(elo: f64, others: usize) -> f64 {
    1.0 / (1.0 + others as f64 * 10f64.powf(-elo / 400.0))
}

/// The interval of an Elo difference that belongs to that of a score.
pub fn elo_interval(score: Interval) -> Interval {
    score.within_unit().map(elo_of_score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::interval::Z;

    /// Elo difference and half its interval, from counts of the scores 0, ½·step, … 1 of `n` groups.
    fn of_counts(counts: &[u64]) -> (f64, f64) {
        let n = counts.iter().sum::<u64>() as f64;
        let step = 1.0 / (counts.len() - 1) as f64;
        let values = || (counts.iter().enumerate()).map(|(at, &c)| (at as f64 * step, c as f64));
        let mean = values().map(|(x, c)| x * c).sum::<f64>() / n;
        let variance = values().map(|(x, c)| c * (x - mean).powi(2)).sum::<f64>() / n;
        let interval = elo_interval(Interval::around(mean, Z * (variance / n).sqrt()));
        (elo_of_score(mean), interval.half())
    }

    /// Known values: the tests of fastchess (`app/tests/elo_test.cpp`).
    #[test]
    fn differences_agree_with_fastchess() {
        for (counts, elo, error) in [
            (&[96, 111, 136][..], 40.70, 30.43),
            (&[34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            (&[332, 433, 457 + 41, 333, 334], -8.64, 10.33),
        ] {
            let (found, half) = of_counts(counts);
            assert!((found - elo).abs() < 0.01, "{found}");
            assert!((half - error).abs() < 0.02, "{half}");
        }
    }

    #[test]
    fn scores_and_differences_are_each_others_inverse() {
        for elo in [-500.0, -3.0, 0.0, 70.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo, 1)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0, 1) - 10.0 / 11.0).abs() < 1e-12);
        assert!((score_of_elo(0.0, 4) - 0.2).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }
}
