//! The task of a remote agent in a seat of a room, so that the room never waits for the agent.

use super::outbox::Outbox;
use super::room::{Event, Reply};
use crate::agents::remote_agent::RemoteAgent;
use parlour_engine::{Rng, Seat, Table};
use parlour_protocol::{ActionRequest, Hosted};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Jobs that may be queued for one agent. An agent that is further behind is disconnected.
const MAX_JOBS: usize = 256;

/// Something to do with an agent.
pub(super) enum Job<G: Hosted> {
    /// Send a message of the Parlour dialect.
    Send(Vec<u8>),
    /// Send a message of the Parlour dialect, after which the room receives [`Event::Confirmed`].
    Welcome(Vec<u8>),
    /// Announce the game.
    Begin(Arc<Table<G>>),
    /// Request an action. A job that comes before the answer cancels the request.
    Ask {
        /// The current state.
        table: Arc<Table<G>>,
        /// The number of the request.
        id: u64,
        /// The time limit for the answer.
        think: Duration,
    },
    /// Send the result of a turn.
    Tell {
        /// The state before it.
        before: Arc<Table<G>>,
        /// The state after it.
        after: Arc<Table<G>>,
    },
    /// Send the result of the game.
    Finish(Arc<Table<G>>),
    /// Hand over the agent with its connection, and end the task.
    HandOver(oneshot::Sender<RemoteAgent<G>>),
    /// Close the connection, for this reason.
    Close(String),
}

/// The handle of the task.
pub(super) struct AgentHandle<G: Hosted> {
    /// The number of the connection.
    pub(super) connection_id: u64,
    /// Whether the agent is told of every turn.
    pub(super) hears_turns: bool,
    jobs: mpsc::Sender<Job<G>>,
    outbox: Outbox,
}

/// The context of the task: its seat, and its channels to the room.
pub(super) struct AgentTask<G: Hosted> {
    pub(super) seat: Seat,
    pub(super) rng: Rng,
    pub(super) message_timeout: Duration,
    pub(super) room: mpsc::Sender<Event>,
    pub(super) replies: mpsc::Sender<Reply<G>>,
}

impl<G: Hosted> AgentHandle<G> {
    /// Starts the task.
    pub(super) fn new(
        connection_id: u64,
        agent: RemoteAgent<G>,
        task: AgentTask<G>,
        outbox: Outbox,
    ) -> AgentHandle<G> {
        let (jobs, queue) = mpsc::channel(MAX_JOBS);
        let hears_turns = agent.hears_turns();
        tokio::spawn(run_agent(connection_id, agent, task, queue));
        AgentHandle {
            connection_id,
            hears_turns,
            jobs,
            outbox,
        }
    }

    /// Queues a job. Returns false if too many are queued.
    #[must_use]
    pub(super) fn send(&self, job: Job<G>) -> bool {
        let Ok(permit) = self.jobs.clone().try_reserve_owned() else {
            return false;
        };
        self.outbox.queue(move || {
            permit.send(job);
        });
        true
    }
}

async fn run_agent<G: Hosted>(
    connection_id: u64,
    mut agent: RemoteAgent<G>,
    mut task: AgentTask<G>,
    mut jobs: mpsc::Receiver<Job<G>>,
) {
    let seat = task.seat;
    let mut next = None;
    loop {
        if agent.take_disconnect() {
            // Fails if the room has ended.
            let _ = task.room.send(Event::Left { connection_id }).await;
        }
        let job = match next.take() {
            Some(job) => job,
            None => tokio::select! {
                job = jobs.recv() => match job {
                    Some(job) => job,
                    None => return,
                },
                () = agent.disconnected(), if agent.is_connected() => continue,
            },
        };
        let deadline = Instant::now() + task.message_timeout;
        match job {
            Job::Send(line) => agent.send(&line, deadline).await,
            Job::Welcome(line) => {
                agent.send(&line, deadline).await;
                if agent.is_connected() {
                    // Fails if the room has ended.
                    let _ = task.room.send(Event::Confirmed { connection_id }).await;
                }
            }
            Job::Begin(table) => agent.begin(1, &table, seat, deadline).await,
            Job::Tell { before, after } => agent.send_turn(&before, &after, seat, deadline).await,
            Job::Finish(table) => agent.finish(&table, seat, deadline).await,
            Job::HandOver(taker) => {
                // If the receiver has been dropped, the connection is closed.
                let _ = taker.send(agent);
                return;
            }
            Job::Close(reason) => return agent.close(&reason, None, deadline).await,
            Job::Ask { table, id, think } => {
                let request = ActionRequest {
                    table: &table,
                    seat,
                    id,
                    think,
                };
                let prepared = agent.prepare(&request);
                let answer = tokio::select! {
                    answer = agent.request_action(&request, prepared, &mut task.rng) => answer,
                    job = jobs.recv() => match job {
                        Some(job) => {
                            next = Some(job);
                            continue;
                        }
                        None => return,
                    },
                };
                let reply = Reply::Agent {
                    connection_id,
                    id,
                    answer,
                };
                if task.replies.send(reply).await.is_err() {
                    return;
                }
            }
        }
    }
}
