//! Shares of a count.

use super::interval::{Interval, Z};

/// Wilson's score interval of a proportion, at 95 %.
///
/// Wilson, *Probable inference, the law of succession, and statistical inference*, Journal of
/// the American Statistical Association 22(158), 1927. Both ends are from 0 to 1; without
/// trials the interval is all of it. `successes` may be a fraction: half a win is one of two
/// who share it.
pub fn wilson(successes: f64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let n = trials as f64;
    let p = successes / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    Interval::around(centre, half).within_unit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values, from Newcombe (1998), Table I, method 3.
    #[test]
    fn wilson_gives_published_intervals() {
        for (successes, trials, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials);
            assert!((found.low - low).abs() < 6e-5, "{found:?}");
            assert!((found.high - high).abs() < 6e-5, "{found:?}");
        }
        assert_eq!(wilson(0.0, 0).high, 1.0);
        assert_eq!(wilson(5.0, 5).high, 1.0);
    }
}
