//! Limits the number of connections, in total and from one address, and how fast one address opens new ones.

use crate::rate_limit::RateLimit;
use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long to wait after a connection could not be accepted, mostly for lack of file descriptors.
pub(crate) const ACCEPT_RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// Counts connections. Clones share the counts.
#[derive(Clone)]
pub(crate) struct ConnectionLimit {
    counts: Arc<Mutex<Counts>>,
    max: usize,
    max_per_address: usize,
    rate: RateLimit,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection, counted as long as this lives.
pub(crate) struct ConnectionPermit {
    counts: Arc<Mutex<Counts>>,
    from: IpAddr,
}

impl ConnectionPermit {
    /// The network that it is counted for.
    pub(crate) fn network(&self) -> IpAddr {
        self.from
    }
}

impl fmt::Debug for ConnectionPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectionPermit({})", self.from)
    }
}

impl ConnectionLimit {
    /// `rate` is the number of new connections per second from one address; 0 for no limit.
    pub(crate) fn new(max: usize, max_per_address: usize, rate: u32) -> ConnectionLimit {
        ConnectionLimit {
            counts: Arc::default(),
            max,
            max_per_address,
            rate: RateLimit::per_second(rate),
        }
    }

    /// A permit for one more connection, or `None` at a limit.
    pub(crate) fn acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        self.rate.check(address).ok()?;
        self.count(address, self.max_per_address)
    }

    /// A permit for a connection of a proxy, through which many clients come.
    pub(crate) fn acquire_for_proxy(&self, address: IpAddr) -> Option<ConnectionPermit> {
        self.count(address, usize::MAX)
    }

    /// The number of connections.
    pub(crate) fn open(&self) -> usize {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all
    }

    fn count(&self, address: IpAddr, max_per_address: usize) -> Option<ConnectionPermit> {
        let from = network_of(address);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= self.max {
            return None;
        }
        let of_one = counts.by_address.entry(from).or_default();
        if *of_one >= max_per_address {
            if *of_one == 0 {
                counts.by_address.remove(&from);
            }
            return None;
        }
        *of_one += 1;
        counts.all += 1;
        Some(ConnectionPermit {
            counts: Arc::clone(&self.counts),
            from,
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(of_one) = counts.by_address.get_mut(&self.from) {
            *of_one -= 1;
            if *of_one == 0 {
                counts.by_address.remove(&self.from);
            }
        }
    }
}

/// What counts as one address: for IPv6 the /64 network, all of which one client may have.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_per_address_and_in_total() {
        let limit = ConnectionLimit::new(3, 2, 0);
        let [a, b] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let first = limit.acquire(a);
        let second = limit.acquire(a);
        assert!(first.is_some() && second.is_some());
        assert!(limit.acquire(a).is_none(), "two of one");
        let third = limit.acquire(b);
        assert!(
            third.is_some() && limit.acquire(b).is_none(),
            "three in all"
        );
        drop(first);
        assert!(limit.acquire(a).is_some());
        drop((second, third));
        let counts = limit.counts.lock().unwrap();
        assert_eq!(counts.all, 0);
        assert!(
            counts.by_address.is_empty(),
            "closed connections leave no entry"
        );
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let of = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }
}
