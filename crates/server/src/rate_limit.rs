//! Rate limits per address: token buckets of `governor`, one for each network.

use crate::connection_limit::network_of;
use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The number of checks after which the buckets of addresses that are full again are dropped.
const SWEEP_CHECKS: u32 = 1 << 12;

/// A rate limit per address. Clones share the buckets.
#[derive(Clone)]
pub(crate) struct RateLimit {
    /// `None` admits everything.
    buckets: Option<Arc<Buckets>>,
}

struct Buckets {
    limiter: RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>,
    checks: AtomicU32,
}

impl RateLimit {
    /// At most `count` per second, averaged over ten seconds; 0 for no limit.
    pub(crate) fn per_second(count: u32) -> RateLimit {
        RateLimit::new(count, Quota::per_second, 10)
    }

    /// At most `count` per minute, averaged over two minutes; 0 for no limit.
    pub(crate) fn per_minute(count: u32) -> RateLimit {
        RateLimit::new(count, Quota::per_minute, 2)
    }

    fn new(count: u32, quota: fn(NonZeroU32) -> Quota, periods: u32) -> RateLimit {
        let buckets = NonZeroU32::new(count).map(|count| {
            let burst = count.saturating_mul(NonZeroU32::new(periods).unwrap_or(NonZeroU32::MIN));
            Arc::new(Buckets {
                limiter: RateLimiter::hashmap(quota(count).allow_burst(burst)),
                checks: AtomicU32::new(0),
            })
        });
        RateLimit { buckets }
    }

    /// Counts one more from an address.
    ///
    /// # Errors
    /// The time to wait, at a limit.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Duration> {
        let Some(buckets) = &self.buckets else {
            return Ok(());
        };
        let checks = buckets.checks.fetch_add(1, Ordering::Relaxed);
        if checks % SWEEP_CHECKS == SWEEP_CHECKS - 1 {
            buckets.limiter.retain_recent();
        }
        let checked = buckets.limiter.check_key(&network_of(address));
        checked.map_err(|until| until.wait_time_from(DefaultClock::default().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_burst_and_others_have_their_own() {
        let limit = RateLimit::per_minute(2);
        let [a, b, neighbour]: [IpAddr; 3] =
            ["2001:db8::1", "192.0.2.1", "2001:db8::ffff"].map(|text| text.parse().unwrap());
        let admitted = |address| (0..10).filter(|_| limit.check(address).is_ok()).count();
        assert_eq!(admitted(a), 4, "two minutes' worth");
        assert_eq!(admitted(neighbour), 0, "the same network");
        assert_eq!(admitted(b), 4);
        let wait = limit.check(a).unwrap_err();
        assert!(wait > Duration::from_secs(20) && wait <= Duration::from_secs(30));
        let none = RateLimit::per_second(0);
        assert!((0..10_000).all(|_| none.check(a).is_ok()));
    }
}
