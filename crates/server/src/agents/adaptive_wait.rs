//! Waits for answers by spinning or by blocking, whichever measures faster.
//!
//! On an idle machine, above all a virtual one, waking a blocked thread takes longer than a fast agent takes to answer.
//! A thread that spins instead takes processor time from agents on the same machine. Both are measured from time to
//! time.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// The longest spin within one wait.
const MAX_SPIN: Duration = Duration::from_micros(100);
/// Waits in each of the two trials, blocking and spinning.
const TRIAL_WAITS: u32 = 32;
/// Waits between two trials.
const WAITS_BETWEEN_TRIALS: u32 = 2048;
/// Longer waits count as this long: they are due to agents that think, or to other processes.
const MAX_MEASURED: Duration = Duration::from_millis(1);

/// The state of the measurements.
#[derive(Debug, Default)]
pub(super) struct AdaptiveWait {
    stage: Stage,
    /// Waits in this stage so far.
    waits: u32,
    /// Total time of each trial.
    blocking: Duration,
    spinning: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    TryBlocking,
    TrySpinning,
    Blocking,
    Spinning,
}

impl AdaptiveWait {
    /// Whether the next wait spins.
    pub(super) fn spins(&self) -> bool {
        matches!(self.stage, Stage::TrySpinning | Stage::Spinning)
    }

    /// Waits for `future`, which sends requests whose encoding began at `start` and receives the answers.
    pub(super) async fn run<F: Future>(&mut self, start: Instant, future: F) -> F::Output {
        let output = match self.spins() {
            false => future.await,
            true => spin(future, Instant::now() + MAX_SPIN).await,
        };
        self.record(start.elapsed());
        output
    }

    /// Records the length of a wait.
    fn record(&mut self, waited: Duration) {
        let waited = waited.min(MAX_MEASURED);
        match self.stage {
            Stage::TryBlocking => self.blocking += waited,
            Stage::TrySpinning => self.spinning += waited,
            Stage::Blocking | Stage::Spinning => {}
        }
        self.waits += 1;
        self.stage = match self.stage {
            Stage::TryBlocking if self.waits == TRIAL_WAITS => Stage::TrySpinning,
            // Spinning has to be a tenth faster to be worth the processor time.
            Stage::TrySpinning if self.waits == TRIAL_WAITS => {
                match self.spinning * 10 < self.blocking * 9 {
                    true => Stage::Spinning,
                    false => Stage::Blocking,
                }
            }
            Stage::Blocking | Stage::Spinning if self.waits == WAITS_BETWEEN_TRIALS => {
                *self = AdaptiveWait::default();
                return;
            }
            _ => return,
        };
        self.waits = 0;
    }
}

/// Waits for `future`, spinning until `end`.
async fn spin<F: Future>(future: F, end: Instant) -> F::Output {
    let mut future = pin!(future);
    while Instant::now() < end {
        let polled = poll_fn(|context| Poll::Ready(future.as_mut().poll(context)));
        if let Poll::Ready(output) = polled.await {
            return output;
        }
        // Lets the runtime poll for events without blocking.
        tokio::task::yield_now().await;
    }
    future.await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stages of the next waits, when a wait of each kind takes this many microseconds.
    fn stages(
        wait: &mut AdaptiveWait,
        waits: u32,
        blocking: u64,
        spinning: u64,
    ) -> Vec<(Stage, u32)> {
        let mut stages: Vec<(Stage, u32)> = Vec::new();
        for _ in 0..waits {
            let stage = wait.stage;
            match stages.last_mut() {
                Some((last, count)) if *last == stage => *count += 1,
                _ => stages.push((stage, 1)),
            }
            let waited = if wait.spins() { spinning } else { blocking };
            wait.record(Duration::from_micros(waited));
        }
        stages
    }

    #[test]
    fn the_faster_way_is_used_until_the_next_trial() {
        use Stage::*;
        let mut wait = AdaptiveWait::default();
        let cycle = 2 * TRIAL_WAITS + WAITS_BETWEEN_TRIALS;
        assert_eq!(
            stages(&mut wait, cycle, 90, 60),
            [
                (TryBlocking, TRIAL_WAITS),
                (TrySpinning, TRIAL_WAITS),
                (Spinning, WAITS_BETWEEN_TRIALS)
            ]
        );
        assert_eq!(
            stages(&mut wait, cycle, 60, 90),
            [
                (TryBlocking, TRIAL_WAITS),
                (TrySpinning, TRIAL_WAITS),
                (Blocking, WAITS_BETWEEN_TRIALS)
            ]
        );
        // Agents that think, and an insignificant difference.
        for (blocking, spinning) in [(60_000, 50_000), (70, 68)] {
            let last = stages(&mut wait, cycle, blocking, spinning).pop();
            assert_eq!(last, Some((Blocking, WAITS_BETWEEN_TRIALS)));
        }
    }

    #[tokio::test]
    async fn both_ways_return_the_answer() {
        for stage in [Stage::Blocking, Stage::Spinning] {
            let mut wait = AdaptiveWait {
                stage,
                ..AdaptiveWait::default()
            };
            for micros in [0, 50, 3000] {
                let answer = async {
                    tokio::time::sleep(Duration::from_micros(micros)).await;
                    micros
                };
                assert_eq!(wait.run(Instant::now(), answer).await, micros);
            }
            assert_eq!(wait.waits, 3);
        }
    }
}
