//! Runs a number of remote agents in Rust that play at random; `agent.rs` is one of them.
//!
//! ```text
//! parlour host modern-art --seats 5 --games 1000 &
//! cargo run --release -p parlour-server --example agents -- 127.0.0.1:10000 5
//! ```
//!
//! With `awake` after the number, their thread never blocks.

mod agent;

use std::error::Error;
use tokio::task::JoinSet;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments
        .next()
        .unwrap_or_else(|| "127.0.0.1:10000".to_owned());
    let count: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let awake = arguments.next().is_some_and(|text| text == "awake");
    let mut agents: JoinSet<_> = (0..count)
        .map(|number| agent::play(address.clone(), number))
        .collect();
    let playing = async {
        while let Some(played) = agents.join_next().await {
            if let Err(error) = played? {
                eprintln!("an agent ended: {error}");
            }
        }
        Ok(())
    };
    tokio::select! {
        done = playing => done,
        never = agent::stay_awake(), if awake => match never {},
    }
}
