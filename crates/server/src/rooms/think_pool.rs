//! Runs built-in policies on blocking threads, a limited number at a time, and shares their time fairly between the
//! owners of tables.
//!
//! The owner who has used the least time comes next. One thread more than the limit is kept for owners of whom no
//! policy is thinking, so that one owner cannot occupy all.

use super::room::Reply;
use crate::metrics::Metrics;
use parlour_agents::stoppable;
use parlour_engine::{Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::Hosted;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::mem;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;
use tracing::Instrument as _;

/// A built-in policy with its stream of random numbers.
pub(crate) struct Thinker<G: Hosted> {
    pub(crate) policy: Box<dyn Policy<G>>,
    pub(crate) rng: Rng,
}

/// The choice of a policy, with the policy itself.
pub(crate) struct Choice<G: Hosted> {
    pub(crate) thinker: Thinker<G>,
    pub(crate) action: G::Action,
}

/// Permits to think. Clones share them.
#[derive(Clone)]
pub(crate) struct ThinkPool {
    queue: Arc<Mutex<Queue>>,
    metrics: Arc<Metrics>,
}

impl fmt::Debug for ThinkPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThinkPool").finish_non_exhaustive()
    }
}

struct Queue {
    /// Number of policies that think at the same time, for one owner.
    threads: usize,
    running: usize,
    /// The owners with requests.
    owners: HashMap<IpAddr, Owner>,
    /// The time that the last owner to start had used: where a new owner begins.
    clock: Duration,
}

#[derive(Default)]
struct Owner {
    running: usize,
    /// The thinking time used so far, on the scale of `Queue::clock`.
    used: Duration,
    /// The requests and their times.
    waiting: VecDeque<(Instant, oneshot::Sender<ThinkPermit>)>,
}

/// Permission for one policy to think, until it is dropped.
pub(crate) struct ThinkPermit {
    /// `None` if it was never used.
    pool: Option<ThinkPool>,
    owner: IpAddr,
    requested: Instant,
    since: Instant,
}

