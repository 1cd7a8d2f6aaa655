//! A program from outside in a seat of a room: its own task, so that it can keep nobody waiting.

use super::room::{Event, Reply};
use crate::agents::action_request::ActionRequest;
use crate::agents::remote_agent::RemoteAgent;
use parlour_engine::{Rng, Seat, Table};
use parlour_protocol::Hosted;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// What may wait to be done for one program. One that is so far behind does not read.
const MAX_JOBS: usize = 256;

/// Something a program is told or asked.
pub(super) enum Job<G: Hosted> {
    /// A message of the Parlour dialect.
    Send(Vec<u8>),
    /// The game begins.
    Begin(Arc<Table<G>>),
    /// It is to move. A job that comes before the answer makes it moot.
    Ask {
        /// The game when the turn began.
        table: Arc<Table<G>>,
        /// The number of the question.
        id: u64,
        /// The time for the answer.
        think: Duration,
    },
    /// A turn is complete.
    Tell {
        /// The game before it.
        before: Arc<Table<G>>,
        /// The game after it.
        after: Arc<Table<G>>,
    },
    /// The game is over.
    Finish(Arc<Table<G>>),
    /// It gives the program back, as it is.
    HandOver(oneshot::Sender<RemoteAgent<G>>),
    /// The connection ends.
    Close(String),
}

/// The way to a program.
pub(super) struct AgentHandle<G: Hosted> {
    /// The number of the connection.
    pub(super) connection_id: u64,
    /// Whether it is told of every turn.
    pub(super) hears_turns: bool,
    jobs: mpsc::Sender<Job<G>>,
}

/// Where a program sits, and whom its task tells.
pub(super) struct AgentTask<G: Hosted> {
    pub(super) seat: Seat,
    pub(super) rng: Rng,
    pub(super) patience: Duration,
    pub(super) room: mpsc::Sender<Event>,
    pub(super) replies: mpsc::Sender<Reply<G>>,
}

impl<G: Hosted> AgentHandle<G> {
    /// Takes an agent over.
    pub(super) fn new(
        connection_id: u64,
        outside: RemoteAgent<G>,
        task: AgentTask<G>,
    ) -> AgentHandle<G> {
        let (jobs, queue) = mpsc::channel(MAX_JOBS);
        let hears_turns = outside.hears_turns();
        tokio::spawn(run_agent(connection_id, outside, task, queue));
        AgentHandle {
            connection_id,
            hears_turns,
            jobs,
        }
    }

    /// Has a job done. Returns false when too many wait: the program is of no more use.
    #[must_use]
    pub(super) fn send(&self, job: Job<G>) -> bool {
        self.jobs.try_send(job).is_ok()
    }
}

async fn run_agent<G: Hosted>(
    connection_id: u64,
    mut outside: RemoteAgent<G>,
    mut task: AgentTask<G>,
    mut jobs: mpsc::Receiver<Job<G>>,
) {
    let seat = task.seat;
    let mut next = None;
    loop {
        if outside.has_just_left() {
            // The room may have ended meanwhile.
            let _ = task.room.send(Event::Left { connection_id }).await;
        }
        let job = match next.take() {
            Some(job) => job,
            None => tokio::select! {
                job = jobs.recv() => match job {
                    Some(job) => job,
                    None => return,
                },
                () = outside.lost(), if outside.is_here() => continue,
            },
        };
        let until = Instant::now() + task.patience;
        match job {
            Job::Send(line) => outside.send(&line, until).await,
            Job::Begin(table) => outside.begin(1, &table, seat, until).await,
            Job::Tell { before, after } => outside.tell(&before, &after, seat, until).await,
            Job::Finish(table) => outside.finish(&table, seat, until).await,
            Job::HandOver(taker) => {
                // Where nobody takes it any more its connection ends.
                let _ = taker.send(outside);
                return;
            }
            Job::Close(reason) => return outside.bye(&reason, until).await,
            Job::Ask { table, id, think } => {
                let question = ActionRequest {
                    table: &table,
                    seat,
                    id,
                    think,
                };
                let posed = outside.pose(&question);
                let said = tokio::select! {
                    said = outside.answer(&question, posed, &mut task.rng) => said,
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
                    said,
                };
                if task.replies.send(reply).await.is_err() {
                    return;
                }
            }
        }
    }
}
