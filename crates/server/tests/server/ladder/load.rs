//! A small run of `examples/ladder`, so that it keeps working.

#[path = "../../../examples/ladder/run.rs"]
mod run;

use run::{Ladder, Place};
use std::io;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// The server in a thread of its own, which ends when this is dropped.
struct Thread(Option<(oneshot::Sender<()>, JoinHandle<()>)>);

impl Thread {
    fn start(database: &Path, place: &Place) -> io::Result<Box<dyn Send>> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (database, place) = (database.to_owned(), *place);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            let stop = async {
                // Also returns if the sender was dropped.
                let _ = stopped.await;
            };
            runtime
                .block_on(run::serve_until(database, place, stop))
                .unwrap();
        });
        Ok(Box::new(Thread(Some((stop, thread)))))
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        let (stop, thread) = self.0.take().unwrap();
        let _ = stop.send(());
        thread.join().unwrap();
    }
}

#[test]
fn many_agents_play_and_come_back_after_a_restart() {
    // The server of a process of its own; here it is not needed.
    let _ = run::serve;
    let ladder = Ladder {
        agents: 8,
        time: Duration::ZERO,
        results: 50,
        slow_every: 4,
        pause: Duration::from_millis(700),
    };
    let report = run::run(&ladder, &mut Thread::start).unwrap();
    assert!(report.games >= 40, "{report}");
    assert!(report.quick.0 > 0, "{report}");
    assert!(report.stored >= report.told, "{report}");
    assert!(!report.waits.is_empty() && report.covered.1 == 6);
    // What the example looks at besides.
    let _ = (report.is_good(), Place::at);
}
