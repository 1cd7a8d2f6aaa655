//! Rate limits: token buckets, of `governor` for each network, and one for each connection.

use crate::connection_limit::network_of;
use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The number of checks after which the buckets of addresses that are full again are dropped.
const SWEEP_CHECKS: u32 = 1 << 12;

/// The longest wait for the next request of an address.
const SHORT_WAIT: Duration = Duration::from_millis(50);

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

    /// Counts one more from an address, after a short wait if that is enough: a client at its limit is served evenly, and
    /// not in bursts, which would delay others.
    ///
    /// # Errors
    /// The time to wait, at a limit.
    pub(crate) async fn admit(&self, address: IpAddr) -> Result<(), Duration> {
        match self.check(address) {
            Err(wait) if wait <= SHORT_WAIT => {
                sleep(wait).await;
                self.check(address)
            }
            checked => checked,
        }
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

/// The rate of the messages of one connection, with a burst of ten seconds' worth.
pub(crate) struct MessageRate {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl MessageRate {
    pub(crate) fn new(per_second: u32) -> MessageRate {
        let per_second = f64::from(per_second);
        MessageRate {
            per_second,
            left: per_second * 10.0,
            at: Instant::now(),
        }
    }

    /// Counts one more message; false if it is one too many.
    pub(crate) fn admits(&mut self, now: Instant) -> bool {
        let earned = (now - self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + earned).min(self.per_second * 10.0);
        self.at = now;
        let admitted = self.left >= 1.0;
        if admitted {
            self.left -= 1.0;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_a_flood_is_not() {
        let mut rate = MessageRate::new(2);
        let start = rate.at;
        assert_eq!((0..50).filter(|_| rate.admits(start)).count(), 20);
        let later = start + Duration::from_secs(3);
        assert_eq!((0..50).filter(|_| rate.admits(later)).count(), 6);
    }

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

    /// The next one is admitted within the time in which the limit allows another, and not refused.
    #[tokio::test]
    async fn an_address_at_its_limit_is_admitted_a_little_later() {
        let limit = RateLimit::per_second(50);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        while limit.check(address).is_ok() {}
        assert_eq!(limit.admit(address).await, Ok(()));
        // Half a minute for one more is not waited for.
        let limit = RateLimit::per_minute(2);
        while limit.check(address).is_ok() {}
        assert!(limit.admit(address).await.unwrap_err() > SHORT_WAIT);
    }
}
