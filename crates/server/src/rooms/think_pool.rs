//! Own agents think on threads of their own, so many at a time, and keep nobody else waiting.

use super::room::Reply;
use parlour_engine::{Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::Hosted;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// An own agent: what it has learnt, and its stream of random numbers.
pub(super) struct Thinker<G: Hosted> {
    pub(super) policy: Box<dyn Policy<G>>,
    pub(super) rng: Rng,
}

/// What an own agent has chosen; it comes back with its choice.
pub(super) struct Choice<G: Hosted> {
    pub(super) thinker: Thinker<G>,
    pub(super) action: G::Action,
}

/// Lets an own agent choose as soon as one of the places is free.
pub(super) fn think<G: Hosted>(
    places: Arc<Semaphore>,
    mut thinker: Thinker<G>,
    table: Arc<Table<G>>,
    seat: Seat,
    id: u64,
    replies: mpsc::Sender<Reply<G>>,
) {
    tokio::spawn(async move {
        // Nobody closes the semaphore; if somebody did, nobody would think.
        let Ok(place) = places.acquire_owned().await else {
            return;
        };
        let thinking = tokio::task::spawn_blocking(move || {
            let legal = table.state().legal_actions(seat);
            let known = table.information_state(Viewer::Seat(seat));
            let action = thinker.policy.choose(&known, &legal, &mut thinker.rng);
            // The place belongs to the thread: it is taken as long as that runs.
            drop(place);
            Choice { thinker, action }
        });
        let choice = thinking.await.ok();
        // The room may have ended meanwhile.
        let _ = replies.send(Reply::Policy { seat, id, choice }).await;
    });
}
