//! Clocks: the time limit of each answer, and the time of a seat for a whole game.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The time limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The limit of each answer.
    pub per_answer: Duration,
    /// The time for all answers of a game, if that is limited too.
    pub bank: Option<TimeBank>,
}

/// The time of a seat for all answers of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeBank {
    /// At the start of the game, in milliseconds.
    pub base_ms: u64,
    /// Added after each answer, in milliseconds.
    #[serde(default)]
    pub increment_ms: u64,
}

impl From<Duration> for TimeControl {
    /// A limit for each answer only.
    fn from(per_answer: Duration) -> TimeControl {
        TimeControl {
            per_answer,
            bank: None,
        }
    }
}

/// The clock of a seat in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
}

impl Clock {
    /// At the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let base = control.bank.map_or(0, |bank| bank.base_ms);
        Clock {
            control,
            left: Duration::from_millis(base),
        }
    }

    /// The limit of the next answer.
    #[must_use]
    pub fn limit(&self) -> Duration {
        match self.control.bank {
            Some(_) => self.control.per_answer.min(self.left),
            None => self.control.per_answer,
        }
    }

    /// An answer took this long, or the time limit has passed.
    pub fn spend(&mut self, used: Duration) {
        if let Some(bank) = self.control.bank {
            let increment = Duration::from_millis(bank.increment_ms);
            self.left = self.left.saturating_sub(used) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_bank_bounds_the_sum_and_the_limit_each_answer() {
        let bank = TimeBank {
            base_ms: 5000,
            increment_ms: 1000,
        };
        let mut clock = Clock::new(TimeControl {
            per_answer: 3 * SECOND,
            bank: Some(bank),
        });
        assert_eq!(clock.limit(), 3 * SECOND);
        clock.spend(3 * SECOND);
        assert_eq!(clock.limit(), 3 * SECOND);
        clock.spend(3 * SECOND);
        assert_eq!(clock.limit(), SECOND);
        // Who exceeds the limit has the increment left.
        clock.spend(2 * SECOND);
        assert_eq!(clock.limit(), SECOND);
    }

    #[test]
    fn without_a_bank_every_answer_has_the_same_limit() {
        let mut clock = Clock::new(SECOND.into());
        for _ in 0..3 {
            assert_eq!(clock.limit(), SECOND);
            clock.spend(SECOND);
        }
    }

    #[test]
    fn an_empty_bank_without_increment_leaves_nothing() {
        let bank = TimeBank {
            base_ms: 100,
            increment_ms: 0,
        };
        let mut clock = Clock::new(TimeControl {
            per_answer: SECOND,
            bank: Some(bank),
        });
        clock.spend(SECOND);
        assert_eq!(clock.limit(), Duration::ZERO);
    }
}
