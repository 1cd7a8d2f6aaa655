//! [`Estimate`]: a value with its uncertainty.

use serde::{Deserialize, Serialize};

/// A value with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value, or the mean of the simulations.
    pub mean: f64,
    /// The standard error of the mean; 0 if the value is exact.
    pub error: f64,
}

impl Estimate {
    /// Half the width of the interval that holds the true mean in 95 of 100 cases.
    pub fn margin(self) -> f64 {
        1.96 * self.error
    }

    /// A value that is known.
    pub const fn exact(value: f64) -> Estimate {
        Estimate {
            mean: value,
            error: 0.0,
        }
    }
}

/// Sums of results. Results are at most some tens, so that nothing is lost by plain sums of squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    pub(crate) fn of(result: f64) -> Tally {
        let mut tally = Tally::default();
        tally.add(result);
        tally
    }

    pub(crate) fn add(&mut self, result: f64) {
        self.count += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    /// Mean and standard error. The sum of squares begins at the variance of a fair coin, so that a few equal results
    /// do not make the next one certain.
    pub(crate) fn estimate(self) -> Estimate {
        let mean = self.sum / self.count;
        let squares = self.squares - self.sum * mean;
        let variance = (squares.max(0.0) + 0.25) / self.count;
        Estimate {
            mean,
            error: (variance / self.count).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_the_mean() {
        let mut tally = Tally::default();
        for result in [0.0, 1.0].repeat(200) {
            tally.add(result);
        }
        let estimate = tally.estimate();
        assert_eq!(estimate.mean, 0.5);
        // 0.5 / √400, and a little more.
        assert!((0.025..0.0251).contains(&estimate.error), "{estimate:?}");
    }

    #[test]
    fn equal_results_are_not_certain() {
        let few = Tally::of(1.0).estimate();
        assert_eq!((few.mean, few.error), (1.0, 0.5));
    }
}
