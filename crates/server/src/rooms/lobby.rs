//! Where programs wait that come to the agents' port before there is a table for them.

use super::registry::Rooms;
use super::room::Event;
use super::shared::Guest;
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
    rooms: Arc<Rooms>,
    mut arrivals: mpsc::Receiver<NewConnection>,
    mut sent_back: mpsc::Receiver<Guest>,
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
                Some(NewConnection { link, hello }) => lobby.receive(Guest::new(link, hello, false)),
                None => return,
            },
            Some(guest) = sent_back.recv() => lobby.receive(guest),
            () = rooms.wanted() => lobby.try_all(),
            _ = sweep.tick() => {
                lobby.sweep();
                lobby.try_all();
            }
        }
    }
}

struct Lobby {
    rooms: Arc<Rooms>,
    /// The longest waiting first.
    waiting: VecDeque<Guest>,
}

impl Lobby {
    fn receive(&mut self, guest: Guest) {
        if let Some(token) = guest
            .hello
            .as_ref()
            .and_then(|hello| hello.token.as_deref())
        {
            let Some(room) = self.rooms.find_token(token) else {
                return self.refuse(guest, "no seat has that token; its table may have ended");
            };
            tokio::spawn(async move {
                // A table that has just ended: the connection ends with it.
                let _ = room.send(Event::Guest(guest)).await;
            });
            return;
        }
        let Some(guest) = self.offer(guest) else {
            return;
        };
        match self.waiting.len() < self.rooms.limits().lobby {
            true => self.waiting.push_back(guest),
            false => self.refuse(
                guest,
                "no table waits for an agent, and too many agents wait for a table",
            ),
        }
    }

    /// Offers a program to the first table that waits for one like it. Gives it back when there is none.
    fn offer(&self, guest: Guest) -> Option<Guest> {
        let Some(room) = self.rooms.find_seat(&guest) else {
            return Some(guest);
        };
        match room.try_send(Event::Guest(guest)) {
            Ok(()) => None,
            Err(
                TrySendError::Full(Event::Guest(guest)) | TrySendError::Closed(Event::Guest(guest)),
            ) => Some(guest),
            Err(_) => None,
        }
    }

    fn try_all(&mut self) {
        for guest in std::mem::take(&mut self.waiting) {
            let back = self.offer(guest);
            self.waiting.extend(back);
        }
    }

    /// Lets go who has gone, and who has waited for too long.
    fn sweep(&mut self) {
        let longest = self.rooms.limits().lobby_time;
        for mut guest in std::mem::take(&mut self.waiting) {
            if guest.link.discard(guest.hello.is_some()).is_err() {
                continue;
            }
            match guest.since.elapsed() < longest {
                true => self.waiting.push_back(guest),
                false => self.refuse(guest, "no table has waited for an agent like you"),
            }
        }
    }

    fn refuse(&self, mut guest: Guest, reason: &'static str) {
        let patience = self.rooms.limits().patience;
        tokio::spawn(async move {
            // The classic dialect has no words for it: the connection just ends.
            if guest.hello.is_some() {
                reject(&mut guest.link, reason, patience).await;
            }
            guest.link.close(Instant::now() + patience).await;
        });
    }
}
