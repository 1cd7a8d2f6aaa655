//! The connection of one person to a shared replay.

use super::replay::{CannotJoin, End, Replay};
use crate::agents::link::{AgentFault, Link, no_deadline};
use crate::rate_limit::MessageRate;
use crate::rooms::Limits;
use crate::token::Token;
use parlour_protocol::bye_code::ByeCode;
use parlour_protocol::shared_replay::{FromViewer, ToViewer};
use std::sync::Arc;
use tokio::time::Instant;

/// Why a connection is closed.
enum Close {
    /// The person has left.
    Left,
    /// The server stops.
    Stopped,
    /// With a code.
    Code(ByeCode),
    /// With a reason for authors of clients.
    Reason(&'static str),
}

impl From<End> for Close {
    fn from(end: End) -> Close {
        match end {
            End::Ended => Close::Code(ByeCode::ReplayEnded),
            End::Stopped => Close::Stopped,
        }
    }
}

/// Serves a connection until it ends.
pub(super) async fn serve(mut link: Link, replay: Arc<Replay>, limits: &Limits) {
    let bye = match attend(&mut link, &replay, limits).await {
        // Clients connect again, and the creator makes the replay again.
        Close::Left | Close::Stopped => None,
        Close::Code(code) => Some((code.to_string(), Some(code))),
        Close::Reason(reason) => Some((reason.to_owned(), None)),
    };
    if let Some((reason, code)) = bye {
        // Fails if the person has left.
        send(&mut link, &ToViewer::Bye { reason, code }, limits).await;
    }
    link.close(Instant::now() + limits.message_timeout).await;
}

async fn attend(link: &mut Link, replay: &Replay, limits: &Limits) -> Close {
    let Ok(first) = link.line(Instant::now() + limits.message_timeout).await else {
        return Close::Left;
    };
    let Ok(FromViewer::Join { name, token }) = serde_json::from_slice(&first) else {
        return Close::Reason("the first message is {\"type\":\"join\",\"name\":…}");
    };
    let number = match replay.join(name.as_deref(), token.as_deref()) {
        Ok(number) => number,
        Err(CannotJoin::Full) => return Close::Code(ByeCode::ReplayFull),
        Err(CannotJoin::Over(end)) => return end.into(),
    };
    let _leaves = LeaveOnDrop { replay, number };
    let mut states = replay.follow();
    let mut known = None;
    let mut rate = MessageRate::new(limits.messages);
    loop {
        tokio::select! {
            changed = states.changed() => {
                if changed.is_err() {
                    return Close::Left;
                }
                let messages = {
                    let state = states.borrow_and_update();
                    if let Some(end) = state.end() {
                        return end.into();
                    }
                    state.messages(number, &mut known)
                };
                for message in messages {
                    if !send(link, &message, limits).await {
                        return Close::Left;
                    }
                }
            }
            line = link.line(no_deadline()) => {
                let line = match line {
                    Ok(line) => line,
                    Err(AgentFault::TooLong) => return Close::Reason("a message may have at most 64 KiB"),
                    Err(AgentFault::Disconnected) => return Close::Left,
                    // A frame that is no text counts as a message.
                    Err(_) => Vec::new(),
                };
                if !rate.admits(Instant::now()) {
                    return Close::Reason("too many messages");
                }
                obey(replay, number, &line);
            }
        }
    }
}

/// Does what a message asks for, if the person may. Anything else changes nothing: the last state says who leads.
fn obey(replay: &Replay, number: u64, line: &[u8]) {
    match serde_json::from_slice(line) {
        Ok(FromViewer::Seek { ply }) => replay.seek(number, ply),
        Ok(FromViewer::HandOver { to }) => {
            // Without random numbers the leader stays.
            if let Ok(token) = Token::new() {
                replay.hand_over(number, to, token);
            }
        }
        Ok(FromViewer::Lead { token }) => replay.lead(number, &token),
        Ok(FromViewer::Join { .. }) | Err(_) => {}
    }
}

async fn send(link: &mut Link, message: &ToViewer, limits: &Limits) -> bool {
    let line = serde_json::to_vec(message).unwrap_or_default();
    let deadline = Instant::now() + limits.message_timeout;
    link.send(&line, deadline).await.is_ok()
}

/// Leaves however the connection ends.
struct LeaveOnDrop<'a> {
    replay: &'a Replay,
    number: u64,
}

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        self.replay.leave(self.number);
    }
}
