//! A server on free ports, and its clients.

use crate::clock;
use crate::http_client;
use crate::schema::Schema;
use futures_util::{SinkExt as _, StreamExt as _};
use parlour_server::rooms::Limits;
use parlour_server::{Database, ServeOptions, Server};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

thread_local! {
    /// Everything that is heard in these tests is held against it.
    static SCHEMA: Schema = Schema::read();
    /// The tokens of seats that the server has replaced, by the old ones.
    static REPLACED: RefCell<HashMap<String, String>> = RefCell::default();
}

/// The token that takes a seat now, which may have been given by this one.
pub(crate) fn current(token: &str) -> String {
    REPLACED.with_borrow(|replaced| replaced.get(token).map_or(token, String::as_str).to_owned())
}

/// Longer than anything here takes, in virtual time.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server that answers until the test ends.
#[derive(Clone, Copy)]
pub(crate) struct TestServer {
    pub(crate) http: SocketAddr,
    pub(crate) agents: SocketAddr,
    metrics: SocketAddr,
}

/// A server that stores its tables.
pub(crate) struct Stored {
    pub(crate) server: TestServer,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Stored {
    /// Stops the server, and waits for its end.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.ended.await.unwrap();
    }
}

/// A table that was made.
pub(crate) struct TestTable {
    pub(crate) server: TestServer,
    pub(crate) id: String,
    pub(crate) keeper: String,
    /// The token of each seat that has one.
    pub(crate) tokens: Vec<String>,
}

