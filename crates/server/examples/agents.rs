//! Agents in Rust over the Parlour dialect: as many as are asked for, each on a
//! connection of its own, all playing at random.
//!
//! ```text
//! parlour host modern-art --seats 5 --games 1000 &
//! cargo run --release -p parlour-server --example agents -- 127.0.0.1:10000 5
//! ```

use serde::Deserialize;
use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;

/// What matters to an agent that looks at nothing but its legal actions. Other messages,
/// and the other fields of these, are skipped.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    Turn {
        id: u64,
        legal: Vec<String>,
    },
    Bye {},
    #[serde(other)]
    Other,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments
        .next()
        .unwrap_or_else(|| "127.0.0.1:10000".to_owned());
    let count: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let agents: Vec<_> = (0..count)
        .map(|number| {
            let address = address.clone();
            std::thread::spawn(move || {
                if let Err(error) = play(&address, number) {
                    eprintln!("agent {number}: {error}");
                }
            })
        })
        .collect();
    for agent in agents {
        agent.join().map_err(|_| "an agent panicked")?;
    }
    Ok(())
}

fn play(address: &str, number: u64) -> Result<(), Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream.try_clone()?);
    let hello =
        format!(r#"{{"type":"hello","version":1,"name":"rust {number}","legal":"ranges"}}"#);
    stream.write_all(format!("{hello}\n").as_bytes())?;
    // A generator of our own, so that the example needs nothing: xorshift.
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number + 1);
    let mut line = String::new();
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        match serde_json::from_str(&line)? {
            Message::Turn { id, legal } => {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let listed = &legal[random as usize % legal.len()];
                let action = pick(listed, random >> 32);
                let answer =
                    format!("{{\"type\":\"action\",\"id\":{id},\"action\":\"{action}\"}}\n");
                stream.write_all(answer.as_bytes())?;
            }
            Message::Bye {} => return Ok(()),
            Message::Other => {}
        }
    }
}

/// One action of a run `bid 0..113`, or the action itself.
fn pick(listed: &str, random: u64) -> String {
    let run = || {
        let (first, last) = listed.split_once("..")?;
        let (stem, first) = first.split_at(first.rfind(' ')? + 1);
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some(format!("{stem}{}", first + random % (last - first + 1)))
    };
    run().unwrap_or_else(|| listed.to_owned())
}
