//! Intervals and quantiles.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// The two-sided 95 % quantile of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A two-sided 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Interval {
    /// The lower end; in JSON null if infinite.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<f64>))]
    pub low: f64,
    /// The upper end; in JSON null if infinite.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<f64>))]
    pub high: f64,
}

impl From<Interval> for parlour_protocol::tournaments::Interval {
    fn from(interval: Interval) -> Self {
        let finite = |end: f64| end.is_finite().then_some(end);
        Self {
            low: finite(interval.low),
            high: finite(interval.high),
        }
    }
}

impl Interval {
    /// The interval of so much to both sides of the centre.
    pub fn around(centre: f64, half: f64) -> Interval {
        Interval {
            low: centre - half,
            high: centre + half,
        }
    }

    /// The part of it between 0 and 1.
    #[must_use]
    pub fn within_unit(self) -> Interval {
        Interval {
            low: self.low.clamp(0.0, 1.0),
            high: self.high.clamp(0.0, 1.0),
        }
    }

    /// Both ends through a function that never falls.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Interval {
        Interval {
            low: rising(self.low),
            high: rising(self.high),
        }
    }

    /// Half its width.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The two-sided 95 % quantile of Student's t distribution with this number of degrees of freedom.
///
/// Student, *The probable error of a mean*, Biometrika 6(1), 1908. Without a degree of
/// freedom it is infinite: one observation says nothing about its error. Above a hundred it is
/// the expansion 26.7.5 of Abramowitz and Stegun, *Handbook of mathematical functions*, 1964, good to
/// nine digits there, since the exact inverse takes ever longer.
pub fn student(freedom: u64) -> f64 {
    let v = freedom as f64;
    if freedom > 100 {
        let [z, z3, z5, z7] = [1, 3, 5, 7].map(|power| Z.powi(power));
        return z
            + (z3 + z) / (4.0 * v)
            + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v.powi(2))
            + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3));
    }
    match StudentsT::new(0.0, 1.0, v) {
        Ok(distribution) => distribution.inverse_cdf(0.975),
        Err(_) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values: any table of the t distribution, column 0.975; here from SciPy.
    #[test]
    fn quantiles_agree_with_tables() {
        for (freedom, quantile) in [
            (1, 12.706_204_736),
            (2, 4.302_652_730),
            (4, 2.776_445_105),
            (9, 2.262_157_163),
            (29, 2.045_229_642),
            (120, 1.979_930_405),
        ] {
            let found = student(freedom);
            assert!((found - quantile).abs() < 1e-6, "{freedom}: {found}");
        }
        assert!((student(100_000_000) - Z).abs() < 1e-6);
        assert_eq!(student(0), f64::INFINITY);
    }
}
