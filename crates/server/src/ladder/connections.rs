//! Sorts the connections of the agents' port: those of agents of the ladder, and those for tables.
//!
//! An agent of the Parlour dialect shows its token in its hello. An agent of the classic dialect, which only tells its
//! name, has the token as its name. All other connections go on to the tables.

use super::registry::Ladder;
use crate::agents::accept::NewConnection;
use crate::agents::remote_agent::request_name;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Passes connections with the token of an agent to the ladder, and the others to `tables`.
pub(crate) async fn admit(
    ladder: Arc<Ladder>,
    mut arrivals: mpsc::Receiver<NewConnection>,
    tables: mpsc::Sender<NewConnection>,
) {
    while let Some(arrival) = arrivals.recv().await {
        let (ladder, tables) = (Arc::clone(&ladder), tables.clone());
        // A connection that is slow to tell its name delays no other.
        tokio::spawn(async move {
            if let Some(arrival) = offer(&ladder, arrival).await {
                // Fails if the server is being stopped.
                let _ = tables.send(arrival).await;
            }
        });
    }
}

/// Offers a connection to the ladder. Returns it if it does not belong there.
async fn offer(ladder: &Ladder, arrival: NewConnection) -> Option<NewConnection> {
    let NewConnection { mut link, hello } = arrival;
    if let Some(hello) = hello {
        let token = hello.token.as_deref().unwrap_or_default();
        return match ladder.agent_of(token) {
            Some(at) => {
                ladder.join(at, link, Some(hello)).await;
                None
            }
            None => Some(NewConnection {
                link,
                hello: Some(hello),
            }),
        };
    }
    let opening = ladder
        .boards
        .iter()
        .find_map(|board| board.classic.as_deref());
    let Some(opening) = opening else {
        return Some(NewConnection { link, hello: None });
    };
    // A table asks for the name again, with the seat there.
    let name = request_name(&mut link, opening, Instant::now() + ladder.message_timeout).await;
    let name = String::from_utf8_lossy(&name.ok()?).trim().to_owned();
    match ladder.agent_of(&name) {
        Some(at) if ladder.boards[at.board].classic.is_some() => {
            ladder.join(at, link, None).await;
            None
        }
        // An agent of a game without the classic dialect is no agent of a table either.
        Some(_) => None,
        None => Some(NewConnection { link, hello: None }),
    }
}
