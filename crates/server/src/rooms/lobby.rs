//! Holds remote agents that wait for a table.

use super::join::JoinRequest;
use super::registry::RoomRegistry;
use super::room::Event;
use crate::agents::accept::{NewConnection, reject};
use crate::cluster::{Cluster, NotForwarded};
use crate::token::TokenHash;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// How often disconnected agents and those that waited too long are removed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(2);

/// How long an agent waits for another server to take its table over.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(30);
const UNKNOWN_TOKEN: &str = "no seat has that token; its table may have ended";

/// Seats agents until `arrivals` is closed.
pub(crate) async fn run(
    rooms: Arc<RoomRegistry>,
    cluster: Option<Arc<Cluster>>,
    mut arrivals: mpsc::Receiver<NewConnection>,
    mut returned: mpsc::Receiver<JoinRequest>,
) {
    let mut lobby = Lobby {
        rooms: Arc::clone(&rooms),
        cluster,
        waiting: VecDeque::new(),
    };
    let mut sweep = interval(SWEEP_INTERVAL);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            arrival = arrivals.recv() => match arrival {
                Some(NewConnection { link, hello }) => lobby.receive(JoinRequest::new(link, hello, false)),
                None => return,
            },
            Some(request) = returned.recv() => lobby.receive(request),
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
    cluster: Option<Arc<Cluster>>,
    /// In order of arrival.
    waiting: VecDeque<JoinRequest>,
}

impl Lobby {
    fn receive(&mut self, request: JoinRequest) {
        let hello = request.hello.as_ref();
        if let Some(token) = hello.and_then(|hello| hello.token.clone()) {
            let Some(room) = self.rooms.find_token(TokenHash::of(&token)) else {
                if !self.rooms.is_ready() {
                    return self.wait(request);
                }
                return match &self.cluster {
                    Some(cluster) => self.forward(request, token, Arc::clone(cluster)),
                    None => self.reject(request, UNKNOWN_TOKEN),
                };
            };
            tokio::spawn(async move {
                // If the table has just ended, the connection is closed.
                let _ = room.send(Event::Join(request)).await;
            });
            return;
        }
        if let Some(request) = self.offer(request) {
            self.wait(request);
        }
    }

    fn wait(&mut self, request: JoinRequest) {
        self.waiting.push_back(request);
        if self.waiting.len() > self.rooms.limits().lobby
            && let Some(request) = self.waiting.remove(self.agent_of_busiest_address())
        {
            self.reject(
                request,
                "no table has a free seat for an agent, and too many agents wait already",
            );
        }
    }

    /// The newest agent of the address with the most, before that one of its silent connections.
    fn agent_of_busiest_address(&self) -> usize {
        let mut counts: HashMap<Option<IpAddr>, usize> = HashMap::new();
        for request in &self.waiting {
            *counts.entry(request.link.network()).or_default() += 1;
        }
        let busiest = self.waiting.iter().enumerate().max_by_key(|(at, request)| {
            let count = counts.get(&request.link.network());
            (count.copied(), request.hello.is_none(), *at)
        });
        busiest.map_or(0, |(at, _)| at)
    }

    /// Offers an agent to the oldest table with a free seat for it. Returns it if there is none.
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
            self.receive(request);
        }
    }

    /// Removes agents that have disconnected or waited too long.
    fn sweep(&mut self) {
        let max_wait = self.rooms.limits().lobby_time;
        for mut request in std::mem::take(&mut self.waiting) {
            if request.link.discard(request.hello.is_some()).is_err() {
                continue;
            }
            match request.since.elapsed() < max_wait {
                true => self.waiting.push_back(request),
                false => self.reject(
                    request,
                    "no table had a free seat for you within the time limit",
                ),
            }
        }
    }

    /// Leads an agent to the server that has the seat of its token. While one may be found that has it, it waits.
    fn forward(&self, request: JoinRequest, token: String, cluster: Arc<Cluster>) {
        let message_timeout = self.rooms.limits().message_timeout;
        let lobby = self.rooms.lobby();
        tokio::spawn(async move {
            let Err(NotForwarded {
                request,
                may_be_found,
            }) = cluster.forward_agent(request, &token).await
            else {
                return;
            };
            if may_be_found && request.since.elapsed() < TAKEOVER_TIMEOUT {
                sleep(SWEEP_INTERVAL).await;
                // Fails if the server ends.
                let _ = lobby.send(request).await;
            } else {
                reject_request(request, UNKNOWN_TOKEN, message_timeout).await;
            }
        });
    }

    fn reject(&self, request: JoinRequest, reason: &'static str) {
        let message_timeout = self.rooms.limits().message_timeout;
        tokio::spawn(reject_request(request, reason, message_timeout));
    }
}

async fn reject_request(mut request: JoinRequest, reason: &str, message_timeout: Duration) {
    // The classic dialect has no such message: the connection is just closed.
    if request.hello.is_some() {
        reject(&mut request.link, reason, None, message_timeout).await;
    }
    request.link.close(Instant::now() + message_timeout).await;
}
