//! Agents in Rust over the Parlour dialect: as many as are asked for, each on a
//! connection of its own, all playing at random. `agent.rs` is one of them.
//!
//! ```text
//! parlour host modern-art --seats 5 --games 1000 &
//! cargo run --release -p parlour-server --example agents -- 127.0.0.1:10000 5
//! ```

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
    let mut agents: JoinSet<_> = (0..count)
        .map(|number| agent::play(address.clone(), number))
        .collect();
    while let Some(played) = agents.join_next().await {
        if let Err(error) = played? {
            eprintln!("an agent ended: {error}");
        }
    }
    Ok(())
}
