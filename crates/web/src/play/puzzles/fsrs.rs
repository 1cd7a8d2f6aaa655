//! When an exercise is due again: FSRS-6 with its default parameters.
//!
//! The formulas are those of <https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm>, as the crate
//! `fsrs` 6.6 computes them, for two of its four ratings: *again* for a wrong first answer, *good* for a right one.

use serde::{Deserialize, Serialize};

/// The default parameters w₀ to w₂₀.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

const STABILITY: [f64; 2] = [0.001, 36_500.0];
const DIFFICULTY: [f64; 2] = [1.0, 10.0];

/// The memory of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// The days after which the probability to remember has fallen to 90 %.
    pub(super) stability: f64,
    /// 1 to 10.
    pub(super) difficulty: f64,
}

/// A first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rating {
    /// Wrong.
    Again,
    /// Right.
    Good,
}

impl Rating {
    const fn number(self) -> f64 {
        match self {
            Rating::Again => 1.0,
            Rating::Good => 3.0,
        }
    }
}

/// The memory after an answer, `days` after the last one.
pub(super) fn next(before: Option<Memory>, rating: Rating, days: f64) -> Memory {
    let Some(Memory {
        stability,
        difficulty,
    }) = before
    else {
        return Memory {
            stability: W[rating.number() as usize - 1],
            difficulty: clamp(first_difficulty(rating.number()), DIFFICULTY),
        };
    };
    let retrievability = retrievability(stability, days);
    let next = match rating {
        _ if days < 1.0 => {
            let factor = (W[17] * (rating.number() - 3.0 + W[18])).exp() * stability.powf(-W[19]);
            stability
                * match rating {
                    Rating::Again => factor,
                    Rating::Good => factor.max(1.0),
                }
        }
        Rating::Again => {
            let forgotten = W[11]
                * difficulty.powf(-W[12])
                * ((stability + 1.0).powf(W[13]) - 1.0)
                * ((1.0 - retrievability) * W[14]).exp();
            forgotten.min(stability / (W[17] * W[18]).exp())
        }
        Rating::Good => {
            let growth = W[8].exp()
                * (11.0 - difficulty)
                * stability.powf(-W[9])
                * (((1.0 - retrievability) * W[10]).exp() - 1.0);
            stability * (growth + 1.0)
        }
    };
    let change = -W[6] * (rating.number() - 3.0);
    let damped = difficulty + (10.0 - difficulty) * change / 9.0;
    let reverted = W[7] * (first_difficulty(4.0) - damped) + damped;
    Memory {
        stability: clamp(next, STABILITY),
        difficulty: clamp(reverted, DIFFICULTY),
    }
}

/// The days until an exercise is due: until the probability to remember it falls to 90 %, but one day at least.
pub(super) fn interval(memory: Memory) -> f64 {
    memory.stability.round().max(1.0)
}

/// The probability to remember after some days.
fn retrievability(stability: f64, days: f64) -> f64 {
    let decay = -W[20];
    let factor = 0.9_f64.powf(1.0 / decay) - 1.0;
    (days / stability * factor + 1.0).powf(decay)
}

fn first_difficulty(rating: f64) -> f64 {
    W[4] - (W[5] * (rating - 1.0)).exp() + 1.0
}

fn clamp(value: f64, [least, most]: [f64; 2]) -> f64 {
    value.clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rating::{Again, Good};

    #[test]
    fn a_memory_decays_to_nine_tenths_after_its_stability() {
        for stability in [0.5, 3.0, 400.0] {
            let after = retrievability(stability, stability);
            assert!((after - 0.9).abs() < 1e-12, "{after}");
        }
    }

    /// The crate's own test `test_memory_state`: first wrong, then right after 0, 1, 3, 8 and 21 days.
    #[test]
    fn a_memory_is_that_of_the_crate() {
        let answers = [
            (Again, 0.0),
            (Good, 0.0),
            (Good, 1.0),
            (Good, 3.0),
            (Good, 8.0),
            (Good, 21.0),
        ];
        let memory = answers.iter().fold(None, |memory, &(rating, days)| {
            Some(next(memory, rating, days))
        });
        let memory = memory.unwrap();
        assert!((memory.stability - 53.626_91).abs() < 1e-3, "{memory:?}");
        assert!((memory.difficulty - 6.357_486_7).abs() < 1e-4, "{memory:?}");
    }

    /// Printed by the crate, which computes in `f32`.
    #[test]
    fn memories_are_those_of_the_crate() {
        let answers = [
            (Good, 0.0, 2.3065, 2.118_104),
            (Good, 3.0, 13.826_91, 2.111_214_2),
            (Again, 10.0, 1.666_141, 7.392_237_7),
            (Good, 1.0, 3.689_035_2, 7.380_074),
            (Again, 0.0, 1.201_953_2, 9.124_077),
            (Good, 5.0, 3.945_515_9, 9.110_181),
            (Good, 40.0, 14.682_597, 9.096_299),
            (Again, 200.0, 2.396_972_7, 9.688_189),
        ];
        let mut memory = None;
        for (rating, days, stability, difficulty) in answers {
            let next = next(memory, rating, days);
            let near = |value: f64, expected: f64| (value - expected).abs() < 1e-3 * expected;
            assert!(near(next.stability, stability), "{next:?} {stability}");
            assert!(near(next.difficulty, difficulty), "{next:?} {difficulty}");
            memory = Some(next);
        }
    }
}
