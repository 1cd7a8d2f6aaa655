//! The mean of a sample.

use super::interval::{Interval, student};

/// Observations of one quantity, of which only count, mean and spread are kept.
///
/// Welford, *Note on a method for calculating corrected sums of squares and products*,
/// Technometrics 4(3), 1962: no digits are lost, however many observations there are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Sample {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 when there are none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased estimate of their variance; 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            count => self.squares / (count - 1) as f64,
        }
    }

    /// The standard error of the mean; infinite for fewer than two observations.
    pub fn error(&self) -> f64 {
        match self.count {
            0 | 1 => f64::INFINITY,
            count => (self.variance() / count as f64).sqrt(),
        }
    }

    /// Student's interval of the mean, at 95 %: the whole line for fewer than two observations.
    pub fn interval(&self) -> Interval {
        match self.count {
            0 | 1 => Interval {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
            count => Interval::around(self.mean, student(count - 1) * self.error()),
        }
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Known value: `scipy.stats.t.interval(0.95, 6, loc=mean, scale=sem)`.
    #[test]
    fn the_interval_is_students() {
        let sample: Sample = [0.5, 0.25, 1.0, 0.75, 0.5, 0.0, 0.75].into_iter().collect();
        let found = sample.interval();
        assert!((sample.mean() - 0.535_714_285_714).abs() < 1e-12);
        assert!((found.low - 0.224_692_032_018).abs() < 1e-6, "{found:?}");
        assert!((found.high - 0.846_736_539_411).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn one_observation_tells_nothing_about_its_error() {
        let sample: Sample = [3.0].into_iter().collect();
        assert_eq!(sample.interval().high, f64::INFINITY);
        assert_eq!(Sample::default().mean(), 0.0);
    }

    proptest! {
        #[test]
        fn it_agrees_with_the_two_pass_formula(values in proptest::collection::vec(-1e6..1e6f64, 2..50)) {
            let sample: Sample = values.iter().copied().collect();
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
            prop_assert!((sample.mean() - mean).abs() < 1e-6);
            prop_assert!((sample.variance() - variance).abs() <= 1e-9 * variance.max(1.0));
        }
    }
}
