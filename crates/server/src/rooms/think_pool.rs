//! Runs built-in policies on blocking threads, a limited number at a time, and shares their time fairly between the
//! owners of tables.
//!
//! The owner who has used the least time comes next. One thread more than the limit is kept for owners of whom no
//! policy is thinking, so that one owner cannot occupy all.

use super::room::Reply;
use crate::metrics::Metrics;
use parlour_agents::stoppable;
use parlour_engine::{Policy, Rng, Seat, Table, Viewer};
use parlour_protocol::{AgentFault, Hosted};
#[cfg(target_os = "linux")]
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::mem;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;
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
        let time = self.since.elapsed();
        pool.metrics
            .time_thinking(self.since - self.requested, time);
        let mut queue = pool.queue();
        queue.running -= 1;
        if let Some(owner) = queue.owners.get_mut(&self.owner) {
            owner.running -= 1;
            owner.used += time;
            if owner.running == 0 && owner.waiting.is_empty() {
                queue.owners.remove(&self.owner);
            }
        }
        pool.start(&mut queue);
    }
}

/// A request for the choice of a policy.
pub(crate) struct ThinkRequest<G: Hosted> {
    pub(crate) thinker: Thinker<G>,
    pub(crate) table: Arc<Table<G>>,
    pub(crate) seat: Seat,
    /// From then on the choice is not needed any more.
    pub(crate) deadline: tokio::time::Instant,
    /// Whose thinking time it is: the owner of the table, or the ladder.
    pub(crate) owner: IpAddr,
}

/// Lowers the priority of this thread, which stays lower: policies, which use what time they get, are not to delay the
/// thread of the tables. The blocking threads of its runtime do nothing else.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::{process::setpriority_process, thread::gettid};
        /// The lowest: a thread of normal priority gets nearly all of a busy core.
        const NICE: i32 = 19;
        thread_local! {
            static IS_LOWER: Cell<bool> = const { Cell::new(false) };
        }
        if !IS_LOWER.replace(true) {
            // On Linux each thread has a nice value of its own. Anyone may raise it; if not, policies think as before.
            let _ = setpriority_process(Some(gettid()), NICE);
        }
    }
}

/// Ends a search when it is dropped.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Lets a policy choose on a blocking thread as soon as there is a permit.
///
/// # Errors
/// `Timeout` if it has not chosen at the deadline, `Disconnected` if it has panicked. The policy is lost then, and its
/// search ends, as it does when this future is dropped.
pub(crate) async fn choose<G: Hosted>(
    pool: &ThinkPool,
    request: ThinkRequest<G>,
) -> Result<Choice<G>, AgentFault> {
    let ThinkRequest {
        mut thinker,
        table,
        seat,
        deadline,
        owner,
    } = request;
    // A timer may fire late, and a quick policy be quicker.
    if tokio::time::Instant::now() >= deadline {
        return Err(AgentFault::Timeout);
    }
    let permit = pool.request(owner);
    let choosing = async move {
        let permit = permit.await.map_err(|_| AgentFault::Disconnected)?;
        let stop = StopOnDrop::default();
        let stopped = Arc::clone(&stop.0);
        let thinking = tokio::task::spawn_blocking(move || {
            lower_priority();
            let legal = table.state().legal_actions(seat);
            let known = table.information_state(Viewer::Seat(seat));
            let action = stoppable(stopped, || {
                thinker.policy.choose(&known, &legal, &mut thinker.rng)
            });
            // There may be thousands of policies, of which a few think at a time.
            thinker.policy.release_memory();
            // Held until here, even if nobody waits any more: the thread goes on.
            drop(permit);
            Choice { thinker, action }
        });
        thinking.await.map_err(|_| {
            tracing::error!(seat = seat.index(), "a policy has panicked");
            AgentFault::Disconnected
        })
    };
    (timeout_at(deadline, choosing).await).unwrap_or(Err(AgentFault::Timeout))
}

/// Sends the reply of a policy to request `id` of a room. There is none if it has not chosen before the deadline.
pub(super) fn think<G: Hosted>(
    pool: &ThinkPool,
    request: ThinkRequest<G>,
    id: u64,
    replies: mpsc::Sender<Reply<G>>,
) {
    let (pool, seat) = (pool.clone(), request.seat);
    let thinking = async move {
        let choice = tokio::select! {
            choice = choose(&pool, request) => choice,
            () = replies.closed() => return,
        };
        if !matches!(choice, Err(AgentFault::Timeout)) {
            let choice = choice.ok();
            // Fails if the room has ended.
            let _ = replies.send(Reply::Policy { seat, id, choice }).await;
        }
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
