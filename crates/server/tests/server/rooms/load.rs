//! A small run of `examples/load`, so that it keeps working.

#[path = "../../../examples/load/run.rs"]
mod run;

use run::Load;
use std::time::Duration;

#[test]
fn many_tables_with_slow_agents_all_end() {
    let load = Load {
        tables: 20,
        time: Duration::from_millis(500),
        seats: 3,
        pause: [Duration::from_millis(1), Duration::from_millis(5)],
        spread: true,
    };
    let report = run::run(&load).unwrap();
    assert!(report.begun >= 20);
    assert_eq!((report.ended, report.faults), (report.begun, 0));
    assert!(report.quantile(0.5) > Duration::ZERO);
}