impl ThinkPool {
    /// `threads` policies of one owner think at the same time, and one more of another owner.
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> ThinkPool {
        let queue = Queue {
            threads: threads.max(1),
            running: 0,
            owners: HashMap::new(),
            clock: Duration::ZERO,
        };
        ThinkPool {
            queue: Arc::new(Mutex::new(queue)),
            metrics,
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of policies that think, and of those that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        let waiting = queue.owners.values().map(|owner| owner.waiting.len());
        (queue.running, waiting.sum())
    }

    /// Requests a permit for an owner. Dropping the receiver withdraws the request.
    pub(crate) fn request(&self, owner: IpAddr) -> oneshot::Receiver<ThinkPermit> {
        let (permit, answer) = oneshot::channel();
        let mut queue = self.queue();
        let clock = queue.clock;
        let entry = queue.owners.entry(owner).or_insert_with(|| Owner {
            used: clock,
            ..Owner::default()
        });
        entry.waiting.push_back((Instant::now(), permit));
        self.start(&mut queue);
        answer
    }

    /// Gives permits as long as there are any.
    fn start(&self, queue: &mut Queue) {
        loop {
            let (threads, running) = (queue.threads, queue.running);
            let may_start = |owner: &Owner| {
                !owner.waiting.is_empty()
                    && (running < threads || (running == threads && owner.running == 0))
            };
            let next = (queue.owners.iter_mut()).filter(|(_, owner)| may_start(owner));
            // Ties by address, so that the order does not depend on the map's.
            let Some((&address, owner)) =
                next.min_by_key(|(address, owner)| (owner.used, **address))
            else {
                return;
            };
            let Some((requested, waiting)) = owner.waiting.pop_front() else {
                return;
            };
            let permit = ThinkPermit {
                pool: Some(self.clone()),
                owner: address,
                requested,
                since: Instant::now(),
            };
            match waiting.send(permit) {
                Ok(()) => {
                    owner.running += 1;
                    queue.clock = queue.clock.max(owner.used);
                    queue.running += 1;
                }
                // The request was withdrawn.
                Err(mut permit) => {
                    permit.pool = None;
                    if owner.running == 0 && owner.waiting.is_empty() {
                        queue.owners.remove(&address);
                    }
                }
            }
        }
    }
}

impl Drop for ThinkPermit {
    fn drop(&mut self) {
        let Some(pool) = mem::take(&mut self.pool) else {
            return;
        };
        let mut queue = pool.queue();
        queue.running -= 1;
        if let Some(owner) = queue.owners.get_mut(&self.owner) {
            owner.running -= 1;
            owner.used += self.since.elapsed();
            if owner.running == 0 && owner.waiting.is_empty() {
                queue.owners.remove(&self.owner);
            }
        }
        pool.start(&mut queue);
    }
}

/// A request for the choice of a policy.
pub(super) struct ThinkRequest<G: Hosted> {
    pub(super) thinker: Thinker<G>,
    pub(super) table: Arc<Table<G>>,
    pub(super) seat: Seat,
    /// The number of the request.
    pub(super) id: u64,
    /// From then on the choice is not needed any more.
    pub(super) deadline: tokio::time::Instant,
    /// The owner of the table.
    pub(super) owner: IpAddr,
}

/// Lets a policy choose on a blocking thread. `None` if it has panicked. Once `stop` is set, its searches end, and so does
/// the thread; what it chooses is of no use then.
pub(crate) async fn choose<G: Hosted>(
    permit: ThinkPermit,
    mut thinker: Thinker<G>,
    table: Arc<Table<G>>,
    seat: Seat,
    stop: Arc<AtomicBool>,
) -> Option<Choice<G>> {
    let metrics = permit.pool.as_ref().map(|pool| Arc::clone(&pool.metrics));
    let (waited, started) = (permit.since - permit.requested, permit.since);
    let thinking = tokio::task::spawn_blocking(move || {
        let legal = table.state().legal_actions(seat);
        let known = table.information_state(Viewer::Seat(seat));
        let action = stoppable(stop, || {
            thinker.policy.choose(&known, &legal, &mut thinker.rng)
        });
        // Held until here, even if the task is aborted: the thread goes on.
        drop(permit);
        Choice { thinker, action }
    });
    let choice = thinking.await.ok();
    if let Some(metrics) = metrics {
        metrics.time_thinking(waited, started.elapsed());
    }
    if choice.is_none() {
        tracing::error!(seat = seat.index(), "a policy has panicked");
    }
    choice
}

/// Lets a policy choose as soon as there is a permit. There is no reply if that is not before the deadline.
pub(super) fn think<G: Hosted>(
    pool: &ThinkPool,
    request: ThinkRequest<G>,
    replies: mpsc::Sender<Reply<G>>,
) {
    let ThinkRequest {
        thinker,
        table,
        seat,
        id,
        deadline,
        owner,
    } = request;
    let permit = pool.request(owner);
    let thinking = async move {
        let permit = tokio::select! {
            permit = permit => permit,
            () = sleep_until(deadline) => return,
            () = replies.closed() => return,
        };
        let Ok(permit) = permit else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let choice = choose(permit, thinker, table, seat, Arc::clone(&stop));
        tokio::pin!(choice);
        tokio::select! {
            choice = &mut choice => {
                // Fails if the room has ended.
                let _ = replies.send(Reply::Policy { seat, id, choice }).await;
                return;
            }
            () = sleep_until(deadline) => {}
            () = replies.closed() => {}
        }
        stop.store(true, Ordering::Relaxed);
        // The room has replaced the policy: only the time it took is of interest.
        choice.await;
    };
    tokio::spawn(thinking.in_current_span());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn pool(threads: usize) -> ThinkPool {
        ThinkPool::new(threads, Arc::new(Metrics::new()))
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))
    }

    /// The permit, if it was given.
    fn given(request: &mut oneshot::Receiver<ThinkPermit>) -> Option<ThinkPermit> {
        request.try_recv().ok()
    }

    #[test]
    fn one_owner_never_occupies_all_threads() {
        let pool = pool(2);
        let mut hostile: Vec<_> = (0..20).map(|_| pool.request(address(1))).collect();
        let mut held: Vec<_> = hostile.iter_mut().filter_map(given).collect();
        assert_eq!(held.len(), 2);
        let mut other = pool.request(address(2));
        let permit = given(&mut other).expect("at once, though 18 requests came before");
        assert!(given(&mut pool.request(address(3))).is_none(), "all taken");
        drop(permit);
        held.clear();
        let next: Vec<_> = hostile.iter_mut().filter_map(given).collect();
        assert_eq!(next.len(), 2);
    }

    #[test]
    fn the_owner_who_has_used_the_least_time_is_next() {
        let pool = pool(1);
        let [mut first, mut second] = [1, 1].map(|owner| pool.request(address(owner)));
        let mut other = pool.request(address(2));
        let (long, short) = (given(&mut first).unwrap(), given(&mut other).unwrap());
        let mut third = pool.request(address(2));
        std::thread::sleep(Duration::from_millis(5));
        // Owner 1 has used as much as owner 2 has not.
        drop(long);
        assert!(given(&mut third).is_none(), "owner 2 is still thinking");
        let again = given(&mut second).expect("nobody else may start");
        drop(short);
        assert!(given(&mut third).is_some());
        drop(again);
    }

    #[test]
    fn a_new_owner_has_no_credit_for_its_absence() {
        let pool = pool(1);
        pool.queue().clock = Duration::from_secs(100);
        let mut old = pool.request(address(1));
        let permit = given(&mut old).unwrap();
        let _waiting = pool.request(address(2));
        let used: Vec<_> = (pool.queue().owners.values())
            .map(|owner| owner.used)
            .collect();
        assert_eq!(used, [Duration::from_secs(100); 2]);
        drop(permit);
    }

    #[test]
    fn withdrawn_requests_leave_nothing_behind() {
        let pool = pool(1);
        let mut first = pool.request(address(1));
        let permit = given(&mut first).unwrap();
        drop((0..5).map(|_| pool.request(address(1))).collect::<Vec<_>>());
        // Given, but the task that asked has ended.
        drop(pool.request(address(2)));
        drop(permit);
        let queue = pool.queue();
        assert_eq!((queue.running, queue.owners.len()), (0, 0));
    }
}
