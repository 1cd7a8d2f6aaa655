//! Measures many tables with slow remote agents over loopback: the time from an answer to the next request.
//!
//! ```text
//! cargo run --release -p parlour-server --example load -- 500 120
//! ```
//!
//! runs 500 tables of Modern Art with five agents each. New games begin for 120 seconds, and all are played to their end.
//! Server and agents share this process, with one thread each; the memory is that of both.

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
        spread: false,
    };
    let report = run::run(&load)?;
    println!("{report}");
    let Report { begun, ended, .. } = report;
    Ok(match begun == ended {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
