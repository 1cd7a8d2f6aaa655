//! Virtual time for tests. It passes only while the runtime runs, so that a machine that stops for seconds misses no
//! time limit, and a test that waits for one need not sit through it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time;

/// A step of virtual time, and the real time between two steps.
const STEP: Duration = Duration::from_millis(1);
const REAL_STEP: Duration = Duration::from_millis(2);

/// Lets the paused time of this runtime pass, at half the speed of real time. Once `jump` is set, it jumps to the
/// next timer whenever the runtime is idle.
pub(crate) fn run(jump: Arc<AtomicBool>) {
    let (step, mut steps) = mpsc::channel(1);
    // Tokio does not jump to the next timer as long as a blocking task runs. This one ends with the runtime.
    tokio::task::spawn_blocking(move || {
        while !jump.load(Ordering::Relaxed) && step.blocking_send(()).is_ok() {
            std::thread::sleep(REAL_STEP);
        }
    });
    tokio::spawn(async move {
        while steps.recv().await.is_some() {
            time::advance(STEP).await;
        }
    });
}
