//! Statistics of a series of games.

/// A Wilson score interval of a proportion, at 95 %.
///
/// Wilson, *Probable inference, the law of succession, and statistical
/// inference*, Journal of the American Statistical Association 22(158), 1927.
/// Both ends are fractions from 0 to 1; without trials the interval is all of it.
pub(crate) fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    /// The two-sided 95 % quantile of the standard normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values, from Newcombe (1998), Table I, method 3.
    #[test]
    fn wilson_gives_published_intervals() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (found_low, found_high) = wilson(successes, trials);
            assert!((found_low - low).abs() < 6e-5, "{found_low}");
            assert!((found_high - high).abs() < 6e-5, "{found_high}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(wilson(5, 5).1, 1.0);
    }
}
