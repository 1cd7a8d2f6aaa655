//! The generalised sequential probability ratio test (GSPRT).
//!
//! Wald, *Sequential tests of statistical hypotheses*, Annals of Mathematical Statistics 16(2),
//! 1945, for the bounds; Van den Bergh, *Comments on normalized Elo*, 2020
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>), for the likelihoods: among all
//! distributions over the scores that occur, the most likely one that has the Elo of the
//! hypothesis. With single games the distribution is trinomial, with pairs pentanomial; the same
//! formulas hold for any set of scores, which is how larger tables are tested.

use super::elo::score_of_elo;
use super::groups::GroupScores;
use serde::{Deserialize, Serialize};

/// What the Elo of the hypotheses means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = EloModel))]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// The Elo of the expected score.
    #[default]
    Logistic,
    /// Distance of the score from an even share in standard deviations of a game, scaled so that it
    /// equals the other where there are no ties and a difference is small.
    Normalized,
}

/// The hypotheses and the errors allowed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference by the null hypothesis, in Elo.
    pub elo0: f64,
    /// The difference by the alternative, in Elo; above `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative when the null hypothesis holds.
    #[serde(default = "five_percent")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the alternative holds.
    #[serde(default = "five_percent")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub beta: f64,
    /// What Elo means.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub model: Model,
}

fn five_percent() -> f64 {
    0.05
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Undecided.
    Open,
    /// The difference is `elo0` or less.
    Null,
    /// The difference is `elo1` or more.
    Alternative,
}

/// How the groups came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Seats at the table: the first player has one, the other the rest.
    pub seats: usize,
    /// Games in a group.
    pub games: usize,
}

/// The weight of a score that has not occurred: without it a hypothesis could be impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Whether the test means anything.
    ///
    /// # Errors
    /// What does not fit, in one line.
    pub fn check(&self) -> Result<(), String> {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = *self;
        let error = |name, value: f64| match value > 0.0 && value < 1.0 {
            true => Ok(()),
            false => Err(format!("sprt: {name} = {value} is not between 0 and 1")),
        };
        error("alpha", alpha)?;
        error("beta", beta)?;
        if alpha + beta >= 1.0 {
            return Err("sprt: alpha and beta together are not below 1".to_owned());
        }
        match elo0.is_finite() && elo1.is_finite() && elo0 < elo1 {
            true => Ok(()),
            false => Err(format!("sprt: elo0 = {elo0} is not below elo1 = {elo1}")),
        }
    }

    /// The bounds of the log-likelihood ratio: at or below the first the null hypothesis is
    /// accepted, at or above the second the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The verdict for a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::Alternative
        } else if llr <= lower {
            Decision::Null
        } else {
            Decision::Open
        }
    }

    /// The log-likelihood ratio of the alternative to the null hypothesis; 0 without groups.
    pub fn llr(&self, groups: &GroupScores, shape: Shape) -> f64 {
        if groups.count() == 0 {
            return 0.0;
        }
        let mut outcomes: Vec<(f64, f64)> = (groups.tally())
            .map(|(score, count)| (score, count as f64))
            .collect();
        // Two seats: every score of a group is known beforehand. More: sharing a win makes
        // too many, so only the ends are added, which every hypothesis needs.
        let steps = if shape.seats == 2 { 2 * shape.games } else { 1 };
        for step in 0..=steps {
            let score = step as f64 / steps as f64;
            if outcomes.iter().all(|(seen, _)| (seen - score).abs() > 1e-6) {
                outcomes.push((score, UNSEEN));
            }
        }
        outcomes.sort_by(|one, other| one.0.total_cmp(&other.0));
        let total: f64 = outcomes.iter().map(|(_, count)| count).sum();
        let observed: Vec<(f64, f64)> = (outcomes.iter())
            .map(|&(score, count)| (score, count / total))
            .collect();
        let others = shape.seats - 1;
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&observed, score_of_elo(elo, others)),
            Model::Normalized => {
                let even = score_of_elo(0.0, others);
                let scale = std::f64::consts::LN_10 / 800.0;
                with_ratio(&observed, even, (shape.games as f64).sqrt() * elo * scale)
            }
        };
        let (null, alternative) = (likely(self.elo0), likely(self.elo1));
        let gain = observed.iter().zip(null.iter().zip(&alternative));
        total
            * gain
                .map(|((_, p), (p0, p1))| p * (p1 / p0).ln())
                .sum::<f64>()
    }
}

/// The most likely distribution whose mean is `mean`: equations 1.2 and 1.3 of Van den Bergh.
fn with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = observed.iter().map(|(score, _)| score - mean).collect();
    tilted(observed, &distances)
}