pub(crate) fn limits() -> Limits {
    Limits {
        connections_per_address: 5000,
        connections: 5000,
        new_connections: 0,
        requests: 0,
        new_tables: 0,
        // The clients of the tests answer at once.
        messages: 1000,
        ..Limits::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> TestServer {
        TestServer::with(limits()).await
    }

    pub(crate) async fn with(limits: Limits) -> TestServer {
        TestServer::until(limits, None, std::future::pending())
            .await
            .0
    }

    /// A server, and what stops it.
    pub(crate) async fn stoppable() -> (TestServer, oneshot::Sender<()>) {
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        (TestServer::until(limits(), None, stopped).await.0, stop)
    }

    /// A server that stores its tables.
    pub(crate) async fn stored(limits: Limits, file: &Path) -> Stored {
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let database = Some(Database::File(file.to_owned()));
        let (server, ended) = TestServer::until(limits, database, stopped).await;
        Stored {
            server,
            stop,
            ended,
        }
    }

    async fn until(
        limits: Limits,
        database: Option<Database>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> (TestServer, JoinHandle<()>) {
        clock::run(Arc::default());
        let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let options = ServeOptions {
            http: any_port,
            agents: Some(any_port),
            metrics: Some(any_port),
            limits,
            database,
            ..ServeOptions::default()
        };
        let server = Server::bind(&options).await.unwrap();
        let addresses = server.addresses();
        let ended = tokio::spawn(server.run(stop));
        let server = TestServer {
            http: addresses.http,
            agents: addresses.agents.unwrap(),
            metrics: addresses.metrics.unwrap(),
        };
        (server, ended)
    }

    /// Asks over HTTP: the status, and the body where it is JSON.
    pub(crate) async fn ask(
        self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, Value) {
        let (status, _, body) = http_client::ask(self.http, method, path, headers, body).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(self, path: &str) -> (u16, Value) {
        self.ask("GET", path, &[], "").await
    }

    /// The number of tables in memory.
    pub(crate) async fn count_tables(self) -> u64 {
        let (_, _, body) = http_client::ask(self.metrics, "GET", "/metrics", &[], "").await;
        let counts = body
            .lines()
            .filter_map(|line| line.strip_prefix("parlour_tables{")?.split_once("} "));
        counts.map(|(_, count)| count.parse::<u64>().unwrap()).sum()
    }

    /// The same from another address.
    pub(crate) async fn ask_from(
        self,
        source: [u8; 4],
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, Value) {
        let (status, _, body) =
            http_client::ask_from(source, self.http, method, path, headers, body).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub(crate) async fn make(self, request: &Value) -> TestTable {
        self.make_from([127, 0, 0, 1], request).await
    }

    pub(crate) async fn make_from(self, source: [u8; 4], request: &Value) -> TestTable {
        let body = request.to_string();
        let (status, opened) = self
            .ask_from(source, "POST", "/api/v1/tables", &[], &body)
            .await;
        assert_eq!(status, 201, "{opened}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seats = opened["seats"].as_array().unwrap();
        TestTable {
            server: self,
            id: text(&opened["id"]),
            keeper: text(&opened["keeper"]),
            tokens: (seats.iter())
                .map(|seat| seat["token"].as_str().unwrap_or_default().to_owned())
                .collect(),
        }
    }

    /// A WebSocket to a table, with this origin if any.
    pub(crate) async fn socket(self, id: &str, origin: Option<&str>) -> Result<Client, u16> {
        use tokio_tungstenite::tungstenite::Error;
        let url = format!("ws://{}/api/v1/tables/{id}/socket", self.http);
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("Origin", origin.parse().unwrap());
        }
        match timeout(TIMEOUT, connect_async(request)).await.unwrap() {
            Ok((socket, _)) => Ok(Client {
                wire: Wire::Web(Box::new(socket)),
                heard: Vec::new(),
                shown: None,
            }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    /// A remote agent at the agents' port.
    pub(crate) async fn line(self, hello: &Value) -> Client {
        self.line_from([127, 0, 0, 1], hello).await
    }

    pub(crate) async fn line_from(self, source: [u8; 4], hello: &Value) -> Client {
        let stream = http_client::connect_from(source, self.agents).await;
        stream.set_nodelay(true).unwrap();
        let mut client = Client {
            wire: Wire::Tcp(BufReader::new(stream)),
            heard: Vec::new(),
            shown: None,
        };
        client.say(hello).await;
        client
    }
}

impl TestTable {
    pub(crate) async fn show(&self) -> Value {
        let (status, summary) = self
            .server
            .get(&format!("/api/v1/tables/{}", self.id))
            .await;
        assert_eq!(status, 200, "{summary}");
        summary
    }

    pub(crate) async fn record(&self) -> (u16, Value) {
        let path = format!("/api/v1/tables/{}/record", self.id);
        self.server.get(&path).await
    }

    pub(crate) async fn socket(&self) -> Client {
        self.server.socket(&self.id, None).await.unwrap()
    }

    /// Sits down, or comes back.
    pub(crate) async fn sit(&self, seat: usize, name: &str) -> Client {
        let mut client = self.socket().await;
        client.say(&hello(name, &self.tokens[seat])).await;
        client
    }

    pub(crate) async fn watch(&self) -> Client {
        let mut client = self.socket().await;
        client
            .say(&json!({"type": "hello", "version": 1, "watch": true}))
            .await;
        client
    }

    /// Waits until the summary is as it should be.
    pub(crate) async fn until(&self, what: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let summary = self.show().await;
            if what(&summary) {
                return summary;
            }
            assert!(Instant::now() < deadline, "it never came: {summary}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// The hello of a player with a token, or with what the server has replaced it by.
pub(crate) fn hello(name: &str, token: &str) -> Value {
    let token = current(token);
    json!({"type": "hello", "version": 1, "name": name, "token": token, "watch": true})
}

enum Wire {
    Web(Box<WebSocketStream<MaybeTlsStream<TcpStream>>>),
    Tcp(BufReader<TcpStream>),
}

/// One connection of the Parlour dialect.
pub(crate) struct Client {
    wire: Wire,
    /// Every message as it came.
    pub(crate) heard: Vec<String>,
    /// The token in its hello.
    shown: Option<String>,
}

impl Client {
    pub(crate) async fn say(&mut self, message: &Value) {
        if message["type"] == "hello" {
            self.shown = message["token"].as_str().map(str::to_owned);
        }
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        // Fails if the server has closed the connection, which the tests find out otherwise.
        let _ = match &mut self.wire {
            Wire::Web(socket) => socket.send(Message::text(text)).await.is_ok(),
            Wire::Tcp(stream) => {
                let line = format!("{text}\n");
                stream.get_mut().write_all(line.as_bytes()).await.is_ok()
            }
        };
    }

    /// Sends a frame of any kind. Returns whether that went.
    pub(crate) async fn frame(&mut self, frame: Message) -> bool {
        match &mut self.wire {
            Wire::Web(socket) => socket.send(frame).await.is_ok(),
            Wire::Tcp(_) => panic!("lines have no frames"),
        }
    }

    /// The next message; `None` if the connection has ended.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        let text = match &mut self.wire {
            Wire::Web(socket) => loop {
                match timeout(TIMEOUT, socket.next()).await.unwrap()? {
                    Ok(Message::Text(text)) => break text.to_string(),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            },
            Wire::Tcp(stream) => {
                let mut line = String::new();
                match timeout(TIMEOUT, stream.read_line(&mut line)).await.unwrap() {
                    Ok(1..) => line.trim_end().to_owned(),
                    _ => return None,
                }
            }
        };
        let message = serde_json::from_str(&text).unwrap();
        SCHEMA.with(|schema| schema.check(&message));
        self.heard.push(text);
        if message["type"] == "welcome"
            && let (Some(shown), Some(token)) = (self.shown.take(), message["token"].as_str())
            && shown != token
        {
            REPLACED.with_borrow_mut(|replaced| replaced.insert(shown, token.to_owned()));
        }
        Some(message)
    }

    /// Waits for a message of this type.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            let message = message.unwrap_or_else(|| panic!("no {kind}: {:?}", self.heard));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn act(&mut self, turn: &Value, action: &str) {
        let answer = json!({"type": "action", "id": turn["id"], "action": action});
        self.say(&answer).await;
    }

    /// Plays one of the legal actions each time, until the connection ends. Returns everything it has heard.
    pub(crate) async fn play(mut self) -> Vec<Value> {
        let mut count = 0;
        while let Some(message) = self.hear().await {
            assert_ne!(message["type"], "refused", "{message}: {:?}", self.heard);
            if message["type"] == "turn" {
                let legal = message["legal"].as_array().unwrap();
                count += 7;
                let action = legal[count % legal.len()].as_str().unwrap().to_owned();
                self.act(&message, &action).await;
            }
        }
        self.messages()
    }

    pub(crate) fn messages(&self) -> Vec<Value> {
        (self.heard.iter())
            .map(|text| serde_json::from_str(text).unwrap())
            .collect()
    }
}

/// All events in messages, in order.
pub(crate) fn events(messages: &[Value]) -> Vec<Value> {
    let lists = messages
        .iter()
        .filter_map(|message| message["events"].as_array());
    lists.flatten().cloned().collect()
}

/// The types of messages, in order.
pub(crate) fn kinds(messages: &[Value]) -> Vec<&str> {
    let kinds = messages
        .iter()
        .map(|message| message["type"].as_str().unwrap());
    kinds.collect()
}
