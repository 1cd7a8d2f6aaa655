//! Waiting for answers without falling asleep, where that is quicker.
//!
//! A thread that waits is put to sleep, and on an idle machine, a virtual one above all, to wake it takes longer than
//! a quick program takes for its answer. One that stays awake instead takes the processor from others, and where the
//! programs are among them their answers come later. Which it is, only trying tells.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// How long it stays awake in one wait.
const AWAKE: Duration = Duration::from_micros(100);
/// Waits asleep, and then as many awake, that tell which is quicker.
const TRIAL: u32 = 32;
/// Waits until it is tried again.
const STRETCH: u32 = 2048;
/// A wait that is longer counts as so long: what a program thinks, or another process takes, tells nothing.
const LONGEST: Duration = Duration::from_millis(1);

/// Waits awake or asleep, whichever was quicker when it was tried last.
#[derive(Debug, Default)]
pub(super) struct AdaptiveWait {
    stage: Stage,
    /// Waits in this stage so far.
    waits: u32,
    /// How long the waits of the trials were together.
    asleep: Duration,
    awake: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    TryAsleep,
    TryAwake,
    Asleep,
    Awake,
}

impl AdaptiveWait {
    /// Whether it will stay awake in the next wait.
    pub(super) fn is_awake(&self) -> bool {
        matches!(self.stage, Stage::TryAwake | Stage::Awake)
    }

    /// Waits for `future`, which asks what was begun to be written down at `start`, and for the answers.
    pub(super) async fn keep<F: Future>(&mut self, start: Instant, future: F) -> F::Output {
        let output = match self.is_awake() {
            false => future.await,
            true => stay_awake(future, Instant::now() + AWAKE).await,
        };
        self.learn(start.elapsed());
        output
    }

    /// Takes note of how long a wait was.
    fn learn(&mut self, waited: Duration) {
        let waited = waited.min(LONGEST);
        match self.stage {
            Stage::TryAsleep => self.asleep += waited,
            Stage::TryAwake => self.awake += waited,
            Stage::Asleep | Stage::Awake => {}
        }
        self.waits += 1;
        self.stage = match self.stage {
            Stage::TryAsleep if self.waits == TRIAL => Stage::TryAwake,
            // It has to be worth the processor's time: a tenth quicker.
            Stage::TryAwake if self.waits == TRIAL => match self.awake * 10 < self.asleep * 9 {
                true => Stage::Awake,
                false => Stage::Asleep,
            },
            Stage::Asleep | Stage::Awake if self.waits == STRETCH => {
                *self = AdaptiveWait::default();
                return;
            }
            _ => return,
        };
        self.waits = 0;
    }
}

/// Waits for `future`, awake until `until`.
async fn stay_awake<F: Future>(future: F, until: Instant) -> F::Output {
    let mut future = pin!(future);
    while Instant::now() < until {
        let polled = poll_fn(|context| Poll::Ready(future.as_mut().poll(context)));
        if let Poll::Ready(output) = polled.await {
            return output;
        }
        // The runtime looks for what has come, without waiting for it.
        tokio::task::yield_now().await;
    }
    future.await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stages of the next waits, when each takes so many microseconds.
    fn stages(vigil: &mut AdaptiveWait, waits: u32, asleep: u64, awake: u64) -> Vec<(Stage, u32)> {
        let mut stages: Vec<(Stage, u32)> = Vec::new();
        for _ in 0..waits {
            let stage = vigil.stage;
            match stages.last_mut() {
                Some((last, count)) if *last == stage => *count += 1,
                _ => stages.push((stage, 1)),
            }
            let waited = if vigil.is_awake() { awake } else { asleep };
            vigil.learn(Duration::from_micros(waited));
        }
        stages
    }

    #[test]
    fn it_does_what_was_quicker_and_tries_again() {
        use Stage::*;
        let mut vigil = AdaptiveWait::default();
        let cycle = 2 * TRIAL + STRETCH;
        assert_eq!(
            stages(&mut vigil, cycle, 90, 60),
            [(TryAsleep, TRIAL), (TryAwake, TRIAL), (Awake, STRETCH)]
        );
        assert_eq!(
            stages(&mut vigil, cycle, 60, 90),
            [(TryAsleep, TRIAL), (TryAwake, TRIAL), (Asleep, STRETCH)]
        );
        // Programs that think, and a difference that is none.
        for (asleep, awake) in [(60_000, 50_000), (70, 68)] {
            let last = stages(&mut vigil, cycle, asleep, awake).pop();
            assert_eq!(last, Some((Asleep, STRETCH)));
        }
    }

    #[tokio::test]
    async fn it_waits_for_the_answer_either_way() {
        for stage in [Stage::Asleep, Stage::Awake] {
            let mut vigil = AdaptiveWait {
                stage,
                ..AdaptiveWait::default()
            };
            for micros in [0, 50, 3000] {
                let answer = async {
                    tokio::time::sleep(Duration::from_micros(micros)).await;
                    micros
                };
                assert_eq!(vigil.keep(Instant::now(), answer).await, micros);
            }
            assert_eq!(vigil.waits, 3);
        }
    }
}