/// The most likely distribution whose mean lies `ratio` standard deviations above `even`:
/// section 4.1 of Van den Bergh, by fixed-point iteration.
fn with_ratio(observed: &[(f64, f64)], even: f64, ratio: f64) -> Vec<f64> {
    /// It converges in a few dozen steps; the bound only makes that no matter of trust.
    const STEPS: usize = 1000;
    let mut likely = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..STEPS {
        let with = || observed.iter().map(|(score, _)| score).zip(&likely);
        let mean: f64 = with().map(|(score, p)| score * p).sum();
        let variance: f64 = with().map(|(score, p)| p * (score - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let distance = |score: f64| {
            score - even - 0.5 * ratio * sigma * (1.0 + ((score - mean) / sigma).powi(2))
        };
        let distances: Vec<f64> = observed.iter().map(|(score, _)| distance(*score)).collect();
        let next = tilted(observed, &distances);
        let change = (next.iter().zip(&likely))
            .map(|(new, old)| (new - old).abs())
            .fold(0.0, f64::max);
        likely = next;
        if change < 1e-9 {
            break;
        }
    }
    likely
}

/// The observed probabilities divided by `1 + θ·distance`, with θ such that the mean of the
/// distances is 0. There are distances on both sides of 0.
fn tilted(observed: &[(f64, f64)], distances: &[f64]) -> Vec<f64> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = || observed.iter().map(|(_, p)| p).zip(distances);
    // Falls from +∞ to −∞ between the ends, so that halving finds its root.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let theta = f64::midpoint(low, high);
        let slope: f64 = weights().map(|(p, d)| p * d / (1.0 + theta * d)).sum();
        if slope > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    weights().map(|(p, d)| p / (1.0 + theta * d)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    fn groups(counts: &[u64]) -> GroupScores {
        let step = 1.0 / (counts.len() - 1) as f64;
        let each =
            |(at, &count): (usize, &u64)| std::iter::repeat_n(at as f64 * step, count as usize);
        counts.iter().enumerate().flat_map(each).collect()
    }

    /// Known values: the tests of fastchess (`app/tests/sprt_test.cpp`), to their 1 %.
    /// Counts of losses, ties and wins, or of pairs by score.
    #[test]
    fn ratios_agree_with_fastchess() {
        use Model::{Logistic, Normalized};
        for (counts, elo0, elo1, model, llr) in [
            (&[36027, 68692, 36433][..], 0.0, 2.0, Normalized, 0.92),
            (&[10650, 20431, 10871], -1.75, 0.25, Normalized, 2.30),
            (&[0, 0, 4250], 0.0, 10.0, Normalized, 120.56),
            (&[21184, 40708, 21404], 0.5, 2.5, Logistic, -1.57),
            (&[57030, 106_593, 57433], 0.0, 2.0, Logistic, -2.59),
            (&[365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            (
                &[127, 4883, 10712, 5150, 104],
                -1.75,
                0.25,
                Normalized,
                3.01,
            ),
            (&[0, 0, 0, 0, 5550], 0.0, 5.0, Normalized, 111.82),
            (&[223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            (&[871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let games = (counts.len() - 1) / 2;
            let shape = Shape { seats: 2, games };
            let found = test(elo0, elo1, model).llr(&groups(counts), shape);
            let close = (found - llr).abs() <= 0.01 * f64::abs(llr).max(1.0);
            assert!(close, "{counts:?}: {found}, not {llr}");
        }
    }

    /// Wald's bounds for 5 % and 5 %, as every chess engine test prints them: ±2.94.
    #[test]
    fn bounds_are_walds() {
        let sprt = test(0.0, 5.0, Model::Logistic);
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
        assert_eq!(sprt.decide(2.95), Decision::Alternative);
        assert_eq!(sprt.decide(-2.95), Decision::Null);
        assert_eq!(sprt.decide(0.0), Decision::Open);
    }

    /// At a table of five an even share is a fifth: that is no evidence of strength.
    #[test]
    fn larger_tables_are_measured_against_an_even_share() {
        let shape = Shape { seats: 5, games: 1 };
        let sprt = test(0.0, 50.0, Model::Logistic);
        let fifth: GroupScores = (0..5000).map(|n| f64::from(u8::from(n % 5 == 0))).collect();
        let third: GroupScores = (0..5000).map(|n| f64::from(u8::from(n % 3 == 0))).collect();
        assert_eq!(sprt.decide(sprt.llr(&fifth, shape)), Decision::Null);
        assert_eq!(sprt.decide(sprt.llr(&third, shape)), Decision::Alternative);
        assert_eq!(sprt.llr(&GroupScores::default(), shape), 0.0);
    }

    /// One win and nothing else must neither decide nor give no number.
    #[test]
    fn little_evidence_decides_nothing() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = test(0.0, 10.0, model);
            for counts in [&[1, 0, 0][..], &[0, 1, 0], &[0, 0, 1], &[0, 0, 0, 0, 1]] {
                let games = (counts.len() - 1) / 2;
                let llr = sprt.llr(&groups(counts), Shape { seats: 2, games });
                assert!(llr.is_finite(), "{counts:?}");
                assert_eq!(sprt.decide(llr), Decision::Open, "{counts:?}: {llr}");
            }
        }
    }

    #[test]
    fn invalid_tests_are_rejected() {
        let good = test(0.0, 5.0, Model::Logistic);
        assert_eq!(good.check(), Ok(()));
        for bad in [
            Sprt { elo0: 5.0, ..good },
            Sprt { alpha: 0.0, ..good },
            Sprt { beta: 1.0, ..good },
            Sprt {
                alpha: 0.5,
                beta: 0.5,
                ..good
            },
            Sprt {
                elo1: f64::NAN,
                ..good
            },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
