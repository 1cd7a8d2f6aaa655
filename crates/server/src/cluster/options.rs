//! Where the other servers of a cluster reach a server.

use axum::http::uri::Authority;
use std::net::SocketAddr;

/// Where the other servers of a cluster reach a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClusterOptions {
    /// The address to listen on; port 0 takes any free port.
    listen: SocketAddr,
    /// `HOST:PORT`, if it is not the address it listens on.
    advertise: Option<String>,
}

impl ClusterOptions {
    /// Checks the addresses.
    ///
    /// # Errors
    /// A one-line message if others could not connect.
    pub fn new(listen: SocketAddr, advertise: Option<String>) -> Result<ClusterOptions, String> {
        match &advertise {
            None if listen.ip().is_unspecified() => Err(format!(
                "other servers cannot connect to {listen}: name an address of this machine, or one that leads \
                     to it with --advertise HOST:PORT"
            )),
            Some(address) if !is_address(address) => Err(format!(
                "'{address}' is no address such as 10.0.0.2:8090 or parlour-2.internal:8090"
            )),
            _ => Ok(ClusterOptions { listen, advertise }),
        }
    }

    /// The address to listen on.
    #[must_use]
    pub fn listen(&self) -> SocketAddr {
        self.listen
    }

    /// The address that other servers connect to, once this one listens on `bound`.
    pub(crate) fn address(&self, bound: SocketAddr) -> String {
        let advertise = self.advertise.clone();
        advertise.unwrap_or_else(|| bound.to_string())
    }
}

/// Whether a text is `HOST:PORT`.
fn is_address(text: &str) -> bool {
    let authority = text.parse::<Authority>().ok();
    authority.is_some_and(|authority| {
        let has_port = authority.port_u16().is_some_and(|port| port > 0);
        has_port && !authority.host().is_empty() && !text.contains('@')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_must_be_able_to_connect() {
        let options = |listen: &str, advertise: Option<&str>| {
            let advertise = advertise.map(str::to_owned);
            ClusterOptions::new(listen.parse().unwrap(), advertise)
        };
        let bound = "10.0.0.2:4711".parse().unwrap();
        let own = options("10.0.0.2:0", None).unwrap();
        assert_eq!(own.address(bound), "10.0.0.2:4711");
        let other = options("0.0.0.0:8090", Some("parlour-2.internal:80")).unwrap();
        assert_eq!(other.address(bound), "parlour-2.internal:80");
        assert!(options("[::]:8090", Some("[2001:db8::1]:8090")).is_ok());
        for listen in ["0.0.0.0:8090", "[::]:8090"] {
            let error = options(listen, None).unwrap_err();
            assert!(error.contains("--advertise"), "{error}");
        }
        for advertise in [
            "",
            "10.0.0.2",
            "10.0.0.2:",
            "10.0.0.2:0",
            ":8090",
            "10.0.0.2:99999",
            "http://10.0.0.2:8090",
            "a b:80",
            "user@10.0.0.2:8090",
        ] {
            let error = options("10.0.0.2:8090", Some(advertise)).unwrap_err();
            assert!(error.contains(&format!("'{advertise}'")), "{error}");
        }
    }
}
