//! Where programs wait that come to the agents' port before there is a table for them.

use super::registry::RoomRegistry;
use super::room::Event;
use super::shared::JoinRequest;
use crate::agents::accept::{NewConnection, reject};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often it is looked who has gone or waited for too long.
const SWEEP: Duration = Duration::from_secs(2);

/// Seats programs until the door is closed.
pub(crate) async fn keep(
    rooms: Arc<RoomRegistry>,
    mut arrivals: mpsc::Receiver<NewConnection>,
    mut sent_back: mpsc::Receiver<JoinRequest>,
) {
    let mut lobby = Lobby {
        rooms: Arc::clone(&rooms),
        waiting: VecDeque::new(),
    };
    let mut sweep = interval(SWEEP);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            arrival = arrivals.recv() => match arrival {
                Some(NewConnection { link, hello }) => lobby.receive(JoinRequest::new(link, hello, false)),
                None => return,
            },
            Some(request) = sent_back.recv() => lobby.receive(request),
            () = rooms.wanted() => lobby.try_all(),
            _ = sweep.tick() => {
                lobby.sweep();
                lobby.try_all();
            }
        }
    }
}

struct Lobby {
    rooms: Arc<RoomRegistry>,
    /// The longest waiting first.
    waiting: VecDeque<JoinRequest>,
}

impl Lobby {
    fn receive(&mut self, request: JoinRequest) {
        if let Some(token) = request
            .hello
            .as_ref()
            .and_then(|hello| hello.token.as_deref())
        {
            let Some(room) = self.rooms.find_token(token) else {
                return self.refuse(request, "no seat has that token; its table may have ended");
            };
            tokio::spawn(async move {
                // A table that has just ended: the connection ends with it.
                let _ = room.send(Event::Join(request)).await;
            });
            return;
        }
        let Some(request) = self.offer(request) else {
            return;
        };
        match self.waiting.len() < self.rooms.limits().lobby {
            true => self.waiting.push_back(request),
            false => self.refuse(
                request,
                "no table waits for an agent, and too many agents wait for a table",
            ),
        }
    }

    /// Offers a program to the first table that waits for one like it. Gives it back when there is none.
    fn offer(&self, request: JoinRequest) -> Option<JoinRequest> {
        let Some(room) = self.rooms.find_seat(&request) else {
            return Some(request);
        };
        match room.try_send(Event::Join(request)) {
            Ok(()) => None,
            Err(
                TrySendError::Full(Event::Join(request))
                | TrySendError::Closed(Event::Join(request)),
            ) => Some(request),
            Err(_) => None,
        }
    }

    fn try_all(&mut self) {
        for request in std::mem::take(&mut self.waiting) {
            let back = self.offer(request);
            self.waiting.extend(back);
        }
    }

    /// Lets go who has gone, and who has waited for too long.
    fn sweep(&mut self) {
        let longest = self.rooms.limits().lobby_time;
        for mut request in std::mem::take(&mut self.waiting) {
            if request.link.discard(request.hello.is_some()).is_err() {
                continue;
            }
            match request.since.elapsed() < longest {
                true => self.waiting.push_back(request),
                false => self.refuse(request, "no table has waited for an agent like you"),
            }
        }
    }

    fn refuse(&self, mut request: JoinRequest, reason: &'static str) {
        let patience = self.rooms.limits().patience;
        tokio::spawn(async move {
            // The classic dialect has no words for it: the connection just ends.
            if request.hello.is_some() {
                reject(&mut request.link, reason, patience).await;
            }
            request.link.close(Instant::now() + patience).await;
        });
    }
}
