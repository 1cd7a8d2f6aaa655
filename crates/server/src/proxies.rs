//! Trusted proxies: the address of the client behind them, from a header or from the PROXY protocol.

use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};
use ipnet::IpNet;
use ppp::{HeaderResult, PartialResult as _, v1, v2};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The time limit for the header of the PROXY protocol.
const PROXY_TIMEOUT: Duration = Duration::from_secs(5);
/// How often an incomplete header is looked at.
const PROXY_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The longest header without extensions that name other hosts.
const MAX_PROXY_BYTES: usize = 1024;

/// The header in which proxies put the address of the client. Only one is read: a proxy passes on whatever the client
/// has put into the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedHeader {
    /// `X-Forwarded-For: client, proxy`.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=client;proto=https, for=proxy` (RFC 7239).
    Forwarded,
}

/// The proxies whose word about the address of a client is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies {
    /// Their networks.
    pub networks: Vec<IpNet>,
    /// The header they set.
    pub header: ForwardedHeader,
    /// They begin each connection with a header of the PROXY protocol, version 1 or 2.
    pub proxy_protocol: bool,
}

impl TrustedProxies {
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks
            .iter()
            .any(|network| network.contains(&address))
    }

    /// The address of the client of a request that a trusted proxy has sent: the last one in the header that is not that
    /// of a trusted proxy. `None` if there is none.
    pub(crate) fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let name = match self.header {
            ForwardedHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ForwardedHeader::Forwarded => FORWARDED,
        };
        let lines: Option<Vec<&str>> = (headers.get_all(name).iter())
            .map(|line| line.to_str().ok())
            .collect();
        let lines = lines?;
        let entries = lines.iter().flat_map(|line| line.split(','));
        for entry in entries.rev() {
            let node = match self.header {
                ForwardedHeader::XForwardedFor => Some(entry.trim()),
                ForwardedHeader::Forwarded => forwarded_for(entry),
            };
            // What stands before an unreadable entry may be anything.
            let address = node.and_then(node_address)?;
            if !self.contains(address) {
                return Some(address);
            }
        }
        None
    }

    /// The address of the client of a connection: that in the header of the PROXY protocol, if a trusted proxy sends one.
    ///
    /// # Errors
    /// If the header is missing or invalid.
    pub(crate) async fn accept(&self, stream: &mut TcpStream, peer: IpAddr) -> io::Result<IpAddr> {
        match self.proxy_protocol && self.contains(peer) {
            true => timeout(PROXY_TIMEOUT, read_proxy_header(stream, peer)).await?,
            false => Ok(peer),
        }
    }
}

/// The value of `for` in an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<&str> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    Some(value.trim().trim_matches('"'))
}

/// The address of a node: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`.
fn node_address(node: &str) -> Option<IpAddr> {
    let address = (node.parse().ok())
        .or_else(|| Some(node.parse::<SocketAddr>().ok()?.ip()))
        .or_else(|| node.strip_prefix('[')?.strip_suffix(']')?.parse().ok());
    address.map(|address: IpAddr| address.to_canonical())
}

/// Reads a header of the PROXY protocol. One that names no address (`UNKNOWN`, `LOCAL`) stands for the proxy itself.
async fn read_proxy_header(stream: &mut TcpStream, peer: IpAddr) -> io::Result<IpAddr> {
    let mut bytes = [0; MAX_PROXY_BYTES];
    loop {
        let count = stream.peek(&mut bytes).await?;
        let header = HeaderResult::parse(&bytes[..count]);
        if header.is_incomplete() && count > 0 && count < MAX_PROXY_BYTES {
            sleep(PROXY_POLL_INTERVAL).await;
            continue;
        }
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let (length, address) = match header {
            HeaderResult::V1(Ok(header)) => {
                let address = match header.addresses {
                    v1::Addresses::Tcp4(addresses) => addresses.source_address.into(),
                    v1::Addresses::Tcp6(addresses) => addresses.source_address.into(),
                    v1::Addresses::Unknown => peer,
                };
                (header.header.len(), address)
            }
            HeaderResult::V2(Ok(header)) => {
                let address = match (header.command, &header.addresses) {
                    (v2::Command::Local, _) => peer,
                    (_, v2::Addresses::IPv4(addresses)) => addresses.source_address.into(),
                    (_, v2::Addresses::IPv6(addresses)) => addresses.source_address.into(),
                    (_, v2::Addresses::Unspecified | v2::Addresses::Unix(_)) => peer,
                };
                (header.header.len(), address)
            }
            HeaderResult::V1(Err(_)) | HeaderResult::V2(Err(_)) => return Err(invalid()),
        };
        stream.read_exact(&mut bytes[..length]).await?;
        return Ok(address.to_canonical());
    }
}

