//! A remote agent in the Parlour dialect that plays at random.

use serde::Deserialize;
use std::borrow::Cow;
use std::convert::Infallible;
use std::error::Error;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// The fields needed by an agent that uses its legal actions only. Other fields are skipped.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(rename = "type", borrow)]
    kind: &'a str,
    #[serde(default)]
    id: u64,
    #[serde(default, borrow)]
    legal: Vec<&'a str>,
}

/// Plays until the connection is closed.
///
/// # Errors
/// If it cannot connect, or receives an invalid message.
pub(crate) async fn play(address: String, number: u64) -> Result<(), Box<dyn Error + Send + Sync>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut table = BufReader::new(stream);
    let hello =
        format!(r#"{{"type":"hello","version":1,"name":"rust {number}","legal":"ranges"}}"#);
    table.write_all(format!("{hello}\n").as_bytes()).await?;
    // A generator of our own, so that the example needs nothing: xorshift.
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number + 1);
    let mut line = Vec::new();
    loop {
        line.clear();
        if table.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let Message { kind, id, legal } = serde_json::from_slice(&line)?;
        match kind {
            "turn" => {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let listed = &legal[random as usize % legal.len()];
                let action = pick(listed, random >> 32);
                let answer =
                    format!("{{\"type\":\"action\",\"id\":{id},\"action\":\"{action}\"}}\n");
                table.write_all(answer.as_bytes()).await?;
            }
            "bye" => return Ok(()),
            _ => {}
        }
    }
}

/// An action of a range `bid 0..113`, or the action itself.
fn pick(listed: &str, random: u64) -> Cow<'_, str> {
    let run = || {
        let (first, last) = listed.split_once("..")?;
        let (stem, first) = first.split_at(first.rfind(' ')? + 1);
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some(format!("{stem}{}", first + random % (last - first + 1)))
    };
    run().map_or(Cow::Borrowed(listed), Cow::Owned)
}

/// Keeps the thread of a runtime from blocking as long as it is polled, so that agents answer without being woken.
pub(crate) async fn stay_awake() -> Infallible {
    loop {
        tokio::task::yield_now().await;
    }
}
