//! Measures a ladder with many agents over loopback: games, the wait between two games, and the ratings.
//!
//! ```text
//! cargo run --release -p parlour-server --example ladder -- 50 600
//! ```
//!
//! runs 50 agents of Jaipur that play random actions for 600 seconds. Every tenth agent is slow. Half-way, the server is
//! killed and started again, and the agents connect again. Every game whose result an agent was told must be stored.

mod run;

use run::{Ladder, Place};
use std::error::Error;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;
use std::{env, io};

/// The argument with which this program is the server.
const SERVE: &str = "serve";

fn main() -> Result<ExitCode, Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [command, database, http, agents] = &arguments[..]
        && command == SERVE
    {
        return run::serve(database.into(), &Place::at(http.parse()?, agents.parse()?))
            .map(|()| ExitCode::SUCCESS);
    }
    let number = |at: usize, default: u32| match arguments.get(at) {
        None => Ok(default),
        Some(text) => text.parse(),
    };
    let ladder = Ladder {
        agents: number(0, 50)?.clamp(2, 1000) as usize,
        time: Duration::from_secs(number(1, 600)?.min(86_400).into()),
        results: 0,
        slow_every: 10,
        pause: Duration::from_secs(2),
    };
    let report = run::run(&ladder, &mut Process::start)?;
    println!("{report}");
    Ok(match report.is_good() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// The server in a process of its own, which is killed when this is dropped.
struct Process(Child);

impl Process {
    fn start(database: &std::path::Path, place: &Place) -> io::Result<Box<dyn Send>> {
        let child = Command::new(env::current_exe()?)
            .arg(SERVE)
            .arg(database)
            .arg(place.http.to_string())
            .arg(place.agents.to_string())
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Box::new(Process(child)))
    }
}

impl Drop for Process {
    /// SIGKILL: nothing can be saved any more.
    fn drop(&mut self) {
        // It may have ended by itself; the report shows that.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