/// Whether a request names a host under which this server is known. An address is no name, so that no page of another
/// site can have it (DNS rebinding); an empty list allows every name.
pub(crate) fn is_known_host(hosts: &[String], host: Option<&str>) -> bool {
    let Some(host) = host.filter(|_| !hosts.is_empty()) else {
        return hosts.is_empty();
    };
    if node_address(host).is_some() {
        return true;
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name.eq_ignore_ascii_case("localhost") || hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;

    fn proxies(header: ForwardedHeader) -> TrustedProxies {
        TrustedProxies {
            networks: vec!["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()],
            header,
            proxy_protocol: true,
        }
    }

    fn client(header: ForwardedHeader, lines: &[(&'static str, &str)]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(*name, line.parse().unwrap());
        }
        let client = proxies(header).client(&headers);
        client.map(|client| client.to_string())
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_client() {
        let of = |line: &str| client(ForwardedHeader::XForwardedFor, &[("x-forwarded-for", line)]);
        assert_eq!(of("192.0.2.1").as_deref(), Some("192.0.2.1"));
        assert_eq!(
            of("6.6.6.6, 192.0.2.1, 10.1.2.3").as_deref(),
            Some("192.0.2.1")
        );
        assert_eq!(of("2001:db8::1").as_deref(), Some("2001:db8::1"));
        assert_eq!(of("[2001:db8::1]:80").as_deref(), Some("2001:db8::1"));
        assert_eq!(of("::ffff:192.0.2.1").as_deref(), Some("192.0.2.1"));
        assert_eq!(
            of("192.0.2.1, unknown"),
            None,
            "an unreadable entry hides the rest"
        );
        assert_eq!(of("10.1.2.3"), None);
        assert_eq!(of(""), None);
        let lines = [
            ("x-forwarded-for", "6.6.6.6"),
            ("x-forwarded-for", "192.0.2.1"),
        ];
        let of_two = client(ForwardedHeader::XForwardedFor, &lines);
        assert_eq!(of_two.as_deref(), Some("192.0.2.1"));
        let other = [
            ("forwarded", "for=6.6.6.6"),
            ("x-forwarded-for", "192.0.2.1"),
        ];
        let of_one = client(ForwardedHeader::XForwardedFor, &other);
        assert_eq!(of_one.as_deref(), Some("192.0.2.1"));
    }

    #[test]
    fn the_standard_header_is_read() {
        let of = |line: &str| client(ForwardedHeader::Forwarded, &[("forwarded", line)]);
        assert_eq!(
            of("for=192.0.2.1;proto=https").as_deref(),
            Some("192.0.2.1")
        );
        let quoted = "for=6.6.6.6, proto=https; FOR=\"[2001:db8::1]:4711\", for=10.0.0.1";
        assert_eq!(of(quoted).as_deref(), Some("2001:db8::1"));
        assert_eq!(of("for=_hidden"), None);
        assert_eq!(of("proto=https"), None);
    }

    #[tokio::test]
    async fn the_proxy_protocol_names_the_client() {
        let v2: &[u8] =
            b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x07\x0a\0\0\x01\x01\0\x01\xbb";
        for (header, expected) in [
            (
                &b"PROXY TCP4 192.0.2.1 10.0.0.1 4711 80\r\n"[..],
                Some("192.0.2.1"),
            ),
            (
                b"PROXY TCP6 2001:db8::1 ::1 4711 80\r\n",
                Some("2001:db8::1"),
            ),
            (b"PROXY UNKNOWN\r\n", Some("10.0.0.9")),
            (v2, Some("192.0.2.7")),
            (b"GET / HTTP/1.1\r\n", None),
            (b"PROXY TCP4 nonsense\r\n", None),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut sender = TcpStream::connect(listener.local_addr().unwrap())
                .await
                .unwrap();
            let (mut stream, _) = listener.accept().await.unwrap();
            let (first, second) = header.split_at(7);
            sender.write_all(first).await.unwrap();
            let rest = async {
                sleep(PROXY_POLL_INTERVAL * 3).await;
                sender.write_all(second).await.unwrap();
                sender.write_all(b"GET").await.unwrap();
            };
            let proxies = proxies(ForwardedHeader::default());
            let accepted = proxies.accept(&mut stream, "10.0.0.9".parse().unwrap());
            let (accepted, ()) = tokio::join!(accepted, rest);
            let accepted = accepted.ok().map(|address| address.to_string());
            assert_eq!(accepted.as_deref(), expected, "{header:?}");
            if expected.is_some() {
                let mut next = [0; 3];
                stream.read_exact(&mut next).await.unwrap();
                assert_eq!(&next, b"GET", "nothing else is consumed");
            }
        }
    }

    #[tokio::test]
    async fn strangers_name_only_themselves() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut sender = TcpStream::connect(listener.local_addr().unwrap())
            .await
            .unwrap();
        let (mut stream, _) = listener.accept().await.unwrap();
        let header = b"PROXY TCP4 192.0.2.1 10.0.0.1 4711 80\r\n";
        sender.write_all(header).await.unwrap();
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        let proxies = proxies(ForwardedHeader::default());
        assert_eq!(proxies.accept(&mut stream, peer).await.unwrap(), peer);
    }

    #[test]
    fn names_of_others_are_not_known() {
        let hosts = ["play.example".to_owned()];
        let known = |host: &str| is_known_host(&hosts, Some(host));
        assert!(known("play.example") && known("Play.Example:443"));
        assert!(known("127.0.0.1:8080") && known("[::1]:8080") && known("localhost:8080"));
        assert!(!known("evil.example") && !known("play.example.evil.example:80"));
        assert!(!is_known_host(&hosts, None));
        assert!(is_known_host(&[], Some("evil.example")) && is_known_host(&[], None));
    }
}
