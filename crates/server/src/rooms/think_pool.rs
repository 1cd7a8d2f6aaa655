//! Runs built-in policies on blocking threads, a limited number at a time.

use super::room::Reply;
use parlour_engine::{Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::Hosted;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// A built-in policy with its stream of random numbers.
pub(super) struct Thinker<G: Hosted> {
    pub(super) policy: Box<dyn Policy<G>>,
    pub(super) rng: Rng,
}

/// The choice of a policy, with the policy itself.
pub(super) struct Choice<G: Hosted> {
    pub(super) thinker: Thinker<G>,
    pub(super) action: G::Action,
}

/// Lets a policy choose as soon as a permit is free.
pub(super) fn think<G: Hosted>(
    permits: Arc<Semaphore>,
    mut thinker: Thinker<G>,
    table: Arc<Table<G>>,
    seat: Seat,
    id: u64,
    replies: mpsc::Sender<Reply<G>>,
) {
    tokio::spawn(async move {
        // The semaphore is never closed.
        let Ok(permit) = permits.acquire_owned().await else {
            return;
        };
        let thinking = tokio::task::spawn_blocking(move || {
            let legal = table.state().legal_actions(seat);
            let known = table.information_state(Viewer::Seat(seat));
            let action = thinker.policy.choose(&known, &legal, &mut thinker.rng);
            // Held until here, even if the task is aborted: the thread goes on.
            drop(permit);
            Choice { thinker, action }
        });
        let choice = thinking.await.ok();
        // Fails if the room has ended.
        let _ = replies.send(Reply::Policy { seat, id, choice }).await;
    });
}
