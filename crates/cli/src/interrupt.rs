//! Ctrl-C during a long computation that can end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sets `stop` at the first Ctrl-C, and says so on stderr; the second ends the process with status 130.
pub(crate) fn sets(stop: &Arc<AtomicBool>, told: &'static str) {
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build();
        // Without it, Ctrl-C ends the process at once, as it usually does.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.store(true, Ordering::Relaxed);
                eprintln!("{told}");
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
}
