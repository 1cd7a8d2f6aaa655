//! [`TableLink`]: where a seat at a table of a Parlour server is, and the connection to it.

use parlour_protocol::lines::FromAgent;
use parlour_protocol::summary::Summary;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};
use url::Url;

/// The time for a connection, and for a request over HTTP.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// How long the connection is read before messages are sent.
const READ_TIMEOUT: Duration = Duration::from_millis(50);
/// The largest message or answer, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// A seat at a table.
#[derive(Clone)]
pub(super) struct TableLink {
    /// The address of the server, with a `/` at its end.
    server: Url,
    table: String,
    /// The secret of the seat.
    pub(super) token: String,
}

impl TableLink {
    /// Reads a link such as `http://HOST/#/table/ID/TOKEN`, which must be one of the server.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub(super) fn read(link: &str, server: &Url) -> Result<TableLink, String> {
        let what = "a link of a seat is SERVER/#/table/ID/TOKEN";
        let link = Url::parse(link.trim()).map_err(|_| what.to_owned())?;
        let is_word =
            |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let parts: Vec<&str> = link.fragment().unwrap_or_default().split('/').collect();
        let ["", "table", table, token] = parts.as_slice() else {
            return Err(what.to_owned());
        };
        if ![table, token].into_iter().all(is_word) {
            return Err(what.to_owned());
        }
        let of = |url: &Url| (url.origin(), url.path().trim_end_matches('/').to_owned());
        if of(&link) != of(server) {
            return Err(format!("only tables of {server} can be joined"));
        }
        Ok(TableLink {
            server: server.clone(),
            table: (*table).to_owned(),
            token: (*token).to_owned(),
        })
    }

    fn address(&self, rest: &str) -> Result<Url, String> {
        let path = format!("api/v1/tables/{}{rest}", self.table);
        self.server.join(&path).map_err(|error| error.to_string())
    }

    /// What everybody may know of the table.
    ///
    /// # Errors
    /// Why it cannot be read, in one line.
    pub(super) fn summary(&self) -> Result<Summary, String> {
        let text = self.get("")?;
        serde_json::from_str(&text)
            .map_err(|error| format!("{} has no such table: {error}", self.server))
    }

    /// The record of the finished game.
    ///
    /// # Errors
    /// Why it cannot be read, in one line.
    pub(super) fn record(&self) -> Result<String, String> {
        Ok(self.get("/record")?.trim().to_owned())
    }

    fn get(&self, rest: &str) -> Result<String, String> {
        let failed = |error: ureq::Error| format!("the server {}: {error}", self.server);
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(CONNECT_TIMEOUT))
            .max_redirects(0);
        let agent = config.build().new_agent();
        let address = self.address(rest)?;
        let mut response = agent.get(address.as_str()).call().map_err(failed)?;
        let body = response.body_mut().with_config().limit(MAX_BYTES as u64);
        body.read_to_string().map_err(failed)
    }

    /// Opens a WebSocket to the table.
    ///
    /// # Errors
    /// Why not, in one line.
    pub(super) fn connect(&self) -> Result<Connection, String> {
        let failed = |error: &dyn std::fmt::Display| {
            format!("the server {} cannot be reached: {error}", self.server)
        };
        let mut address = self.address("/socket")?;
        let secure = address.scheme() == "https";
        // Both schemes are special ones, between which a URL may change.
        let _ = address.set_scheme(if secure { "wss" } else { "ws" });
        let host = self.server.host_str().unwrap_or_default();
        let port = self.server.port_or_known_default().unwrap_or_default();
        // An IPv6 address stands in brackets in a URL only.
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let found = (host, port)
            .to_socket_addrs()
            .map_err(|error| failed(&error))?;
        let mut opened = Err(failed(&"it has no address"));
        for address in found {
            opened = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)
                .map_err(|error| failed(&error));
            if opened.is_ok() {
                break;
            }
        }
        let stream = opened?;
        let timeouts = (stream.set_nodelay(true))
            .and_then(|()| stream.set_read_timeout(Some(CONNECT_TIMEOUT)))
            .and_then(|()| stream.set_write_timeout(Some(CONNECT_TIMEOUT)));
        timeouts.map_err(|error| failed(&error))?;
        let tcp = stream.try_clone().map_err(|error| failed(&error))?;
        let stream = match secure {
            false => Stream::Plain(stream),
            true => {
                let roots = RootCertStore {
                    roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
                };
                let provider = Arc::new(rustls::crypto::ring::default_provider());
                let config = ClientConfig::builder_with_provider(provider)
                    .with_safe_default_protocol_versions()
                    .map_err(|error| failed(&error))?
                    .with_root_certificates(roots)
                    .with_no_client_auth();
                let name = ServerName::try_from(host.to_owned()).map_err(|error| failed(&error))?;
                let connection = ClientConnection::new(Arc::new(config), name);
                let connection = connection.map_err(|error| failed(&error))?;
                Stream::Secure(Box::new(StreamOwned::new(connection, stream)))
            }
        };
        let config = WebSocketConfig::default().max_message_size(Some(MAX_BYTES));
        let connected =
            tungstenite::client::client_with_config(address.as_str(), stream, Some(config));
        let (socket, _) = connected.map_err(|error| failed(&error))?;
        let timeout = tcp.set_read_timeout(Some(READ_TIMEOUT));
        timeout.map_err(|error| failed(&error))?;
        Ok(Connection(socket))
    }
}

enum Stream {
    Plain(TcpStream),
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.read(bytes),
            Stream::Secure(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Secure(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(stream) => stream.flush(),
            Stream::Secure(stream) => stream.flush(),
        }
    }
}

/// An open connection to a table.
pub(super) struct Connection(WebSocket<Stream>);

/// The connection is lost.
pub(super) struct Lost;

impl Connection {
    /// Sends a message.
    pub(super) fn send(&mut self, message: &FromAgent) -> Result<(), Lost> {
        let text = serde_json::to_string(message).map_err(|_| Lost)?;
        self.0.send(Message::text(text)).map_err(|_| Lost)
    }

    /// Reads for a short time; `None` if no whole message has come.
    pub(super) fn hear(&mut self) -> Result<Option<String>, Lost> {
        match self.0.read() {
            Ok(Message::Text(text)) => Ok(Some(text.to_string())),
            Ok(Message::Close(_)) => Err(Lost),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                Ok(None)
            }
            Err(_) => Err(Lost),
        }
    }
}
