//! Many tables at once with slow programs, over loopback: how long a table takes from an
//! answer to its next question.
//!
//! ```text
//! cargo run --release -p parlour-server --example load -- 500 120
//! ```
//!
//! holds 500 tables of Modern Art with five programs each for 120 seconds; a table whose game has
//! ended begins another until the time is over, and then every game is played to its end. Server and
//! programs share this process, each with one thread; the memory is that of both.

mod run;

use run::{Load, Report};
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> Result<ExitCode, Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u32| match arguments.next() {
        None => Ok(default),
        Some(text) => text.parse(),
    };
    let load = Load {
        tables: number(500)?.min(5000) as usize,
        time: Duration::from_secs(number(120)?.min(3600).into()),
        seats: number(5)?.clamp(3, 5) as usize,
        pause: [Duration::from_millis(50), Duration::from_millis(200)],
    };
    let report = run::run(&load)?;
    println!("{report}");
    let Report { begun, ended, .. } = report;
    Ok(match begun == ended {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
